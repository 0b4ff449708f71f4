package diff

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"inquest/report/stats"
)

// tested is a test of a claim. A claim about those nodes and legs that moved most has
// been chosen by looking: its p is that of the best of so many choices (Bonferroni).
type tested struct {
	est     stats.Estimate
	choices float64
}

// pFor is the p-value of a change in the direction of sign, of all tests of a claim
// together; NaN while the run noise is unknown.
func pFor(tests []tested, sign int) float64 {
	all := make([]float64, len(tests))
	for i, t := range tests {
		all[i] = math.Min(1, t.est.P*t.choices)
		if (t.est.Effect > 0) != (sign > 0) && !math.IsNaN(all[i]) {
			all[i] = 1
		}
	}
	return stats.CombineP(all...)
}

// legCorrelation is how much the legs of one run resemble each other beyond their build:
// the mean of each run over its legs varies by that much more than if the legs were
// runs of their own. It is taken over all metrics, as each has few replicates, and is
// never reckoned with as less than minLegCorrelation.
func (c *comparer) legCorrelation(ids []metricID) float64 {
	sum, weight := 0.0, 0.0
	for _, p := range c.pairs {
		for _, id := range ids {
			for _, byLeg := range c.logsByLeg(p, id) {
				if r, legs := legLikeness(byLeg); legs > 1 && !math.IsNaN(r) {
					sum += float64(legs)*r - 1
					weight += float64(legs - 1)
				}
			}
		}
	}
	if weight == 0 {
		return minLegCorrelation
	}
	return math.Min(1, math.Max(minLegCorrelation, sum/weight))
}

// logsByLeg are the logarithms of the level of runs that differ in nothing, leg by leg: of
// the runs of each side, and of each group of the noise book.
func (c *comparer) logsByLeg(p *stratumPair, id metricID) [][][]float64 {
	out := make([][][]float64, 2+len(c.book[p]))
	for _, leg := range p.legNames() {
		cells := c.cells(p, leg, id)
		for i, side := range []func(*cell) []measured{func(x *cell) []measured { return x.base }, func(x *cell) []measured { return x.head }} {
			logs := runLogs(inMostRuns(cells, side), side, levelOf.of)
			if len(logs) < len([][]*Run{p.base, p.head}[i]) {
				logs = nil // legs are compared run by run
			}
			out[i] = append(out[i], logs)
		}
		for i, g := range c.book[p] {
			if logs := g.logs(p, leg, cells, levelOf); !slices.ContainsFunc(logs, math.IsNaN) {
				out[2+i] = append(out[2+i], logs)
			}
		}
	}
	return out
}

// legLikeness is the variance of runs' means over legs, as a share of the variance of
// single legs. Legs without logarithms do not count.
func legLikeness(byLeg [][]float64) (share float64, legs int) {
	single, whole := 0.0, 0.0
	var sums []float64
	for _, logs := range byLeg {
		if logs == nil {
			continue
		}
		if sums == nil {
			sums = make([]float64, len(logs))
		}
		legs++
		for i, v := range logs {
			d := v - mean(logs)
			single += d * d
			sums[i] += d
		}
	}
	for _, d := range sums {
		whole += d * d / float64(legs*legs)
	}
	return whole / (single / float64(legs)), legs
}

// minLegCorrelation is the least correlation between the legs of one run that is reckoned with.
const minLegCorrelation = 0.05

// setTests tests the atom over all its nodes and, where only some of them moved, over
// those; the interval and the smallest change to be seen are then of those as well.
func (a *atom) setTests() {
	a.over, a.chosen = a.noise.RunNoise, 1
	all := a.v.effects
	whole := combine(all, a.noise.RunNoise, a.runs)
	a.tests = []tested{{whole, 1}}
	if k, n := testable(a.v.part), testable(all); k > 0 && k < n {
		noise := a.noise.RunNoise
		within := a.noise.within
		if math.IsNaN(within) { // no replicates: what the nodes of this pair differ by
			within = whole.SE * whole.SE * float64(n) / perRun(a.runs)
		}
		shared := math.Max(0, noise.SD*noise.SD-within/float64(n))
		noise.SD = math.Sqrt(shared + within/float64(k))
		some := combine(a.v.part, noise, a.runs)
		a.tests = append(a.tests, tested{some, choose(n, k)})
		if noise.Known { // what is shown is of these nodes, and they were chosen
			a.over, a.chosen = noise, choose(n, k)
			a.est = some.BestOf(a.chosen)
		}
	}
	if a.v.sign != 0 {
		a.est.P = pFor(a.tests, a.v.sign)
	} else {
		a.est.P = whole.P
	}
}

// smallest is the smallest log ratio that the runs can show over the nodes that the
// numbers are taken over; NaN while the run noise is unknown.
func (a *atom) smallest() float64 {
	if least := a.over.SmallestDetectable(a.runs[0], a.runs[1]); !(a.chosen > 1) {
		return least
	}
	return stats.NewEstimate(0, a.over.SD*math.Sqrt(perRun(a.runs)), a.over.DF).BestOf(a.chosen).Hi
}

// combine makes one estimate of the nodes that can be tested.
func combine(effects []effect, noise stats.RunNoise, runs [2]int) stats.Estimate {
	sizes, ses := make([]float64, 0, len(effects)), make([]float64, 0, len(effects))
	for i := range effects {
		if e := &effects[i]; !e.untested {
			sizes, ses = append(sizes, e.size), append(ses, ownError(e))
			noise.Known = noise.Known && e.log // run noise is of logarithms
		}
	}
	if noise.Known {
		ses = nil // what replicates differ by holds the scatter within the runs already
	}
	return stats.Combine(sizes, ses, noise, runs[0], runs[1])
}

// testable counts the nodes that can be tested.
func testable(effects []effect) int {
	n := 0
	for i := range effects {
		if !effects[i].untested {
			n++
		}
	}
	return n
}

// choose is the number of ways to choose k of n.
func choose(n, k int) float64 { return combin.GeneralizedBinomial(float64(n), float64(k)) }

// overLegsOf averages one test of the atoms. The variance is that of the run noise, lessened
// by the number of legs as far as they are independent, plus the nodes' own.
func overLegsOf(atoms []*atom, pick func(*atom) tested) tested {
	noise := atoms[0].noise
	n := float64(len(atoms))
	out := tested{choices: 1}
	sum, shared, nodes := 0.0, 0.0, 0.0
	for _, a := range atoms {
		t := pick(a)
		sum += t.est.Effect
		out.choices *= t.choices
		noise.Known = noise.Known && a.noise.Known
		run := a.noise.SD * a.noise.SD * perRun(a.runs)
		shared += run / n
		nodes += math.Max(0, t.est.SE*t.est.SE-run)
	}
	if len(atoms) == 1 {
		return pick(atoms[0])
	}
	out.est = stats.Estimate{Effect: sum / n, SE: math.NaN(), P: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
	if noise.Known {
		shared *= (1 + (n-1)*atoms[0].noise.legCorr) / n
		out.est = stats.NewEstimate(sum/n, math.Sqrt(shared+nodes/n/n), noise.DF)
	}
	out.est.Log = true
	return out
}

// testsOf are the tests of a claim over the legs of one stratum: all legs and nodes, and
// those that moved.
func (c *claim) testsOf() []tested {
	all := append(append([]*atom{}, c.atoms...), c.still...)
	tests := []tested{overLegsOf(all, func(a *atom) tested { return a.tests[0] })}
	chosen := overLegsOf(c.atoms, func(a *atom) tested { return a.tests[len(a.tests)-1] })
	if chosen.choices *= choose(len(all), len(c.atoms)); chosen.choices > 1 {
		tests = append(tests, chosen)
	}
	return tests
}

// overStrataOf averages one test of claims of several of so many strata, which are runs of
// their own.
func overStrataOf(parts []*claim, strata int, pick func(*claim) tested) tested {
	out := tested{choices: choose(strata, len(parts))}
	n := float64(len(parts))
	sum, se, df := 0.0, 0.0, math.Inf(1)
	for _, p := range parts {
		t := pick(p)
		sum += t.est.Effect / n
		se += t.est.SE * t.est.SE
		df = math.Min(df, t.est.DF)
		out.choices *= t.choices
		if math.IsNaN(t.est.P) {
			se = math.NaN()
		}
	}
	out.est = stats.NewEstimate(sum, math.Sqrt(se)/n, df)
	out.est.Log = true
	return out
}

// strataTests are the tests of a claim over strata.
func strataTests(parts []*claim, strata int) []tested {
	tests := []tested{overStrataOf(parts, strata, func(c *claim) tested { return c.tests[0] })}
	for _, p := range parts {
		if len(p.tests) > 1 {
			return append(tests, overStrataOf(parts, strata, func(c *claim) tested { return c.tests[len(c.tests)-1] }))
		}
	}
	return tests
}
