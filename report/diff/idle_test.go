package diff_test

import (
	"slices"
	"testing"

	"inquest/report/diff"
)

// Idle nodes do not count, neither in the extent of a finding nor as a change; a
// replica that waits for a failover must not make it "2 of 3 nodes".
func TestIdleNodes(t *testing.T) {
	work := func(id, build string, factor, busyC, workC float64) *rig {
		r := loaded(id, build, factor, "node-a", "node-b")
		r.run.Nodes = append(r.run.Nodes, newRig(id, build, "node-c").put("throughput", busyLoad(workC)).put("cpu.busy", busyLoad(busyC)).like(id).run.Nodes...)
		return shareWindow(r)
	}
	noCounter := func(id, build string, factor, busyC float64) *rig {
		return newRig(id, build).put("cpu.busy", busyLoad(0.5*factor), "node-a", "node-b").put("cpu.busy", busyLoad(busyC), "node-c")
	}
	tests := []struct {
		name       string
		base, head *rig
		idle       []string
		metric     string
		total      int
	}{
		{"the work counter never moves and the CPU is under 2 %",
			work("b1", "1", 1, 0.01, 0), work("h1", "2", 0.7, 0.012, 0), []string{"node-c"}, "throughput", 2},
		{"the CPU is under 2 % and the work counter moves: a light load is a load",
			work("b1", "1", 1, 0.01, 100), work("h1", "2", 0.7, 0.007, 70), nil, "throughput", 3},
		{"the work counter never moves and the CPU is busy: something else ran",
			work("b1", "1", 1, 0.06, 0), work("h1", "2", 0.7, 0.042, 0), nil, "cpu.busy", 3},
		{"no work counter, under 2 % and under a tenth of the median",
			noCounter("b1", "1", 1, 0.01), noCounter("h1", "2", 0.7, 0.011), []string{"node-c"}, "cpu.busy", 2},
		{"no work counter, all nodes are that lightly loaded",
			noCounter("b1", "1", 0.06, 0.012), noCounter("h1", "2", 0.06, 0.012), nil, "", 0},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, x.base, x.head)
			if !slices.Equal(r.Nodes.Idle, x.idle) {
				t.Errorf("idle nodes are %v, want %v", r.Nodes.Idle, x.idle)
			}
			if x.metric != "" {
				if f := r.one("level", x.metric); f.NodesTotal != x.total {
					t.Errorf("%d nodes count, want %d: %s", f.NodesTotal, x.total, f.Text)
				}
			}
			if r.Nodes.Paired != 3 {
				t.Errorf("%d nodes are paired, want all 3: idle ones are present", r.Nodes.Paired)
			}
		})
	}
}

// shareWindow gives all nodes of a run the load window of the first.
func shareWindow(r *rig) *rig {
	for _, n := range r.ready().run.Nodes {
		shift := r.run.Nodes[0].Legs[0].From - n.Legs[0].From
		for _, s := range n.Series {
			for i := range s.TS {
				s.TS[i] += shift
			}
		}
		n.Legs = slices.Clone(r.run.Nodes[0].Legs)
	}
	return r
}

// A node that lost its load is a fault of the test or of the build, and must be named.
func TestIdleOnOneSideOnly(t *testing.T) {
	run := func(id, build string, c float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000), "node-a", "node-b").put("throughput", busyLoad(1000*c), "node-c").
			put("cpu.busy", busyLoad(0.5), "node-a", "node-b").put("cpu.busy", busyLoad(0.5*c), "node-c")
	}
	for _, x := range []struct {
		name       string
		base, head float64
		says       string
	}{{"in the head", 1, 0, "no load in head"}, {"in the base", 0, 1, "no load in base"}} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, run("b1", "1", x.base), run("h1", "2", x.head))
			if len(r.Nodes.Idle) != 0 {
				t.Errorf("%v is called idle, want none: it had load on one side", r.Nodes.Idle)
			}
			i := slices.IndexFunc(r.shown(), func(f *diff.Finding) bool { return f.Kind == "outlier" && contains(f.Text, x.says) })
			if i < 0 {
				t.Fatalf("no finding says %q; there are\n%s", x.says, r.list())
			}
			f := r.shown()[i]
			if len(f.Nodes) == 0 || !slices.ContainsFunc(f.Nodes, func(n diff.NodeEffect) bool { return n.Node == "node-c" && n.Odd }) {
				t.Errorf("nodes are %+v, want node-c as the odd one", f.Nodes)
			}
		})
	}
}

// In an A/A comparison the same is what identical runs do: it says nothing about a build.
func TestIdleOnOneSideOfOneBuildIsNoise(t *testing.T) {
	run := func(id string, c float64) *rig {
		return newRig(id, "1").put("throughput", busyLoad(1000), "node-a", "node-b").put("throughput", busyLoad(1000*c), "node-c").
			put("cpu.busy", busyLoad(0.5), "node-a", "node-b").put("cpu.busy", busyLoad(0.5*c), "node-c")
	}
	for _, f := range pair(t, run("r1", 1), run("r2", 0)).Findings {
		if f.Kind != "noise" {
			t.Errorf("kind %s of an A/A comparison, want noise: %s", f.Kind, f.Text)
		}
	}
}

// A node that nobody measured may have been as busy as any: it is not idle.
func TestNotMeasuredIsNotIdle(t *testing.T) {
	run := func(id, build string) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000), "node-a", "node-b").put("cpu.busy", busyLoad(0.5), "node-a", "node-b")
	}
	r := pair(t, run("b1", "1"), run("h1", "2"))
	if len(r.Nodes.Idle) != 0 || !slices.Equal(r.Nodes.NotMeasured, []string{"node-c"}) {
		t.Errorf("idle %v, not measured %v; want node-c as not measured", r.Nodes.Idle, r.Nodes.NotMeasured)
	}
}

// A node on which only the disk was recorded was measured: what its disk did can be compared.
func TestDiskAloneIsHostData(t *testing.T) {
	run := func(id, build string, rate float64) *rig {
		return newRig(id, build).add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(rate)})
	}
	r := pair(t, run("b1", "1", 100), run("h1", "2", 300))
	r.check(r.one("level", "disk.write_rate"), want{direction: "higher", agree: 3, total: 3})
}

// A test that never ran is not a comparison of two builds under load.
func TestAllNodesIdle(t *testing.T) {
	run := func(id, build string) *rig {
		return newRig(id, build).put("throughput", steady(0)).put("cpu.busy", busyLoad(0.01))
	}
	r := pair(t, run("b1", "1"), run("h1", "2"))
	r.silent()
	if len(r.Nodes.Idle) != 3 || !contains(r.Exit.Reason, "idle") {
		t.Errorf("idle %v, exit %v; want all three and a reason that says so", r.Nodes.Idle, r.Exit)
	}
}

// inspect shows the same classification for one run, before any comparison.
func TestIdleNodesOfARun(t *testing.T) {
	r := newRig("r1", "1").put("mysql.Com_update", busyLoad(1000), "node-a").put("mysql.Com_update", steady(0), "node-b").
		put("cpu.busy", busyLoad(0.5), "node-a").put("cpu.busy", busyLoad(0.01), "node-b")
	got := diff.IdleNodes(r.run)
	if len(got) != 2 || got["node-a"] || !got["node-b"] {
		t.Errorf("idle nodes are %v, want node-a loaded, node-b idle and node-c absent", got)
	}
}
