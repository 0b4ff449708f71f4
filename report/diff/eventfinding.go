package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Of what only one side has so many are named; the rest is counted.
const (
	eventsNamed  = 6
	growingNamed = 3
)

// eventFindings say, at most once a side, which counters of rare things move there only,
// and which gauges of a few status pages grow there only. Nothing was tested: they are
// notes, neither worse nor better.
func (c *comparer) eventFindings() {
	for _, side := range []string{"base", "head"} {
		events, growing := c.events(side), c.growingGauges(side)
		if len(events) == 0 && len(growing) == 0 {
			continue
		}
		f := &Finding{Kind: "missing", Family: "stats", Direction: "none", Outcome: "neutral", Nodes: []NodeEffect{}, Grade: "C", Severity: "note",
			Where:   Where{Scope: "nodes", Phase: "whole"},
			Because: []string{}, Not: []string{}, SameAs: []string{}}
		var parts []string
		var ev evidenceSet
		if len(events) > 0 {
			e := &events[0]
			f.Metric, f.Instance, f.Unit = e.id.metric, e.id.instance, e.unit
			f.Nodes, f.NodesAgree, f.NodesTotal = e.counts, len(e.counts), len(e.growth)
			parts = append(parts, eventsText(events, side))
		}
		if len(growing) > 0 {
			f.Metric, f.Instance = cmp.Or(f.Metric, growing[0].id.metric), cmp.Or(f.Instance, growing[0].id.instance)
			f.NodesAgree, f.NodesTotal = max(f.NodesAgree, growing[0].nodes), max(f.NodesTotal, growing[0].nodes)
			parts = append(parts, growingText(growing, side))
		}
		for _, e := range events[:min(len(events), eventsNamed)] {
			ev.addCells(e.cells)
		}
		for _, g := range growing[:min(len(growing), growingNamed)] {
			ev.addCells(g.cells)
		}
		f.Evidence = ev.list
		f.Text = capital(strings.Join(parts, "; ")) + "; seen, not tested; " + c.eventEnding()
		if c.same {
			f.Kind = "noise"
		}
		f.ID = c.newID(&Finding{Kind: f.Kind, Metric: "events-only-in-" + side, Direction: "none"})
		c.res.Findings = append(c.res.Findings, f)
	}
}

// eventEnding says how many runs it was seen in, controls aside.
func (c *comparer) eventEnding() string {
	base, head := 0, 0
	for _, p := range c.pairs {
		if !c.control[p] {
			base, head = base+len(p.base), head+len(p.head)
		}
	}
	if c.same || base == 1 && head == 1 {
		return c.ending()
	}
	return fmt.Sprintf("in all runs, %d against %d", base, head)
}

func (e *evidenceSet) addCells(cells []cell) {
	for _, x := range cells {
		for _, m := range slices.Concat(x.base, x.head) {
			e.add(&m)
		}
	}
}

// eventsText lists the counters with their growth over the load.
func eventsText(events []event, side string) string {
	var list []string
	for _, e := range events {
		lo, hi := math.Inf(1), math.Inf(-1)
		var nodes []string
		for _, n := range e.counts {
			v := *n.Head
			if side == "base" {
				v = *n.Base
			}
			lo, hi = min(lo, v), max(hi, v)
			nodes = append(nodes, n.Node)
		}
		moved := counted(lo, e.unit)
		if most := counted(hi, e.unit); most != moved {
			moved += " to " + most
		}
		change := "0 -> " + moved
		if side == "base" {
			change = moved + " -> 0"
		}
		list = append(list, fmt.Sprintf("%s %s %s", title(e.id), change, onNodes(nodes, len(e.growth))))
	}
	return "events only in the " + side + ": " + andMore(list, eventsNamed)
}

// growingText lists the gauges with their pages.
func growingText(list []growing, side string) string {
	var words []string
	for _, g := range list {
		words = append(words, title(g.id)+" "+g.text)
	}
	return "growing over the load only in the " + side + ": " + andMore(words, growingNamed)
}
