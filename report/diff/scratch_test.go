package diff_test

import (
	"testing"
	"inquest/report/diff"
)

func dump(t *testing.T, name string, r *result) {
	t.Logf("=== %s: exit %v nodes %+v\n%s", name, r.Exit, r.Nodes, r.list())
	for _, f := range r.Findings {
		p := func(x *float64) any { if x == nil { return nil }; return *x }
		t.Logf("   %s pct=%v base=%v head=%v ci=%v q=%v out=%s sev=%s %d/%d", f.ID, p(f.Pct), p(f.Base), p(f.Head), f.CIPct, p(f.Q), f.Outcome, f.Severity, f.NodesAgree, f.NodesTotal)
	}
}

func mk(id, build string, k float64) *rig {
	return newRig(id, build).put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5*k))
}

func TestScratch(t *testing.T) {
	// twice same input
	in := &diff.Input{Base: side{newRig("b1", "1").put("mysql.Com_update", busyLoad(1000)).put("cpu.busy", busyLoad(.5))}.runs(), Head: side{newRig("h1", "2").put("mysql.Com_update", busyLoad(600)).put("cpu.busy", busyLoad(.5))}.runs()}
	a, b := text(t, diff.Compare(in)), text(t, diff.Compare(in))
	t.Log("same twice", a == b)
	// AA idle
	id := func(id, b string, k float64) *rig {
		return newRig(id, b).put("throughput", busyLoad(1000), "node-a", "node-b").put("throughput", busyLoad(1000*k), "node-c").put("cpu.busy", busyLoad(.5), "node-a", "node-b").put("cpu.busy", busyLoad(.5*k), "node-c")
	}
	dump(t, "AA idle", pair(t, id("b1", "1", 1), id("h1", "1", 0)))
	dump(t, "idle", pair(t, id("b1", "1", 1), id("h1", "2", 0)))
	// replicates with missing metric
	rep := func(id, b string, k float64, disk bool) *rig {
		r := newRig(id, b).threads(1, 2, 4, 8).put("throughput", busyLoad(1000))
		if disk {
			r.add(feed{metric: "disk.write_bytes", instance: "sda", signal: busyLoad(1e6 * k)})
		}
		return r
	}
	dump(t, "rep missing metric", compare(t, side{rep("b1", "1", 1, true), rep("b2", "1", 1, false)}, side{rep("h1", "2", 1.6, true), rep("h2", "2", 1.6, true)}))
	// mean vs median
	lat := func(id, b string, s signal) *rig { return newRig(id, b).put("cpu.busy", busyLoad(.5)).put("latency.p95", s) }
	dump(t, "median only", pair(t, lat("b1", "1", busyLoad(.1)), lat("h1", "2", busyLoad(.05).between(.9, .99, 12))))
	dump(t, "mean only", pair(t, lat("b1", "1", busyLoad(.1)), lat("h1", "2", busyLoad(.1).between(.4, .42, 30))))
	// three strata
	st := func(id, b, st string, k float64) *rig {
		return newRig(id, b).stratum("sdk", st).put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5*k))
	}
	dump(t, "3 strata", compare(t, side{st("b1", "1", "x", 1), st("b2", "1", "y", 1), st("b3", "1", "z", 1)}, side{st("h1", "2", "x", .8), st("h2", "2", "y", .8), st("h3", "2", "z", 1)}))
	dump(t, "opposite strata", compare(t, side{st("b1", "1", "x", 1), st("b2", "1", "y", 1)}, side{st("h1", "2", "x", .8), st("h2", "2", "y", 1.3)}))
	dump(t, "unlike size", compare(t, side{st("b1", "1", "x", 1), st("b2", "1", "y", 1)}, side{st("h1", "2", "x", .85), st("h2", "2", "y", .5)}))
	// recorder + per op strata
	ro := func(id, b, st string, k float64) *rig {
		return newRig(id, b).stratum("sdk", st).put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(0.5*k)).window("recorder", 2)
	}
	dump(t, "recorder strata", compare(t, side{ro("b1", "1", "x", 1), ro("b2", "1", "y", 1)}, side{ro("h1", "2", "x", 1.4), ro("h2", "2", "y", 1.4)}))
	// replicates + onset + sweep
	ron := func(id, b string, k float64) *rig {
		return newRig(id, b).put("throughput", busyLoad(1000).from(.8, k))
	}
	dump(t, "rep onset", compare(t, side{ron("b1", "1", 1), ron("b2", "1", 1), ron("b3", "1", 1)}, side{ron("h1", "2", .3), ron("h2", "2", .3), ron("h3", "2", .3)}))
	dump(t, "rep onset 1 of 3", compare(t, side{ron("b1", "1", 1), ron("b2", "1", 1), ron("b3", "1", 1)}, side{ron("h1", "2", .3), ron("h2", "2", 1), ron("h3", "2", 1)}))
	// D1
	d1 := func(id, b string, k float64) *rig { return newRig(id, b).put("throughput", steady(k/3)) }
	dump(t, "D1", compare(t, side{d1("b1", "1", 402401)}, side{d1("h1", "2", 329154), d1("h2", "2", 338707)}))
	dump(t, "D2", compare(t, side{d1("b1", "1", 181878.66), d1("b2", "1", 187166.71)}, side{d1("h1", "2", 180146.30), d1("h2", "2", 179519.29)}))
	dump(t, "D2b", compare(t, side{d1("b0", "1", 191277.98)}, side{d1("h1", "2", 180146.30), d1("h2", "2", 179519.29)}))
	dump(t, "O4", compare(t, side{d1("b0", "1", 4455), d1("b1", "1", 5259), d1("b2", "1", 9129), d1("b3", "1", 4485)}, side{d1("h1", "2", 8000)}))
	dump(t, "O4aa", compare(t, side{d1("b0", "1", 4455), d1("b1", "1", 5259)}, side{d1("b2", "1", 9129), d1("b3", "1", 4485)}))
	// A5
	a5 := func(id, b string, k float64) *rig {
		r := newRig(id, b, "node-b", "node-c", "node-d").put("throughput", busyLoad(1000*k))
		r.run.Missing = []string{"node-a"}
		r.add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(100*k), nodes: []string{"node-b", "node-d"}})
		return r
	}
	dump(t, "A5", pair(t, a5("b1", "1", 1), a5("h1", "2", .7)))
}
