package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/report/units"
)

// settingsFinding says that settings differ and, when the throughput did not move,
// that as well: a difference without an effect is worth knowing.
func (c *comparer) settingsFinding(atoms []*atom) {
	if len(c.res.Settings) == 0 {
		return
	}
	var names []string
	server := 0
	for _, s := range c.res.Settings {
		if s.Scope == "server" {
			server++
		}
		if len(names) < 5 {
			base, head := units.Distinct(s.Base, s.Head, 60)
			names = append(names, fmt.Sprintf("%s %s -> %s", s.Name, orNone(base), orNone(head)))
		}
	}
	text := fmt.Sprintf("%d %s between base and head: %s", len(c.res.Settings), plural(len(c.res.Settings), "setting differs", "settings differ"), strings.Join(names, ", "))
	if n := len(c.res.Settings) - len(names); n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	if alike := c.throughputAlike(atoms); alike != "" {
		text += "; " + alike
	}
	f := &Finding{Kind: "settings", Family: "stats", Direction: "none", Outcome: "neutral", Nodes: []NodeEffect{},
		Grade: "A", Severity: "note", Where: Where{Scope: "nodes", Phase: "whole", Stratum: map[string]string{}},
		Because: []string{}, Not: []string{}, SameAs: []string{}, Evidence: c.settingsAt.list, Text: text, Score: 0.15}
	nodes := map[string]bool{}
	for _, s := range c.res.Settings {
		for _, n := range s.Nodes {
			if !nodes[n] {
				nodes[n] = true
				f.Nodes = append(f.Nodes, NodeEffect{Node: n})
			}
		}
	}
	f.NodesAgree, f.NodesTotal = len(nodes), c.res.Nodes.Paired
	f.ID = c.newID(f)
	c.res.Findings = append(c.res.Findings, f)
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// throughputAlike says by how little the throughput moved when it did not reach the minimum anywhere.
func (c *comparer) throughputAlike(atoms []*atom) string {
	lo, hi := math.Inf(1), math.Inf(-1)
	nodes := map[string]bool{}
	for _, f := range c.res.Findings {
		if f.Metric == throughput && f.Kind == "onset" {
			return ""
		}
	}
	for _, a := range atoms {
		if a.kind != "level" || a.id.metric != throughput {
			continue
		}
		for _, e := range a.v.effects {
			p := pctOf(e.base, e.head)
			lo, hi = math.Min(lo, p), math.Max(hi, p)
			nodes[e.node] = true
		}
	}
	if len(nodes) == 0 || math.Max(-lo, hi) >= 100*exactTraits[throughput].min.rel {
		return ""
	}
	return fmt.Sprintf("throughput is alike on %d of %d %s (%s)", len(nodes), len(nodes), plural(len(nodes), "node", "nodes"), pctRange(lo, hi))
}

// explain links the findings: why a goal moved, what moved with it, and what it is not.
func (c *comparer) explain(ev *evidence) {
	var settings, goal, perOp, saturated []*Finding
	for _, f := range c.res.Findings {
		if f.FoldedInto != "" || f.Grade == "X" {
			continue
		}
		switch {
		case f.Kind == "settings":
			settings = append(settings, f)
		case f.Kind == "volatility" || f.Kind == "sweep": // a jump or a shape is no cause of a level
		case f.Metric == throughput:
			goal = append(goal, f)
		case strings.HasPrefix(f.Metric, "per_op.") && !isInternal(f.Metric):
			perOp = append(perOp, f)
		case strings.HasSuffix(f.Metric, "_await") || f.Metric == "disk.queue" || f.Metric == "disk.util" || f.Metric == "cpu.iowait":
			saturated = append(saturated, f)
		}
	}
	for _, f := range c.res.Findings {
		if f.FoldedInto != "" || f.Grade == "X" || f.Kind == "noise" || f.Kind == "volatility" {
			continue
		}
		// What may explain it: settings; for a loss, what an operation costs more and what
		// waits longer; for CPU, that more or less work was done.
		causes := [][]*Finding{settings}
		switch {
		case f.Outcome == "worse":
			causes = append(causes, higher(perOp), higher(saturated))
		case f.Outcome == "better":
			causes = append(causes, lower(perOp), lower(saturated))
		case f.Family == "cpu" && !strings.HasPrefix(f.Metric, "per_op."):
			causes = [][]*Finding{towards(goal, f.Direction)}
		default:
			continue
		}
		for _, list := range causes {
			for _, x := range list { // the largest of each sort
				if x != f && shareNode(c.agree[f], c.agree[x]) && c.shareStratum(f, x) && asWide(x, f) && ev.mayCause(x, f) {
					f.Because = append(f.Because, x.ID)
					break
				}
			}
		}
		if lowerCPU(f) {
			f.Not = append(f.Not, "not a verdict: lower CPU is a symptom, look at throughput and latency beside it")
		}
		c.shareOfProcessors(f)
		c.stolen(f)
		c.seenOnly(f)
	}
	ev.costAlike()
	ev.notTheCause()
}

// stolen says of more busy time beside more steal that busy counts that too: it is time in
// which others ran on the host, and no work of the node.
func (c *comparer) stolen(f *Finding) {
	if f.Direction != "higher" || f.Metric != "cpu.busy" && f.Metric != "per_op.cpu.busy" {
		return
	}
	if c.besideSteal(f) {
		f.Not = append(f.Not, "not all of it work of the node: busy counts steal, the time that the host gave to others, and that is higher too")
	}
}

// besideSteal tells whether steal is higher where a finding is.
func (c *comparer) besideSteal(f *Finding) bool {
	return slices.ContainsFunc(c.res.Findings, func(x *Finding) bool {
		return x.Metric == "cpu.steal" && x.Direction == "higher" && x.Grade != "X" && shareNode(c.agree[f], c.agree[x]) && c.shareStratum(f, x)
	})
}

// lowerCPU tells whether a finding says that processors have less to do.
func lowerCPU(f *Finding) bool {
	return f.Family == "cpu" && f.Direction == "lower" && !strings.HasPrefix(f.Metric, "per_op.") && f.Metric != "cpu.iowait" && f.Metric != "cpu.steal"
}

// mayCause tells whether x may explain f: a longer wait for each disk request does so only
// where it is a longer wait for each operation, for few requests may wait long and harm nobody.
func (ev *evidence) mayCause(x, f *Finding) bool {
	if x.Metric == "per_op.cpu.busy" && x.Direction == "higher" && ev.c.besideSteal(x) {
		return false // the time that others took is no cost of an operation
	}
	if !strings.HasSuffix(x.Metric, "_await") || x.Direction != "higher" {
		return true
	}
	return slices.ContainsFunc(ev.c.covers[x], func(at place) bool {
		return slices.Contains(ev.c.covers[f], at) && ev.waitsMore(x.Metric, at)
	})
}

func higher(list []*Finding) []*Finding { return towards(list, "higher") }

func lower(list []*Finding) []*Finding { return towards(list, "lower") }

// towards keeps the findings of one direction.
func towards(list []*Finding, direction string) []*Finding {
	return slices.DeleteFunc(slices.Clone(list), func(f *Finding) bool { return f.Direction != direction })
}

// asWide tells whether a cause shows on as many nodes, and about as many legs, as what it
// is to explain.
func asWide(cause, f *Finding) bool {
	return cause.Kind == "settings" || cause.NodesAgree >= f.NodesAgree && 2*max(1, len(cause.Legs)) >= len(f.Legs)
}

// shareStratum tells whether two findings have a stratum in common; one without places concerns all.
func (c *comparer) shareStratum(a, b *Finding) bool {
	if len(c.covers[a]) == 0 || len(c.covers[b]) == 0 {
		return true
	}
	return slices.ContainsFunc(c.covers[a], func(x place) bool {
		return slices.ContainsFunc(c.covers[b], func(y place) bool { return x.pair == y.pair })
	})
}

// shareNode tells whether two findings have a node in common; one without nodes of its own concerns all.
func shareNode(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	return slices.ContainsFunc(a, func(n string) bool { return slices.Contains(b, n) })
}
