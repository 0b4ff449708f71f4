package stats

import "math"

// departed is the part of the change by which a sample must differ from the
// level before to belong to a change in stages.
const departed = 0.1

// crossing is the sample in which the level changes: before ends where its
// interval begins, after begins where it ends. at is the moment inside.
type crossing struct{ from, at, to float64 }

// refine finds the crossing sample within one bin of a split. Between the
// medians before and after, it takes the sample whose neighbours fit best: those
// earlier to the level before, those later to the level after. A change in
// stages begins with the first: samples just before that lie beyond what was
// usual earlier belong to it. The moment in the crossing sample is where the levels
// on its two sides mix to its value.
func (s search) refine(lo, cut, hi int) crossing {
	edge := s.edge(cut)
	begin, end := s.edge(lo), s.edge(hi)
	nearFrom, nearTo := s.edge(cut-1), edge+s.width
	var before, after, earlier []float64
	var near []sample
	for _, p := range s.head.samples {
		m := p.mid()
		if m < begin || m >= end {
			continue
		}
		if m < edge {
			before = append(before, p.value)
		} else {
			after = append(after, p.value)
		}
		if m < nearFrom {
			earlier = append(earlier, p.value)
		} else if m < nearTo {
			near = append(near, p)
		}
	}
	b, a := Median(before), Median(after)
	if len(near) == 0 || a == b || missing(a) || missing(b) {
		return crossing{edge, edge, edge}
	}
	i := bestCrossing(near, b, a)
	if first := firstStage(near[:i], earlier, b, a); first < i {
		i, a = first, near[first+1].value
	}
	c := near[i]
	share := 0.0
	if a != b {
		share = math.Min(math.Max((c.value-a)/(b-a), 0), 1)
	}
	return crossing{c.start(), c.start() + share*c.step, c.end}
}

// bestCrossing is the sample with the smallest sum of distances of those before
// it to one level and of those after it to the other.
func bestCrossing(ps []sample, before, after float64) int {
	cost := 0.0
	for _, p := range ps[1:] {
		cost += math.Abs(p.value - after)
	}
	best, least := 0, cost
	for i := 1; i < len(ps); i++ {
		cost += math.Abs(ps[i-1].value-before) - math.Abs(ps[i].value-after)
		if cost < least {
			best, least = i, cost
		}
	}
	return best
}

// firstStage is where the unbroken run of samples at the end of ps begins that
// have left the level before and lie beyond 95 of 100 earlier values.
func firstStage(ps []sample, earlier []float64, before, after float64) int {
	gone := func(v float64) float64 { return (v - before) / (after - before) }
	usual := departed
	if len(earlier) > 0 {
		far := make([]float64, len(earlier))
		for i, v := range earlier {
			far[i] = gone(v)
		}
		usual = math.Max(usual, Quantile(far, 0.95))
	}
	i := len(ps)
	for i > 0 && gone(ps[i-1].value) > usual {
		i--
	}
	return i
}
