package diff

import (
	"fmt"
	"math"
	"strings"
)

// alikeWithin is by how many per cent the cost of an operation may move on any node and
// still be called unchanged.
const alikeWithin = 5

// costAlike says beside a moved throughput what an operation costs as much of as before:
// less or more work was done, not other work. It speaks of the nodes, legs and strata that
// the finding is about, and of nothing when another finding says that the cost moved there.
func (ev *evidence) costAlike() {
	for _, f := range ev.c.res.Findings {
		if f.FoldedInto != "" || f.Metric != throughput || f.Grade == "X" || f.Kind == "volatility" || f.Kind == "sweep" || len(f.Aspects) > 0 {
			continue
		}
		cpu := ev.costRange(f, "per_op.cpu.busy", "per_op.process.cpu")
		flushes := ev.costRange(f, "per_op.disk.flush_rate")
		switch {
		case cpu != "" && flushes != "":
			f.Not = append(f.Not, fmt.Sprintf("not a change of the work per operation: CPU time per operation is unchanged (%s), so are disk flushes per operation (%s)", cpu, flushes))
		case cpu != "":
			f.Not = append(f.Not, fmt.Sprintf("not a change of the work per operation: CPU time per operation is unchanged (%s)", cpu))
		case flushes != "":
			f.Not = append(f.Not, fmt.Sprintf("not a change of the flushes that an operation needs: disk flushes per operation are unchanged (%s)", flushes))
		}
	}
}

// costRange is how far a cost of an operation moved where a finding holds, as text; empty
// when it moved by more than is alike, is not known at every place, or is spoken of there
// by a finding of that metric or of one of its kin.
func (ev *evidence) costRange(f *Finding, metric string, kin ...string) string {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, at := range ev.placesOf(f) {
		for _, g := range ev.found[at] {
			for _, m := range append([]string{metric}, kin...) {
				if g.Metric == m && g.Kind != "sweep" {
					return ""
				}
			}
		}
		t, tested := ev.tested[testedAt{at, metric}]
		if !tested {
			return ""
		}
		pct := pctOf(t.effect.base, t.effect.head)
		if math.IsNaN(pct) {
			return ""
		}
		lo, hi = math.Min(lo, pct), math.Max(hi, pct)
	}
	if math.IsInf(lo, 0) || math.Max(-lo, hi) > alikeWithin {
		return ""
	}
	return strings.TrimSpace(pctRange(lo, hi))
}

// placesOf are the places that a finding is about; of a sum, all its nodes.
func (ev *evidence) placesOf(f *Finding) []place {
	if at := ev.c.covers[f]; len(at) > 0 {
		return at
	}
	var out []place
	for _, p := range ev.c.pairs {
		if stratumKey(p.factors) != stratumKey(f.Where.Stratum) {
			continue
		}
		leg := ""
		if f.Where.Leg != nil {
			leg = *f.Where.Leg
		}
		for _, n := range f.Nodes {
			out = append(out, place{p, leg, n.Node})
		}
	}
	return out
}
