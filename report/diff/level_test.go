package diff_test

import (
	"fmt"
	"testing"
)

// A lone pair with unknown run noise may speak of three times the relative minimum and
// once the absolute one; less is what two runs of one build do all the time.
func TestSmallestLevelOfALonePair(t *testing.T) {
	tests := []struct {
		metric, instance string
		base, head       float64
		found            bool
		outcome          string
	}{
		{"throughput", "", 1000, 890, true, "worse"},
		{"throughput", "", 1000, 920, false, ""},
		{"throughput", "", 1000, 1110, true, "better"},
		{"latency.p95", "", 0.010, 0.012, true, "worse"},
		{"latency.p95", "", 0.010, 0.0113, false, ""},
		{"latency.p95", "", 0.010, 0.008, true, "better"},
		{"latency.p99", "", 0.010, 0.0125, false, ""}, // three times 10 %
		{"latency.p99", "", 0.010, 0.0135, true, "worse"},
		{"errors", "", 2, 3, true, "worse"},
		{"cpu.busy", "", 0.50, 0.40, true, "symptom"},
		{"cpu.busy", "", 0.50, 0.44, false, ""},
		{"cpu.busy", "", 0.13, 0.11, true, "symptom"},  // -15.4 %, 2 points: a loaded node at 13 %
		{"cpu.busy", "", 0.03, 0.024, false, ""},       // -20 %, yet only 0.6 points
		{"cpu.iowait", "", 0.02, 0.028, false, ""},     // +40 %, yet only 0.8 points
		{"cpu.iowait", "", 0.02, 0.040, true, ""},      // and 2 points
		{"disk.util", "sda", 0.10, 0.14, false, ""},    // +40 %, yet under 5 points
		{"disk.util", "sda", 0.60, 0.75, true, ""},     // +25 %, 15 points
		{"disk.queue", "sda", 0.2, 0.6, false, ""},     // x3, yet under half a request
		{"disk.queue", "sda", 2, 4, true, ""},          //
		{"disk.write_rate", "sda", 100, 140, true, ""}, //
		{"disk.write_rate", "sda", 100, 120, false, ""},
		{"disk.flush_rate", "sda", 0.3, 0.6, false, ""}, // x2, yet under half a flush a second
		{"memory.used", "", 4e9, 5e9, true, "symptom"},
		{"memory.used", "", 4e9, 4.4e9, false, ""},
		{"couchbase.ep_queue_size_rate", "", 100, 140, true, "symptom"},
		{"couchbase.ep_queue_size_rate", "", 100, 120, false, ""},
	}
	for _, x := range tests {
		t.Run(fmt.Sprintf("%s %g to %g", x.metric, x.base, x.head), func(t *testing.T) {
			run := func(id, build string, level float64) *rig {
				r := newRig(id, build).add(feed{metric: x.metric, instance: x.instance, signal: wavering(level, 0.03, 0.3)})
				if x.metric != "cpu.busy" {
					r.put("cpu.busy", busyLoad(0.5))
				}
				return r
			}
			r := pair(t, run("b1", "1", x.base), run("h1", "2", x.head))
			if !x.found {
				r.silent()
				return
			}
			f := r.one("level", x.metric)
			near(t, "base", f.Base, x.base, 0.01*x.base)
			near(t, "head", f.Head, x.head, 0.01*x.head)
			near(t, "pct", f.Pct, 100*(x.head/x.base-1), 1.5)
			r.check(f, want{grade: "C", outcome: x.outcome, agree: 3, total: 3, says: []string{"unreplicated", "on 3 of 3 nodes"}})
			if f.Unit == "ratio" {
				near(t, "points", f.Points, 100*(x.head-x.base), 0.5)
			} else if f.Points != nil {
				t.Errorf("points are %g of unit %q, want none", *f.Points, f.Unit)
			}
			if f.P != nil || f.Q != nil || f.SmallestDetectablePct != nil {
				t.Error("there is a p, q or smallest detectable change, and the run noise is not known")
			}
		})
	}
}

// A CPU at 13 % that falls by 15 % is 2 points: under the old limit of 2 points and 5 %
// nobody would have seen ticket 1. Two clients that agree make it a B.
func TestLightlyLoadedCPUInTwoStrata(t *testing.T) {
	run := func(id, build, sdk string, cpu float64) *rig {
		return newRig(id, build).stratum("sdk", sdk).put("cpu.busy", wavering(cpu, 0.1, 0.5))
	}
	r := compare(t, side{run("b1", "1", "x", 0.13), run("b2", "1", "y", 0.13)}, side{run("h1", "2", "x", 0.1105), run("h2", "2", "y", 0.1105)})
	f := r.one("level", "cpu.busy")
	r.check(f, want{direction: "lower", outcome: "symptom", grade: "B", agree: 3, total: 3, says: []string{"in 2 of 2 strata", "run noise unknown"}})
	near(t, "pct", f.Pct, -15, 1.5)
}

// Lower CPU reads like good news. It is a symptom, and the finding says what to look at.
func TestLowerCPUIsNoVerdict(t *testing.T) {
	r := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.7))
	cpu, goal := r.one("level", "cpu.busy"), r.one("level", "throughput")
	r.check(cpu, want{direction: "lower", outcome: "symptom"})
	if len(cpu.Not) == 0 || !contains(cpu.Not[0], "symptom") {
		t.Errorf("nothing says that lower CPU is a symptom: %v", cpu.Not)
	}
	if len(cpu.Because) != 1 || cpu.Because[0] != goal.ID {
		t.Errorf("lower CPU is because of %v, want the lower throughput %s", cpu.Because, goal.ID)
	}
	if len(goal.Not) == 0 || !contains(goal.Not[0], "CPU time per operation is unchanged") {
		t.Errorf("nothing says that an operation costs what it did: %v", goal.Not)
	}
}

// Throughput adds up over nodes: a reader compares the sentence with the ticket's total.
func TestThroughputIsSaidInAll(t *testing.T) {
	r := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.7))
	f := r.one("level", "throughput")
	near(t, "base", f.Base, 1000, 10)
	r.check(f, want{says: []string{"in all"}})
	if !contains(f.Text, "/s (-2") && !contains(f.Text, "/s (-3") {
		t.Errorf("the change is not in the sentence: %s", f.Text)
	}
	if f.CIPct == nil || f.CIPct[0] > -30 || f.CIPct[1] < -30.5 {
		t.Errorf("interval %v, want one about -30 %%", f.CIPct)
	}
}
