package diff_test

import (
	"fmt"
	"math"
	"testing"

	"inquest/report/diff"
)

// fewRuns are several runs of one build, each a little apart from the others.
func fewRuns(id, build string, level float64, n int) side {
	var out side
	for i := range n {
		k := 1 + 0.01*math.Sin(float64(7*i+len(id)))
		out = append(out, newRig(fmt.Sprint(id, i+1), build).put("throughput", busyLoad(1000*level*k)).put("cpu.busy", busyLoad(0.5*level*k)))
	}
	return out
}

// without drops a node from a run, as when its zip was never uploaded.
func (r *rig) without(name string) *rig {
	var kept []*diff.Node
	for _, n := range r.ready().run.Nodes {
		if n.Name != name {
			kept = append(kept, n)
		}
	}
	r.run.Nodes = kept
	return r
}

// A run that lost one node is still a run: what its other nodes show replicates the
// change, and nothing says that the side has one run. The node that is lacking is named.
func TestReplicateWithoutOneNode(t *testing.T) {
	base, head := fewRuns("b", "1", 1, 3), fewRuns("h", "2", 0.8, 3)
	head[1].without("node-c")
	r := compare(t, base, head)
	for _, metric := range []string{"throughput", "cpu.busy"} {
		r.check(r.one("level", metric), want{grade: "A", direction: "lower", agree: 3, total: 3, saysNot: []string{"has one run"}})
	}
	if !r.warned("node_missing_in_run", "node-c") || !r.warned("node_missing_in_run", head[1].run.ID) {
		t.Errorf("nothing says that node-c is not in %s\n%s", head[1].run.ID, r.list())
	}
}

// Recorders that were killed early leave a run without them: it is said which, and the
// sentence does not claim that the side has one run.
func TestReplicateWithCutRecorder(t *testing.T) {
	base, head := fewRuns("b", "1", 1, 2), fewRuns("h", "2", 0.8, 1)
	cut := newRig("h2", "2").put("throughput", busyLoad(800)).
		add(feed{metric: "cpu.busy", signal: busyLoad(0.4), to: 100, coverage: "snapshot"})
	r := compare(t, base, append(head, cut))
	f := r.one("level", "cpu.busy")
	r.check(f, want{grade: "B", saysNot: []string{"the head has one run"}})
	if f.Q == nil {
		r.check(f, want{says: []string{"only 1 of 2 runs of the head shows it on most nodes"}})
	}
	if !r.warned("off_load", "cover 33 % of the load") {
		t.Errorf("nothing says that the recorder of h2 covers a third of the load\n%s", r.list())
	}
}

// One run that contradicts itself is not what several runs do: mean and median are taken
// over all of them.
func TestDoubtIsOfAllRuns(t *testing.T) {
	run := func(id, build string, s signal) *rig { return newRig(id, build).put("cpu.busy", s) }
	quiet := spiked(0.2, 0, 1)
	base := side{run("b1", "1", quiet), run("b2", "1", quiet), run("b3", "1", quiet)}
	for odd := range 3 {
		var head side
		for i := range 3 {
			s := quiet
			if i == odd {
				s = spiked(0.2, 100, 2.2)
			}
			head = append(head, run(fmt.Sprint("h", i+1), "2", s))
		}
		compare(t, base, head).silentBut("volatility", "cpu.busy")
	}
}

// silentBut fails when a finding about a metric is shown that is not of the kind.
func (r *result) silentBut(kind, metric string) {
	r.t.Helper()
	for _, f := range r.shown() {
		if f.Metric == metric && f.Kind != kind {
			r.t.Errorf("unexpected finding: [%s] %s: %s", f.Grade, f.Kind, f.Text)
		}
	}
}

// Where only some nodes moved, the interval and the smallest change that can be seen are
// of those nodes: an interval that leaves out no change is no "cannot tell".
func TestIntervalOfSomeNodes(t *testing.T) {
	run := func(id, build string, swing float64) *rig {
		return newRig(id, build, "node-a", "node-b", "node-c", "node-d", "node-e").put("throughput", busyLoad(1000)).
			put("cpu.busy", wavering(0.5, 0.05, 0), "node-b", "node-c", "node-d", "node-e").
			put("cpu.busy", wavering(0.5, 0.05*swing, 0), "node-a")
	}
	r := compare(t, side{run("b1", "1", 0.7), run("b2", "1", 1.3), run("b3", "1", 1)}, side{run("h1", "2", 1), run("h2", "2", 1.8), run("h3", "2", 1.5)})
	f := r.one("volatility", "cpu.busy")
	r.check(f, want{grade: "X", agree: 1, total: 5, says: []string{"identical runs of this comparison differ as much"}})
	if f.CIPct == nil || !(f.CIPct[0] < 0 && f.CIPct[1] > 0) {
		t.Errorf("cannot tell, and the interval %v leaves out no change: %s", f.CIPct, f.Text)
	}
	if f.SmallestDetectablePct == nil || f.Pct == nil || *f.SmallestDetectablePct < *f.Pct {
		t.Errorf("cannot tell of %v %%, and %v %% could be seen: %s", f.Pct, f.SmallestDetectablePct, f.Text)
	}
}
