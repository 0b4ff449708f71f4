package diff_test

import (
	"testing"

	"inquest/report/diff"
)

// goal is a run of which only the throughput is recorded.
func goal(id, build string, s signal, nodes ...string) *rig {
	return newRig(id, build, nodes...).put("throughput", s)
}

// Ticket 2: alike for most of the test, then -80 to -90 %. The mean of the whole run says
// -5 % and would be taken for noise.
func TestLateCollapse(t *testing.T) {
	for _, x := range []struct{ at, factor, pct, whole, work float64 }{
		{0.94, 0.15, -85, -5.1, 0.990}, {0.70, 0.40, -60, -18, 0.854}, {0.30, 0.60, -40, -28, 0.417},
	} {
		r := pair(t, goal("b1", "1", busyLoad(1000)), goal("h1", "2", busyLoad(1000).from(x.at, x.factor)))
		f := r.one("onset", "throughput")
		r.check(f, want{direction: "lower", outcome: "worse", grade: "C", severity: "minor", agree: 3, total: 3,
			says: []string{"alike until", "on 3 of 3 nodes", "of the work done", "unreplicated"}})
		near(t, "pct", f.Pct, x.pct, 2)
		near(t, "whole_pct", f.WholePct, x.whole, 1.5)
		near(t, "onset_frac", f.Where.OnsetFrac, x.at, 0.01)
		near(t, "onset_s", f.Where.OnsetS, 300*x.at, 3)
		near(t, "onset_work_frac", f.Where.OnsetWorkFrac, x.work, 0.01)
		near(t, "base", f.Base, 1000, 40)
		near(t, "head", f.Head, 1000*x.factor, 40)
		if list := r.shown(); len(list) != 1 {
			t.Errorf("%d findings are shown, want the onset alone:\n%s", len(list), r.list())
		}
		if len(f.Not) == 0 || !contains(f.Not[0], "average of the two phases") {
			t.Errorf("nothing says what the whole-run change is: %v", f.Not)
		}
	}
}

// What goes on falling after an onset is told by its last part, in one number against the
// level before; what has found its level is not.
func TestLastPartAfterAnOnset(t *testing.T) {
	for _, x := range []struct {
		name string
		head signal
		pct  float64
		says bool
	}{
		{"falls on", busyLoad(1000).from(0.6, 0.3).from(0.85, 0.2), -94, true},
		{"comes back a little", busyLoad(1000).from(0.6, 0.1).from(0.88, 3), -70, true},
		{"a new level", busyLoad(1000).from(0.6, 0.3), 0, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, goal("b1", "1", busyLoad(1000)), goal("h1", "2", x.head))
			for _, f := range r.Findings {
				if f.Kind != "onset" {
					continue
				}
				if (f.Where.LastPct != nil) != x.says || contains(f.Text, " % in the last 30 s (of what it was before") != x.says {
					t.Errorf("last part %v: %s", f.Where.LastPct, f.Text)
				}
				if x.says {
					near(t, "last_pct", f.Where.LastPct, x.pct, 2)
				}
			}
			r.one("onset", "throughput")
		})
	}
}

// One sick node of three, named; its neighbours did not turn.
func TestCollapseOfOneNode(t *testing.T) {
	head := newRig("h1", "2").put("throughput", busyLoad(1000).from(0.7, 0.4), "node-b").put("throughput", busyLoad(1000), "node-a", "node-c")
	r := pair(t, goal("b1", "1", busyLoad(1000)), head)
	f := r.one("onset", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", agree: 1, total: 3, says: []string{"on 1 of 3 nodes (node-b)", "not on node-a, node-c"}})
	near(t, "pct", f.Pct, -60, 3)
	if len(f.Nodes) != 3 || f.Nodes[0].Node != "node-b" {
		t.Errorf("nodes are %+v, want node-b first and its neighbours beside it", f.Nodes)
	}
}

// What is not an onset: each of these has fooled a rule before.
func TestWhatIsNoOnset(t *testing.T) {
	usual := busyLoad(1000)
	tests := []struct {
		name       string
		base, head signal
	}{
		{"a dip in the middle that recovers", usual, usual.between(0.4, 0.5, 0.2)},
		{"a warm-up that takes longer", usual.warming(0.05), usual.warming(0.25)},
		{"a head that was slower until the middle and then caught up", usual, usual.between(0, 0.5, 0.5)},
		{"a drift over the whole run", usual, usual.drifting(0.6)},
		{"a load that goes on and off", onOff(1000, 20), onOff(1000, 22)},
		{"a wind-down that both have", usual.from(0.9, 0.3), usual.from(0.9, 0.3)},
		{"a level that was lower from the start", usual, busyLoad(600)},
		{"nothing at all", usual, usual},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, goal("b1", "1", x.base), goal("h1", "2", x.head))
			if list := r.of("onset", "throughput"); len(list) != 0 {
				t.Errorf("an onset is found: %s", list[0].Text)
			}
		})
	}
}

// A test of fixed work takes longer when it collapses: the base has ended by then, and only
// the head's own clock shows when.
func TestCollapseAfterTheBaseHasEnded(t *testing.T) {
	base := newRig("b1", "1").lasting(300).put("throughput", busyLoad(1000))
	head := newRig("h1", "2").lasting(413).put("throughput", busyLoad(1000).from(280.0/413, 0.15))
	r := pair(t, base, head)
	f := r.one("onset", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", agree: 3, total: 3})
	near(t, "pct", f.Pct, -85, 2)
	near(t, "onset_frac", f.Where.OnsetFrac, 280.0/413, 0.01)
	near(t, "onset_s", f.Where.OnsetS, 280, 3)
	near(t, "onset_work_frac", f.Where.OnsetWorkFrac, 280/(280+133*0.15), 0.01)
	near(t, "whole_pct", f.WholePct, 100*((280+133*0.15)/413-1), 1.5)
}

// A small change that all nodes make together is one; on a node of its own it is weather.
func TestSmallOnsetNeedsAllNodes(t *testing.T) {
	r := pair(t, goal("b1", "1", white(1000, 0.03)), goal("h1", "2", white(1000, 0.03).from(0.6, 0.76)))
	near(t, "pct", r.one("onset", "throughput").Pct, -24, 1.5)
	head := newRig("h1", "2").put("throughput", white(1000, 0.03).from(0.6, 0.76), "node-a").put("throughput", white(1000, 0.03), "node-b", "node-c")
	r = pair(t, goal("b1", "1", white(1000, 0.03)), head)
	if list := r.of("onset", "throughput"); len(list) != 0 {
		t.Errorf("one node's -24 %% is an onset: %s", list[0].Text)
	}
}

// Nodes that turn at unlike times have unlike causes and are told apart.
func TestNodesThatTurnAtUnlikeTimes(t *testing.T) {
	head := newRig("h1", "2").put("throughput", busyLoad(1000).from(0.3, 0.4), "node-a").
		put("throughput", busyLoad(1000).from(0.8, 0.4), "node-b").put("throughput", busyLoad(1000), "node-c")
	r := pair(t, goal("b1", "1", busyLoad(1000)), head)
	at := map[string]float64{}
	for _, f := range r.of("onset", "throughput") {
		if f.Where.Scope == "nodes" && f.NodesAgree == 1 {
			at[f.Nodes[0].Node] = *f.Where.OnsetFrac
		}
	}
	if len(at) != 2 || at["node-a"] < 0.28 || at["node-a"] > 0.32 || at["node-b"] < 0.78 || at["node-b"] > 0.82 {
		t.Errorf("onsets are %v, want node-a at 0.3 and node-b at 0.8\n%s", at, r.list())
	}
}

// In a replication test only the target cluster collapses; its three nodes are "3 of 3", not "3 of 5".
func TestOnsetOfOneRole(t *testing.T) {
	run := func(id, build string, factor float64) *rig {
		return newRig(id, build, "src-1", "src-2", "dst-1", "dst-2", "dst-3").role("c1", "src-1", "src-2").role("c2", "dst-1", "dst-2", "dst-3").
			put("throughput", busyLoad(1000), "src-1", "src-2").put("throughput", busyLoad(1000).from(0.9, factor), "dst-1", "dst-2", "dst-3")
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.15))
	f := r.one("onset", "throughput")
	r.check(f, want{direction: "lower", agree: 3, total: 3, says: []string{"on 3 of 3 nodes of c2"}, saysNot: []string{"src-"}})
	if f.Where.Role != "c2" {
		t.Errorf("the role is %q, want c2", f.Where.Role)
	}
	for _, x := range r.of("onset", "throughput") {
		if x.Where.Role != "c2" {
			t.Errorf("role %q has an onset: %s", x.Where.Role, x.Text)
		}
	}
}

// An onset is of any goal or saturation metric, in both directions.
func TestOnsetOfOtherMetrics(t *testing.T) {
	for _, x := range []struct {
		metric             string
		level, factor      float64
		direction, outcome string
	}{
		{"latency.p95", 0.01, 3, "higher", "worse"},
		{"latency.p95", 0.01, 0.4, "lower", "better"},
		{"cpu.busy", 0.3, 2, "higher", "symptom"},
		{"throughput", 1000, 2, "higher", "better"},
	} {
		run := func(id, build string, factor float64) *rig {
			r := newRig(id, build).put(x.metric, busyLoad(x.level).from(0.75, factor))
			if x.metric != "cpu.busy" {
				r.put("cpu.busy", busyLoad(0.5))
			}
			return r
		}
		r := pair(t, run("b1", "1", 1), run("h1", "2", x.factor))
		f := r.one("onset", x.metric)
		r.check(f, want{direction: x.direction, outcome: x.outcome, agree: 3, total: 3})
		near(t, x.metric, f.Pct, 100*(x.factor-1), 100*x.factor*0.05)
		if x.metric == "cpu.busy" {
			near(t, "points", f.Points, 30, 2)
		}
	}
}

// What all runs of the head show, and what only the first of them shows, are not the same.
func TestOnsetWithReplicates(t *testing.T) {
	three := func(prefix, build string, factors ...float64) side {
		var s side
		for i, f := range factors {
			s = append(s, goal(prefix+string(rune('1'+i)), build, busyLoad(1000).from(0.8, f)))
		}
		return s
	}
	r := compare(t, three("b", "1", 1, 1, 1), three("h", "2", 0.3, 0.3, 0.3))
	r.check(r.one("onset", "throughput"), want{direction: "lower", outcome: "worse", saysNot: []string{"one pair of runs", "unreplicated"}})
	for _, factors := range [][]float64{{0.3, 1, 1}, {1, 0.3, 1}} {
		r = compare(t, three("b", "1", 1, 1, 1), three("h", "2", factors...))
		for _, f := range r.of("onset", "throughput") {
			if f.Grade == "A" || f.Grade == "B" || !contains(f.Text, "1 of 3") {
				t.Errorf("one run of three collapses, and the sentence of grade %s does not say so: %s", f.Grade, f.Text)
			}
		}
	}
}

// Two roles may turn at once: both are kept, under names of their own.
func TestOnsetOfTwoRoles(t *testing.T) {
	run := func(id, build string, factor float64) *rig {
		return newRig(id, build, "a-1", "a-2", "b-1", "b-2").role("c1", "a-1", "a-2").role("c2", "b-1", "b-2").put("throughput", busyLoad(1000).from(0.8, factor))
	}
	roles := map[string]*diff.Finding{}
	for _, f := range pair(t, run("b1", "1", 1), run("h1", "2", 0.3)).of("onset", "throughput") {
		if f.Where.Scope == "nodes" {
			roles[f.Where.Role] = f
		}
	}
	if len(roles) != 2 || roles["c1"].ID == roles["c2"].ID {
		t.Errorf("onsets of roles %v, want c1 and c2", roles)
	}
}

// A head that no longer collapses where every run of the base does is told as that, also with
// several runs a side: not as a gain over the whole run, nor as a load that became steadier.
func TestCollapseOfEveryBaseRun(t *testing.T) {
	run := func(id, build string, s signal) *rig {
		return newRig(id, build).put("throughput", s).put("cpu.busy", busyLoad(0.5))
	}
	late := busyLoad(1000).from(0.8, 0.15)
	r := compare(t, side{run("b1", "1", late), run("b2", "1", late)}, side{run("h1", "2", busyLoad(1000)), run("h2", "2", busyLoad(1000))})
	f := r.one("onset", "throughput")
	r.check(f, want{grade: "B", direction: "higher", outcome: "better", agree: 3, total: 3,
		says: []string{"alike until 80 % of the run", "where the base turns", "in 2 of 2 runs of the base against 2 of the head"}})
	near(t, "onset", f.Where.OnsetFrac, 0.8, 0.01)
	if v := r.of("volatility", "throughput"); len(v) > 0 {
		t.Errorf("the spread of two levels is called volatility: %s", v[0].Text)
	}
	r = compare(t, side{run("b1", "1", late), run("b2", "1", busyLoad(1000))}, side{run("h1", "2", busyLoad(1000)), run("h2", "2", busyLoad(1000))})
	r.check(r.one("onset", "throughput"), want{grade: "X", says: []string{"in 1 of 2 runs of the base"}})
}
