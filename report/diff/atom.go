package diff

import (
	"math"
	"slices"

	"inquest/report/stats"
)

// atom is one metric tested in one stratum and leg.
type atom struct {
	kind   string // level, volatility
	id     metricID
	tr     traits
	pair   *stratumPair
	leg    string
	v      verdict
	noise  runNoise
	runs   [2]int         // that every node has
	most   [2]int         // that most nodes have
	est    stats.Estimate // over the nodes; P is NaN while the run noise is unknown
	tests  []tested
	over   stats.RunNoise // of the mean over the nodes that the numbers are taken over
	chosen float64        // in how many ways as many nodes could have been chosen
	own    float64        // standard error within the runs, over the nodes; NaN: not known
	doubt  string         // why the numbers contradict themselves; empty: they do not
	factor float64        // relative minimum of this kind of change
	spread *spreadSum     // volatility only
}

// newAtom judges the effects of one metric in one stratum and leg.
func (c *comparer) newAtom(kind string, id metricID, tr traits, p *stratumPair, leg string, effects []effect, noise runNoise) *atom {
	a := &atom{kind: kind, id: id, tr: tr, pair: p, leg: leg, v: judge(effects), noise: noise, factor: tr.min.rel}
	a.runs = [2]int{len(p.base), len(p.head)}
	var have [2][]int // only runs that have the metric count
	for i := range effects {
		have[0], have[1] = append(have[0], len(effects[i].cell.base)), append(have[1], len(effects[i].cell.head))
	}
	for i := range have {
		slices.Sort(have[i])
		a.runs[i], a.most[i] = have[i][0], have[i][(len(have[i])-1)/2]
	}
	part := a.v.part
	if len(part) == 0 {
		part = effects
	}
	sum, n := 0.0, 0
	for i := range part {
		if !part[i].untested {
			own := ownError(&part[i])
			sum, n = sum+own*own, n+1
		}
		if !part[i].log {
			noise.Known = false // run noise is of logarithms
		}
	}
	a.own = math.Sqrt(sum) / float64(max(1, n))
	a.noise = noise
	a.est = combine(part, noise.RunNoise, a.runs)
	a.setTests()
	return a
}

// reached tells whether the change over the nodes is at least k relative minima.
func (a *atom) reached(k float64) bool {
	if a.v.sign == 0 {
		return false
	}
	if !a.v.allLog() {
		b, h := a.v.levels()
		return a.tr.min.reached(b, h, k)
	}
	return math.Abs(a.est.Effect) >= a.least(a.v.sign, k)
}

// least is the log ratio of k relative minima. A spread is a ratio itself: x1.25 more and
// x1.25 less are alike.
func (a *atom) least(sign int, k float64) float64 {
	if a.kind == "volatility" {
		sign = 1
	}
	return logMin(sign, k*a.factor)
}

// minimumShare is the smallest change that counts as a share of the base: a spread that
// falls counts from the fall that takes back the smallest rise, x1.25 from -20 %.
func (a *atom) minimumShare(sign int) float64 {
	if a.kind == "volatility" && sign < 0 {
		return a.factor / (1 + a.factor)
	}
	return a.factor
}

// logMin is the log ratio of a relative change of share up or down. A fall is
// measured as the fall it is (-15 % is log 0.85), and never asked to be total.
func logMin(sign int, share float64) float64 {
	if sign > 0 {
		return math.Log1p(share)
	}
	return -math.Log1p(-min(share, 0.9))
}

// pct is the relative change over the nodes in per cent.
func (a *atom) pct() float64 {
	b, h := a.v.levels()
	return pctOf(b, h)
}

// interval is the 95 % interval of the change in per cent: with the run noise where it
// is known, else of these very runs only.
func (a *atom) interval() *[2]float64 {
	lo, hi := a.est.Lo, a.est.Hi
	if !a.noise.Known {
		lo, hi = a.est.Effect-2*a.own, a.est.Effect+2*a.own
	}
	if math.IsNaN(lo) || math.IsNaN(hi) || !a.v.allLog() || hi > 10 {
		return nil
	}
	// Around the ratio that is shown, which is that of the means.
	if b, h := a.v.levels(); b > 0 && h > 0 {
		shift := math.Log(h/b) - a.est.Effect
		lo, hi = lo+shift, hi+shift
	}
	ci := [2]float64{100 * math.Expm1(lo), 100 * math.Expm1(hi)}
	for _, p := range a.pairPcts() { // no narrower than the runs themselves
		ci[0], ci[1] = math.Min(ci[0], p), math.Max(ci[1], p)
	}
	return &ci
}

// runPcts are the changes of level of every pair of runs over the nodes, per cent.
func (a *atom) runPcts() []float64 {
	if a.spread != nil {
		return nil
	}
	return a.pairPcts()
}

// pairPcts are the changes of every pair of runs over the nodes, per cent; of a volatility
// those of the spread against the level.
func (a *atom) pairPcts() []float64 {
	sum := func(runs func(*effect) []float64) []float64 {
		var out []float64
		for i := range a.v.part {
			r := runs(&a.v.part[i])
			if out == nil {
				out = make([]float64, len(r))
			}
			if len(r) != len(out) {
				return nil
			}
			for j, v := range r {
				out[j] += v
			}
		}
		return out
	}
	var pcts []float64
	for _, b := range sum(func(e *effect) []float64 { return e.baseRuns }) {
		for _, h := range sum(func(e *effect) []float64 { return e.headRuns }) {
			if p := pctOf(b, h); !math.IsNaN(p) {
				pcts = append(pcts, p)
			}
		}
	}
	return pcts
}
