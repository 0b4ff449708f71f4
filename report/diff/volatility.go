package diff

import (
	"math"

	"inquest/report/stats"
)

const (
	spreadMin    = 0.25 // smallest relative change of the spread over nodes: x1.25
	spreadMinOne = 0.40 // on a single node: x1.4

	spreadFromNone = 0.02 // smallest spread, as a share of the level, where the other side has none
)

// spreadSum is what a volatility finding says beside the spread against the level.
type spreadSum struct {
	sdBase, sdHead float64 // standard deviation, mean over nodes
	absolute       float64 // change of the standard deviation, per cent; NaN from 0
	relative       float64 // change of the standard deviation against the level, per cent; NaN from 0
	aspects        []string
	step           float64
	resampled      bool
}

// nodeSpread is one node's spread on the two sides, at one step.
type nodeSpread struct {
	base, head stats.Spread
	step       float64
	resampled  bool
	est        stats.Estimate
}

// volatilities tests the spread of a metric against its own level, after the warm-up: the
// spread of a ramp is no volatility. Nodes on which the run turns over in the middle are
// left out: their spread is that of two levels.
func (c *comparer) volatilities(turned turnedNodes) []*atom {
	var out []*atom
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, id := range c.metricIDs(p, leg) {
				tr, _ := traitsOf(id.metric)
				if !tr.spread {
					continue
				}
				var effects []effect
				var spreads []nodeSpread
				for _, x := range c.cells(p, leg, id) {
					e, all, why := c.spreadEffect(x)
					if turned.any(p, leg, x.node) {
						why = "the run turns over in the middle, its spread is that of two levels"
					}
					if why != "" {
						c.notTested(id.metric, "volatility on "+x.node+": "+why)
						e = effect{node: x.node, cell: x, untested: true}
					}
					e.sd = [2]float64{all.base.SD, all.head.SD}
					effects, spreads = append(effects, e), append(spreads, all)
				}
				if len(effects) == 0 || allUntested(effects) {
					continue
				}
				need := spreadMin
				if len(effects) == 1 {
					need = spreadMinOne
				}
				for i := range effects {
					e := &effects[i]
					switch {
					case e.untested:
					case e.log:
						e.reached = math.Abs(e.size) >= math.Log1p(need) && !(math.Abs(e.size) < 2*ownError(e))
					default: // from or to no spread at all
						e.reached = math.Abs(e.size) >= spreadFromNone
					}
				}
				noise := c.noiseOf(spreadName(id), id, c.spreadAgainstLevel())
				a := c.newAtom("volatility", metricID{id.metric, instanceOf(effects)}, tr, p, leg, effects, noise)
				a.factor = need
				a.spread = sumSpread(effects, spreads, a.v)
				a.doubt = c.runsContradict(a)
				out = append(out, a)
			}
		}
	}
	return out
}

// instanceOf is what the instances of the effects have in common; empty when they differ.
func instanceOf(effects []effect) string {
	cells := make([]cell, len(effects))
	for i := range effects {
		cells[i] = effects[i].cell
	}
	return commonInstance(cells)
}

func allUntested(effects []effect) bool {
	for _, e := range effects {
		if !e.untested {
			return false
		}
	}
	return true
}

// spreadOf measures the spread of both sides at the coarser of their steps. why says
// what forbids it.
func (c *comparer) spreadOf(b, h *measured) (nodeSpread, string) {
	bs, hs := c.body(b), c.body(h)
	s := nodeSpread{}
	if stats.ZeroAliased(bs) || stats.ZeroAliased(hs) {
		step, ok := stats.DealiasStep(bs, hs, math.Max(bs.MedianStep(), hs.MedianStep()))
		if !ok {
			return s, "the counter is sampled out of step with its updates (zeros beside doubles)"
		}
		bs, hs = bs.Resample(step, b.w.from), hs.Resample(step, h.w.from)
		s.resampled = true
	}
	var again bool
	bs, hs, s.step, again = stats.Align(bs, hs)
	s.resampled = s.resampled || again
	s.base, s.head = stats.SpreadOf(bs), stats.SpreadOf(hs)
	if s.base.Mean == 0 || s.head.Mean == 0 {
		return s, "no level to set the spread against"
	}
	if s.base.N < 12 || s.head.N < 12 {
		return s, "under 12 samples"
	}
	s.est, _ = stats.SDRatio(bs, hs, 0)
	return s, ""
}

// spreadEffect measures the spreads of a node over all runs and puts their change against
// the level on the log scale. why says what forbids it.
func (c *comparer) spreadEffect(x cell) (e effect, all nodeSpread, why string) {
	base, head := newSpreadOver(len(x.base)), newSpreadOver(len(x.head))
	var own pooledError
	for _, p := range x.runPairs() {
		s, no := c.spreadOf(&x.base[p.base], &x.head[p.head])
		if why == "" {
			why = no
		}
		base.add(p.base, s.base)
		head.add(p.head, s.head)
		all.step, all.resampled = math.Max(all.step, s.step), all.resampled || s.resampled
		if s.est.Log {
			own.add(s.est.SE)
		}
	}
	e = effect{node: x.node, cell: x, median: math.NaN(), se: own.se(), recorder: x.recorded()}
	all.base, e.baseRuns = base.mean()
	all.head, e.headRuns = head.mean()
	e.n = [2]int{all.base.N, all.head.N}
	if why == "" && math.IsInf(all.base.SD+all.head.SD, 0) {
		why = "the values are too large to square"
	}
	e.base, e.head = mean(e.baseRuns), mean(e.headRuns)
	e.setSize()
	return e, all, why
}

func (c *comparer) relativeSpread(m *measured) float64 {
	return relativeSpread(c.body(m))
}

// relativeSpread is the standard deviation against the mean.
func relativeSpread(x stats.Series) float64 {
	s := stats.SpreadOf(x)
	return ratioOf(s.SD, s.Mean)
}

func ratioOf(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / math.Abs(b)
}

// sumSpread averages the spreads over the nodes that the verdict rests on and names
// which aspects moved by the minimum.
func sumSpread(effects []effect, spreads []nodeSpread, v verdict) *spreadSum {
	in := map[string]bool{}
	for _, e := range v.part {
		in[e.node] = true
	}
	var b, h stats.Spread
	var relB, relH, n float64
	out := &spreadSum{}
	for i := range spreads {
		if effects[i].untested || len(in) > 0 && !in[effects[i].node] {
			continue
		}
		s := &spreads[i]
		n++
		b.SD, h.SD = b.SD+s.base.SD, h.SD+s.head.SD
		b.MAD, h.MAD = b.MAD+s.base.MAD, h.MAD+s.head.MAD
		b.RMSSD, h.RMSSD = b.RMSSD+s.base.RMSSD, h.RMSSD+s.head.RMSSD
		relB, relH = relB+effects[i].base, relH+effects[i].head
		out.step = math.Max(out.step, s.step)
		out.resampled = out.resampled || s.resampled
	}
	out.sdBase, out.sdHead = b.SD/n, h.SD/n
	out.absolute, out.relative = pctOf(b.SD, h.SD), pctOf(relB, relH)
	moved := func(x, y float64) bool {
		if x == 0 || y == 0 {
			return x != y
		}
		return math.Abs(math.Log(y/x)) >= math.Log1p(spreadMin) && (y > x) == (v.sign > 0)
	}
	if moved(b.MAD, h.MAD) {
		out.aspects = append(out.aspects, "swing")
	}
	if moved(b.RMSSD, h.RMSSD) {
		out.aspects = append(out.aspects, "jitter")
	}
	if moved(b.SD, h.SD) {
		out.aspects = append(out.aspects, "sd")
	}
	return out
}
