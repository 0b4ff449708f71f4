package report

import (
	"strings"

	"inquest/report/diff"
)

// view is a result sorted for reading.
type view struct {
	*diff.Result
	byID    map[string]*diff.Finding
	groups  []group                    // by severity, in the order of severities
	noise   []*diff.Finding            // moved, but inside what identical runs do
	unclear []*diff.Finding            // grade X
	kin     map[string][]*diff.Finding // what says the same, by the finding that was kept
}

// group is the findings of one severity, ranked as given.
type group struct {
	severity string
	findings []*diff.Finding
}

// severities in the order in which they are shown.
var severities = []string{"major", "minor", "note"}

// newView sorts a copy of r in which every string is safe to print. Nothing is lost: a
// finding of units.Unknown severity is a note, and one folded into a finding that does not exist,
// or is folded itself, stands for itself.
func newView(r *diff.Result) *view {
	v := &view{Result: cleaned(normal(r)), byID: map[string]*diff.Finding{}, kin: map[string][]*diff.Finding{}}
	for _, f := range v.Findings {
		v.byID[f.ID] = f
	}
	for _, s := range severities {
		v.groups = append(v.groups, group{severity: s})
	}
	for _, f := range v.Findings {
		keeper := v.byID[f.FoldedInto]
		switch {
		case f.FoldedInto != "" && keeper != nil && keeper.FoldedInto == "" && keeper != f:
			v.kin[keeper.ID] = append(v.kin[keeper.ID], f)
		case f.Kind == "noise":
			v.noise = append(v.noise, f)
		case f.Grade == "X":
			v.unclear = append(v.unclear, f)
		default:
			g := &v.groups[severityIndex(f.Severity)]
			g.findings = append(g.findings, f)
		}
	}
	return v
}

func severityIndex(s string) int {
	for i, name := range severities {
		if s == name {
			return i
		}
	}
	return len(severities) - 1
}

// ranked lists the findings of all severities, the most severe first.
func (v *view) ranked() []*diff.Finding {
	var out []*diff.Finding
	for _, g := range v.groups {
		out = append(out, g.findings...)
	}
	return out
}

// shown lists every finding that stands for itself, in reading order.
func (v *view) shown() []*diff.Finding {
	return append(append(v.ranked(), v.noise...), v.unclear...)
}

// sentences resolves ids of findings to their sentences; what is no id stays as it is.
func (v *view) sentences(ids []string) []string {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		if f := v.byID[id]; f != nil {
			id = sentence(f)
		}
		out = append(out, id)
	}
	return out
}

// same lists the findings that say the same as f: those folded into it and those it names.
func (v *view) same(f *diff.Finding) []string {
	var ids []string
	seen := map[string]bool{f.ID: true}
	for _, k := range v.kin[f.ID] {
		if !seen[k.ID] {
			seen[k.ID] = true
			ids = append(ids, k.ID)
		}
	}
	for _, id := range f.SameAs {
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return v.sentences(ids)
}

// denied is a sentence under the label "not", which it need not repeat.
func denied(s string) string { return strings.TrimPrefix(s, "not ") }

// sentence is what f says; a finding without one is named by its parts.
func sentence(f *diff.Finding) string {
	if f.Text != "" {
		return f.Text
	}
	return join(" ", f.Metric, f.Instance, f.Kind, f.Direction)
}
