package diff_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// white is a level with independent noise of so much of it.
func white(level, cv float64) signal { return wavering(level, cv, 0) }

// averaged is what a recorder with a k times longer step shows of a signal.
func (s signal) averaged(k int) signal {
	return func(rng *rand.Rand, n int) []float64 {
		fine := s(rng, n*k)
		out := make([]float64, n)
		for i, v := range fine {
			out[i/k] += v / float64(k)
		}
		return out
	}
}

// swinging adds slow waves to a signal: so many over the run, so high against the level.
func (s signal) swinging(waves, height float64) signal {
	return s.shaped(func(x float64) float64 { return 1 + height*math.Sin(2*math.Pi*waves*x) })
}

// cpuRun is a run of which only the CPU is recorded.
func cpuRun(id, build string, s signal, nodes ...string) *rig {
	return newRig(id, build, nodes...).put("cpu.busy", s)
}

// The same mean can hide a server that works in bursts. Ticket 1 was found by eye: "CPU
// utilisation is both less and more volatile".
func TestVolatility(t *testing.T) {
	tests := []struct {
		name               string
		base, head         signal
		direction          string // empty: no volatility finding
		absolute, relative float64
		says               []string
	}{
		{"three times the spread at one level", white(0.5, 0.05), white(0.5, 0.15), "higher", 200, 200, []string{"more volatile on 3 of 3 nodes", "against its own level", "swing, jitter, sd"}},
		{"a sixth of the spread at one level", white(0.5, 0.30), white(0.5, 0.05), "lower", -83.3, -83.3, []string{"less volatile"}},
		{"a third of the spread at one level", white(0.5, 0.15), white(0.5, 0.05), "lower", -66.7, -66.7, []string{"less volatile"}},
		{"half the level with three times the spread against it", white(0.6, 0.05), white(0.3, 0.15), "higher", 50, 200, []string{"against its own level"}},
		{"half the level with the spread it had", white(0.6, 0.06), white(0.2, 0.18), "higher", 0, 200, []string{"in absolute terms not"}},
		{"half the level with half the spread: no more volatile than it was", white(0.6, 0.1), white(0.3, 0.1), "", 0, 0, nil},
		{"a tenth more spread", white(0.5, 0.1), white(0.5, 0.11), "", 0, 0, nil},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, cpuRun("b1", "1", x.base), cpuRun("h1", "2", x.head))
			if x.direction == "" {
				if list := r.of("volatility", "cpu.busy"); len(list) != 0 {
					t.Errorf("unexpected: %s", list[0].Text)
				}
				return
			}
			f := r.one("volatility", "cpu.busy")
			r.check(f, want{direction: x.direction, outcome: "symptom", grade: "C", agree: 3, total: 3, says: x.says})
			near(t, "absolute", f.AbsolutePct, x.absolute, 20)
			near(t, "relative", f.RelativePct, x.relative, 20)
			near(t, "step", f.Where.StepS, 1, 0)
		})
	}
}

// What moved, the slow waves or the flicker from one second to the next, points to unlike causes.
func TestAspectsOfVolatility(t *testing.T) {
	r := pair(t, cpuRun("b1", "1", white(0.5, 0.05)), cpuRun("h1", "2", white(0.5, 0.05).swinging(40, 0.01).swinging(6, 0.25)))
	f := r.one("volatility", "cpu.busy")
	if !slices.Contains(f.Aspects, "sd") || !slices.Contains(f.Aspects, "swing") || slices.Contains(f.Aspects, "jitter") {
		t.Errorf("aspects are %v, want swing and sd without jitter: %s", f.Aspects, f.Text)
	}
	r.check(f, want{says: []string{"in swing, sd of 1 s steps"}, saysNot: []string{"jitter"}})
}

// From no spread at all there is no ratio.
func TestVolatilityFromNone(t *testing.T) {
	r := pair(t, cpuRun("b1", "1", steady(0.5)), cpuRun("h1", "2", white(0.5, 0.1)))
	f := r.one("volatility", "cpu.busy")
	r.check(f, want{direction: "higher", outcome: "symptom", says: []string{"spread from 0 to "}})
	if f.Pct != nil || f.RelativePct != nil || f.AbsolutePct != nil {
		t.Errorf("pct %v, relative %v, absolute %v of a spread from 0, want none", f.Pct, f.RelativePct, f.AbsolutePct)
	}
	over := func(id, build string, s signal) *rig { return newRig(id, build).threads(8, 16).put("cpu.busy", s) }
	f = pair(t, over("b1", "1", steady(0.5)), over("h1", "2", white(0.5, 0.1))).one("volatility", "cpu.busy")
	if f.Pct != nil || f.RelativePct != nil || f.AbsolutePct != nil {
		t.Errorf("over legs: pct %v, relative %v, absolute %v of a spread from 0, want none", f.Pct, f.RelativePct, f.AbsolutePct)
	}
}

// A recorder of 4 s steps sees half the spread of one of 1 s steps: the difference would be the recorder's.
func TestUnlikeStepsAreResampled(t *testing.T) {
	coarse := func(id string, s signal) *rig {
		return newRig(id, "2").add(feed{metric: "cpu.busy", signal: s.averaged(4), step: 4})
	}
	r := pair(t, cpuRun("b1", "1", white(0.5, 0.3)), coarse("h1", white(0.5, 0.3)))
	if list := r.of("volatility", "cpu.busy"); len(list) != 0 {
		t.Errorf("the step is taken for a change: %s", list[0].Text)
	}
	f := pair(t, cpuRun("b1", "1", white(0.5, 0.1)), coarse("h1", white(0.5, 0.4))).one("volatility", "cpu.busy")
	r.check(f, want{direction: "higher", says: []string{"4 s steps (resampled)"}})
	near(t, "relative", f.RelativePct, 300, 60)
	near(t, "step", f.Where.StepS, 4, 0)
}

// A counter that is read as often as it is updated shows zeros beside doubles: that is how
// it was read, not what the load did.
func TestZeroAliasing(t *testing.T) {
	run := func(id, build string, s signal) *rig { return newRig(id, build).put("throughput", s) }
	r := pair(t, run("b1", "1", white(1000, 0.02)), run("h1", "2", white(1000, 0.02).aliased(7)))
	if list := r.of("volatility", "throughput"); len(list) != 0 {
		t.Errorf("scraping is taken for a change: %s", list[0].Text)
	}
	f := pair(t, run("b1", "1", white(1000, 0.01).aliased(6)), run("h1", "2", white(1000, 0.08).aliased(6))).one("volatility", "throughput")
	r.check(f, want{direction: "higher", says: []string{"2 s steps (resampled)"}})
	near(t, "step", f.Where.StepS, 2, 0)
	near(t, "relative", f.RelativePct, 700, 100)

	third := func(_ *rand.Rand, n int) []float64 { // updated every third reading: no step removes it
		out := make([]float64, n)
		for i := 0; i < n; i += 3 {
			out[i] = 3000
		}
		return out
	}
	r = pair(t, run("b1", "1", white(1000, 0.02)), run("h1", "2", third))
	if !r.notTested("throughput", "out of step with its updates") || len(r.of("volatility", "throughput")) != 0 {
		t.Errorf("volatility of a counter that cannot be mended is tested, or left out silently\n%s", r.list())
	}
}

// The spread of a run that turns over in the middle is that of two levels.
func TestNodeWithAnOnsetHasNoVolatility(t *testing.T) {
	head := newRig("h1", "2").put("cpu.busy", white(0.5, 0.05).from(0.6, 0.3), "node-a").put("cpu.busy", white(0.5, 0.2), "node-b", "node-c")
	r := pair(t, cpuRun("b1", "1", white(0.5, 0.05)), head)
	f := r.one("volatility", "cpu.busy")
	r.check(f, want{direction: "higher", agree: 2, total: 3})
	if !r.notTested("cpu.busy", "node-a") {
		t.Errorf("nothing says that node-a's spread was not tested\n%s", r.list())
	}
	for _, n := range f.Nodes {
		if (n.Pct == nil) != (n.Node == "node-a") {
			t.Errorf("%s has spread change %v", n.Node, n.Pct)
		}
	}
}

// One node alone needs more than several that agree.
func TestVolatilityOfOneNodeNeedsMore(t *testing.T) {
	for _, x := range []struct {
		nodes []string
		found bool
	}{{[]string{"node-a"}, false}, {[]string{"node-a", "node-b", "node-c", "node-d"}, true}} {
		r := pair(t, cpuRun("b1", "1", white(0.5, 0.05), x.nodes...), cpuRun("h1", "2", white(0.5, 0.10), x.nodes...))
		if got := len(r.of("volatility", "cpu.busy")) > 0; got != x.found {
			t.Errorf("twice the spread on %d nodes is found: %v, want %v", len(x.nodes), got, x.found)
		}
	}
}

// The goal that jumps more is a symptom, not a loss.
func TestVolatilityIsNoVerdict(t *testing.T) {
	run := func(id, build, sdk string, cv float64) *rig {
		return newRig(id, build).stratum("sdk", sdk).put("throughput", white(1000, cv))
	}
	r := compare(t, side{run("b1", "1", "x", 0.05), run("b2", "1", "y", 0.05)}, side{run("h1", "2", "x", 0.2), run("h2", "2", "y", 0.15)})
	f := r.one("volatility", "throughput")
	r.check(f, want{outcome: "symptom", grade: "B", direction: "higher", says: []string{"in 2 of 2 strata", "run noise unknown"}})
	if len(r.verdicts()) != 0 {
		t.Errorf("volatility is called %s", r.verdicts()[0].Outcome)
	}
}
