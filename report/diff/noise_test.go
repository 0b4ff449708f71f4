package diff_test

import (
	"fmt"
	"math"
	"testing"
)

// replicates are runs of one build whose level differs from run to run by these factors.
func replicates(prefix, build string, legs []int, factors ...float64) side {
	var s side
	for i, f := range factors {
		r := newRig(fmt.Sprintf("%s%d", prefix, i+1), build)
		if len(legs) > 0 {
			r.threads(legs...)
		}
		s = append(s, r.put("throughput", busyLoad(1000*f)).put("cpu.busy", busyLoad(0.5*f)))
	}
	return s
}

// Certainty comes from replicate runs. What stands out of their noise is graded by how
// the runs are spread over the sides; what does not, cannot be told.
func TestGradeWithReplicates(t *testing.T) {
	four := []int{4, 8, 16, 32}
	tests := []struct {
		name       string
		base, head side
		grade      string // of throughput; empty: no finding
		says       string
	}{
		{"two runs a side in four legs: noise known, beyond it",
			replicates("b", "1", four, 1, 1.01), replicates("h", "2", four, 0.7, 0.71), "A", "replicated, beyond what identical runs show"},
		{"three runs a side: noise known without legs",
			replicates("b", "1", nil, 1, 1.01, 0.99), replicates("h", "2", nil, 0.7, 0.71, 0.69), "A", "replicated"},
		{"one run of the head: known noise, never A",
			replicates("b", "1", four, 1, 1.01), replicates("h", "2", four, 0.7), "B", "beyond what identical runs show"},
		{"one run of the base: known noise, never A",
			replicates("b", "1", four, 1), replicates("h", "2", four, 0.7, 0.71), "B", "beyond what identical runs show"},
		{"runs differ as much as builds: cannot tell",
			replicates("b", "1", four, 1, 1.6), replicates("h", "2", four, 0.7, 1.2), "X", "Cannot tell whether throughput changed"},
		{"two runs a side without legs: noise unknown, all pairs agree",
			replicates("b", "1", nil, 1, 1.01), replicates("h", "2", nil, 0.7, 0.71), "B", "in every pair of runs, run noise unknown"},
		{"two runs a side without legs: pairs do not agree",
			replicates("b", "1", nil, 1, 0.6), replicates("h", "2", nil, 0.61, 0.5), "C", "2 against 2 runs, run noise unknown"},
		{"nothing moved", replicates("b", "1", four, 1, 1.01), replicates("h", "2", four, 1.01, 1), "", ""},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := compare(t, x.base, x.head)
			if x.grade == "" {
				r.silent("throughput")
				return
			}
			f := r.one("level", "throughput")
			r.check(f, want{grade: x.grade, says: []string{x.says}})
			if known := x.grade == "A" || x.grade == "X" || f.Q != nil; known {
				if f.P == nil || f.Q == nil || f.SmallestDetectablePct == nil || f.CIPct == nil {
					t.Fatalf("p %v, q %v, interval %v, smallest detectable %v: all must be known", f.P, f.Q, f.CIPct, f.SmallestDetectablePct)
				}
				if (*f.Q < 0.05) != (x.grade != "X") {
					t.Errorf("q is %g at grade %s", *f.Q, f.Grade)
				}
				if (f.CIPct[1] < 0) != (x.grade != "X") {
					t.Errorf("the interval %v at grade %s", f.CIPct, f.Grade)
				}
			}
		})
	}
}

// "Cannot tell" is only useful with what could be told: the smallest change these runs show.
func TestSmallestDetectable(t *testing.T) {
	r := compare(t, replicates("b", "1", nil, 1, 1.2, 0.8), replicates("h", "2", nil, 0.85, 1.05, 0.65))
	f := r.one("level", "throughput")
	r.check(f, want{grade: "X", says: []string{"smallest change these runs could show", "%"}})
	sd := (sdOfLogs(1, 1.2, 0.8) + sdOfLogs(0.85, 1.05, 0.65)) / 2
	near(t, "smallest detectable", f.SmallestDetectablePct, 100*-math.Expm1(-2.776*sd*math.Sqrt(2.0/3)), 0.2) // t on 4 degrees of freedom
	if f.SmallestDetectablePct != nil && !contains(f.Text, fmt.Sprintf("%.0f %%", *f.SmallestDetectablePct)) {
		t.Errorf("the sentence gives another number than smallest_detectable_pct %g: %s", *f.SmallestDetectablePct, f.Text)
	}
}

func sdOfLogs(x ...float64) float64 {
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += math.Log(v) / float64(len(x))
	}
	for _, v := range x {
		squares += (math.Log(v) - mean) * (math.Log(v) - mean)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}

// A metric that only one run of a side has is not replicated, however many runs that side has.
func TestMetricOfOneRunOfASide(t *testing.T) {
	run := func(id, build string, factor float64, disk bool) *rig {
		r := newRig(id, build).threads(1, 2, 4, 8).put("throughput", busyLoad(1000))
		if disk {
			r.add(feed{metric: "disk.write_bytes", instance: "sda", signal: busyLoad(1e6 * factor)})
		}
		return r
	}
	r := compare(t, side{run("b1", "1", 1, true), run("b2", "1", 1, false)}, side{run("h1", "2", 1.6, true), run("h2", "2", 1.6, true)})
	for _, f := range r.of("level", "disk.write_bytes") {
		if f.Grade == "A" {
			t.Errorf("grade A, want B at most: the base has one run with disk data; %s", f.Text)
		}
	}
}

// Run noise of few replicates is steadied by what the metrics have in common, and the prior is printed.
func TestNoiseIsShrunk(t *testing.T) {
	many := func(s side) side {
		for i, r := range s {
			f := []float64{1, 1.02, 0.98}[i]
			r.put("cpu.user", busyLoad(0.4*f)).put("cpu.system", busyLoad(0.1*f)).put("latency.p95", busyLoad(0.01*f))
		}
		return s
	}
	r := compare(t, many(replicates("b", "1", nil, 1, 1.02, 0.98)), many(replicates("h", "2", nil, 1.02, 0.98, 1)))
	if n := r.Noise; n == nil || n.Metrics < 4 || !(n.SD > 0.005 && n.SD < 0.05) || !(n.DF > 0) {
		t.Errorf("the prior of the run noise is %+v, want one from at least 4 metrics near 0.02", n)
	}
	r.silent()
	if x := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 1)); x.Noise != nil {
		t.Errorf("one pair of runs gives a prior %+v, want none", x.Noise)
	}
}

// Runs of one side that differ a thousandfold have an arithmetic mean that says one thing
// and a mean ratio that says the other: nothing can be concluded.
func TestRunsThatContradictEachOther(t *testing.T) {
	run := func(id, build string, v float64, nodes ...string) *rig {
		return newRig(id, build, append(nodes, "node-b")...).put("throughput", busyLoad(2000*min(v, 1)), nodes...).put("throughput", busyLoad(2000*v), "node-b")
	}
	for _, x := range []struct {
		name string
		base side
		head *rig
	}{
		{"higher by both means", side{run("b1", "1", 0.0003, "node-a"), run("b2", "1", 0.5, "node-a")}, run("h1", "2", 0.3, "node-a")},
		{"lower by one mean", side{run("b1", "1", 0.0003), run("b2", "1", 0.5)}, run("h1", "2", 0.15)},
		{"one run of three", side{run("b1", "1", 1e-6), run("b2", "1", 1), run("b3", "1", 1)}, run("h1", "2", 0.5)},
		{"another node in one of the runs", side{run("b1", "1", 1e-6), run("b2", "1", 1), run("b3", "1", 1, "node-a")}, run("h1", "2", 0.5, "node-a")},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, f := range compare(t, x.base, side{x.head}).Findings {
				if f.Metric == "throughput" && f.Direction == "higher" && f.Grade != "X" {
					t.Errorf("grade %s, want X: %s", f.Grade, f.Text)
				}
			}
			x.head.run.Build = "1" // the same as noise
			compare(t, x.base, side{x.head})
		})
	}
}

// Spreads have a run noise of their own.
func TestVolatilityWithReplicates(t *testing.T) {
	runs := func(prefix, build string, cvs ...float64) (s side) {
		for i, cv := range cvs {
			s = append(s, cpuRun(fmt.Sprint(prefix, i), build, white(0.5, cv)))
		}
		return s
	}
	r := compare(t, runs("b", "1", 0.05, 0.052, 0.048), runs("h", "2", 0.1, 0.105, 0.095))
	f := r.one("volatility", "cpu.busy")
	r.check(f, want{direction: "higher", outcome: "symptom", grade: "A", agree: 3, total: 3})
	near(t, "relative", f.RelativePct, 100, 15)
	r = compare(t, runs("b", "1", 0.05, 0.15, 0.03), runs("h", "2", 0.1, 0.04, 0.2))
	for _, f := range r.of("volatility", "cpu.busy") {
		if f.Grade != "X" {
			t.Errorf("grade %s of a spread within that of identical runs: %s", f.Grade, f.Text)
		}
	}
}

// Where the first run of a side is the odd one, the numbers are still those of all runs.
func TestSpreadsAreThoseOfAllRuns(t *testing.T) {
	runs := func(prefix, build string, cvs ...float64) (s side) {
		for i, cv := range cvs {
			s = append(s, cpuRun(fmt.Sprint(prefix, i), build, white(0.5, cv)))
		}
		return s
	}
	r := compare(t, runs("b", "1", 0.12, 0.05, 0.05, 0.05, 0.05), runs("h", "2", 0.11, 0.2, 0.2, 0.2, 0.2))
	f := r.one("volatility", "cpu.busy")
	r.check(f, want{direction: "higher"})
	if f.RelativePct == nil || *f.RelativePct < 100 {
		t.Errorf("relative change %v of spreads 6.4 -> 18 %% over five runs, want about +180 %%: %s", f.RelativePct, f.Text)
	}
}

// The same holds for what an operation costs.
func TestCostsThatContradictEachOther(t *testing.T) {
	run := func(id, build string, busy float64) *rig {
		return newRig(id, build, "node-a").put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(busy))
	}
	r := compare(t, side{run("b1", "1", 0.1)}, side{run("h1", "2", 0.8), run("h2", "2", 0.0001)})
	for _, f := range r.of("level", "per_op.cpu.busy") {
		if f.Grade != "X" {
			t.Errorf("grade %s, want X: one run of the head costs eight times as much and the other nothing: %s", f.Grade, f.Text)
		}
	}
}
