package diff_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// spiked is a level with single samples a hundred times as high, so many in a thousand.
func spiked(level float64, perMille int, factor float64) signal {
	return func(rng *rand.Rand, n int) []float64 {
		out := wavering(level, 0.02, 0)(rng, n)
		for i := range out {
			if i*perMille/1000 != (i+1)*perMille/1000 {
				out[i] *= factor
			}
		}
		return out
	}
}

// A mean that one stall carries and a median that does not move, or moves the other way,
// say two things. Nothing can be concluded, and both numbers are shown.
func TestMeanAgainstMedian(t *testing.T) {
	tests := []struct {
		name       string
		base, head signal
		says       []string // empty: no doubt
	}{
		{"the mean moves, the median does not", spiked(0.010, 0, 1), spiked(0.010, 10, 100), []string{"mean moved by +9", "median by +0."}},
		{"the median moves, the mean does not", spiked(0.010, 0, 1), spiked(0.005, 10, 100), []string{"mean moved by -0.5 %", "median by -49.9 %"}},
		{"they move in opposite directions", spiked(0.010, 20, 100), spiked(0.015, 0, 1), []string{"mean moved by -50", "median by +50"}},
		{"both move alike", spiked(0.010, 0, 1), spiked(0.015, 0, 1), nil},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			run := func(id, build string, s signal) *rig {
				return newRig(id, build).put("cpu.busy", busyLoad(0.5)).put("latency.p95", s)
			}
			r := pair(t, run("b1", "1", x.base), run("h1", "2", x.head))
			f := r.one("level", "latency.p95")
			if x.says == nil {
				r.check(f, want{grade: "C", outcome: "worse"})
				return
			}
			r.check(f, want{grade: "X", outcome: "neutral", severity: "note", says: append(x.says, "Cannot tell")})
		})
	}
}

// A queue of a hundredth of a request has nothing to doubt: neither mean nor median moved by half a request.
func TestNoDoubtUnderTheAbsoluteMinimum(t *testing.T) {
	for metric, level := range map[string]float64{"disk.queue": 0.004, "disk.util": 0.01, "cpu.iowait": 0.001, "disk.write_await": 0.00001} {
		run := func(id, build string, s signal) *rig {
			return newRig(id, build).put("cpu.busy", busyLoad(0.5)).add(feed{metric: metric, instance: "sda", signal: s})
		}
		r := pair(t, run("b1", "1", spiked(level, 10, 50)), run("h1", "2", spiked(level*1.2, 0, 1)))
		r.silent(metric)
	}
}

// Ten samples are ten samples, also when they are averages of 30 s each.
func TestFewSamples(t *testing.T) {
	run := func(id, build string, factor, step float64) *rig {
		return newRig(id, build).add(feed{metric: "throughput", signal: busyLoad(1000 * factor), step: step}).
			add(feed{metric: "cpu.busy", signal: busyLoad(0.5 * factor), step: step})
	}
	for _, x := range []struct {
		step    float64
		samples int
		grade   string
	}{{30, 10, "X"}, {300.0 / 11, 11, "X"}, {25, 12, "C"}, {1, 300, "C"}} {
		r := pair(t, run("b1", "1", 1, x.step), run("h1", "2", 0.5, x.step))
		f := r.one("level", "throughput")
		if f.Grade != x.grade {
			t.Errorf("%d samples give grade %s, want %s: %s", x.samples, f.Grade, x.grade, f.Text)
		}
		if x.grade == "X" {
			if want := "only 1"; !contains(f.Text, want) {
				t.Errorf("the sentence does not say how few samples there are: %s", f.Text)
			}
			if r.notTested("cpu.busy", "samples") == false {
				t.Errorf("CPU has as few samples and is not listed as not tested\n%s", r.list())
			}
		}
	}
}

// A short recording is normal in practice: it gives a lead, not silence, and says how short it is.
func TestShortRecording(t *testing.T) {
	run := func(id, build string, factor float64) *rig {
		return newRig(id, build).lasting(40).put("throughput", busyLoad(1000*factor))
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.6))
	f := r.one("level", "throughput")
	r.check(f, want{grade: "C", outcome: "worse"})
	if len(f.Nodes) != 3 || f.Nodes[0].NBase < 39 || f.Nodes[0].NBase > 40 {
		t.Errorf("nodes are %+v, want 40 samples each", f.Nodes)
	}
}

// A change inside the scatter of the run itself is none, however large it looks.
func TestChangeWithinTheRunsOwnScatter(t *testing.T) {
	run := func(id, build string) *rig {
		return newRig(id, build, "node-a").lasting(60).put("throughput", wavering(1000, 0.3, 0.9))
	}
	moved := 0
	for i := range 20 {
		r := pair(t, run(fmt.Sprint("b", i), "1"), run(fmt.Sprint("h", i), "2"))
		for _, f := range r.of("level", "throughput") {
			if f.Grade != "X" {
				moved++
			}
		}
	}
	if moved > 3 {
		t.Errorf("%d of 20 comparisons of a wandering load with itself have a finding, want at most 3", moved)
	}
}

// From nothing there is no per cent, and a doubling is not the word.
func TestFromZero(t *testing.T) {
	run := func(id, build string, errors, wait float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000)).put("errors", busyLoad(errors)).put("cpu.iowait", busyLoad(wait))
	}
	for _, x := range []struct {
		name       string
		base, head *rig
		direction  string
		outcome    string
	}{{"from", run("b1", "1", 0, 0), run("h1", "2", 0.5, 0.2), "higher", "worse"}, {"to", run("b1", "1", 0.5, 0.2), run("h1", "2", 0, 0), "lower", "better"}} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, x.base, x.head)
			for _, metric := range []string{"errors", "cpu.iowait"} {
				f := r.one("level", metric)
				r.check(f, want{direction: x.direction, agree: 3, total: 3})
				if x.name == "from" && (f.Pct != nil || !contains(f.Text, "from 0")) {
					t.Errorf("per cent %v from a base of 0: %s", f.Pct, f.Text)
				}
				if x.name == "to" {
					near(t, "pct", f.Pct, -100, 0)
				}
			}
			r.check(r.one("level", "errors"), want{outcome: x.outcome})
		})
	}
}

// The same over clients and over thread counts: half an error a second more is not +65 %.
func TestFromZeroOverStrataAndLegs(t *testing.T) {
	strata := func(id, build, sdk string, errors float64) *rig {
		return newRig(id, build).stratum("sdk", sdk).put("throughput", busyLoad(1000)).put("errors", busyLoad(errors))
	}
	legs := func(id, build string, errors float64) *rig {
		return newRig(id, build).threads(8, 16).put("throughput", busyLoad(1000)).put("errors", busyLoad(errors))
	}
	for name, r := range map[string]*result{
		"strata": compare(t, side{strata("b1", "1", "x", 0), strata("b2", "1", "y", 0)}, side{strata("h1", "2", "x", 0.5), strata("h2", "2", "y", 0.6)}),
		"legs":   pair(t, legs("b1", "1", 0), legs("h1", "2", 0.5)),
	} {
		f := r.one("level", "errors")
		if f.Pct != nil {
			t.Errorf("%s: %g %% from a base of 0: %s", name, *f.Pct, f.Text)
		}
		for _, l := range f.Legs {
			if l.Pct != nil {
				t.Errorf("%s: leg %s has %g %% from a base of 0", name, l.Leg, *l.Pct)
			}
		}
		r.check(f, want{direction: "higher", outcome: "worse", says: []string{"from 0"}})
	}
}
