package diff

import (
	"math"

	"inquest/schemas"
)

// ownRun finds the compared run that belongs to a group of earlier runs: of their build, unlike
// them in nothing, and the only one of its side, for with others it is a replicate. It tells
// as much of the noise as they do. That it is compared as well makes the test no
// looser: where it lies far from its like, the noise grows with it.
func (c *comparer) ownRun(p *stratumPair, g bookGroup, roam bool) func(*cell) *measured {
	if len(p.base) == 1 && len(p.head) == 1 && p.base[0].Build == p.head[0].Build {
		return nil // the difference of the two would be its own measure
	}
	belongs := func(runs []*Run) bool {
		return len(runs) == 1 && runs[0].whole() && runs[0].Build == g[0].run.Build &&
			roamApart(g[0].run, runs[0], roam, schemas.ScopeServer, schemas.ScopeHardware, schemas.ScopeBench) == ""
	}
	switch {
	case belongs(p.base):
		return func(x *cell) *measured { return &x.base[0] }
	case belongs(p.head):
		return func(x *cell) *measured { return &x.head[0] }
	}
	return nil
}

// withOwn adds to the logarithms of a group that of the compared run that belongs to it.
func (c *comparer) withOwn(logs []float64, g bookGroup, cells []cell, what property) []float64 {
	side := c.bookOwn[g[0]]
	if side == nil || len(cells) == 0 {
		return logs
	}
	sum := 0.0
	for i := range cells {
		v := what.of(side(&cells[i]))
		if !(v > 0) || math.IsInf(v, 0) {
			return logs
		}
		sum += math.Log(v) / float64(len(cells))
	}
	return append(logs, sum)
}

// ownText names, behind earlier runs, the compared runs that count with them.
func (c *comparer) ownText() string {
	sides := [2]bool{}
	for _, p := range c.pairs {
		for _, g := range c.book[p] {
			if c.bookOwn[g[0]] != nil {
				sides[0] = sides[0] || g[0].run.Build == p.base[0].Build
				sides[1] = sides[1] || g[0].run.Build == p.head[0].Build
			}
		}
	}
	switch sides {
	case [2]bool{true, false}:
		return " and the base itself"
	case [2]bool{false, true}:
		return " and the head itself"
	case [2]bool{true, true}:
		return " and the compared runs themselves"
	}
	return ""
}
