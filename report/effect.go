package report

import (
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
	e := effect{Interval: interval(f.CIPct, f.Pct)}
	if known(f.Pct) {
		e.Change = percent(f.Pct)
	}
	if known(f.Base) || known(f.Head) {
		e.Values = nodeValues(f, f.Base, f.Head, arrow)
		if f.Kind == "volatility" {
			e.Values = "spread " + e.Values
		}
	}
	add := func(s string) {
		if s != "" {
			e.More = append(e.More, s)
		}
	}
	add(points(f.Points))
	if f.Kind == "volatility" {
		add(strings.Join(f.Aspects, ", "))
		if known(f.RelativePct) {
			add("against its own level " + percent(f.RelativePct))
		}
	}
	add(onset(f.Where))
	if known(f.WholePct) {
		add("whole run " + percent(f.WholePct))
	}
	if f.NodesTotal > 0 {
		add(count(f.NodesAgree) + " of " + plural(f.NodesTotal, "node"))
	}
	return e
}

// nodeValues writes base and head of f or of one of its nodes. The spread of a ratio is in
// points: a spread of 2.5 % could be taken for 2.5 % of the level.
func nodeValues(f *diff.Finding, base, head *float64, arrow string) string {
	values := pair(base, head, f.Unit, arrow)
	if f.Kind == "volatility" && f.Unit == "ratio" {
		return strings.ReplaceAll(values, " %", " points")
	}
	return values
}

// onset says when a change within the run began.
func onset(w diff.Where) string {
	var parts []string
	if known(w.OnsetFrac) {
		parts = append(parts, "from "+number(*w.OnsetFrac*100, 3)+" % of the run")
	}
	if known(w.OnsetS) {
		parts = append(parts, duration(*w.OnsetS)+" after the load began")
	}
	if known(w.OnsetWorkFrac) {
		parts = append(parts, number(*w.OnsetWorkFrac*100, 3)+" % of the work done")
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
	if known(w.StepS) {
		out = append(out, "steps of "+duration(*w.StepS))
	}
	if known(f.Q) {
		out = append(out, "q "+probability(*f.Q))
	} else if known(f.P) {
		out = append(out, "p "+probability(*f.P))
	}
	if known(f.SmallestDetectablePct) {
		out = append(out, "smallest change this can see "+strings.TrimPrefix(percent(f.SmallestDetectablePct), "+"))
	}
	return out
}

func ofRole(role string) string {
	if role == "" {
		return ""
	}
	return "of " + role
}
