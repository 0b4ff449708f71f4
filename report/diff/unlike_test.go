package diff_test

import (
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// unlike gives what the sides are said to differ in.
func (r *result) unlike() (what []string) {
	for _, u := range r.Unlike {
		what = append(what, u.What)
	}
	return what
}

// What makes two sides hard to compare is said above all findings, each in its words, and
// an alike pair has nothing of it.
func TestUnlikePairs(t *testing.T) {
	machine := func(f func(*diff.Node)) func(*rig) {
		return func(r *rig) {
			for _, n := range r.run.Nodes {
				f(n)
			}
		}
	}
	setting := func(name, value, scope string) func(*rig) {
		return machine(func(n *diff.Node) {
			n.Settings = append(n.Settings, schemas.Setting{Name: name, Value: value, Scope: scope, Source: &schemas.Source{Format: "x"}})
		})
	}
	fact := func(k, v string) func(*rig) {
		return func(r *rig) { r.run.Facts = map[string]string{k: v} }
	}
	none := func(*rig) {}
	for name, c := range map[string]struct {
		base, head func(*rig)
		what, says string
	}{
		"alike":              {none, none, "", ""},
		"kernel of a banner": {machine(func(n *diff.Node) { n.Kernel = "5.4.0" }), machine(func(n *diff.Node) { n.Kernel = "6.1.0" }), "kernel", "kernel 5.4.0 in the base and 6.1.0 in the head on 3 of 3 nodes"},
		"kernel setting":     {setting("kernel.osrelease", "5.4.0", schemas.ScopeOS), setting("kernel.osrelease", "6.1.0", schemas.ScopeOS), "kernel", "5.4.0"},
		"one kernel unknown": {none, machine(func(n *diff.Node) { n.Kernel = "6.1.0" }), "", ""},
		"fewer CPUs":         {none, machine(func(n *diff.Node) { n.CPUs = 4 }), "cpus", "cpus 8 in the base and 4 in the head"},
		"one node's CPUs":    {none, func(r *rig) { r.run.Nodes[1].CPUs = 4 }, "cpus", "on 1 of 3 nodes (node-b)"},
		"memory":             {setting("memory.size", "64 GB", schemas.ScopeHardware), setting("memory.size", "32 GB", schemas.ScopeHardware), "memory", "memory 64 GB"},
		"data device":        {machine(func(n *diff.Node) { n.Device = "nvme0n1" }), machine(func(n *diff.Node) { n.Device = "sda" }), "device", "device nvme0n1"},
		"offered rate":       {fact("offered_rate_tps", "700"), fact("offered_rate_tps", "900"), "offered_rate_tps", "offered rate tps is 700 in the base and 900 in the head"},
		"another workload":   {fact("workload", "a"), fact("workload", "b"), "workload", "workload is a"},
		"a fact on one side": {fact("workload", "a"), none, "", ""},
		"a node less":        {none, func(r *rig) { r.run.Nodes = r.run.Nodes[:2] }, "nodes", "the base had 3 nodes and the head 2 nodes"},
		"a missing zip":      {none, func(r *rig) { r.run.Missing, r.run.Nodes = []string{"node-c"}, r.run.Nodes[:2] }, "", ""},
		"branches":           {func(r *rig) { r.run.Build = "6.5.0-4131" }, func(r *rig) { r.run.Build = "7.0.0-12" }, "branch", "different branches, 6.5.0 and 7.0.0"},
		"one branch":         {func(r *rig) { r.run.Build = "6.5.0-4131" }, func(r *rig) { r.run.Build = "6.5.0-4132" }, "", ""},
		"no branch":          {func(r *rig) { r.run.Build = "10.2-base" }, func(r *rig) { r.run.Build = "10.3-patched" }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			base, head := loaded("b1", "1", 1), loaded("h1", "2", 1)
			c.base(base)
			c.head(head)
			r := pair(t, base, head)
			want := []string{c.what}
			if c.what == "" {
				want = nil
			}
			if !slices.Equal(r.unlike(), want) {
				t.Fatalf("unlike is %+v, want %q", r.Unlike, want)
			}
			if len(r.Unlike) > 0 && !contains(r.Unlike[0].Text, c.says) {
				t.Errorf("it says %q, want %q", r.Unlike[0].Text, c.says)
			}
		})
	}
}

// Loads of unlike length are said, but not when the same work was done: then the time is
// the result.
func TestUnlikeDurations(t *testing.T) {
	run := func(id, build string, rate, seconds float64) *rig {
		return newRig(id, build).lasting(seconds).put("throughput", busyLoad(rate)).put("cpu.busy", busyLoad(0.4))
	}
	if r := pair(t, run("b1", "1", 1000, 300), run("h1", "2", 1000, 200)); !slices.Equal(r.unlike(), []string{"duration"}) {
		t.Errorf("unlike is %+v, want the duration", r.Unlike)
	}
	if r := pair(t, run("b1", "1", 1000, 300), run("h1", "2", 750, 400)); len(r.Unlike) > 0 {
		t.Errorf("unlike is %+v of a fixed amount of work, want nothing", r.Unlike)
	}
}

// One label is no A/A comparison when the machines differ, and what moved is not the
// build's doing: unless the label lies.
func TestOneLabelOnUnlikeMachines(t *testing.T) {
	one := "; one build on both sides: what differs is "
	for _, x := range []struct {
		name          string
		label         string
		setting       string
		base, head    string
		outcome, says string
	}{
		{"machines", "1", "", "", "", "neutral", one + "cpus"},
		{"machines and a setting", "1", "sync_binlog", "0", "1", "neutral", one + "cpus and settings"},
		{"a version under one label", "1", "version", "10.3.1", "10.3.2", "worse", ""},
		{"two labels", "2", "", "", "", "worse", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			base, head := loaded("b1", "1", 1), loaded("h1", x.label, 0.6)
			if x.setting != "" {
				base, head = base.set(x.setting, x.base), head.set(x.setting, x.head)
			}
			for _, n := range head.run.Nodes {
				n.CPUs = 4
			}
			r := pair(t, base, head)
			f := r.one("level", "throughput")
			r.check(f, want{direction: "lower", outcome: x.outcome, grade: "C"})
			if _, says, _ := strings.Cut(f.Text, one); (x.says == "") != (says == "") || !strings.HasSuffix(f.Text, x.says) {
				t.Errorf("it ends otherwise than in %q: %s", x.says, f.Text)
			}
		})
	}
}

// A run that failed stays out; when asked for it is compared, and said to have failed.
func TestFailedRuns(t *testing.T) {
	runs := func() (side, side) {
		bad := loaded("h2", "2", 0.3)
		bad.run.Failed = "status aborted"
		return side{loaded("b1", "1", 1)}, side{loaded("h1", "2", 1), bad}
	}
	base, head := runs()
	r := compare(t, base, head)
	if len(r.Head.Runs) != 1 || !r.warned("run_failed", "h2") || len(r.verdicts()) > 0 {
		t.Errorf("head is %+v with %d verdicts, want h1 alone and a warning of h2", r.Head.Runs, len(r.verdicts()))
	}
	base, head = runs()
	r = compare(t, base, head[1:])
	if r.Head.Build != "2" || len(r.Head.Runs) != 0 {
		t.Errorf("the head is %+v, want build 2 without a run", r.Head)
	}
	if r.Exit.Code != 4 || !contains(r.Exit.Reason, "h2 failed (status aborted)") {
		t.Errorf("exit %+v, want 4 with the failed run", r.Exit)
	}
	r = compare(t, base, head[1:], func(in *diff.Input) { in.Failed = true })
	if !slices.Equal(r.unlike(), []string{"status"}) || len(r.verdicts()) == 0 {
		t.Errorf("unlike is %+v with %d verdicts, want the status and a verdict", r.Unlike, len(r.verdicts()))
	}
}
