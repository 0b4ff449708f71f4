package stats

import "math"

const (
	warmBatch    = 5    // samples a batch, the 5 of MSER-5
	warmBatches  = 12   // batches that a run needs for a cut: 60 samples
	warmTail     = 5    // batches that are always kept: the scatter of fewer is a matter of luck
	warmShare    = 3    // a cut is searched in this part of the run, the first third
	warmVisible  = 0.10 // of the level: the least that a warm-up differs by
	warmStandOut = 2.5  // and in standard deviations of the batches
)

// WarmUp finds where a run has settled: cut is the length of its warm-up in seconds
// after from, 0 for none. It is MSER-5 (White, "An effective truncation heuristic for
// bias reduction in simulation output", Simulation 69, 1997; in batches of five: White,
// Cobb and Spratt, "A comparison of five steady-state truncation heuristics for
// simulation", Winter Simulation Conference 2000): of the means z of batches of 5 samples
// between from and to, those from d on are kept that minimise
//
//	MSER(d) = sum over j >= d of (z_j - mean of z_d..z_m)^2 / (m - d)^2
//
// Three things keep it from harm. It is searched in the first third only. What is cut
// must lie visibly apart, by a tenth of the level and 2.5 standard deviations of the
// batches kept: on a slow process the least MSER lies anywhere (measured on nine kinds
// of load without a warm-up: at most 2.4 % of runs are cut). And late says that over the
// whole run it would cut more than half, and visibly so: then the run changes late (MSER
// alone throws away the healthy four fifths before a collapse), and there is no cut.
// Under 60 samples there is none either.
func WarmUp(s Series, from, to float64) (cut float64, late bool) {
	ps := s.Window(from, to).samples()
	m := len(ps) / warmBatch
	if m < warmBatches {
		return 0, false
	}
	z := make([]float64, m)
	for i := range z {
		z[i], _ = meanVar(valuesOf(ps[i*warmBatch : (i+1)*warmBatch]))
	}
	if d := leastMSER(z, m-warmTail); 2*d > m && endsApart(z[:d], z[d:]) {
		return 0, true
	}
	d := leastMSER(z, m/warmShare)
	if d == 0 || !startsApart(z[:d], z[d:]) {
		return 0, false
	}
	return ps[d*warmBatch-1].end - from, false
}

// leastMSER is the d of 0..most with the least MSER; of equal ones the first.
func leastMSER(z []float64, most int) (least int) {
	level, v := meanVar(z)
	rounding := 1e-12 * v / float64(len(z))
	var sum, squares float64
	best := math.Inf(1)
	for d := len(z) - 1; d >= 0; d-- {
		v := z[d] - level // about the mean of all, for precision
		sum, squares = sum+v, squares+v*v
		n := float64(len(z) - d)
		if mser := (squares - sum*sum/n) / (n * n); d <= most && mser <= best+rounding {
			best, least = math.Min(mser, best), d
		}
	}
	return least
}

// startsApart tells whether the means of the first part lie visibly outside what the rest does.
func startsApart(first, rest []float64) bool {
	start, _ := meanVar(first)
	level, v := meanVar(rest)
	return math.Abs(start-level) >= math.Max(warmVisible*math.Abs(level), warmStandOut*math.Sqrt(v))
}

// endsApart tells the same of the last part. MSER often puts only an end of a collapse
// there: median and MAD keep what is left of it in the first part from hiding the rest.
func endsApart(first, last []float64) bool {
	level := Median(first)
	return math.Abs(Median(last)-level) >= math.Max(warmVisible*math.Abs(level), warmStandOut*madToSD*MAD(first))
}
