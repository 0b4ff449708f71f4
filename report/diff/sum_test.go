package diff_test

import (
	"slices"
	"testing"

	"inquest/report/diff"
)

// sums are the findings about throughput added over nodes, folded ones too.
func (r *result) sums() []*diff.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f *diff.Finding) bool { return f.Where.Scope != "sum" })
}

// A ticket gives the throughput of the cluster. The sum must be in the file, agree with
// the nodes' means, and not be shown as a second loss.
func TestSumOverNodes(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000*k), "node-a").put("throughput", busyLoad(3000*k), "node-b").put("throughput", busyLoad(200*k), "node-c")
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.7))
	list := r.sums()
	if len(list) != 1 {
		t.Fatalf("%d sums, want 1\n%s", len(list), r.list())
	}
	f, top := list[0], r.one("level", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", grade: "C", says: []string{"over the 3 nodes"}})
	near(t, "base", f.Base, 4200, 30)
	near(t, "head", f.Head, 2940, 30)
	near(t, "pct", f.Pct, -30, 1)
	if f.FoldedInto != top.ID {
		t.Errorf("the sum is folded into %q, want the nodes' finding %s", f.FoldedInto, top.ID)
	}
	near(t, "the nodes' mean", top.Base, *f.Base/3, 1e-6**f.Base)
	near(t, "the nodes' mean", top.Head, *f.Head/3, 1e-6**f.Head)
}

// Two clusters do unlike work: their throughputs are not added up.
func TestSumIsOfOneRole(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		return newRig(id, build, "src-1", "src-2", "dst-1", "dst-2").role("c1", "src-1", "src-2").role("c2", "dst-1", "dst-2").
			put("throughput", busyLoad(5000), "src-1", "src-2").put("throughput", busyLoad(1000*k), "dst-1", "dst-2")
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.6))
	for _, f := range r.sums() {
		if f.Where.Role != "c2" || len(f.Nodes) != 2 || !contains(f.Text, "of c2") {
			t.Errorf("sum of role %q over %d nodes: %s", f.Where.Role, len(f.Nodes), f.Text)
		}
		near(t, "base", f.Base, 2000, 20)
	}
	if len(r.sums()) != 1 {
		t.Errorf("%d sums, want one of c2\n%s", len(r.sums()), r.list())
	}
}

// One node of three that stops takes a third of the cluster's throughput with it: that is
// worth a line beside the node.
func TestOnsetOfTheSum(t *testing.T) {
	head := newRig("h1", "2").put("throughput", busyLoad(1000).from(0.7, 0.02), "node-b").put("throughput", busyLoad(1000), "node-a", "node-c")
	r := pair(t, goal("b1", "1", busyLoad(1000)), head)
	list := r.sums()
	if len(list) != 1 || list[0].Kind != "onset" || list[0].FoldedInto != "" {
		t.Fatalf("sums are %v, want an onset that is shown\n%s", list, r.list())
	}
	f := list[0]
	r.check(f, want{direction: "lower", outcome: "worse", says: []string{"over the 3 nodes", "whole run"}})
	near(t, "pct", f.Pct, -32.7, 2)
	near(t, "onset_frac", f.Where.OnsetFrac, 0.7, 0.02)
	near(t, "onset_work_frac", f.Where.OnsetWorkFrac, 0.7/(0.7+0.3*0.673), 0.02)
	near(t, "whole_pct", f.WholePct, -9.8, 1.5)
}

// In a test of fixed work nodes end one after the other. A node that has done its work is
// finished: it is no slower than it was, and the sum that falls with it is no collapse.
func TestFinishedNodesAreNotSlower(t *testing.T) {
	own := func(id, build string, c float64) *rig { // a window of its own for each node, node-c's so many seconds long
		r := newRig(id, build).lasting(400).window("work counter", 1)
		for i, seconds := range []float64{300, 301, c} {
			n := r.run.Nodes[i]
			n.Legs[0].To = n.Legs[0].From + int64(seconds*1e6)
			r.add(feed{metric: "throughput", signal: busyLoad(300e3 / seconds), nodes: []string{n.Name}, around: 20})
		}
		return r
	}
	one := func(id, build string, s signal) *rig { // one window for all
		return newRig(id, build).put("throughput", busyLoad(1000), "node-a", "node-b").put("throughput", s, "node-c")
	}
	for _, x := range []struct {
		name       string
		base, head *rig
	}{
		{"windows by the work counter", own("b1", "1", 300), own("h1", "2", 220)},
		{"windows by the work counter, the head's node is as fast as the others again", own("b1", "1", 280), own("h1", "2", 300)},
		{"one window, the head's node is faster and stops at the end of its work", one("b1", "1", busyLoad(1000)), one("h1", "2", busyLoad(1250).from(0.8, 0))},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, x.base, x.head)
			for _, f := range r.Findings {
				if f.Outcome == "worse" {
					t.Errorf("finished is called worse: [%s] %s %s", f.Grade, f.Kind, f.Text)
				}
			}
		})
	}
}

// Where one node turns, or is slow all along, and the others are done before it, the sum
// falls a second time as they finish: that is no onset of its own.
func TestOthersThatFinishAreNoOnset(t *testing.T) {
	run := func(id, build string, seconds float64, slow signal) *rig {
		r := newRig(id, build).lasting(600).window("work counter", 1)
		for i, s := range []signal{busyLoad(1000), busyLoad(1000), slow} {
			n := r.run.Nodes[i]
			length := 300.0
			if i == 2 {
				length = seconds
			}
			n.Legs[0].To = n.Legs[0].From + int64(length*1e6)
			r.add(feed{metric: "throughput", signal: s, nodes: []string{n.Name}, around: 20})
		}
		return r
	}
	for _, x := range []struct {
		name    string
		seconds float64
		slow    signal
	}{
		{"turns half-way through its work", 525, busyLoad(1000).from(150.0/525, 0.4)},
		{"is slow all along", 500, busyLoad(600)},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, run("b1", "1", 300, busyLoad(1000)), run("h1", "2", x.seconds, x.slow))
			if len(r.verdicts()) == 0 {
				t.Fatalf("node-c is slower, and nothing says so\n%s", r.list())
			}
			for _, f := range r.sums() {
				if f.Kind == "onset" {
					t.Errorf("node-a and node-b are done, and it is called an onset: %s", f.Text)
				}
			}
		})
	}
}

// A node that stops without having done its work is not finished.
func TestStoppedNodeIsNotFinished(t *testing.T) {
	run := func(id, build string, s signal) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000), "node-a", "node-b").put("throughput", s, "node-c")
	}
	r := pair(t, run("b1", "1", busyLoad(1000)), run("h1", "2", busyLoad(1000).from(0.6, 0)))
	found := slices.ContainsFunc(r.verdicts(), func(f *diff.Finding) bool { return f.Outcome == "worse" && contains(f.Text, "node-c") })
	if !found {
		t.Errorf("node-c stopped at 60 %% of its work, and nothing says so\n%s", r.list())
	}
}

// What several runs a side say stands in the nodes' finding; unlike sources are never added.
func TestWhenThereIsNoSum(t *testing.T) {
	r := compare(t, side{loaded("b1", "1", 1), loaded("b2", "1", 1)}, side{loaded("h1", "2", 0.6), loaded("h2", "2", 0.6)})
	if len(r.sums()) != 0 {
		t.Errorf("there is a sum of replicates: %s", r.sums()[0].Text)
	}
	run := func(id, build string, k float64) *rig {
		return newRig(id, build).put("mysql.Com_update", busyLoad(1000*k), "node-a").put("couchbase.kv_ops", busyLoad(1000*k), "node-b", "node-c")
	}
	r = pair(t, run("b1", "1", 1), run("h1", "2", 0.6))
	if len(r.sums()) != 0 {
		t.Errorf("updates and kv operations are added up: %s", r.sums()[0].Text)
	}
}

// Throughput is taken from the best source there is; what it was is named.
func TestSourceOfThroughput(t *testing.T) {
	tests := []struct {
		name     string
		metrics  map[string]float64 // changed by the factor in the head
		instance string
		pct      float64
	}{
		{"the load generator before the server's counters", map[string]float64{"throughput": 0.7, "mysql.Com_update": 1}, "sysbench", -30},
		{"updates of all sorts are added", map[string]float64{"mysql.Com_update": 0.4, "mysql.Com_insert": 1, "mysql.Com_delete": 1}, "updates applied", -20},
		{"documents before operations", map[string]float64{"couchbase.xdcr_docs_written_total": 0.7, "couchbase.ops": 1}, "couchbase.xdcr_docs_written_total", -30},
		{"operations where nothing else moves", map[string]float64{"couchbase.kv_ops": 0.7}, "couchbase.kv_ops", -30},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			base, head := newRig("b1", "1"), newRig("h1", "2")
			for _, m := range []string{"throughput", "mysql.Com_insert", "mysql.Com_update", "mysql.Com_delete", "couchbase.xdcr_docs_written_total", "couchbase.ops", "couchbase.kv_ops"} {
				if k, ok := x.metrics[m]; ok {
					base.put(m, busyLoad(1000))
					head.put(m, busyLoad(1000*k))
				}
			}
			r := pair(t, base, head)
			f := r.one("level", "throughput")
			near(t, "pct", f.Pct, x.pct, 1)
			if f.Instance != x.instance {
				t.Errorf("the source is %q, want %q", f.Instance, x.instance)
			}
		})
	}
}

// A generator's log that one side lost is no reason to say nothing: both servers counted their updates.
func TestGeneratorOnOneSide(t *testing.T) {
	base := newRig("b1", "1").put("throughput", busyLoad(1000)).put("mysql.Com_update", busyLoad(1000))
	head := newRig("h1", "2").put("mysql.Com_update", busyLoad(500))
	r := pair(t, base, head)
	f := r.one("level", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse"})
	near(t, "pct", f.Pct, -50, 1)
	if f.Instance != "updates applied" {
		t.Errorf("the source is %q, want the one that both sides have", f.Instance)
	}
}
