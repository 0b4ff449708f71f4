package main

import (
	"math"
	"strings"

	"inquest/report/diff"
)

// trialTally counts what the answers of one case said.
type trialTally struct {
	runs   int // a side
	hits   map[string]int
	errors []float64 // of the onsets, share of the run
	n      int
}

func (t *trialTally) hit(what string, yes bool) {
	if yes {
		t.hits[what]++
	}
}

// shownAs tells whether a finding counts as found: graded A or B, or C of one run a side.
func (t *trialTally) shownAs(f *diff.Finding) bool {
	return f.Grade == "A" || f.Grade == "B" || f.Grade == "C" && t.runs == 1
}

// findingOf looks for a finding that counts.
func (t *trialTally) findingOf(r *diff.Result, kind, metric, direction string) *diff.Finding {
	for _, f := range r.Findings {
		if f.Kind == kind && f.Metric == metric && f.Direction == direction && t.shownAs(f) {
			return f
		}
	}
	return nil
}

// judgeAlarms looks for findings above a note, which identical builds must not give.
func judgeAlarms(t *trialTally, r *diff.Result) {
	var certain, lone, worse, better bool
	for _, f := range r.Findings {
		if f.FoldedInto != "" || f.Severity == "note" || f.Kind == "settings" || f.Kind == "missing" || f.Kind == "noise" {
			continue
		}
		certain = certain || f.Grade == "A" || f.Grade == "B"
		lone = lone || f.Grade == "C"
		worse = worse || f.Outcome == "worse" && f.Grade != "X"
		better = better || f.Outcome == "better" && f.Grade != "X"
	}
	t.hit("alarm A or B", certain)
	t.hit("alarm C only", lone && !certain)
	t.hit("worse", worse)
	t.hit("better", better)
}

func judgeLevel(t *trialTally, r *diff.Result) {
	t.hit("throughput", t.findingOf(r, "level", "throughput", "lower") != nil)
	t.hit("CPU", t.findingOf(r, "level", "cpu.busy", "lower") != nil)
}

func judgeSpread(t *trialTally, r *diff.Result) {
	t.hit("throughput", t.findingOf(r, "volatility", "throughput", "higher") != nil)
	t.hit("CPU", t.findingOf(r, "volatility", "cpu.busy", "higher") != nil)
}

func judgeBoth(t *trialTally, r *diff.Result) {
	for name, metric := range map[string]string{"throughput": "throughput", "CPU": "cpu.busy"} {
		t.hit(name, t.findingOf(r, "level", metric, "lower") != nil && t.findingOf(r, "volatility", metric, "higher") != nil)
	}
}

// judgeCollapse asks for the onset on most nodes and measures how far off it is.
func judgeCollapse(t *trialTally, r *diff.Result) {
	f := t.findingOf(r, "onset", "throughput", "lower")
	t.hit("onset", f != nil && f.FoldedInto == "" && 4*f.NodesAgree >= 3*f.NodesTotal)
	if f != nil && f.Where.OnsetFrac != nil {
		// At 94 % of the work the rate falls to 0.15: the rest takes 0.06/0.15 of the base's time.
		t.errors = append(t.errors, math.Abs(*f.Where.OnsetFrac-0.94/(0.94+0.06/0.15)))
	}
}

// judgeOneNode asks that the node is named, alone, and not the cluster.
func judgeOneNode(t *trialTally, r *diff.Result) {
	var named, cluster bool
	for _, f := range r.Findings {
		if f.Metric != "throughput" || f.Direction != "lower" || f.FoldedInto != "" || !t.shownAs(f) {
			continue
		}
		named = named || f.NodesAgree == 1 && strings.Contains(f.Text, "node-2")
		cluster = cluster || f.NodesAgree > 1
	}
	t.hit("named", named)
	t.hit("said of the cluster", cluster)
}

// judgeFlat asks for the finding over the curve; one pair and several give it the grades they can.
func judgeFlat(t *trialTally, r *diff.Result) {
	found := false
	for _, f := range r.Findings {
		found = found || f.Kind == "sweep" && f.Metric == "throughput" && f.Direction == "lower" && f.Grade != "X" && strings.Contains(f.Text, "does not follow")
	}
	t.hit("flat", found)
}
