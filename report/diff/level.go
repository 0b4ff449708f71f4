package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// levels tests the mean of every metric in every stratum and leg. Nodes on which the
// metric turns over in the middle count, but their mean is no level. Nodes that do not go
// with the others are tested apart.
func (c *comparer) levels(turned turnedNodes) []*atom {
	var out []*atom
	for _, p := range c.pairs {
		var sets []*levelSet
		for _, leg := range p.legNames() {
			c.oneSidedDisks(p, leg)
			for _, id := range c.metricIDs(p, leg) {
				if s := c.levelSet(p, leg, id, turned); s != nil {
					sets = append(sets, s)
				}
			}
		}
		odd := oddNodes(sets)
		for _, s := range sets {
			noise := c.noiseOf(s.raw, s.raw, levelOf)
			if apart := odd[s.raw]; len(apart) > 0 {
				if a := c.oddAtom(p, s, apart, noise); a != nil {
					a.doubt = cmp.Or(c.runsContradict(a), meanAgainstMedian(a))
					out = append(out, a)
				}
				for i := range s.effects {
					if e := &s.effects[i]; slices.Contains(apart, e.node) {
						e.untested, e.reached = true, false
					}
				}
			}
			out = append(out, c.levelAtom(p, s, noise))
		}
	}
	return out
}

// levelSet measures the change of one metric on the nodes of a leg; nil when there is
// nothing to compare.
func (c *comparer) levelSet(p *stratumPair, leg string, id metricID, turned turnedNodes) *levelSet {
	tr, _ := traitsOf(id.metric)
	cells := c.cells(p, leg, id)
	if len(cells) == 0 || isInternal(id.metric) && !perOpCounter(cells[0].base[0].series) {
		return nil // of the server's own numbers, counters and rates are compared
	}
	if isInternal(id.metric) && cells[0].base[0].series.Unit == "ratio" {
		tr.min.abs = 0.01 // a point, as for CPU
	}
	s := &levelSet{leg: leg, id: id, raw: id, tr: tr, effects: make([]effect, len(cells))}
	for i := range cells {
		s.effects[i] = levelEffect(cells[i], tr.min)
		if turned[turnKey{p, leg, cells[i].node, id.metric}] {
			s.effects[i].untested, s.effects[i].reached = true, false // its onset says more than its mean
		}
	}
	if isChosen(id.metric) {
		s.id.instance = commonInstance(cells)
	}
	c.res.Coverage.Series += len(cells)
	return s
}

// levelAtom tests the nodes of a set that go together.
func (c *comparer) levelAtom(p *stratumPair, s *levelSet, noise runNoise) *atom {
	a := c.newAtom("level", s.id, s.tr, p, s.leg, s.effects, noise)
	a.doubt = cmp.Or(c.runsContradict(a), meanAgainstMedian(a))
	if a.doubt != "" && a.v.sign == 0 { // only the median moved
		a.v.part, a.v.sign = a.v.effects, 1
		for _, e := range a.v.effects {
			if e.median < 0 {
				a.v.sign = -1
			}
		}
	}
	return a
}

// runsContradict says that several runs of a side differ so much that their mean and the
// mean of their logarithms have different directions.
func (c *comparer) runsContradict(a *atom) string {
	const contradict = "the runs of a side contradict each other"
	b, h := a.v.levels()
	if len(a.v.part) == 0 {
		return ""
	}
	if a.v.sign != 0 && h != b && (h > b) != (a.v.sign > 0) {
		return contradict
	}
	if !a.v.allLog() {
		return ""
	}
	up, down := false, false
	for _, p := range a.runPcts() {
		size := math.Log1p(p / 100)
		up, down = up || size >= a.least(1, 3), down || -size >= math.Abs(a.least(-1, 3))
	}
	if up && down && !a.noise.Known && !c.same || (h > b) != (a.est.Effect > 0) && h != b {
		return contradict
	}
	return ""
}

// commonInstance is what the cells' instances have in common; empty when they differ.
func commonInstance(cells []cell) string {
	first := cells[0].base[0].series.Instance
	for _, x := range cells {
		if x.base[0].series.Instance != first {
			return ""
		}
	}
	return first
}

// meanAgainstMedian says how mean and median contradict each other: they differ in
// sign, or only one reaches the minimum. Empty when they agree or there is no median.
func meanAgainstMedian(a *atom) string {
	var byMean, byMedian float64
	part := a.v.part
	if len(part) == 0 {
		part = a.v.effects
	}
	for _, e := range part {
		if !e.log || math.IsNaN(e.median) {
			return ""
		}
		byMean += e.size / float64(len(part))
		byMedian += e.median / float64(len(part))
	}
	base, _ := averages(part)
	reach := func(x float64) bool { return a.tr.min.reached(base, base*math.Exp(x), 1) }
	m, d := reach(byMean), reach(byMedian)
	// A goal whose typical second hardly moved beside its mean did not move as a whole.
	lopsided := a.tr.role >= 1 && 4*math.Min(math.Abs(byMean), math.Abs(byMedian)) < math.Max(math.Abs(byMean), math.Abs(byMedian))
	if m == d && (!m || byMean*byMedian > 0 && !lopsided) {
		return ""
	}
	if !a.noise.Known && math.Max(math.Abs(byMean), math.Abs(byMedian)) < logMin(1, 3*a.factor) {
		return "" // neither is large enough for a finding of one pair
	}
	return fmt.Sprintf("the mean moved by %s and the median by %s",
		signedPct(100*math.Expm1(byMean)), signedPct(100*math.Expm1(byMedian)))
}
