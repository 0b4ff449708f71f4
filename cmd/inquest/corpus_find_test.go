package main

import (
	"strings"
	"testing"

	"inquest/report/diff"
)

// comparison is the findings of a comparison with what a person sees of them.
type comparison struct {
	*diff.Result
	*commandAnswer
	text string // as printed
	full string // with -v: everything
}

// compareRuns runs a comparison that is to end with the given exit code: as JSON, then as
// text. The cache is shared by comparisons of one test.
func compareRuns(t testing.TB, code int, cache string, args ...string) *comparison {
	t.Helper()
	args = append(args, "--cache", cache)
	c := &comparison{commandAnswer: mustRun(t, code, append(args, "--format", "json")...)}
	c.Result = decodeAnswer[diff.Result](t, c.commandAnswer)
	c.text = mustRun(t, code, args...).stdout
	c.full = mustRun(t, code, append(args, "-v")...).stdout
	checkSound(t, c)
	return c
}

// concluded returns the findings of a kind and metric that say something, shown or folded;
// an empty direction is any.
func (c *comparison) concluded(kind, metric, direction string) []*diff.Finding {
	var out []*diff.Finding
	for _, f := range c.Findings {
		if f.Kind == kind && f.Metric == metric && (direction == "" || f.Direction == direction) && f.Grade != "X" {
			out = append(out, f)
		}
	}
	return out
}

// one returns the only such finding that is shown on its own.
func (c *comparison) one(t testing.TB, kind, metric, direction string) *diff.Finding {
	t.Helper()
	var shown []*diff.Finding
	for _, f := range c.concluded(kind, metric, direction) {
		if f.FoldedInto == "" {
			shown = append(shown, f)
		}
	}
	if len(shown) != 1 {
		t.Fatalf("%d findings of kind %s, metric %s, direction %q are shown, want one:\n%s", len(shown), kind, metric, direction, c.text)
	}
	if f := shown[0]; !strings.Contains(c.full, f.Text) {
		t.Errorf("the text does not say %q:\n%s", f.Text, c.full)
	}
	return shown[0]
}

// some returns the first such finding, shown or folded.
func (c *comparison) some(t testing.TB, kind, metric, direction string) *diff.Finding {
	t.Helper()
	found := c.concluded(kind, metric, direction)
	if len(found) == 0 {
		t.Fatalf("no finding of kind %s, metric %s, direction %q:\n%s", kind, metric, direction, c.text)
	}
	return found[0]
}

// only is the sentence of the events that one side alone has; it says nothing of worse or better.
func (c *comparison) only(t *testing.T, side string) string {
	t.Helper()
	text := ""
	for _, f := range c.Findings {
		if strings.HasPrefix(f.ID, "missing-events-only-in-"+side) {
			if text != "" || f.Outcome != "neutral" || f.Severity != "note" {
				t.Errorf("events of the %s are said twice, or as %s and %s: %s", side, f.Outcome, f.Severity, f.Text)
			}
			text = f.Text
		}
	}
	return text
}

// silent checks that nothing is concluded about the metrics that match: no worse or
// better above a note, and nothing of it in the text, apart from what cannot be told.
func (c *comparison) silent(t testing.TB, about string, match func(*diff.Finding) bool) {
	t.Helper()
	said := c.said()
	for _, f := range c.Findings {
		if !match(f) || f.Outcome != "worse" && f.Outcome != "better" || f.Grade == "X" || f.Kind == "noise" {
			continue
		}
		if f.Severity != "note" {
			t.Errorf("%s is concluded: [%s %s %s] %s", about, f.Severity, f.Outcome, f.Grade, f.Text)
		}
		if strings.Contains(said, f.Text) {
			t.Errorf("%s is said: %s", about, f.Text)
		}
	}
}

// said is the text without the sections of what cannot be told and of noise.
func (c *comparison) said() string {
	var out []string
	for _, section := range strings.Split(c.full, "\n\n") {
		title, _, _ := strings.Cut(strings.TrimSpace(section), "\n")
		if title != "cannot tell" && !strings.HasPrefix(title, "moved, but inside") {
			out = append(out, section)
		}
	}
	return strings.Join(out, "\n\n")
}

// ofMetric matches the findings of a metric or of a family of metrics.
func ofMetric(metrics ...string) func(*diff.Finding) bool {
	return func(f *diff.Finding) bool {
		for _, m := range metrics {
			if f.Metric == m || strings.HasPrefix(f.Metric, m+".") {
				return true
			}
		}
		return false
	}
}

// nodeEffect is what a finding says of one node.
func nodeEffect(t testing.TB, f *diff.Finding, node string) diff.NodeEffect {
	t.Helper()
	for _, n := range f.Nodes {
		if n.Node == node {
			return n
		}
	}
	t.Fatalf("%s is not among the nodes of: %s", node, f.Text)
	return diff.NodeEffect{}
}

// onlyNode reports whether a finding holds on one node and its sentence names that one.
func onlyNode(f *diff.Finding, node string) bool {
	_, after, _ := strings.Cut(f.Text, "nodes (")
	named, _, _ := strings.Cut(after, ")")
	return f.NodesAgree == 1 && named == node
}

// settingsFirst returns the finding about settings, which are printed above any other.
func (c *comparison) settingsFirst(t testing.TB) *diff.Finding {
	t.Helper()
	f := c.some(t, "settings", "", "")
	for _, s := range c.Settings {
		at, first := strings.Index(c.text, s.Name), strings.Index(c.text, "[")
		if at < 0 || first >= 0 && at > first {
			t.Errorf("setting %s is not printed above the findings:\n%s", s.Name, c.text)
		}
	}
	return f
}

// atLeg reports whether a finding is about one leg, alone or among others.
func atLeg(f *diff.Finding, leg string) bool {
	if f.Where.Leg != nil {
		return *f.Where.Leg == leg
	}
	for _, l := range f.Legs {
		if l.Leg == leg {
			return true
		}
	}
	return false
}

// overLegs returns the level finding of a metric that is about most legs, shown or folded.
func (c *comparison) overLegs(t testing.TB, metric, direction string) *diff.Finding {
	t.Helper()
	best := c.some(t, "level", metric, direction)
	for _, f := range c.concluded("level", metric, direction) {
		if len(f.Legs) > len(best.Legs) {
			best = f
		}
	}
	return best
}
