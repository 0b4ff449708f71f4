package diff_test

import (
	"fmt"
	"math"
	"testing"
)

// sevenCounts doubles the threads six times.
var sevenCounts = []int{1, 2, 4, 8, 16, 32, 64}

// growing is a throughput that grows with an elasticity of 0.8 until so many threads.
func growing(until float64) map[int]float64 {
	y := map[int]float64{}
	for _, c := range sevenCounts {
		y[c] = 500 * math.Pow(math.Min(float64(c), until), 0.8)
	}
	return y
}

// Growth that ends earlier has a place, which the sentence names.
func TestMovedKnee(t *testing.T) {
	r := pair(t, curve("b1", "1", growing(64), sevenCounts...), curve("h1", "2", growing(8), sevenCounts...))
	f := r.one("sweep", "throughput")
	r.check(f, want{direction: "lower", says: []string{"growth goes on to 64 in the base and ends near threads 8", "in the head"}})
	if f.Shape != "knee" {
		t.Errorf("shape is %q, want knee", f.Shape)
	}
}

// A flat curve whose operations do not wait for each other is capped by something else:
// an offered rate, for one.
func TestOneAtATimeNeedsWaits(t *testing.T) {
	for _, x := range []struct {
		grows bool
		says  string
	}{{true, "one operation at a time"}, {false, ""}} {
		run := func(id, build string, tps map[int]float64) *rig {
			r := curve(id, build, tps, ticketThreads...)
			for _, c := range ticketThreads {
				wait := 0.002
				if x.grows {
					wait = float64(c) / tps[c]
				}
				r.add(feed{metric: "latency.mean", signal: white(wait, 0.01), legs: []string{legName(c)}})
			}
			return r
		}
		r := pair(t, run("b1", "1", scalingServer), run("h1", "2", slowServer))
		f := r.one("sweep", "throughput")
		if contains(f.Text, "one operation at a time") != x.grows {
			t.Errorf("latency grows with the threads %v: %s", x.grows, f.Text)
		}
		r.check(f, want{says: []string{"the head is flat"}})
	}
}

// noisySweep is a run over 1 to 64 threads of which each leg is off by the run noise, with
// the samples of 20 s legs.
func noisySweep(id, build string, elasticity, runSD float64) *rig {
	counts := []int{1, 4, 16, 32, 64}
	r := newRig(id, build, "node-a").lasting(20).threads(counts...)
	off := seeded("legs of " + id)
	for _, c := range counts {
		level := 600 * math.Pow(float64(c), elasticity) * math.Exp(runSD*off.NormFloat64())
		r.add(feed{metric: "throughput", signal: busyLoad(level), legs: []string{legName(c)}})
	}
	return r
}

// Of flat curves at least 95 of 100 are named so, of identical ones at most 5 anything.
func TestSweepsHoldTheirRates(t *testing.T) {
	n := 40
	if testing.Verbose() {
		n = 200
	}
	for _, runs := range []int{1, 2} {
		for _, sd := range []float64{0, 0.02, 0.05} {
			flat, named := 0, 0
			for i := range n {
				sides := func(kind string, elasticity float64) side {
					var s side
					for j := range runs {
						s = append(s, noisySweep(fmt.Sprintf("%s%d-%d-%g", kind, i, j, sd), kind[:1], elasticity, sd))
					}
					return s
				}
				base := sides("1b", 0.8)
				for _, f := range compare(t, base, sides("2flat", 0)).of("sweep", "throughput") {
					if f.Shape == "flat" && f.FoldedInto == "" {
						flat++
					}
				}
				named += len(compare(t, base, sides("2same", 0.8)).of("sweep", "throughput"))
			}
			t.Logf("%d runs a side, run sd %.0f %%: flat in %d, identical curves named in %d of %d", runs, 100*sd, flat, named, n)
			if 100*flat < 95*n || 100*named > 5*n {
				t.Errorf("%d runs a side, run sd %.0f %%: flat in %d, identical curves named in %d of %d", runs, 100*sd, flat, named, n)
			}
		}
	}
}
