package diff_test

import (
	"testing"

	"inquest/report/diff"
)

const noRegression = `"no regression" (line 31)`

// spared has the ticket say of a stratum that it lacks the change.
func spared(key string) func(*diff.Input) {
	return func(in *diff.Input) { in.Unaffected = map[string]string{key: noRegression} }
}

// levelIn are the shown findings on the level of throughput in one stratum.
func levelIn(r *result, workload string) []*diff.Finding {
	var out []*diff.Finding
	for _, f := range r.shown() {
		if f.Kind == "level" && f.Metric == "throughput" && f.Where.Stratum["workload"] == workload {
			out = append(out, f)
		}
	}
	return out
}

// What a ticket only claims to be unaffected takes its part off like any control, and it is
// said that it moved although the ticket says that it did not.
func TestSparedStratumThatMovedToo(t *testing.T) {
	for name, x := range map[string]struct {
		test, control float64
		want          want
	}{
		"as much": {0.8, 0.81, want{grade: "X", outcome: "neutral", says: []string{"rig drift, or a change that is there too",
			"the ticket says " + noRegression + " of workload=update, and it moved too (-18", "net -"}, saysNot: []string{"in 2 of 2"}}},
		"less": {0.6, 0.91, want{grade: "C", outcome: "worse", says: []string{"rig drift, or a change that is there too",
			"the ticket says " + noRegression + " of workload=update, and it moved too (-8", "net -34"}}},
		"not at all": {0.8, 1, want{grade: "C", outcome: "worse", says: []string{"; not in the control workload=update ("}, saysNot: []string{"ticket"}}},
	} {
		t.Run(name, func(t *testing.T) {
			r := arms(t, "update", x.test, x.control, spared("workload=update"))
			list := levelIn(r, "insert")
			if len(list) != 1 {
				t.Fatalf("%d findings of the stratum under test\n%s", len(list), r.list())
			}
			r.check(list[0], x.want)
			for _, f := range levelIn(r, "update") {
				r.check(f, want{outcome: "neutral", says: []string{"the ticket says " + noRegression + " here, and it moved"}})
			}
		})
	}
}

// Where only the stratum that the ticket calls unaffected moved, the ticket is wrong and the
// finding stands.
func TestSparedStratumThatMovedAlone(t *testing.T) {
	r := arms(t, "update", 1, 0.6, spared("workload=update"))
	list := levelIn(r, "update")
	if len(list) != 1 {
		t.Fatalf("%d findings, want one\n%s", len(list), r.list())
	}
	r.check(list[0], want{direction: "lower", outcome: "worse", grade: "C", says: []string{"the ticket says " + noRegression + " here, and it moved"}})
	if !contains(r.Summary, "-40") {
		t.Errorf("the summary leaves it out: %s", r.Summary)
	}
}

// An onset names the control that went the same way.
func TestOnsetBesideItsControl(t *testing.T) {
	run := func(id, build, workload string, s signal) *rig {
		return newRig(id, build).stratum("workload", workload).put("throughput", s)
	}
	fall := busyLoad(1000).from(0.6, 0.15)
	for name, x := range map[string]struct {
		control signal
		options []func(*diff.Input)
		says    string
	}{
		"it stands still":          {busyLoad(1000), nil, "; not in the control workload=control ("},
		"it falls too":             {fall, nil, "; the control workload=control moved too (-"},
		"the ticket says it is so": {fall, []func(*diff.Input){spared("workload=update")}, "; the ticket says " + noRegression + " of workload=update, and it moved too (-"},
	} {
		workload := "control"
		if x.options != nil {
			workload = "update"
		}
		r := compare(t, side{run("b1", "1", "insert", busyLoad(1000)), run("b2", "1", workload, busyLoad(1000))},
			side{run("h1", "2", "insert", fall), run("h2", "2", workload, x.control)}, x.options...)
		found := false
		for _, f := range r.of("onset", "throughput") {
			if f.Where.Stratum["workload"] == "insert" && f.Where.Scope == "nodes" {
				found = true
				r.check(f, want{says: []string{x.says}})
			}
		}
		if !found {
			t.Errorf("%s: no onset\n%s", name, r.list())
		}
	}
}

// The bench's word makes a control where all runs of both sides have it, and it counts more
// than the ticket's and the names.
func TestControlOfTheBench(t *testing.T) {
	yes, no := true, false
	for name, x := range map[string]struct {
		base, head *bool
		workload   string
		options    []func(*diff.Input)
		control    bool
		unclear    bool
	}{
		"both say so":                    {&yes, &yes, "update", nil, true, false},
		"both say no, the name says so":  {&no, &no, "control", nil, false, false},
		"both say no, the ticket so":     {&no, &no, "update", []func(*diff.Input){spared("workload=update")}, false, false},
		"one says so, one no":            {&yes, &no, "update", nil, false, true},
		"one says so, the other nothing": {&yes, nil, "control", nil, false, true},
		"nothing":                        {nil, nil, "update", nil, false, false},
		"the caller says no":             {&yes, &yes, "update", []func(*diff.Input){func(in *diff.Input) { in.Control = map[string]bool{"workload=update": false} }}, false, false},
	} {
		base, head := armRun("b2", "1", x.workload, 1), armRun("h2", "2", x.workload, 0.8)
		base.run.Control, head.run.Control = x.base, x.head
		r := compare(t, side{armRun("b1", "1", "insert", 1), base}, side{armRun("h1", "2", "insert", 0.8), head}, x.options...)
		if got := len(r.verdicts()) == 0; got != x.control {
			t.Errorf("%s: taken for a control: %v, want %v\n%s", name, got, x.control, r.list())
		}
		if got := r.warned("control_unclear", "b2"); got != x.unclear {
			t.Errorf("%s: said to be unclear: %v, want %v: %+v", name, got, x.unclear, r.Warnings)
		}
	}
}
