package diff_test

import (
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// stated gives every node what the load generator printed at its end.
func stated(r *rig, transactions, totalTime string) *rig {
	for _, n := range r.ready().run.Nodes {
		for name, value := range map[string]string{"sysbench.transactions": transactions, "sysbench.total_time": totalTime} {
			n.Settings = append(n.Settings, schemas.Setting{Name: name, Value: value, Scope: schemas.ScopeBench, Source: r.source(n, "sysbench", "sysbench.txt", "", "", "")})
		}
	}
	return r
}

// The lines that a starved client prints while it runs miss what it did in between; the
// total at its end does not. Tickets quote the total.
func TestTotalThatTheGeneratorStates(t *testing.T) {
	r := pair(t, stated(loaded("b1", "1", 1), "300000", "300.0"), stated(loaded("h1", "2", 1), "240000", "300.0"))
	f := r.one("level", "throughput")
	near(t, "base", f.Base, 1000, 1e-6)
	near(t, "head", f.Head, 800, 1e-6)
	near(t, "pct", f.Pct, -20, 1e-6)
	if len(r.Settings) != 0 {
		t.Errorf("results of the bench are taken for settings: %+v", r.Settings)
	}
	for _, broken := range [][2]string{{"", ""}, {"0", "300"}, {"many", "300"}, {"300000", "0"}, {"300000", "soon"}} {
		r := pair(t, stated(loaded("b1", "1", 1), broken[0], broken[1]), loaded("h1", "2", 0.7))
		near(t, "base without a total", r.one("level", "throughput").Base, 1000, 10)
	}
}

// With a window of the user's own the total of the whole run does not count.
func TestStatedTotalIsOfTheWholeRun(t *testing.T) {
	r := pair(t, stated(goal("b1", "1", busyLoad(1000)), "300000", "300"), stated(goal("h1", "2", busyLoad(1000).between(0.5, 1, 0.5)), "225000", "300"),
		func(in *diff.Input) { in.Window = &[2]float64{160, 290} })
	near(t, "pct", r.one("level", "throughput").Pct, -50, 2)
}

// The rates of single kinds of operations stand beside that of all, which is the goal and the one
// that the load generator's total is of.
func TestThroughputOfOneOperation(t *testing.T) {
	run := func(id, build string, all, reads float64, order ...string) *rig {
		r := newRig(id, build)
		for _, instance := range order {
			rate := all
			if instance != "" {
				rate = reads
			}
			r.add(feed{metric: "throughput", format: "ycsb", instance: instance, signal: busyLoad(rate)})
		}
		return r
	}
	for _, order := range [][]string{{"", "read"}, {"read", ""}} {
		base, head := run("b1", "1", 1000, 400, order...), run("h1", "2", 700, 400, order...)
		f := pair(t, base, head).one("level", "throughput")
		near(t, "base", f.Base, 1000, 10)
		near(t, "pct", f.Pct, -30, 1)
		if f.Instance != "ycsb" {
			t.Errorf("the source is %q, want ycsb", f.Instance)
		}
		for r, total := range map[*rig]string{base: "330000", head: "165000"} {
			for _, n := range r.run.Nodes {
				for name, value := range map[string]string{"ycsb.transactions": total, "ycsb.total_time": "300"} {
					n.Settings = append(n.Settings, schemas.Setting{Name: name, Value: value, Scope: schemas.ScopeBench, Source: n.Series[0].Source})
				}
			}
		}
		r := pair(t, base, head)
		f = r.one("level", "throughput")
		near(t, "base by the total", f.Base, 1100, 1e-6)
		near(t, "pct by the total", f.Pct, -50, 1e-6)
		if len(r.Settings) != 0 {
			t.Errorf("results of the bench are taken for settings: %+v", r.Settings)
		}
	}
}
