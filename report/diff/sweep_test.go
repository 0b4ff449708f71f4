package diff_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// curve is a run over thread counts with a throughput for each.
func curve(id, build string, points map[int]float64, counts ...int) *rig {
	r := newRig(id, build, "node-a").lasting(60).threads(counts...)
	for _, c := range counts {
		r.add(feed{metric: "throughput", signal: white(points[c], 0.01), legs: []string{legName(c)}})
	}
	return r
}

// The numbers of ticket 3: two servers that scale and one that does one thing at a time.
var (
	scalingServer  = map[int]float64{20: 6574.14, 50: 15140.14, 80: 20138.38, 100: 23784.30, 150: 34138.96}
	slowServer     = map[int]float64{20: 665.07, 50: 641.08, 80: 626.83, 100: 607.69, 150: 654.11}
	repairedServer = map[int]float64{20: 6483.17, 50: 14635.17, 80: 19708.48, 100: 23949.44, 150: 32377.06}
	ticketThreads  = []int{20, 50, 80, 100, 150}
)

// "-89.9 to -98.1 %" is the loss; "flat whatever the threads" is the cause.
func TestFlatAgainstScaling(t *testing.T) {
	r := pair(t, curve("b1", "1", scalingServer, ticketThreads...), curve("h1", "2", slowServer, ticketThreads...))
	f := r.one("sweep", "throughput")
	r.check(f, want{direction: "lower", grade: "C", says: []string{"Throughput over threads 20 to 150", "x5.2", "elasticity 0.80", "grows with it", "x0.98", "elasticity -0.02", "does not follow it",
		"the head is flat: one operation at a time, about 1.57 ms each, whatever the threads"}})
	if f.Shape != "flat" || f.Elasticity == nil || math.Abs(f.Elasticity[0]-0.8) > 0.01 || math.Abs(f.Elasticity[1]+0.02) > 0.01 {
		t.Errorf("shape %q, elasticity %v; want flat, 0.80 and -0.02", f.Shape, f.Elasticity)
	}
	if len(f.Legs) != 5 {
		t.Fatalf("legs are %+v, want the five thread counts", f.Legs)
	}
	for i, want := range []float64{-89.9, -95.8, -96.9, -97.4, -98.1} {
		near(t, f.Legs[i].Leg, f.Legs[i].Pct, want, 0.2)
		if f.Legs[i].Leg != fmt.Sprintf("threads=%d", ticketThreads[i]) {
			t.Errorf("leg %d is %q, want threads=%d", i, f.Legs[i].Leg, ticketThreads[i])
		}
	}
	level := r.one("level", "throughput")
	r.check(level, want{direction: "lower", outcome: "worse", says: []string{"at all 5 values of threads (20, 50, 80, 100, 150)", "-89.9", "-98.1"}})
}

// The repaired server lies on the other's curve: a few per cent at single points are no shape.
func TestCurvesThatLieOnOneAnother(t *testing.T) {
	r := pair(t, curve("b1", "1", scalingServer, ticketThreads...), curve("h1", "2", repairedServer, ticketThreads...))
	r.silent("throughput")
	r = pair(t, curve("b1", "1", slowServer, ticketThreads...), curve("h1", "2", repairedServer, ticketThreads...))
	f := r.one("sweep", "throughput")
	r.check(f, want{direction: "higher", says: []string{"the base is flat: one operation at a time, about 1.57 ms each"}})
	if f.Shape != "flat" {
		t.Errorf("shape is %q, want flat", f.Shape)
	}
}

// The same loss at every thread count is a matter of level: the offset is folded into it.
func TestOffsetFoldsIntoTheLevel(t *testing.T) {
	half, some := map[int]float64{}, map[int]float64{}
	for c, v := range scalingServer {
		half[c], some[c] = v/2, v*0.88
	}
	r := pair(t, curve("b1", "1", scalingServer, ticketThreads...), curve("h1", "2", half, ticketThreads...))
	level := r.one("level", "throughput")
	near(t, "pct", level.Pct, -50, 1)
	list := r.of("sweep", "throughput")
	if len(list) != 1 || list[0].Shape != "offset" || list[0].FoldedInto != level.ID || !slices.Contains(level.SameAs, list[0].ID) {
		t.Fatalf("want one offset, folded into the level\n%s", r.list())
	}
	r.check(list[0], want{direction: "lower", says: []string{"an offset: head is -50.0 % throughout", "slope 0.00 ("}})
	r = pair(t, curve("b1", "1", scalingServer, ticketThreads...), curve("h1", "2", some, ticketThreads...))
	if list := r.of("sweep", "throughput"); len(list) != 0 {
		t.Errorf("one pair of runs does not tell an offset of 12 %%: %s", list[0].Text)
	}
}

// A loss that grows with the threads is a divergence, though both curves still rise.
func TestDivergence(t *testing.T) {
	base, head := map[int]float64{}, map[int]float64{}
	for i, c := range []int{1, 2, 4, 8, 16} {
		base[c] = 1000 * float64(int(1)<<i)
		head[c] = base[c] * []float64{1, 0.86, 0.75, 0.65, 0.56}[i]
	}
	r := pair(t, curve("b1", "1", base, 1, 2, 4, 8, 16), curve("h1", "2", head, 1, 2, 4, 8, 16))
	f := r.one("sweep", "throughput")
	r.check(f, want{direction: "lower", says: []string{"elasticity 1.00", "elasticity 0.79", "the ratio of head to base follows it, slope -0.21 (95 % -0."}})
	if f.Shape != "divergence" {
		t.Errorf("shape is %q, want divergence", f.Shape)
	}
}

// Three points are numbers, not a curve; and names are no numbers.
func TestWhenThereIsNoSweep(t *testing.T) {
	three := pair(t, curve("b1", "1", scalingServer, 20, 80, 150), curve("h1", "2", slowServer, 20, 80, 150))
	if !three.notTested("throughput", "shape over threads: 3 points") {
		t.Errorf("nothing says that three points have no shape\n%s", three.list())
	}
	for name, r := range map[string]*result{
		"three points": three,
		"no numbers": pair(t,
			newRig("b1", "1").leg("a", "mix", "ro").leg("b", "mix", "rw").leg("c", "mix", "wo").leg("d", "mix", "xx").put("throughput", busyLoad(1000)),
			newRig("h1", "2").leg("a", "mix", "ro").leg("b", "mix", "rw").leg("c", "mix", "wo").leg("d", "mix", "xx").put("throughput", busyLoad(500))),
	} {
		for _, f := range r.Findings {
			if f.Kind == "sweep" {
				t.Errorf("%s: unexpected: %s", name, f.Text)
			}
		}
	}
}

// With replicates the shape must stand out of what identical runs do at both ends.
func TestSweepWithinTheRunNoise(t *testing.T) {
	scaled := func(id, build string, k ...float64) *rig {
		points := map[int]float64{}
		for i, c := range []int{1, 4, 16, 64} {
			points[c] = 1000 * k[i]
		}
		return curve(id, build, points, 1, 4, 16, 64)
	}
	noisy := compare(t,
		side{scaled("b1", "1", 1, 1, 1, 1), scaled("b2", "1", 1.6, 1.5, 1.6, 1.5)},
		side{scaled("h1", "2", 1.5, 1.3, 1.1, 0.9), scaled("h2", "2", 1.2, 1.0, 0.9, 0.7)})
	if list := noisy.of("sweep", "throughput"); len(list) != 0 {
		t.Errorf("a shape within the run noise: %s", list[0].Text)
	}
	quiet := compare(t,
		side{scaled("b1", "1", 1, 4, 15, 50), scaled("b2", "1", 1.01, 4, 15, 50)},
		side{scaled("h1", "2", 0.8, 1, 1, 1), scaled("h2", "2", 0.81, 1, 1, 1.01)})
	f := quiet.one("sweep", "throughput")
	r := quiet
	r.check(f, want{direction: "lower", saysNot: []string{"one pair of runs", "unreplicated"}})
}

// What one transaction costs may grow with the threads while nothing else shows why.
func TestSweepOfACostPerOperation(t *testing.T) {
	run := func(id, build string, perOp map[int]float64) *rig {
		r := curve(id, build, scalingServer, ticketThreads...)
		for _, c := range ticketThreads {
			r.add(feed{metric: "rocksdb.wal_synced", signal: white(scalingServer[c]*perOp[c], 0.01), legs: []string{legName(c)}})
		}
		return r
	}
	grouped := map[int]float64{20: 0.5, 50: 0.25, 80: 0.15, 100: 0.12, 150: 0.08}
	alone := map[int]float64{20: 1, 50: 1, 80: 1, 100: 1, 150: 1}
	r := pair(t, run("b1", "1", grouped), run("h1", "2", alone))
	f := r.of("sweep", "per_op.rocksdb.wal_synced")
	if len(f) != 1 {
		t.Fatalf("%d sweeps of the syncs per operation, want 1\n%s", len(f), r.list())
	}
	r.check(f[0], want{direction: "higher", outcome: "symptom"})
	if !strings.Contains(f[0].Text, "per operation") || f[0].Unit != "count" {
		t.Errorf("unit %q: %s", f[0].Unit, f[0].Text)
	}
	same := pair(t, run("b1", "1", alone), run("h1", "2", alone))
	for _, x := range same.Findings {
		if x.Kind == "sweep" {
			t.Errorf("unexpected: %s", x.Text)
		}
	}
}
