package diff_test

import (
	"math"
	"slices"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// A recording whose clock went back stands on lines that cannot be told by its times.
func TestEvidenceOfAClockThatWentBack(t *testing.T) {
	run := func(id, build string, k float64, back bool) *rig {
		r := newRig(id, build, "node-a").put("throughput", busyLoad(1000*k))
		n := r.run.Nodes[0]
		begin, s := n.Legs[0].From, n.Series[0]
		n.Lines = []schemas.Lines{{Member: s.Source.Member, First: 1, Last: 300, Marks: []schemas.LineMark{{Line: 150, Until: begin + 150e6, After: begin + 149e6}}}}
		if back {
			s.TS[20], s.TS[200] = s.TS[200], s.TS[20]
		}
		return r
	}
	lines := func(back bool) (known int) {
		for _, e := range pair(t, run("b1", "1", 1, false), run("h1", "2", 0.5, back)).one("level", "throughput").Evidence {
			if e.LastLine > 0 {
				known++
			}
		}
		return known
	}
	if sound, broken := lines(false), lines(true); sound != 2 || broken != 1 {
		t.Errorf("lines are named of %d and %d members, want 2 and 1", sound, broken)
	}
}

// What cannot be a number is said in no sentence, and a run without a name is said to have none.
func TestSentencesOfBrokenInput(t *testing.T) {
	endless := newRig("", "2", "node-a").put("throughput", busyLoad(500)).
		add(feed{metric: "cpu.busy", signal: steady(0.3), format: "mpstat"}).add(feed{metric: "cpu.busy", signal: steady(0.5), format: "sar"})
	for _, s := range endless.run.Nodes[0].Series {
		s.Resets = []int64{s.TS[9]}
		if s.Source.Format != "mpstat" {
			s.Value[11] = math.Inf(1)
		}
	}
	base := newRig("", "1", "node-a").put("throughput", busyLoad(1000)).put("cpu.busy", steady(0.3))
	base.run.Failed, endless.run.Missing = "stalled", []string{"node-z"}
	for _, failed := range []bool{false, true} {
		r := pair(t, base, endless, func(in *diff.Input) { in.Failed = failed })
		if !failed && !r.warned("run_failed", "run (no name) failed (stalled)") {
			t.Errorf("warnings are %v, want the run without a name", r.Warnings)
		}
	}
}

// The interval of a volatility holds the change that is shown, however unlike the runs are.
func TestIntervalOfUnlikeSpreads(t *testing.T) {
	r := compare(t, side{cpuRun("b1", "1", white(0.5, 0.2)), cpuRun("b2", "1", white(0.5, 0.6))}, side{cpuRun("h1", "2", white(0.5, 0.04))})
	if f := r.one("volatility", "cpu.busy"); f.CIPct == nil || f.P != nil {
		t.Errorf("interval %v, p %v; want one of these very runs: %s", f.CIPct, f.P, f.Text)
	}
}

// Nodes that have other names in every run are the same nodes.
func TestNodesByRankAreCountedOnce(t *testing.T) {
	run := func(id, build, sdk string, names ...string) *rig {
		return loaded(id, build, 1, names...).stratum("sdk", sdk)
	}
	r := compare(t, side{run("b1", "1", "x", "a1", "a2"), run("b2", "1", "x", "b1", "b2")}, side{run("h1", "2", "x", "c1", "c2"), run("h2", "2", "x", "d1", "d2")})
	if n := r.Nodes; n.Base != 2 || n.Head != 2 || n.Paired != 2 {
		t.Errorf("nodes are %+v, want 2 and 2, both paired", n)
	}
	if names := r.Head.Runs[1].Nodes; !slices.Equal(names, []string{"d1", "d2"}) && !slices.Equal(names, []string{"c1", "c2"}) {
		t.Errorf("a run of the head has nodes %v, want their own names", names)
	}
}

// Settings of one name that differ in unlike ways on several nodes have an order of their own.
func TestOrderOfSettings(t *testing.T) {
	side := func(id, build string, values ...string) *rig {
		r := loaded(id, build, 1)
		for i, v := range values {
			n := r.run.Nodes[i]
			n.Settings = append(n.Settings, schemas.Setting{Name: "sync_binlog", Value: v, Scope: schemas.ScopeServer, Source: r.source(n, "mysql-variables", "variables", "", "", "")})
		}
		return r
	}
	var first []diff.SettingRow
	for i := range 20 {
		r := pair(t, side("b1", "1", "1", "1", "1"), side("h1", "2", "2", "0", "3"))
		if i == 0 {
			first = r.Settings
		}
		if len(r.Settings) != 3 || !slices.EqualFunc(r.Settings, first, func(a, b diff.SettingRow) bool { return a.Head == b.Head }) {
			t.Fatalf("settings are %v, then %v", first, r.Settings)
		}
	}
}
