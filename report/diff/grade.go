package diff

import (
	"fmt"
	"math"
	"slices"
)

const significant = 0.05

// rate grades a claim:
//
//	A  replicated (two runs a side, or strata), run noise known, q < 0.05
//	B  one pair with known run noise and q < 0.05; or strata or runs that agree while the
//	   noise is unknown: each at least the minimum, their mean three times its relative part
//	C  one pair, noise unknown, three times the relative minimum
//	X  cannot tell
//
// While the noise is unknown, CPU that follows a loss or gain of throughput is asked for
// its minimum once: that less work takes less CPU needs less proof than a change by itself.
//
// An empty grade is no finding at all.
func (c *claim) rate() {
	replicated, several := c.replicated()
	known := !math.IsNaN(c.p)
	for _, a := range c.atoms {
		switch {
		case a.v.few:
			c.grade, c.reason = "X", fmt.Sprintf("only %d %s", a.fewest(), plural(a.fewest(), "sample", "samples"))
			return
		case a.doubt != "":
			c.grade, c.reason = "X", a.doubt
			return
		}
	}
	minima := 3.0
	if c.follows {
		minima = 1
	}
	big := math.Abs(c.est.Effect) >= c.atoms[0].least(c.sign, minima)
	if !c.allLog() {
		big = c.atoms[0].reached(minima)
	}
	switch {
	case known && c.q < significant && replicated:
		c.grade = "A"
	case known && c.q < significant:
		c.grade = "B"
	case known && c.p < significant:
		c.grade = "X"
		c.reason = fmt.Sprintf("by itself it is beyond what identical runs do%s (p %.3f), among all that was tested it is not (q %.2f)",
			c.atoms[0].noise.fromBook(), c.p, c.q)
	case known:
		c.grade, c.reason = "X", c.atoms[0].noise.differsAsMuch()
	case big && c.certain(2) && c.slow() && !c.certain(4):
		c.grade, c.reason = "X", "each side's samples are worth fewer than 20 independent ones, and run noise is unknown"
	case several && big && c.certain(2):
		c.grade = "B"
	case big && c.certain(2) && !c.same && !c.beyondLegs():
		c.grade, c.reason = "X", "the legs of these runs differ as much among themselves"
	case big && c.certain(2):
		c.grade = "C"
	}
	if c.grade == "A" || c.grade == "B" {
		c.setWeakApart()
	}
	if (c.grade == "B" || c.grade == "A") && c.recorder() {
		c.grade = "C" // the load window is a guess
	}
}

// setWeakApart takes apart the legs that are not certain by themselves. Those on which
// every pair of runs says the same on every node stay in a claim over several legs, which is
// then one of these legs taken together; of the others it is said that one cannot tell.
func (c *claim) setWeakApart() {
	for _, p := range c.parts {
		p.setWeakApart()
	}
	if len(c.parts) > 0 || len(c.atoms) < 2 || math.IsNaN(c.p) {
		return
	}
	var held, unsure, weak []*atom
	for _, a := range c.atoms {
		switch {
		case a.est.P < significant:
			held = append(held, a)
		case c.pairsAgree(a, pairMinima[c.kind]):
			held, unsure = append(held, a), append(unsure, a)
		default:
			weak = append(weak, a)
		}
	}
	if len(held) == len(unsure) {
		return // all alike: only together they tell
	}
	c.atoms, c.unsure, c.weak = held, unsure, weak // the test stays the one over all of them
}

// recorder tells whether a load window is only the recorders' own span.
func (c *claim) recorder() bool {
	for _, a := range c.atoms {
		for _, e := range a.v.part {
			if e.recorder {
				return true
			}
		}
	}
	return false
}

// replicated tells whether both sides have two runs, or several strata agree; several,
// whether more than one pair of runs says the same.
func (c *claim) replicated() (replicated, several bool) {
	if len(c.parts) > 1 {
		return true, true
	}
	runs := c.atoms[0].most
	return runs[0] > 1 && runs[1] > 1, (runs[0] > 1 || runs[1] > 1) && c.runsAgree()
}

// runsAgree tells whether every pair of runs moved by at least the minimum in the direction of the claim.
func (c *claim) runsAgree() bool {
	return !slices.ContainsFunc(c.atoms, func(a *atom) bool { return !c.pairsAgree(a, 1) })
}

// pairMinima is how many minima each pair of runs has to show on a leg that is not certain by
// itself: what is asked of a lone pair; of a spread, whose minimum is large already, once.
var pairMinima = map[string]float64{"level": 3, "volatility": 1}

// pairsAgree is runsAgree of one leg and a number of minima.
func (c *claim) pairsAgree(a *atom, minima float64) bool {
	for _, e := range a.v.part {
		for _, b := range e.baseRuns {
			for _, h := range e.headRuns {
				if !(b > 0) || !(h > 0) || (h > b) != (c.sign > 0) || math.Abs(math.Log(h/b)) < a.least(c.sign, minima) {
					return false
				}
			}
		}
	}
	return true
}

// slow tells whether the samples of most nodes wander too slowly for a run
// to tell its own scatter well: the standard error is then asked for twice as often.
func (c *claim) slow() bool {
	slow, n := 0, 0
	for _, a := range c.atoms {
		for _, e := range a.v.part {
			n++
			if e.slow {
				slow++
			}
		}
	}
	return 2*slow > n
}

func (c *claim) allLog() bool {
	for _, a := range c.atoms {
		if !a.v.allLog() {
			return false
		}
	}
	return true
}

// fewest is the smallest number of samples behind the atom.
func (a *atom) fewest() int {
	n := math.MaxInt
	for _, e := range a.v.part {
		n = min(n, e.n[0], e.n[1])
	}
	return n
}

// score ranks a finding: role x size x agreement x grade; see the package comment.
func score(tr traits, effect, factor, agree float64, grade string) float64 {
	weight := map[string]float64{"A": 1, "B": 0.8, "C": 0.4}[grade]
	if math.IsNaN(effect) {
		effect = 0 // of no known size
	}
	size := min(1, math.Abs(effect)/(4*logMin(1, factor)))
	return tr.role * size * agree * weight
}

func severity(score float64) string {
	switch {
	case score >= 0.5:
		return "major"
	case score >= 0.2:
		return "minor"
	}
	return "note"
}
