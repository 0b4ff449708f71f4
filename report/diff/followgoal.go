package diff

import (
	"math"
	"slices"
	"strings"
)

// rate grades the claims, the goals first: what follows them is asked for less.
func (c *comparer) rate(claims []*claim) {
	var goals []*claim
	for _, cl := range claims {
		cl.same = c.same
		if cl.id.metric == throughput && cl.kind == "level" {
			cl.rate()
			goals = append(goals, cl)
		}
	}
	for _, cl := range claims {
		if cl.id.metric == throughput && cl.kind == "level" {
			continue
		}
		for _, g := range goals {
			cl.testedAfter(g)
		}
		cl.follows = cl.kind == "level" && cl.tr.family == "cpu" && !strings.HasPrefix(cl.id.metric, "per_op.") &&
			slices.ContainsFunc(goals, func(g *claim) bool { return cl.goesWith(g) })
		cl.rate()
	}
}

// testedAfter takes the CPU's test as the next of a sequence: where the throughput was found to
// have moved, the CPU that moved to the same side there is asked for its own p and not for
// one among all metrics. In a fixed sequence, each test being made only when the one before
// it was passed, a false finding is no more frequent than the first test's (5 %).
func (c *claim) testedAfter(goal *claim) {
	if c.kind != "level" || c.id.metric != "cpu.busy" || math.IsNaN(c.p) || !(goal.q < significant) || goal.grade != "A" && goal.grade != "B" ||
		goal.sign != c.sign || !c.within(goal) {
		return
	}
	c.q = math.Min(c.q, math.Max(c.p, goal.q))
}

// within tells whether all places of a claim are places of another.
func (c *claim) within(other *claim) bool {
	return !slices.ContainsFunc(c.atoms, func(a *atom) bool {
		return !slices.ContainsFunc(other.atoms, func(g *atom) bool { return g.pair == a.pair && g.leg == a.leg })
	})
}

// goesWith tells whether a claim moved as a goal did that counts: in the same places, to
// the same side, within a quarter of its size.
func (c *claim) goesWith(goal *claim) bool {
	if goal.grade == "" || goal.grade == "X" || goal.sign != c.sign || !c.allLog() || !goal.allLog() ||
		math.Abs(c.est.Effect-goal.est.Effect) > 0.25*math.Abs(goal.est.Effect) {
		return false
	}
	for _, a := range c.atoms {
		there := slices.ContainsFunc(goal.atoms, func(g *atom) bool {
			return g.pair == a.pair && g.leg == a.leg &&
				!slices.ContainsFunc(a.v.agree, func(n string) bool { return !slices.Contains(g.v.agree, n) })
		})
		if !there {
			return false
		}
	}
	return true
}
