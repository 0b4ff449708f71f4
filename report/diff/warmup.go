package diff

import (
	"fmt"
	"slices"

	"inquest/report/stats"
)

// warmKey names a leg of the runs of a stratum.
type warmKey struct {
	run *Run
	leg string
}

// warmUps finds how long the runs take to settle, from the goal metric: for each run of a
// stratum and leg the median over the nodes that warm up, when half of them do; the
// largest of the runs of both sides holds for all of them. Levels are not touched: a start
// belongs to the run. A window that was asked for is taken as it is.
func (c *comparer) warmUps() {
	c.warm = map[warmKey]float64{}
	if c.in.Window != nil {
		return
	}
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			byRun, late := map[*Run][]float64{}, map[*Run]int{}
			for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
				for _, m := range slices.Concat(x.base, x.head) {
					from, to := m.w.inner()
					cut, changesLate := stats.WarmUp(samples(m.series), from, to)
					byRun[m.run] = append(byRun[m.run], cut)
					if changesLate {
						late[m.run]++
					}
				}
			}
			longest := 0.0
			for _, cuts := range byRun {
				warming := slices.DeleteFunc(slices.Clone(cuts), func(v float64) bool { return v == 0 })
				if len(warming) > 0 && 2*len(warming) >= len(cuts) {
					longest = max(longest, stats.Median(warming))
				}
			}
			for _, r := range p.runs() {
				c.warm[warmKey{r, leg}] = longest
				if n := late[r]; n > 0 && 2*n >= len(byRun[r]) {
					c.late = append(c.late, lateRun{p, leg, r})
				}
			}
		}
	}
}

// lateRun is a leg of a run that does not settle: it changes beyond its middle.
type lateRun struct {
	pair *stratumPair
	leg  string
	run  *Run
}

// tellLate warns of runs whose throughput changes late where no onset says so, as when the
// other side does the same: means over the whole load then mix two phases.
func (c *comparer) tellLate(told []*turnover) {
	for _, x := range c.late {
		if slices.ContainsFunc(told, func(t *turnover) bool { return t.pair == x.pair && t.leg == x.leg && t.id.metric == throughput }) {
			continue
		}
		at := ""
		if x.leg != "" {
			at = " at " + x.leg
		}
		c.res.Warnings = append(c.res.Warnings, Warning{Kind: "changes_late", Artifact: x.run.ID,
			Text: "throughput of run " + x.run.name() + at + " changes beyond the middle of its load: its means mix two phases, and no warm-up was left out"})
	}
}

// body is what is measured inside the load window after the warm-up.
func (c *comparer) body(m *measured) stats.Series {
	s := m.cut()
	warm := c.warm[warmKey{m.run, m.leg.Name}]
	if warm == 0 {
		return s
	}
	from, to := m.w.inner()
	return s.Window(from+warm, to)
}

// afterText says which part of the run is left out of a volatility; empty when none is.
func (c *comparer) afterText(cl *claim) string {
	lo, hi := c.warmOf(cl)
	switch {
	case hi == 0:
		return ""
	case lo == hi:
		return fmt.Sprintf(", after the first %s s", short(hi))
	case lo == 0:
		return fmt.Sprintf(", after a warm-up of up to %s s", short(hi))
	}
	return fmt.Sprintf(", after the first %s to %s s", short(lo), short(hi))
}

// warmOf are the shortest and the longest warm-up of a claim's legs and strata.
func (c *comparer) warmOf(cl *claim) (lo, hi float64) {
	for i, a := range cl.atoms {
		w := c.warm[warmKey{a.pair.base[0], a.leg}]
		if i == 0 {
			lo = w
		}
		lo, hi = min(lo, w), max(hi, w)
	}
	return lo, hi
}
