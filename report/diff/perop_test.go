package diff_test

import "testing"

// What one operation costs is the number that load does not move: it tells a slower
// server from one that was given less to do.
func TestCPUTimePerOperation(t *testing.T) {
	cpus := func(r *rig, n int) *rig {
		for _, x := range r.run.Nodes {
			x.CPUs = n
		}
		return r
	}
	run := func(id, build string, ops, busy float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(ops)).put("cpu.busy", busyLoad(busy))
	}
	tests := []struct {
		name       string
		base, head *rig
		found      bool
		baseS, pct float64
	}{
		{"the same work for half the operations", run("b1", "1", 1000, 0.5), run("h1", "2", 500, 0.5), true, 0.004, 100},
		{"half the operations at half the CPU", run("b1", "1", 1000, 0.5), run("h1", "2", 500, 0.25), false, 0, 0},
		{"twice the processors, half as busy", cpus(run("b1", "1", 1000, 0.5), 8), cpus(run("h1", "2", 1000, 0.25), 16), false, 0, 0},
		{"twice the processors, as busy", cpus(run("b1", "1", 1000, 0.5), 8), cpus(run("h1", "2", 1000, 0.5), 16), true, 0.004, 100},
		{"processors counted on one side only: not comparable", cpus(run("b1", "1", 1000, 0.5), 8), cpus(run("h1", "2", 1000, 0.5), 0), false, 0, 0},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, x.base, x.head)
			if !x.found {
				if list := r.of("level", "per_op.cpu.busy"); len(list) != 0 {
					t.Errorf("unexpected: %s", list[0].Text)
				}
				return
			}
			f := r.one("level", "per_op.cpu.busy")
			r.check(f, want{direction: "higher", outcome: "symptom", grade: "C", agree: 3, total: 3, says: []string{"CPU time per operation"}})
			near(t, "base", f.Base, x.baseS, 0.0001)
			near(t, "pct", f.Pct, x.pct, 3)
			if f.Unit != "seconds" {
				t.Errorf("unit %q, want seconds", f.Unit)
			}
		})
	}
}

// More CPU for each operation explains a loss; the same CPU for each says that the work stayed.
func TestCostPerOperationExplainsALoss(t *testing.T) {
	r := pair(t, newRig("b1", "1").put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(0.5)),
		newRig("h1", "2").put("throughput", busyLoad(500)).put("cpu.busy", busyLoad(0.5)))
	loss, cost := r.one("level", "throughput"), r.one("level", "per_op.cpu.busy")
	if len(loss.Because) != 1 || loss.Because[0] != cost.ID {
		t.Errorf("the loss is because of %v, want the cost per operation %s", loss.Because, cost.ID)
	}
	for _, s := range loss.Not {
		if contains(s, "unchanged") {
			t.Errorf("CPU per operation doubled and is called unchanged: %s", s)
		}
	}
}

// The server's own counters, each for one operation.
func TestCountersPerOperation(t *testing.T) {
	run := func(id, build string, ops, perOp float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(ops)).put("mysql.Innodb_os_log_fsyncs", busyLoad(ops*perOp))
	}
	r := pair(t, run("b1", "1", 1000, 0.5), run("h1", "2", 600, 1))
	f := r.one("level", "per_op.mysql.Innodb_os_log_fsyncs")
	r.check(f, want{direction: "higher", outcome: "symptom", says: []string{"mysql.Innodb_os_log_fsyncs per operation"}})
	near(t, "base", f.Base, 0.5, 0.01)
	near(t, "head", f.Head, 1, 0.02)
	if f.Unit != "count" {
		t.Errorf("unit %q, want count", f.Unit)
	}

	r = pair(t, run("b1", "1", 1000, 0.5), run("h1", "2", 600, 0.5)) // less of everything
	if list := r.of("level", "per_op.mysql.Innodb_os_log_fsyncs"); len(list) != 0 {
		t.Errorf("unexpected: %s", list[0].Text)
	}
	for _, f := range r.of("level", "mysql.Innodb_os_log_fsyncs") {
		if f.FoldedInto != r.one("level", "throughput").ID {
			t.Errorf("a counter that fell as the throughput did is shown beside it: %s", f.Text)
		}
	}

	r = pair(t, run("b1", "1", 1000, 0.005), run("h1", "2", 1000, 0.015)) // x3, yet once in 66 operations
	if list := r.of("level", "per_op.mysql.Innodb_os_log_fsyncs"); len(list) != 0 {
		t.Errorf("a rare counter counts the time, not the work: %s", list[0].Text)
	}
}

// A gauge divided by a rate means nothing, and a counter divided by itself is one.
func TestWhatHasNoCostPerOperation(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		r := newRig(id, build).put("mysql.Com_update", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5)).put("innodb.history_list_length", busyLoad(5000*k))
		for _, n := range r.run.Nodes {
			for _, s := range n.Series {
				if s.Metric == "innodb.history_list_length" {
					s.Rate, s.Unit = false, "count"
				}
			}
		}
		return r
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 3))
	for _, metric := range []string{"per_op.innodb.history_list_length", "per_op.mysql.Com_update", "innodb.history_list_length"} {
		if list := r.of("level", metric); len(list) != 0 {
			t.Errorf("unexpected: %s", list[0].Text)
		}
	}
	r.check(r.one("level", "throughput"), want{direction: "higher", outcome: "better"})
}

// Flushes for each operation tell a lost group commit, whatever the throughput does.
func TestDiskFlushesPerOperation(t *testing.T) {
	run := func(id, build string, ops, perOp float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(ops)).
			add(feed{metric: "disk.flush_rate", instance: "sda", signal: busyLoad(ops * perOp)}).
			add(feed{metric: "disk.write_bytes", instance: "sda", signal: busyLoad(ops * 4096)})
	}
	r := pair(t, run("b1", "1", 10000, 0.05), run("h1", "2", 700, 1))
	f := r.one("level", "per_op.disk.flush_rate")
	r.check(f, want{direction: "higher", outcome: "symptom", says: []string{"Disk flushes per operation are higher"}})
	near(t, "base", f.Base, 0.05, 0.001)
	near(t, "head", f.Head, 1, 0.02)
	if list := r.of("level", "per_op.disk.write_bytes"); len(list) != 0 {
		t.Errorf("bytes for each operation are the same: %s", list[0].Text)
	}
}

// A node without operations has no cost per operation, rather than an endless one.
func TestNoOperationsNoCost(t *testing.T) {
	run := func(id, build string, ops float64) *rig {
		return newRig(id, build).put("throughput", steady(ops)).put("cpu.busy", busyLoad(0.5))
	}
	r := pair(t, run("b1", "1", 0), run("h1", "2", 1000))
	if list := r.of("level", "per_op.cpu.busy"); len(list) != 0 {
		t.Errorf("unexpected: %s", list[0].Text)
	}
}
