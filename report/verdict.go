package report

import (
	"inquest/report/units"
	"slices"
	"sort"
	"strings"

	"inquest/report/diff"
)

// verdict sums the result up in one line, without saying more than the findings do.
func (v *view) verdict() string {
	var parts []string
	if len(v.Settings) > 0 {
		parts = append(parts, v.settingsDiffer())
	}
	found := v.ranked()
	if len(found) == 0 {
		parts = append(parts, v.nothingFound())
	}
	for _, outcome := range outcomes {
		n, major := 0, 0
		for _, f := range found {
			if outcomeOf(f) != outcome {
				continue
			}
			n++
			if f.Severity == "major" {
				major++
			}
		}
		if n == 0 {
			continue
		}
		s := units.Count(n) + " " + outcome
		if outcome == "symptom" {
			s = units.Plural(n, outcome)
		}
		if major > 0 {
			s += " (" + units.Count(major) + " major)"
		}
		parts = append(parts, s)
	}
	if len(v.noise) > 0 {
		parts = append(parts, units.Count(len(v.noise))+" inside noise")
	}
	if len(v.unclear) > 0 {
		parts = append(parts, units.Count(len(v.unclear))+" cannot be told")
	}
	return strings.Join(parts, "; ")
}

// nothingFound tells "no change" from "nothing compared".
func (v *view) nothingFound() string {
	switch {
	case v.Coverage.Series > 0:
		return "no change found in " + units.Plural(v.Coverage.Series, "series")
	case (v.Exit.Code == 4 || len(v.Nodes.Idle) > 0) && v.Exit.Reason != "":
		return v.Exit.Reason
	}
	return "nothing could be compared"
}

// outcomes in the order in which they are counted.
var outcomes = []string{"worse", "better", "symptom", "neutral"}

// outcomeOf is f's outcome; what is not said is neutral.
func outcomeOf(f *diff.Finding) string {
	if slices.Contains(outcomes, f.Outcome) {
		return f.Outcome
	}
	return "neutral"
}

// coverage says what the findings rest on.
func (v *view) coverage() string {
	c := v.Coverage
	parts := []string{units.Plural(c.Series, "series") + " compared", units.Count(c.Unchanged) + " without a finding"}
	if c.Snapshot > 0 {
		parts = append(parts, units.Plural(c.Snapshot, "series")+" left out as snapshots")
	}
	if c.Copies > 0 {
		parts = append(parts, units.Plural(c.Copies, "sample")+" of heartbeats left out as copies in other nodes' logs")
	}
	if s := tally(c.Rows); s != "" {
		parts = append(parts, "rows: "+s)
	}
	if s := tally(c.Skips); s != "" {
		if why := tally(c.Reasons); why != "" {
			s += " (" + why + ")"
		}
		parts = append(parts, "lines skipped: "+s)
	}
	return strings.Join(parts, "; ")
}

// tally writes counts by name, in the order of names, leaving out zeros.
func tally(m map[string]int) string {
	var out []string
	for k, n := range m {
		if n != 0 {
			out = append(out, k+" "+units.Count(n))
		}
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}

// warningKind is the warnings of one kind.
type warningKind struct {
	Kind     string
	Warnings []diff.Warning
}

// warningKinds groups the warnings, the most frequent kind first.
func (v *view) warningKinds() []warningKind {
	var out []warningKind
	at := map[string]int{}
	for _, w := range v.Warnings {
		i, ok := at[w.Kind]
		if !ok {
			i = len(out)
			at[w.Kind] = i
			out = append(out, warningKind{Kind: w.Kind})
		}
		out[i].Warnings = append(out[i].Warnings, w)
	}
	return out
}

// warningLine writes a warning with the place it is about.
func warningLine(w diff.Warning) string {
	return join(": ", place(w.Artifact, w.Member, w.Line, w.Line), w.Text)
}

// place writes where something stands: "node-a.zip iostat.log:12", or "node-a.zip iostat.log lines 12-40".
func place(artifact, member string, first, last int64) string {
	s := join(" ", artifact, member)
	if first <= 0 {
		return s
	}
	if last > first {
		return s + " lines " + itoa(first) + "-" + itoa(last)
	}
	return s + ":" + itoa(first)
}
