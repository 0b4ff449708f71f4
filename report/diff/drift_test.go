package diff_test

import (
	"fmt"
	"math"
	"testing"

	"inquest/report/diff"
)

// armRun is a run of one workload, of which the run's level is k.
func armRun(id, build, workload string, k float64) *rig {
	return newRig(id, build).stratum("workload", workload).put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5*k))
}

// arms compares a workload and its control, one run a side.
func arms(t *testing.T, control string, test, drift float64, options ...func(*diff.Input)) *result {
	t.Helper()
	return compare(t, side{armRun("b1", "1", "insert", 1), armRun("b2", "1", control, 1)},
		side{armRun("h1", "2", "insert", test), armRun("h2", "2", control, drift)}, options...)
}

// knownNoise is a book of earlier pairs whose runs differ by about 2 %.
func knownNoise(in *diff.Input) {
	for i, ratio := range []float64{0.03, -0.02, 0.03, -0.03, 0.02, -0.04} {
		for _, workload := range []string{"insert", "control"} {
			build := fmt.Sprint("e", i)
			book(armRun(build+workload+"1", build, workload, 1), armRun(build+workload+"2", build, workload, math.Exp(ratio)))(in)
		}
	}
}

func TestControlThatMovedTakesItsPartOff(t *testing.T) {
	for name, options := range map[string][]func(*diff.Input){"noise unknown": nil, "noise known": {knownNoise}} {
		t.Run(name, func(t *testing.T) {
			r := arms(t, "control", 0.6, 0.91, options...)
			var f *diff.Finding
			for _, x := range r.shown() {
				if x.Kind == "level" && x.Metric == "throughput" && x.Where.Stratum["workload"] == "insert" {
					f = x
				}
			}
			if f == nil {
				t.Fatalf("the loss beyond the drift is not found\n%s", r.list())
			}
			r.check(f, want{direction: "lower", outcome: "worse", says: []string{"rig drift: workload=control moved too (-8", "net -34", "["}, saysNot: []string{"in 2 of 2 strata", "not in the control"}})
			for _, x := range r.shown() {
				if x.Where.Stratum["workload"] != "control" {
					continue
				}
				if x.Outcome != "neutral" {
					t.Errorf("what the control did is called %s: %s", x.Outcome, x.Text)
				}
				for _, id := range x.Because {
					if y := r.byID(id); y.Where.Stratum["workload"] == "insert" {
						t.Errorf("what the control did is explained by another stratum: %s because %s", x.Text, y.Text)
					}
				}
			}
			if contains(r.Summary, "-9") {
				t.Errorf("the summary speaks of the control: %s", r.Summary)
			}
		})
	}
}

func TestControlThatMovedAsMuch(t *testing.T) {
	for name, options := range map[string][]func(*diff.Input){"noise unknown": nil, "noise known": {knownNoise}} {
		t.Run(name, func(t *testing.T) {
			r := arms(t, "control", 0.8, 0.81, options...)
			if list := r.verdicts(); len(list) != 0 {
				t.Errorf("drift of the rig is called %s: %s", list[0].Outcome, list[0].Text)
			}
			found := false
			for _, f := range r.shown() {
				if f.Metric == "throughput" && f.Kind == "level" && f.Where.Stratum["workload"] == "insert" {
					found = true
					r.check(f, want{grade: "X", outcome: "neutral", says: []string{"Cannot tell whether throughput changed in workload=insert: the control moved as much", "workload=control moved too (-18", "net -"}})
				}
			}
			if !found {
				t.Errorf("nothing says that the throughput moved\n%s", r.list())
			}
			for _, ch := range r.Chains {
				if ch.Rule != "rig" {
					t.Errorf("what moved with the rig is explained by %s: %s", ch.Rule, ch.Text)
				}
			}
		})
	}
}

// What is a control: what is called so, and what the input says; never what merely moved alike.
func TestWhatIsAControl(t *testing.T) {
	named := func(key string, is bool) func(*diff.Input) {
		return func(in *diff.Input) { in.Control = map[string]bool{key: is} }
	}
	for _, x := range []struct {
		name, workload string
		options        []func(*diff.Input)
		control        bool
	}{
		{"another workload that moved alike", "update", nil, false},
		{"its name", "ycsb-control-2", nil, true},
		{"another word", "Reference", nil, true},
		{"the name says it is none", "no control", nil, false},
		{"part of a longer word", "controller", nil, false},
		{"the input says so", "update", []func(*diff.Input){named("workload=update", true)}, true},
		{"the input says it is none", "control", []func(*diff.Input){named("workload=control", false)}, false},
	} {
		r := arms(t, x.workload, 0.8, 0.8, x.options...)
		joined := len(r.shown()) > 0 && len(r.Findings[0].Strata) == 2
		if joined == x.control || (len(r.verdicts()) == 0) != x.control {
			t.Errorf("%s: taken for a control: %v, want %v\n%s", x.name, !joined, x.control, r.list())
		}
	}
	run := func(id, build, sdk string, k float64, role string) *rig {
		return newRig(id, build).stratum("sdk", sdk).role(role, "node-a", "node-b", "node-c").put("throughput", busyLoad(1000*k))
	}
	for name, x := range map[string]struct {
		ids     [2]string // of the runs of the second stratum
		role    string
		control bool
	}{
		"run names on both sides":          {[2]string{"baseline-1", "baseline-2"}, "", true},
		"a run name on one side: the base": {[2]string{"baseline-1", "patched-1"}, "", false},
		"the role of all nodes":            {[2]string{"b2", "h2"}, "control", true},
	} {
		r := compare(t, side{run("b1", "1", "x", 1, "kv"), run(x.ids[0], "1", "y", 1, x.role)}, side{run("h1", "2", "x", 0.8, "kv"), run(x.ids[1], "2", "y", 0.8, x.role)})
		if (len(r.verdicts()) == 0) != x.control {
			t.Errorf("%s: want a control: %v\n%s", name, x.control, r.list())
		}
	}
	r := compare(t, side{armRun("b1", "1", "control-1", 1), armRun("b2", "1", "control-2", 1)}, side{armRun("h1", "2", "control-1", 0.8), armRun("h2", "2", "control-2", 0.8)})
	if !r.warned("only_controls", "every stratum is called a control") || len(r.verdicts()) == 0 {
		t.Errorf("with controls only there is none\n%s", r.list())
	}
}

// A control that stands still is said with its interval, as before, and takes nothing off.
func TestControlThatStoodStill(t *testing.T) {
	r := arms(t, "control", 0.8, 1)
	r.check(r.one("level", "throughput"), want{direction: "lower", outcome: "worse", grade: "C", says: []string{"not in the control workload=control ("}, saysNot: []string{"rig drift"}})
}

// Over legs the drift is taken off leg by leg.
func TestDriftOverLegs(t *testing.T) {
	run := func(id, build, workload string, k8, k32 float64) *rig {
		return newRig(id, build).stratum("workload", workload).threads(8, 32).
			add(feed{metric: "throughput", signal: busyLoad(1000 * k8), legs: []string{"t8"}}).
			add(feed{metric: "throughput", signal: busyLoad(2000 * k32), legs: []string{"t32"}})
	}
	r := compare(t, side{run("b1", "1", "insert", 1, 1), run("b2", "1", "control", 1, 1)}, side{run("h1", "2", "insert", 0.5, 0.6), run("h2", "2", "control", 0.9, 0.8)})
	for _, f := range r.shown() {
		if f.Metric == "throughput" && f.Kind == "level" && f.Where.Stratum["workload"] == "insert" {
			r.check(f, want{outcome: "worse", says: []string{"rig drift: workload=control moved too (-15", "net -35"}})
			return
		}
	}
	t.Errorf("the loss beyond the drift is not found\n%s", r.list())
}

// On a rig that drifts by 10 % a comparison with a control raises no alarm where one
// without does; a real loss of 25 % is found all the same.
func TestDriftRaisesNoAlarm(t *testing.T) {
	n := 20
	if testing.Verbose() {
		n = 100
	}
	count := func(name string, control bool, effect float64) (alarms int) {
		for i := range n {
			rng := seeded(fmt.Sprintf("drift %s %d", name, i))
			k := func(x float64) float64 { return x * math.Exp(0.02*rng.NormFloat64()) }
			run := func(side, workload string, level float64) *rig {
				return newRig(fmt.Sprintf("%s%s%d", side, workload, i), side, "node-a").stratum("workload", workload).put("throughput", wavering(1000*k(level), 0.05, 0.6))
			}
			base, head := side{run("1", "insert", 1)}, side{run("2", "insert", 0.9*effect)}
			if control {
				base, head = append(base, run("1", "control", 1)), append(head, run("2", "control", 0.9))
			}
			if len(compare(t, base, head, knownNoise).verdicts()) > 0 {
				alarms++
			}
		}
		return alarms
	}
	with, without, real := count("a", true, 1), count("b", false, 1), count("c", true, 0.75)
	t.Logf("of %d: drift alone is called worse with a control in %d, without in %d; a loss of 25 %% beyond the drift is found in %d", n, with, without, real)
	if 100*with > 10*n || 100*without < 70*n || 100*real < 90*n {
		t.Errorf("of %d: drift alone is called worse with a control in %d, without in %d; a loss of 25 %% beyond the drift is found in %d", n, with, without, real)
	}
}
