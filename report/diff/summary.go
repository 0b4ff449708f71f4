package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// summaryMetrics are what the summary speaks of, in order.
var summaryMetrics = []string{throughput, "latency.mean", "latency.p95", "latency.p99", "cpu.busy"}

// summary puts the shown findings about the goals and the CPU in one line. It adds
// nothing to them and leaves their grades out: "throughput lower on 4 of 4 nodes
// (-14.6 %, -47.2 %); CPU busy lower and more volatile on 4 of 4 nodes".
func (c *comparer) summary() string {
	var parts []string
	for _, metric := range summaryMetrics {
		parts = append(parts, c.summaryOf(metric)...)
	}
	if len(parts) == 0 {
		switch {
		case c.res.Coverage.Series == 0:
			return ""
		case c.same:
			return "nothing beyond what identical runs do"
		}
		parts = append([]string{"no change of throughput, latency or CPU busy that these runs can show"}, c.summaryBeside()...)
	}
	return strings.Join(parts, "; ")
}

// mostBeside is how many other metrics the summary names where the goals and the CPU did not move.
const mostBeside = 2

// summaryBeside is what moved beside the goals and the CPU, the first in rank.
func (c *comparer) summaryBeside() []string {
	var parts, said []string
	for _, f := range c.res.Findings {
		if len(said) == mostBeside {
			break
		}
		if f.Outcome == "neutral" || slices.Contains(summaryMetrics, f.Metric) || slices.Contains(said, f.Metric) {
			continue
		}
		if list := c.summaryOf(f.Metric); len(list) > 0 {
			parts, said = append(parts, list...), append(said, f.Metric)
		}
	}
	return parts
}

// summaryOf joins the findings of one metric that rest on the same nodes.
func (c *comparer) summaryOf(metric string) []string {
	if shape := c.summaryShape(metric); shape != "" {
		return []string{shape}
	}
	type group struct{ what, size, nodes string }
	var groups []group
	for _, f := range c.res.Findings {
		if f.Metric != metric || f.FoldedInto != "" || f.Grade == "X" || f.Kind == "noise" || f.Kind == "sweep" || c.ofControl(f) && f.Outcome == "neutral" || f.Where.Scope != "nodes" {
			continue
		}
		g := group{nodes: onNodesOf(c.agree[f], f.NodesTotal, f.Where.Role) + c.summaryLegs(f)}
		switch f.Kind {
		case "onset":
			g.what = fmt.Sprintf("alike until %.0f %% of the run, then %s", 100**f.Where.OnsetFrac, f.Direction)
		case "volatility":
			g.what = f.volatileWord()
		case "outlier":
			if g.what = f.Direction; f.Direction == "none" {
				g.what = "on one side only"
			}
		default:
			g.what = f.Direction
		}
		if f.Kind != "volatility" {
			g.size = sizesOf(f, c.weak[f])
		}
		joined := false
		for i := range groups {
			if h := &groups[i]; h.nodes == g.nodes && (h.size == "" || g.size == "") && !strings.Contains(h.what, " and ") {
				first, second := h.what, g.what
				if h.size == "" && g.size != "" { // the level before its volatility
					first, second = second, first
				}
				h.what, h.size, joined = first+" and "+second, h.size+g.size, true
				break
			}
		}
		if !joined {
			groups = append(groups, g)
		}
	}
	var out []string
	for _, g := range groups {
		out = append(out, strings.TrimSpace(title(metricID{metric: metric})+" "+g.what+" "+g.nodes+g.size))
	}
	return out
}

// summaryShape says of a metric that goes over a factor otherwise in the head than in the
// base how it goes: this is one thing, and says more than its legs one by one.
func (c *comparer) summaryShape(metric string) string {
	for _, f := range c.res.Findings {
		if f.Metric != metric || f.Kind != "sweep" || f.Shape == "offset" || f.FoldedInto != "" || f.Elasticity == nil || len(f.Legs) < 2 {
			continue
		}
		base, head := followsIt(f.Elasticity[0]), followsIt(f.Elasticity[1])
		if base == head {
			continue
		}
		first, last := f.Legs[0], f.Legs[len(f.Legs)-1]
		factor, from, _ := strings.Cut(first.Leg, "=")
		_, to, _ := strings.Cut(last.Leg, "=")
		if first.Pct == nil || last.Pct == nil {
			continue
		}
		return fmt.Sprintf("%s %s %s in the base and %s in the head (%s at %s, %s at %s)",
			title(metricID{metric: metric}), strings.TrimSuffix(base, " it"), factor, head, signedPct(*first.Pct), from, signedPct(*last.Pct), to)
	}
	return ""
}

// summaryLegs says at which legs a finding holds, when it is not all of them.
func (c *comparer) summaryLegs(f *Finding) string {
	var legs []string
	for _, l := range f.Legs {
		legs = append(legs, l.Leg)
	}
	if f.Where.Leg != nil {
		legs = []string{*f.Where.Leg}
	}
	legs = slices.DeleteFunc(legs, func(l string) bool { return slices.Contains(c.weak[f], l) })
	for _, p := range c.pairs {
		factor, values := factorOf(p)
		if all := len(p.legNames()); len(legs) == 0 || len(legs) == all {
			continue
		}
		for i := range legs {
			legs[i] = valueOf(values, legs[i])
		}
		slices.SortFunc(legs, naturally)
		at := " at " + cmp.Or(factor, "leg") + " " + strings.Join(legs, ", ")
		if c.together[f] {
			at += " taken together"
		}
		return at
	}
	return ""
}

// sizesOf lists the sizes of a change: by stratum, by leg other than the weak ones, or the one there is.
func sizesOf(f *Finding, weak []string) string {
	var sizes []string
	switch {
	case len(f.Strata) > 1:
		for _, s := range f.Strata {
			if s.Pct != nil {
				sizes = append(sizes, cmp.Or(s.Name, s.Stratum)+" "+signedPct(*s.Pct))
			}
		}
	case len(f.Legs) > 1:
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, l := range f.Legs {
			if l.Pct != nil && !slices.Contains(weak, l.Leg) {
				lo, hi = min(lo, *l.Pct), max(hi, *l.Pct)
			}
		}
		sizes = []string{pctRange(lo, hi)}
	case f.Pct != nil:
		sizes = []string{signedPct(*f.Pct)}
	}
	if len(sizes) == 0 {
		return ""
	}
	return " (" + strings.Join(sizes, ", ") + ")"
}
