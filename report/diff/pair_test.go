package diff_test

import (
	"slices"
	"testing"
)

// loaded is a run under load: throughput and CPU at so many times the usual level.
func loaded(id, build string, factor float64, nodes ...string) *rig {
	return newRig(id, build, nodes...).put("throughput", busyLoad(1000*factor)).put("cpu.busy", busyLoad(0.5*factor))
}

// Two clients of unlike speed are not two builds: comparing across them would give -50 %.
func TestRunsArePairedWithinTheirStratum(t *testing.T) {
	r := compare(t,
		side{loaded("b-fast", "1", 1).stratum("sdk", "fast"), loaded("b-slow", "1", 0.5).stratum("sdk", "slow")},
		side{loaded("h-slow", "2", 0.5).stratum("sdk", "slow"), loaded("h-fast", "2", 1).stratum("sdk", "fast")})
	r.silent()
	if r.Exit.Code != 0 {
		t.Errorf("exit %v, want 0: both strata were compared", r.Exit)
	}
}

// A run whose counterpart was never made must be named, and must not be measured against another client.
func TestRunWithoutCounterpart(t *testing.T) {
	tests := []struct {
		name       string
		base, head side
		unpaired   string
	}{
		{"in the base", side{loaded("b1", "1", 1).stratum("sdk", "x"), loaded("b2", "1", 3).stratum("sdk", "y")}, side{loaded("h1", "2", 0.7).stratum("sdk", "x")}, "b2"},
		{"in the head", side{loaded("b1", "1", 1).stratum("sdk", "x")}, side{loaded("h2", "2", 3).stratum("sdk", "y"), loaded("h1", "2", 0.7).stratum("sdk", "x")}, "h2"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := compare(t, x.base, x.head)
			if !r.warned("unpaired_run", x.unpaired) || !r.warned("unpaired_run", "sdk=y") {
				t.Errorf("no warning names run %s and its factors: %v", x.unpaired, r.Warnings)
			}
			f := r.one("level", "throughput")
			near(t, "pct", f.Pct, -30, 1)
			r.check(f, want{direction: "lower", outcome: "worse", grade: "C"})
			if f.Where.Stratum["sdk"] != "x" {
				t.Errorf("the finding is of stratum %v, want sdk=x", f.Where.Stratum)
			}
		})
	}
}

// A night on which only unlike tests ran has no answer, and must not look like a good one.
func TestNoRunHasACounterpart(t *testing.T) {
	r := compare(t, side{loaded("b1", "1", 1).stratum("sdk", "x")}, side{loaded("h1", "2", 0.5).stratum("sdk", "y")})
	r.silent()
	if r.Exit.Code != 4 || len(r.Warnings) != 2 {
		t.Errorf("exit %v with %d warnings, want 4 with one for each run", r.Exit, len(r.Warnings))
	}
	if e := compare(t, nil, nil); e.Exit.Code != 4 {
		t.Errorf("exit %v of no runs at all, want 4", e.Exit)
	}
}

// A node that was replaced between the builds is left out by name; the rest still counts.
func TestNodeOnOneSideOnly(t *testing.T) {
	r := pair(t, loaded("b1", "1", 1, "node-a", "node-b", "node-c"), loaded("h1", "2", 0.7, "node-a", "node-b", "node-d"))
	if r.Nodes.Base != 3 || r.Nodes.Head != 3 || r.Nodes.Paired != 2 || !slices.Equal(r.Nodes.Missing, []string{"node-c", "node-d"}) {
		t.Errorf("nodes are %+v, want 2 paired, node-c and node-d missing", r.Nodes)
	}
	for _, name := range []string{"node-c", "node-d"} {
		if !r.warned("node_on_one_side", name) {
			t.Errorf("no warning names %s", name)
		}
	}
	r.check(r.one("level", "throughput"), want{agree: 2, total: 2, says: []string{"2 of 2 nodes"}})
}

// Legs are parts of one load each; a thread count that one side did not run says nothing, and is named.
func TestLegsArePairedByName(t *testing.T) {
	run := func(id, build string, factor float64, legs ...int) *rig {
		return newRig(id, build).threads(legs...).put("throughput", busyLoad(1000*factor))
	}
	r := pair(t, run("b1", "1", 1, 2, 4, 16), run("h1", "2", 0.7, 4, 16, 64))
	f := r.one("level", "throughput")
	r.check(f, want{direction: "lower", says: []string{"at all 2 values of threads (4, 16)"}})
	if len(f.Legs) != 2 || f.Legs[0].Leg == f.Legs[1].Leg {
		t.Errorf("legs are %v, want t4 and t16", f.Legs)
	}
	for _, leg := range []string{"t2", "t64"} {
		if !slices.ContainsFunc(r.Warnings, func(w warning) bool { return contains(w.Text, leg) }) && !r.notTested("", leg) {
			t.Errorf("leg %s is on one side only and nothing says so", leg)
		}
	}
}

// The same folder name with another thread count is another load: the change would be the bench's, not the build's.
func TestLegsOfOneNameUnderUnlikeLoad(t *testing.T) {
	run := func(id, build, threads string, factor float64) *rig {
		return newRig(id, build).leg("leg1", "threads", threads).put("throughput", busyLoad(1000*factor))
	}
	r := pair(t, run("b1", "1", "16", 1), run("h1", "2", "64", 3))
	said := slices.ContainsFunc(r.Warnings, func(w warning) bool { return contains(w.Text, "64") }) || len(r.Settings) > 0 || r.notTested("", "64")
	if !said {
		t.Errorf("nothing says that leg1 had 16 threads in the base and 64 in the head; there are\n%s", r.list())
	}
}

// What a recorder wrote before the first leg began is warm-up or another test.
func TestRowsOutsideEveryLegDoNotCount(t *testing.T) {
	run := func(id, build string, outside float64) *rig {
		r := newRig(id, build).threads(8).put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(0.5))
		for _, n := range r.run.Nodes { // the whole run is a leg without a name
			l := n.Legs[0]
			l.Name, l.Factors = "", nil
			n.Legs = append(n.Legs, l)
		}
		return r.add(feed{metric: "cpu.busy", signal: busyLoad(outside), legs: []string{""}})
	}
	r := pair(t, run("b1", "1", 0.3), run("h1", "2", 0.9))
	r.silent()
}

// Several runs of one build are told apart from the first of them.
func TestReplicatesAreNamed(t *testing.T) {
	r := compare(t, side{loaded("b1", "1", 1), loaded("b2", "1", 1)}, side{loaded("h1", "2", 1)})
	if len(r.Base.Runs) != 2 || r.Base.Runs[0].ReplicateOf != "" || r.Base.Runs[1].ReplicateOf != "b1" {
		t.Errorf("base runs are %+v, want b2 as a replicate of b1", r.Base.Runs)
	}
	if r.Base.Build != "1" || r.Head.Build != "2" {
		t.Errorf("builds are %q and %q, want 1 and 2", r.Base.Build, r.Head.Build)
	}
}

// A reader of the JSON form asks for where.stratum.sdk; that must not fail where there are no factors.
func TestRunsWithoutFactors(t *testing.T) {
	run := func(id, build string, s signal) *rig {
		r := newRig(id, build).put("throughput", s).put("cpu.busy", busyLoad(0.5))
		r.run.Missing = []string{"node-z"}
		return r
	}
	for _, s := range []signal{busyLoad(500), busyLoad(1000).from(0.8, 0.3)} {
		r := pair(t, run("b1", "1", busyLoad(1000)), run("h1", "2", s))
		if js := text(t, r.Result); contains(js, `"stratum":null`) {
			t.Errorf("a stratum is null in the JSON form, want {}")
		}
	}
}
