package stats

import "math"

const (
	aliasShare   = 1.0 / 20 // zeros above this share of the steps
	aliasOrder   = 0.85     // share of zeros and doubles, or of gaps, in the expected order
	aliasNear    = 10       // samples on either side that define the usual value
	aliasDense   = 1.0 / 3  // zeros above this share: spikes rather than doubles
	aliasLongest = 7        // zeros in a row that 8 steps can still join
	aliasEvents  = 4        // zeros and doubles needed to see an order
)

// ZeroAliased says that a counter was scraped about as often as, or more often
// than, it is updated: over 5 % of its steps are zero, and what is missing in
// one comes as an about-double step later. Zeros and doubles then take turns,
// which those of a load that pauses or of rare events do not. With over a third
// of the steps zero, the same shows as single steps in regular distance.
func ZeroAliased(s Series) bool {
	x := present(s.Value)
	zeros := 0
	for _, v := range x {
		if v == 0 {
			zeros++
		}
	}
	share := float64(zeros) / float64(len(x)) // NaN if empty
	switch {
	case !(share > aliasShare):
		return false
	case share > aliasDense:
		return regularSpikes(x)
	}
	return zerosAndDoublesTakeTurns(x)
}

func zerosAndDoublesTakeTurns(x []float64) bool {
	var events, turns int
	last := 0.0
	for i, v := range x {
		usual := usualAround(x, i)
		event := 0.0
		switch {
		case v == 0:
			event = -1
		case v > 1.6*usual && v < 2.4*usual:
			event = 1
		default:
			continue
		}
		events++
		if event == -last {
			turns++
		}
		last = event
	}
	return events >= aliasEvents && float64(turns) >= aliasOrder*float64(events-1)
}

// usualAround is the median of the values near i that are not zero: of single
// steps, as long as these are the majority.
func usualAround(x []float64, i int) float64 {
	var near []float64
	for _, v := range x[max(0, i-aliasNear):min(len(x), i+aliasNear+1)] {
		if v != 0 {
			near = append(near, v)
		}
	}
	return Median(near)
}

// regularSpikes says that the values that are not zero stand alone and that
// the runs of zeros between them are of one length, give or take one.
func regularSpikes(x []float64) bool {
	var spikes, alone int
	var gaps []float64
	gap := 0
	for i, v := range x {
		if v == 0 {
			gap++
			continue
		}
		if gap > 0 && spikes > 0 {
			gaps = append(gaps, float64(gap))
		}
		gap = 0
		spikes++
		if (i == 0 || x[i-1] == 0) && (i == len(x)-1 || x[i+1] == 0) {
			alone++
		}
	}
	usual := Median(gaps)
	if !(usual <= aliasLongest) || spikes < aliasEvents {
		return false
	}
	regular := 0
	for _, g := range gaps {
		if math.Abs(g-usual) <= 1 {
			regular++
		}
	}
	return float64(alone) >= aliasOrder*float64(spikes) && float64(regular) >= aliasOrder*float64(len(gaps))
}

// DealiasStep is the finest of 2, 4 and 8 native steps at which scrape aliasing
// is gone from both series, for use with [Series.Resample]; the native step
// itself if neither has any. It is gone when no side is [ZeroAliased] and a
// side that was does not go on alternating by over a tenth of its level:
// resampling shrinks what a late update shifts over a border, but does not end
// it. ok is false when no step is enough, and then nothing can be said of the
// volatility.
func DealiasStep(a, b Series, native float64) (step float64, ok bool) {
	if !(native > 0) || missing(native) {
		native = math.Max(a.MedianStep(), b.MedianStep())
	}
	aliased := [2]bool{ZeroAliased(a), ZeroAliased(b)}
	if !aliased[0] && !aliased[1] {
		return native, true
	}
	for _, m := range []float64{2, 4, 8} {
		step = m * native
		gone := true
		for i, s := range [2]Series{a, b} {
			r := s.Resample(step, s.start())
			if len(r.Value) < aliasEvents || ZeroAliased(r) || aliased[i] && alternates(r) {
				gone = false
			}
		}
		if gone {
			return step, true
		}
	}
	return native, false
}

// alternates says that a series goes up and down from step to step more than by
// chance (lag-1 correlation under -0.3), by over a tenth of its level.
func alternates(s Series) bool {
	x := s.Value
	mean, v := meanVar(x)
	if !(v > 0) {
		return false
	}
	products, squares := lag1(x, mean)
	return products < -0.3*squares && RMSSD(x) > 0.1*math.Abs(mean)
}
