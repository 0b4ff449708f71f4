package diff

import (
	"errors"
	"math"
	"slices"

	"inquest/report/stats"
)

// effect is the change of one metric on one node.
type effect struct {
	node       string
	base, head float64 // means over the window, averaged over the runs of a side
	size       float64 // log ratio of head to base, or their difference
	log        bool
	median     float64    // from batch medians, over the pairs of runs; NaN when there is no series of the metric itself
	se         float64    // of one pair of runs, by the scatter within them: see ownError
	n          [2]int     // samples of the run of each side that has fewest
	reached    bool       // at least the minimum effect
	sd         [2]float64 // volatility: standard deviations of both sides
	untested   bool       // the node counts, but this cannot be tested on it
	few        bool       // too few samples to say anything, in most pairs of runs
	slow       bool       // many samples, but too few independent ones, in most pairs of runs
	recorder   bool       // the load window is only the recorder's span
	baseRuns   []float64
	headRuns   []float64
	cell       cell
}

func (e *effect) sign() int {
	switch {
	case e.size > 0:
		return 1
	case e.size < 0:
		return -1
	}
	return 0
}

// pctOf is a relative change in per cent; NaN from a base of 0.
func pctOf(base, head float64) float64 {
	if base == 0 || math.IsNaN(base) || math.IsNaN(head) {
		return math.NaN()
	}
	return 100 * (head - base) / math.Abs(base)
}

// manySamples is from how many samples on their dependence can be judged.
const manySamples = 120

// levelEffect compares the level of one cell.
func levelEffect(x cell, m minimum) effect {
	e := effect{node: x.node, cell: x, baseRuns: means(x.base), headRuns: means(x.head)}
	e.base, e.head = mean(e.baseRuns), mean(e.headRuns)
	e.n = [2]int{fewest(x.base), fewest(x.head)}
	e.recorder = x.recorded()
	e.setSize()
	var own pooledError
	pairs, few, slow, medians := x.runPairs(), 0, 0, 0.0
	for _, p := range pairs {
		b, h := x.base[p.base].cut(), x.head[p.head].cut()
		est, warnings := stats.Level(b, h, 0)
		if slices.ContainsFunc(warnings, func(w error) bool { return errors.Is(w, stats.ErrFewSamples) || errors.Is(w, stats.ErrNoData) }) {
			few++
		}
		for _, w := range warnings {
			if errors.Is(w, stats.ErrDependent) && min(x.base[p.base].n, x.head[p.head].n) >= manySamples {
				slow++
			}
		}
		if est.Log == e.log {
			own.add(est.SE)
		}
		medians += e.medianChange(est, b, h)
	}
	e.median = medians / float64(len(pairs))
	e.se, e.few, e.slow = own.se(), 2*few > len(pairs), 2*slow > len(pairs)
	e.reached = m.reached(e.base, e.head, 1)
	return e
}

// medianChange is the change of the batch medians of one pair of runs, on the scale of the means.
func (e *effect) medianChange(est stats.Estimate, base, head stats.Series) float64 {
	if est.Log == e.log {
		return est.Effect
	}
	b, h := stats.Median(base.Value), stats.Median(head.Value)
	switch {
	case !e.log:
		return h - b
	case b > 0 && h > 0:
		return math.Log(h / b)
	}
	return math.NaN()
}

// setSize puts the change on the log scale where both sides are positive.
func (e *effect) setSize() {
	if e.base > 0 && e.head > 0 {
		e.log = true
		e.size = meanLog(e.headRuns) - meanLog(e.baseRuns)
		if math.IsNaN(e.size) {
			e.size = math.Log(e.head / e.base)
		}
		return
	}
	e.size = e.head - e.base
}

func meanLog(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		if v <= 0 {
			return math.NaN()
		}
		sum += math.Log(v)
	}
	return sum / float64(len(x))
}

// verdict sums up the nodes of one metric, stratum and leg.
type verdict struct {
	effects []effect
	sign    int      // of the change on the nodes that agree
	agree   []string // nodes that reached the minimum in that direction
	part    []effect // the effects the numbers are taken over: all, or those that agree
	few     bool
}

// judge finds the direction that most nodes moved in and who agrees. Where at least
// three quarters agree the numbers are taken over all nodes, else over those.
func judge(effects []effect) verdict {
	v := verdict{effects: effects}
	up, down := 0, 0
	weight := 0.0
	for i := range effects {
		if e := &effects[i]; e.reached {
			weight += e.size
			if e.sign() > 0 {
				up++
			} else {
				down++
			}
		}
	}
	switch {
	case up == 0 && down == 0:
		return v
	case up > down || up == down && weight > 0:
		v.sign = 1
	default:
		v.sign = -1
	}
	for _, e := range effects {
		if e.reached && e.sign() == v.sign {
			v.agree = append(v.agree, e.node)
			v.part = append(v.part, e)
		}
	}
	if 4*len(v.agree) >= 3*len(effects) {
		v.part = slices.DeleteFunc(slices.Clone(effects), func(e effect) bool { return e.untested })
	}
	for _, e := range v.part {
		v.few = v.few || e.few
	}
	return v
}

// levels are the means over the nodes the numbers are taken over.
func (v *verdict) levels() (base, head float64) { return averages(v.part) }

func averages(effects []effect) (base, head float64) {
	for i := range effects {
		base += effects[i].base / float64(len(effects))
		head += effects[i].head / float64(len(effects))
	}
	return base, head
}

// allLog tells whether every effect is a log ratio.
func (v *verdict) allLog() bool {
	part := v.part
	if len(part) == 0 {
		part = v.effects
	}
	for _, e := range part {
		if !e.log {
			return false
		}
	}
	return len(part) > 0
}
