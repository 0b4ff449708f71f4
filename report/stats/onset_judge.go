package stats

import "math"

const (
	// maxExcursion is how much of the change may happen, for as long, elsewhere.
	maxExcursion = 0.5
	// edgeShare is the part of the base up to which an end is compared in seconds.
	edgeShare = 0.5
)

// search is one FindOnset at work.
type search struct {
	base, head run
	opt        OnsetOptions
	bins       []bin     // of the head
	width      float64   // of a bin, seconds
	baseBins   []float64 // the base over the same shares of its run
}

func (s search) values(lo, hi int) []float64 {
	out := make([]float64, 0, hi-lo)
	for _, b := range s.bins[lo:hi] {
		out = append(out, b.mean)
	}
	return out
}

// edge is the time at which bin i of the list begins; past the last one, the
// end of the run.
func (s search) edge(i int) float64 {
	if i == len(s.bins) {
		return s.head.to
	}
	return s.head.from + float64(s.bins[i].index)*s.width
}

// share is the moment of the base at which as much of its run is over as of the
// head's at t.
func (s search) share(t float64) float64 {
	return s.base.from + (t-s.head.from)/s.head.length()*s.base.length()
}

// judge applies the conditions of FindOnset to the split of bins [lo, hi) at cut.
func (s search) judge(lo, cut, hi int) Onset {
	before, after := s.values(lo, cut), s.values(cut, hi)
	mb, _ := meanVar(before)
	ma, _ := meanVar(after)
	sign := 1.0
	if ma < mb {
		sign = -1
	}
	sep := separation(before, after, sign)
	if sep < s.opt.Separation || !stepBeatsLine(before, after) || s.happensElsewhere(lo, cut, hi) {
		return Onset{}
	}
	c := s.refine(lo, cut, hi)
	o := s.measure(lo, hi, c)
	o.Separation = sep
	enough := func(ratio float64) bool { // of head to base; the change net of it
		return sign*(o.AfterHead/o.BeforeHead/ratio-1) >= s.opt.MinChange
	}
	if missing(o.Change) || !enough(1) || !enough(o.AfterBase/o.BeforeBase) ||
		!s.standsOut(lo, cut, hi, math.Log1p(math.Max(o.Change, deepest))) {
		return Onset{}
	}
	for _, ratio := range s.sameSeconds(lo, hi, c) {
		if ratio > 0 && !enough(ratio) {
			return Onset{}
		}
	}
	o.Found = true
	return o
}

// measure takes the means around a crossing. Change is NaN when it has no value.
func (s search) measure(lo, hi int, c crossing) Onset {
	begin, end := s.edge(lo), s.edge(hi)
	o := Onset{
		At:         c.at,
		Frac:       (c.at - s.head.from) / s.head.length(),
		BeforeHead: s.head.mean(begin, c.from),
		AfterHead:  s.head.mean(c.to, end),
		BeforeBase: s.base.mean(s.share(begin), s.share(c.from)),
		AfterBase:  s.base.mean(s.share(c.to), s.share(end)),
		Change:     math.NaN(),
	}
	if o.BeforeHead > 0 && o.BeforeBase > 0 && o.AfterBase > 0 {
		o.Change = finite(o.AfterHead/o.BeforeHead/(o.AfterBase/o.BeforeBase) - 1)
	}
	return o
}

// sameSeconds is after over before in the base, when the onset lies as many
// seconds from its start or from its end as it does in the head. A warm-up or
// wind-down of fixed length fills different shares of runs of different length.
func (s search) sameSeconds(lo, hi int, c crossing) []float64 {
	b := s.base
	begin, end := s.share(s.edge(lo)), s.share(s.edge(hi))
	var out []float64
	if gone := c.from - s.head.from; lo == 0 && gone <= edgeShare*b.length() {
		out = append(out, b.mean(b.from+c.to-s.head.from, end)/b.mean(b.from, b.from+gone))
	}
	if left := s.head.to - c.to; hi == len(s.bins) && left <= edgeShare*b.length() {
		out = append(out, b.mean(b.to-left, b.to)/b.mean(begin, b.to-(s.head.to-c.from)))
	}
	return out
}

// happensElsewhere says that the longer side has a stretch as long as the
// shorter side that goes at least half as far the same way, and that the base
// does not have there. What comes and goes is not an onset.
func (s search) happensElsewhere(lo, cut, hi int) bool {
	short, long := [2]int{cut, hi}, [2]int{lo, cut}
	if hi-cut > cut-lo {
		short, long = long, short
	}
	size := short[1] - short[0]
	level, _ := meanVar(s.values(long[0], long[1]))
	mean, _ := meanVar(s.values(short[0], short[1]))
	change := mean - level
	baseLevel := s.baseMean(long[0], long[1])
	for i := long[0]; i+size <= long[1]; i++ {
		m, _ := meanVar(s.values(i, i+size))
		excursion := (m - level) / change
		if b := s.baseMean(i, i+size) / baseLevel; b > 0 && !missing(b) {
			excursion = math.Min(excursion, (m/b-level)/change)
		}
		if excursion > maxExcursion {
			return true
		}
	}
	return false
}

// baseValues are the base's bins with the indexes of [lo, hi).
func (s search) baseValues(lo, hi int) []float64 {
	var x []float64
	for _, b := range s.bins[lo:hi] {
		x = append(x, s.baseBins[b.index])
	}
	return present(x)
}

func (s search) baseMean(lo, hi int) float64 {
	m, _ := meanVar(s.baseValues(lo, hi))
	return m
}
