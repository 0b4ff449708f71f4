package diff_test

import (
	"fmt"
	"slices"
	"testing"

	"inquest/report/diff"
)

// eight is a run of eight nodes of which some are changed.
func eight(id, build, metric string, level, factor float64, changed ...string) *rig {
	names := cluster("node", 8)
	usual := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(changed, n) })
	r := newRig(id, build, names...)
	if len(changed) > 0 {
		r.put(metric, busyLoad(level*factor), changed...)
	}
	return r.put(metric, busyLoad(level), usual...)
}

// One node of eight is a fault of that node: it is named, its own numbers are given, and
// the others stand beside it for comparison.
func TestOddNode(t *testing.T) {
	r := pair(t, eight("b1", "1", "cpu.busy", 0.4, 1), eight("h1", "2", "cpu.busy", 0.4, 1.8, "node-3"))
	f := r.one("outlier", "cpu.busy")
	r.check(f, want{direction: "higher", outcome: "symptom", grade: "C", agree: 1, total: 8, says: []string{"on 1 of 8 nodes (node-3)"}})
	near(t, "base", f.Base, 0.4, 0.01)
	near(t, "head", f.Head, 0.72, 0.02)
	if len(f.Nodes) != 8 {
		t.Fatalf("%d nodes are listed, want all 8", len(f.Nodes))
	}
	for _, n := range f.Nodes {
		if n.Odd != (n.Node == "node-3") {
			t.Errorf("%s is odd: %v", n.Node, n.Odd)
		}
	}
}

// From half of the nodes on it is the cluster that changed, and no node is odd.
func TestMostNodesAreNoOutliers(t *testing.T) {
	for _, x := range []struct {
		changed int
		kind    string
	}{{3, "outlier"}, {4, "level"}, {6, "level"}, {7, "level"}, {8, "level"}} {
		t.Run(fmt.Sprint(x.changed), func(t *testing.T) {
			r := pair(t, eight("b1", "1", "throughput", 1000, 1), eight("h1", "2", "throughput", 1000, 0.5, cluster("node", 8)[:x.changed]...))
			f := r.one(x.kind, "throughput")
			r.check(f, want{direction: "lower", outcome: "worse", agree: x.changed, total: 8, says: []string{fmt.Sprintf("on %d of 8 nodes", x.changed)}})
			odd := 0
			for _, n := range f.Nodes {
				if n.Odd {
					odd++
				}
			}
			if want := map[string]int{"outlier": x.changed, "level": 0}[x.kind]; odd != want {
				t.Errorf("%d nodes are odd, want %d", odd, want)
			}
		})
	}
}

// One of two nodes is not an outlier of anything: there is no majority.
func TestOneOfTwoNodes(t *testing.T) {
	head := newRig("h1", "2", "node-1", "node-2").put("throughput", busyLoad(500), "node-1").put("throughput", busyLoad(1000), "node-2")
	r := pair(t, goal("b1", "1", busyLoad(1000), "node-1", "node-2"), head)
	r.check(r.one("level", "throughput"), want{direction: "lower", outcome: "worse", agree: 1, total: 2, says: []string{"1 of 2 nodes (node-1)"}})
}

// A load that moved from some nodes to others is no loss: both directions are to be seen.
func TestLoadThatMovedBetweenNodes(t *testing.T) {
	head := newRig("h1", "2", cluster("node", 8)...).put("throughput", busyLoad(1500), cluster("node", 8)[:4]...).put("throughput", busyLoad(500), cluster("node", 8)[4:]...)
	r := pair(t, eight("b1", "1", "throughput", 1000, 1), head)
	for _, f := range r.verdicts() {
		if f.Metric != "throughput" {
			continue
		}
		down := slices.ContainsFunc(f.Nodes, func(n diff.NodeEffect) bool { return n.Pct != nil && *n.Pct < -40 })
		up := slices.ContainsFunc(f.Nodes, func(n diff.NodeEffect) bool { return n.Pct != nil && *n.Pct > 40 })
		if f.Severity == "major" || !down || !up {
			t.Errorf("the load moved and the finding is %s, with nodes down %v, up %v: %s", f.Severity, down, up, f.Text)
		}
	}
}
