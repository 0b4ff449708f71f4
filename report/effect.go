package report

import (
	"inquest/report/units"
	"strings"

	"inquest/report/diff"
)

// effect is the size of a finding in words.
type effect struct {
	Values   string   // base and head: "54.1 -> 44.8 %"; empty when neither is known
	Change   string   // "-17.2 %"; empty when not known, as from a spread of 0
	Interval string   // "[-21.0, -13.4] %"; empty when not known
	More     []string // points, the other measures of a spread, onset, nodes that agree
}

// effectOf describes f, with arrow between base and head.
func effectOf(f *diff.Finding, arrow string) effect {
	e := effect{Interval: units.Interval(f.CIPct, f.Pct)}
	if units.Known(f.Pct) {
		e.Change = units.Percent(f.Pct)
	}
	if units.Known(f.Base) || units.Known(f.Head) {
		e.Values = nodeValues(f, f.Base, f.Head, arrow)
		if isSpread(f) {
			e.Values = "spread " + e.Values
		}
	}
	add := func(s string) {
		if s != "" {
			e.More = append(e.More, s)
		}
	}
	add(units.Points(f.Points))
	if isSpread(f) {
		add(strings.Join(f.Aspects, ", "))
		if units.Known(f.RelativePct) {
			add("against its own level " + units.Percent(f.RelativePct))
		}
	}
	add(onset(f.Where))
	if units.Known(f.WholePct) {
		add("whole run " + units.Percent(f.WholePct))
	}
	if f.NodesTotal > 0 && f.Where.Scope != "sum" {
		add(units.Count(f.NodesAgree) + " of " + units.Plural(f.NodesTotal, "node"))
	}
	return e
}

// isSpread tells whether the numbers of f are spreads: those of a volatility, also where that is noise.
func isSpread(f *diff.Finding) bool {
	return f.Kind == "volatility" || len(f.Aspects) > 0 || units.Known(f.RelativePct) || units.Known(f.AbsolutePct)
}

// nodeValues writes base and head of f or of one of its nodes. The spread of a ratio is in
// points: a spread of 2.5 % could be taken for 2.5 % of the level.
func nodeValues(f *diff.Finding, base, head *float64, arrow string) string {
	if base == nil && head == nil {
		return ""
	}
	values := units.Pair(base, head, f.Unit, arrow)
	if isSpread(f) && f.Unit == "ratio" {
		return strings.ReplaceAll(values, " %", " points")
	}
	return values
}

// onset says when a change within the run began.
func onset(w diff.Where) string {
	var parts []string
	if units.Known(w.OnsetFrac) {
		parts = append(parts, "from "+units.Number(*w.OnsetFrac*100, 3)+" % of the run")
	}
	if units.Known(w.OnsetS) {
		parts = append(parts, units.Duration(*w.OnsetS)+" after the load began")
	}
	if units.Known(w.OnsetWorkFrac) {
		parts = append(parts, units.Number(*w.OnsetWorkFrac*100, 3)+" % of the work done")
	}
	return strings.Join(parts, ", ")
}

// line writes the effect on one line.
func (e effect) line() string {
	return join("  ", append([]string{e.Values, e.Change, e.Interval}, e.More...)...)
}

// basis says what part of the comparison a finding rests on, and how sure it is.
func basis(f *diff.Finding) []string {
	var out []string
	w := f.Where
	if w.Scope == "sum" {
		out = append(out, join(" ", "sum over the nodes", ofRole(w.Role)))
	} else if w.Role != "" {
		out = append(out, "nodes "+ofRole(w.Role))
	}
	if len(w.Stratum) > 0 {
		out = append(out, factors(w.Stratum))
	}
	if w.Leg != nil && *w.Leg != "" {
		out = append(out, "leg "+*w.Leg)
	}
	if w.Phase != "" && w.Phase != "whole" {
		out = append(out, w.Phase+" of the run")
	}
	if units.Known(w.StepS) {
		out = append(out, "steps of "+units.Duration(*w.StepS))
	}
	if units.Known(f.Q) {
		out = append(out, "q "+units.Probability(*f.Q))
	} else if units.Known(f.P) {
		out = append(out, "p "+units.Probability(*f.P))
	}
	if units.Known(f.SmallestDetectablePct) {
		out = append(out, "smallest change this can see "+strings.TrimPrefix(units.Percent(f.SmallestDetectablePct), "+"))
	}
	if units.Known(f.MinimumPct) && !(units.Known(f.SmallestDetectablePct) && *f.MinimumPct <= *f.SmallestDetectablePct) { // else the same number twice
		out = append(out, "a change counts from "+strings.TrimPrefix(units.Percent(f.MinimumPct), "+"))
	}
	return out
}

func ofRole(role string) string {
	if role == "" {
		return ""
	}
	return "of " + role
}
