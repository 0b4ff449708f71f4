package diff_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// result is a comparison under test.
type result struct {
	*diff.Result
	t *testing.T
}

// side is the runs of one side.
type side []*rig

// compare compares two sides and checks what holds for every comparison.
func compare(t *testing.T, base, head side, options ...func(*diff.Input)) *result {
	t.Helper()
	in := &diff.Input{Base: base.runs(), Head: head.runs()}
	for _, o := range options {
		o(in)
	}
	r := &result{diff.Compare(in), t}
	r.sound()
	return r
}

// pair compares one run with one other.
func pair(t *testing.T, base, head *rig, options ...func(*diff.Input)) *result {
	t.Helper()
	return compare(t, side{base}, side{head}, options...)
}

func (s side) runs() []*diff.Run {
	var out []*diff.Run
	for _, r := range s {
		out = append(out, r.ready().run)
	}
	return out
}

// shown are the findings that a person sees.
func (r *result) shown() []*diff.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f *diff.Finding) bool { return f.FoldedInto != "" })
}

// verdicts are the shown findings that say worse or better.
func (r *result) verdicts() []*diff.Finding {
	return slices.DeleteFunc(r.shown(), func(f *diff.Finding) bool { return f.Outcome != "worse" && f.Outcome != "better" })
}

// of lists the findings of a kind and metric, folded ones too.
func (r *result) of(kind, metric string) []*diff.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f *diff.Finding) bool { return f.Kind != kind || f.Metric != metric })
}

// byID finds a finding; nil when there is none.
func (r *result) byID(id string) *diff.Finding {
	for _, f := range r.Findings {
		if f.ID == id {
			return f
		}
	}
	return nil
}

// one gives the only shown finding of a kind and metric.
func (r *result) one(kind, metric string) *diff.Finding {
	r.t.Helper()
	list := slices.DeleteFunc(r.of(kind, metric), func(f *diff.Finding) bool { return f.FoldedInto != "" })
	if len(list) != 1 {
		r.t.Fatalf("%d findings of kind %s about %s are shown, want 1; there are\n%s", len(list), kind, metric, r.list())
	}
	return list[0]
}

// silent fails when a finding about the metrics is shown; without any, when one is at all.
func (r *result) silent(metrics ...string) {
	r.t.Helper()
	for _, f := range r.shown() {
		if len(metrics) == 0 || slices.Contains(metrics, f.Metric) {
			r.t.Errorf("unexpected finding: [%s] %s %s: %s", f.Grade, f.Kind, f.Metric, f.Text)
		}
	}
}

// list writes all findings for a failure.
func (r *result) list() string {
	var b bytes.Buffer
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "  [%s] %s %s %s", f.Grade, f.Kind, f.Metric, f.Text)
		if f.FoldedInto != "" {
			fmt.Fprintf(&b, " -- folded into %s", f.FoldedInto)
		}
		b.WriteByte('\n')
	}
	for _, n := range r.NotTested {
		fmt.Fprintf(&b, "  not tested: %s: %s\n", n.Metric, n.Reason)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "  warning: %s: %s\n", w.Kind, w.Text)
	}
	return b.String()
}

// notTested tells whether the metric is listed as not tested, for a reason with these words.
func (r *result) notTested(metric, words string) bool {
	return slices.ContainsFunc(r.NotTested, func(n diff.NotTested) bool {
		return strings.Contains(n.Metric, metric) && strings.Contains(n.Reason, words)
	})
}

// warned tells whether there is a warning of a kind with these words.
func (r *result) warned(kind, words string) bool {
	return slices.ContainsFunc(r.Warnings, func(w diff.Warning) bool { return w.Kind == kind && strings.Contains(w.Text, words) })
}

// want is what a finding should be; fields at their zero value are not checked.
type want struct {
	direction, outcome, grade, severity string
	agree, total                        int
	says, saysNot                       []string
}

// check compares a finding with what it should be.
func (r *result) check(f *diff.Finding, w want) {
	r.t.Helper()
	for _, x := range []struct{ what, got, want string }{
		{"direction", f.Direction, w.direction}, {"outcome", f.Outcome, w.outcome}, {"grade", f.Grade, w.grade}, {"severity", f.Severity, w.severity},
	} {
		if x.want != "" && x.got != x.want {
			r.t.Errorf("%s is %q, want %q: %s", x.what, x.got, x.want, f.Text)
		}
	}
	if w.total != 0 && (f.NodesAgree != w.agree || f.NodesTotal != w.total) {
		r.t.Errorf("%d of %d nodes agree, want %d of %d: %s", f.NodesAgree, f.NodesTotal, w.agree, w.total, f.Text)
	}
	for _, s := range w.says {
		if !strings.Contains(f.Text, s) {
			r.t.Errorf("the sentence does not say %q: %s", s, f.Text)
		}
	}
	for _, s := range w.saysNot {
		if strings.Contains(f.Text, s) {
			r.t.Errorf("the sentence says %q: %s", s, f.Text)
		}
	}
}

// near checks a number to a tolerance.
func near(t *testing.T, what string, got *float64, want, tolerance float64) {
	t.Helper()
	switch {
	case got == nil:
		t.Errorf("%s is not known, want %g", what, want)
	case !(math.Abs(*got-want) <= tolerance):
		t.Errorf("%s is %g, want %g +- %g", what, *got, want, tolerance)
	}
}

// text is the JSON form of a result.
func text(t *testing.T, r *diff.Result) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatalf("writing the result as JSON: %v", err)
	}
	return string(b)
}

type warning = diff.Warning

// contains is strings.Contains, for use inside conditions.
func contains(s, part string) bool { return strings.Contains(s, part) }
