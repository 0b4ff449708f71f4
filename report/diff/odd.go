package diff

import (
	"math"
	"slices"

	"inquest/report/stats"
)

const (
	oddErrors   = 3.0 // how many standard errors, and
	oddMinima   = 3.0 // how many relative minima a node stands apart from the others by, and
	oddShort    = 5.0 // how many with few samples, whose scatter says little of slow changes
	oddOwnDF    = 4   // degrees of freedom that the scatter within a run is worth beside the runs'
	oddShare    = 0.5 // a fault of one node is worth saying among many
	oddOfTwoMax = 3.0 // of two nodes the one that moved so many times as far is the odd one
)

// levelSet is one metric of one leg with the changes of its nodes.
type levelSet struct {
	leg     string
	id, raw metricID
	tr      traits
	effects []effect
}

// oddNodes finds the nodes that do not go with the others, for each metric over all legs
// of a stratum: what happens to one node is neither hidden in a mean nor said of the
// cluster. A node is odd when it is so in at least half of the legs.
func oddNodes(sets []*levelSet) map[metricID][]string {
	legs, times := map[metricID]int{}, map[metricID]map[string]int{}
	for _, s := range sets {
		legs[s.raw]++
		if times[s.raw] == nil {
			times[s.raw] = map[string]int{}
		}
		for _, i := range oddOf(s.effects, s.tr.min) {
			times[s.raw][s.effects[i].node]++
		}
	}
	out := map[metricID][]string{}
	for id, nodes := range times {
		for node, n := range nodes {
			if 2*n >= legs[id] {
				out[id] = append(out[id], node)
			}
		}
		slices.Sort(out[id])
	}
	return out
}

// oddOf finds the nodes, fewer than half, whose change stands apart from that of the
// others: by three standard errors of the scatter within the runs and among the others,
// and by three minima, all to one side. Of two nodes it is the one that moved, when the
// other did not.
func oddOf(effects []effect, m minimum) []int {
	var at []int
	for i := range effects {
		if e := &effects[i]; !e.untested && e.log && !e.few {
			at = append(at, i)
		}
	}
	n := len(at)
	if n < 2 || n != testable(effects) {
		return nil
	}
	slices.SortFunc(at, func(a, b int) int {
		if effects[a].size < effects[b].size {
			return -1
		}
		return 1
	})
	for k := max(1, (n-1)/2); k > 0; k-- { // the largest group that stands apart
		for _, odd := range [][]int{at[:k], at[n-k:]} {
			if apartFrom(effects, odd, others(at, odd), m) {
				return odd
			}
		}
	}
	return nil
}

// othersToo tells whether the nodes that do not agree moved to the same side by half as much
// or more: they only missed a minimum, and a node that reached it is not odd.
func (c *claim) othersToo(agree []string) bool {
	rest := 0
	for _, a := range c.atoms {
		var sizes []float64
		for _, e := range a.v.effects {
			if slices.Contains(agree, e.node) && !e.untested {
				sizes = append(sizes, math.Abs(e.size))
			}
		}
		half := stats.Median(sizes) / 2
		for _, e := range a.v.effects {
			switch {
			case slices.Contains(agree, e.node):
			case e.untested || e.sign() != c.sign || !(math.Abs(e.size) >= half):
				return false
			default:
				rest++
			}
		}
	}
	return rest > 0
}

func others(all, some []int) []int {
	return slices.DeleteFunc(slices.Clone(all), func(i int) bool { return slices.Contains(some, i) })
}

// apartFrom tells whether each of some nodes stands apart from the rest to the same side.
func apartFrom(effects []effect, odd, rest []int, m minimum) bool {
	center, scatter := middle(effects, rest)
	side := 0.0
	for _, i := range odd {
		e := &effects[i]
		d := e.size - center
		if side != 0 && d*side < 0 {
			return false
		}
		side = d
		own, minima := ownError(e), oddMinima
		if min(e.n[0], e.n[1]) < manySamples {
			minima = oddShort
		}
		if math.IsNaN(own) || !(math.Abs(d) >= oddErrors*math.Hypot(own, scatter)) ||
			!m.reached(e.base, e.base*math.Exp(d), minima) || !e.reached {
			return false
		}
		if d*center > 0 && math.Abs(d) < math.Abs(center) {
			return false // it goes with the others, only further
		}
		if len(rest) == 1 && !(math.Abs(e.size) >= oddOfTwoMax*math.Abs(center)) {
			return false
		}
		for _, j := range rest { // nobody is half way: then it is a spread and no group
			if (effects[j].size-center)/d > 0.5 {
				return false
			}
		}
	}
	return true
}

// middle is the median change of nodes and how far one of them is from it by chance: the
// larger of the scatter within their runs and among them.
func middle(effects []effect, of []int) (center, scatter float64) {
	sizes, own := make([]float64, len(of)), make([]float64, len(of))
	for j, i := range of {
		sizes[j], own[j] = effects[i].size, ownError(&effects[i])
	}
	scatter = stats.Median(own)
	if len(of) > 3 {
		scatter = math.Max(scatter, 1.4826*stats.MAD(sizes))
	}
	return stats.Median(sizes), scatter
}

// ownError is the standard error of a node's change by the scatter within its runs: of
// several a side it falls with their number.
func ownError(e *effect) float64 {
	return e.se * math.Sqrt(perRun([2]int{len(e.baseRuns), len(e.headRuns)})/2)
}

// oddAtom tests how far odd nodes stand apart from the others. What all nodes of a run
// share, its run noise, falls out of that; what is left is the noise of one node in a run,
// known from replicates, and at least its scatter within the runs.
func (c *comparer) oddAtom(p *stratumPair, s *levelSet, odd []string, noise runNoise) *atom {
	effects := slices.Clone(s.effects)
	var far, near []int
	for i := range effects {
		if slices.Contains(odd, effects[i].node) {
			far = append(far, i)
		} else {
			effects[i].reached = false
			near = append(near, i)
		}
	}
	a := c.newAtom("outlier", s.id, s.tr, p, s.leg, effects, noise)
	if a.v.sign == 0 {
		return nil
	}
	center, _ := middle(effects, near)
	sum, own := 0.0, 0.0
	for _, i := range far {
		sum += effects[i].size - center
		own += math.Pow(ownError(&effects[i]), 2)
	}
	k, rest := float64(len(far)), float64(len(near))
	own /= k // variance of one node's change
	est := stats.Estimate{Effect: a.est.Effect, SE: math.NaN(), DF: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), P: math.NaN(), Log: true}
	if noise.Known && noise.withinDF > 0 {
		one := math.Max(own, noise.within*perRun(a.runs))
		apart := stats.NewEstimate(sum/k, math.Sqrt(one*(1/k+1/rest)), noise.withinDF+oddOwnDF)
		est = stats.NewEstimate(a.est.Effect, apart.SE, apart.DF)
		est.P, est.Log = apart.P, true
	}
	a.tests = []tested{{est, choose(len(effects), len(far))}}
	a.noise.Known = noise.Known && noise.withinDF > 0
	a.est = est
	a.est.P = pFor(a.tests, a.v.sign)
	return a
}
