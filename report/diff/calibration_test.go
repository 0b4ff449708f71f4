package diff_test

import (
	"fmt"
	"math"
	"testing"
)

// identical are runs of one build as a rig makes them: the level of a run wanders by a
// standard deviation of runSD, that of a node within it by half of that, and all metrics have the memory of an
// autoregressive process.
func identical(id, build string, phi, cv, runSD float64) *rig {
	rng := seeded("level of " + id)
	r := newRig(id, build, "node-a", "node-b", "node-c", "node-d").threads(8, 32)
	for _, m := range []struct {
		metric, instance string
		level, cv        float64
	}{
		{"throughput", "", 1000, cv}, {"cpu.busy", "", 0.5, cv}, {"cpu.user", "", 0.4, cv}, {"cpu.iowait", "", 0.05, 2 * cv}, {"latency.p95", "", 0.01, 2 * cv}, {"memory.used", "", 4e9, 0.02},
		{"disk.util", "sda", 0.3, cv}, {"disk.write_rate", "sda", 300, 2 * cv}, {"disk.write_await", "sda", 0.004, 2 * cv}, {"mysql.Innodb_log_waits", "", 40, 2 * cv},
	} {
		run := math.Exp(runSD * rng.NormFloat64())
		for _, n := range r.run.Nodes {
			k := run * math.Exp(runSD/2*rng.NormFloat64())
			r.add(feed{metric: m.metric, instance: m.instance, signal: wavering(m.level*k, m.cv, phi), nodes: []string{n.Name}})
		}
	}
	return r
}

// falseAlarms counts the comparisons of a build with itself, under two labels, that say
// worse or better above a note.
func falseAlarms(t *testing.T, n, runs int, phi, cv, runSD float64) (alarms int) {
	t.Helper()
	for i := range n {
		var base, head side
		for j := range runs {
			base = append(base, identical(fmt.Sprintf("b%d-%d-%g-%g", i, j, phi, cv), "1", phi, cv, runSD))
			head = append(head, identical(fmt.Sprintf("h%d-%d-%g-%g", i, j, phi, cv), "2", phi, cv, runSD))
		}
		alarm := false
		for _, f := range compare(t, base, head).verdicts() {
			if f.Severity != "note" {
				alarm = true
				t.Logf("comparison %d: [%s] %s %s: %s", i, f.Grade, f.Severity, f.Outcome, f.Text)
			}
		}
		if alarm {
			alarms++
		}
	}
	return alarms
}

// A tool that cries wolf is switched off. Of comparisons of identical builds at most one
// in twenty may have a verdict above a note. Of a rig whose levels wander for minutes, one
// pair of runs cannot tell the build from the wandering; what gets through is grade C.
func TestIdenticalBuildsRaiseNoAlarm(t *testing.T) {
	tests := []struct {
		name           string
		n, runs        int
		phi, cv, runSD float64
		most           int
	}{
		{"one run a side", 60, 1, 0.9, 0.1, 0.02, 3},
		{"two runs a side", 20, 2, 0.9, 0.1, 0.02, 1},
		{"one run a side of a restless rig", 20, 1, 0.95, 0.2, 0.02, 6},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			n := x.n
			if testing.Short() {
				n = x.n / 4
			}
			if got := falseAlarms(t, n, x.runs, x.phi, x.cv, x.runSD); got > x.most {
				t.Errorf("%d of %d comparisons of identical builds raise an alarm, want at most %d", got, n, x.most)
			}
		})
	}
}

// And the same rig sees a real loss: -20 % in a single pair, -10 % with two runs a side.
func TestRealLossesAreFound(t *testing.T) {
	for _, x := range []struct {
		runs   int
		factor float64
	}{{1, 0.8}, {2, 0.9}} {
		found := 0
		for i := range 10 {
			var base, head side
			for j := range x.runs {
				base = append(base, identical(fmt.Sprintf("lb%d-%d", i, j), "1", 0.9, 0.1, 0.02))
				r := identical(fmt.Sprintf("lh%d-%d", i, j), "2", 0.9, 0.1, 0.02)
				for _, n := range r.run.Nodes {
					for _, s := range n.Series {
						if s.Metric == "throughput" {
							for k := range s.Value {
								s.Value[k] *= x.factor
							}
						}
					}
				}
				head = append(head, r)
			}
			for _, f := range compare(t, base, head).verdicts() {
				if f.Metric == "throughput" && f.Kind == "level" && f.Outcome == "worse" && f.Severity != "note" {
					found++
				}
			}
		}
		if found < 9 {
			t.Errorf("a loss to %g times with %d runs a side is found in %d of 10 comparisons, want 9", x.factor, x.runs, found)
		}
	}
}
