package main

import (
	"regexp"
	"strings"
	"testing"

	"inquest/report/diff"
)

// checkSound checks what holds for every comparison: a finding agrees with itself, and
// what it refers to exists.
func checkSound(t testing.TB, c *comparison) {
	t.Helper()
	byID := map[string]*diff.Finding{}
	for _, f := range c.Findings {
		if byID[f.ID] != nil {
			t.Errorf("two findings have the id %s", f.ID)
		}
		byID[f.ID] = f
	}
	for _, f := range c.Findings {
		if f.FoldedInto != "" && (byID[f.FoldedInto] == nil || byID[f.FoldedInto].FoldedInto != "") {
			t.Errorf("%s is folded into %s, which is not shown", f.ID, f.FoldedInto)
		}
		for _, id := range append(append([]string{}, f.Because...), f.SameAs...) {
			if byID[id] == nil {
				t.Errorf("%s refers to %s, which is not there", f.ID, id)
			}
		}
		if (f.Kind == "level" || f.Kind == "onset") && f.Grade != "X" {
			checkDirection(t, f)
		}
		if f.NodesAgree > f.NodesTotal {
			t.Errorf("%d of %d nodes: %s", f.NodesAgree, f.NodesTotal, f.Text)
		}
		if f.FoldedInto == "" && f.Kind != "settings" && f.Kind != "missing" && f.Kind != "claim" && len(f.Evidence) == 0 {
			t.Errorf("no evidence for: %s", f.Text)
		}
	}
	for _, text := range []string{c.text, c.full} {
		if m := regexp.MustCompile(`(?i)\bnan\b|[+-]Inf|%!|\(none\) -> \(none\)| - -> - `).FindString(text); m != "" {
			t.Errorf("the text prints %q:\n%s", m, lineWith(text, m))
		}
	}
}

// checkDirection checks that the numbers of a finding move the way its sentence says.
func checkDirection(t testing.TB, f *diff.Finding) {
	t.Helper()
	sign := map[string]float64{"higher": 1, "lower": -1}[f.Direction]
	if sign == 0 {
		t.Errorf("direction %q: %s", f.Direction, f.Text)
	}
	if f.Pct != nil && *f.Pct*sign <= 0 {
		t.Errorf("%s by %g %%: %s", f.Direction, *f.Pct, f.Text)
	}
	if f.Base != nil && f.Head != nil && (*f.Head-*f.Base)*sign <= 0 {
		t.Errorf("%s from %g to %g: %s", f.Direction, *f.Base, *f.Head, f.Text)
	}
	if ci := f.CIPct; ci != nil && f.Pct != nil && (ci[0] > *f.Pct+0.5 || ci[1] < *f.Pct-0.5) {
		t.Errorf("the interval %.1f to %.1f %% does not hold the change of %.1f %%: %s", ci[0], ci[1], *f.Pct, f.Text)
	}
}

// lineWith is the first line of a text that holds some words.
func lineWith(text, words string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, words) {
			return line
		}
	}
	return ""
}
