package stats

import (
	"math"
	"testing"
)

func TestPooledNoise(t *testing.T) {
	// Variances within groups: 0.02 on 1 df, 0.01 on 2 df; the groups' own
	// levels and the lone run do not count.
	n := PooledNoise([][]float64{{1.0, 1.2}, {5.0, 5.1, 5.2}, {9}, nil, {nan, 3}})
	near(t, "SD", n.SD, math.Sqrt((0.02+2*0.01)/3), 1e-12)
	if n.DF != 3 || !n.Known || n.Source == "" {
		t.Errorf("got %+v", n)
	}
	if n := PooledNoise([][]float64{{1, 2}, {3, 4}}); n.Known || n.DF != 2 {
		t.Errorf("two degrees of freedom: got %+v", n)
	}
	if n := PooledNoise([][]float64{{1}, nil}); n != (RunNoise{}) {
		t.Errorf("no replicates: got %+v", n)
	}
}

// pairsApart are groups of two runs with the given log ratios.
func pairsApart(ratios ...float64) [][]float64 {
	var groups [][]float64
	for i, r := range ratios {
		groups = append(groups, []float64{float64(i), float64(i) + r})
	}
	return groups
}

func TestBookNoise(t *testing.T) {
	r := newRand(31)
	pairs := make([]float64, 20)
	for i := range pairs { // of runs with sd 0.03
		pairs[i] = 0.03 * (r.NormFloat64() - r.NormFloat64())
	}
	n := BookNoise(pairsApart(pairs...))
	near(t, "SD", n.SD, 0.03, 0.01)
	if n.DF != 20 || !n.Known {
		t.Errorf("got %+v", n)
	}
	broken := append([]float64{}, pairs...)
	broken[7] = 2
	if got := BookNoise(pairsApart(broken...)).SD; got > 1.5*n.SD {
		t.Errorf("one broken pair moves the noise from %.3f to %.3f", n.SD, got)
	}
	if n := BookNoise(pairsApart(pairs[:3]...)); n.Known {
		t.Errorf("three pairs: got %+v", n)
	}
	if n := BookNoise(pairsApart(0, 0, 0, 0.1)); !(n.SD > 0) {
		t.Errorf("mostly equal pairs: got %+v", n)
	}
	if n := BookNoise(nil); n != (RunNoise{}) {
		t.Errorf("empty book: got %+v", n)
	}
}

// Four runs of one build, 4455, 5259, 9129 and 4485 operations a second: their spread is
// kept whole, and a doubling is within it.
func TestBookNoiseOfFourRuns(t *testing.T) {
	four := []float64{math.Log(4455), math.Log(5259), math.Log(9129), math.Log(4485)}
	n := BookNoise([][]float64{four})
	near(t, "SD", n.SD, SD(four), 1e-12)
	if !n.Known || n.DF != 3 {
		t.Errorf("got %+v", n)
	}
	if e := Combine([]float64{math.Log(9129.0 / 4485)}, nil, n, 1, 1); !(e.P > 0.05) {
		t.Errorf("4485 -> 9129 has p = %g, want one above 0.05", e.P)
	}
	if n := BookNoise([][]float64{four[:3], {nan, 1}}); n.Known || n.DF != 2 {
		t.Errorf("three runs: got %+v", n)
	}
	if n := BookNoise([][]float64{four[:3], {1, 1.1}}); !n.Known || n.DF != 3 {
		t.Errorf("three runs and two: 4 pairs, 3 degrees of freedom: got %+v", n)
	}
}

// One broken run among many of a build is drawn in about the median, which it does not move.
func TestBookNoiseOfABrokenRun(t *testing.T) {
	r := newRand(33)
	group := make([]float64, 12)
	for i := range group {
		group[i] = 0.02 * r.NormFloat64()
	}
	whole := BookNoise([][]float64{group}).SD
	group[4] = -3
	if got := BookNoise([][]float64{group}).SD; got > 2*whole {
		t.Errorf("one broken run moves the noise from %.3f to %.3f", whole, got)
	}
}

func TestPoolNoise(t *testing.T) {
	a := RunNoise{SD: 0.02, DF: 2, Source: "a"}
	b := RunNoise{SD: 0.04, DF: 6, Known: true, Source: "b"}
	n := PoolNoise(a, b)
	near(t, "SD", n.SD, math.Sqrt((2*0.0004+6*0.0016)/8), 1e-12)
	if n.DF != 8 || !n.Known || n.Source != "a and b" {
		t.Errorf("got %+v", n)
	}
	if n := PoolNoise(RunNoise{}, b); n != b {
		t.Errorf("only a book: got %+v", n)
	}
	b.Known = false
	if n := PoolNoise(a, b); n != a {
		t.Errorf("a book of too few runs: got %+v", n)
	}
}

// What the runs could show is what the test would call significant: by Student's t, whatever
// the degrees of freedom; two standard errors are too few.
func TestSmallestDetectable(t *testing.T) {
	for _, x := range []struct{ df, t float64 }{{3, 3.1824}, {4, 2.7764}, {5, 2.5706}, {10, 2.2281}, {1000, 1.9623}} { // of tables
		n := RunNoise{SD: 0.02, DF: x.df, Known: true}
		near(t, "one run a side", n.SmallestDetectable(1, 1), x.t*math.Sqrt2*0.02, 1e-5)
		near(t, "four runs a side", n.SmallestDetectable(4, 4), x.t/math.Sqrt2*0.02, 1e-5)
	}
	for _, df := range []float64{0.7, 3, 3.4, 12, 250} {
		for _, runs := range [][2]int{{1, 1}, {1, 3}, {4, 2}} {
			n := RunNoise{SD: 0.05, DF: df, Known: true}
			least := n.SmallestDetectable(runs[0], runs[1])
			for k, significant := range map[float64]bool{0.999: false, 1.001: true} {
				if p := Combine([]float64{k * least, k * least}, nil, n, runs[0], runs[1]).P; (p < 0.05) != significant {
					t.Errorf("%g df, runs %v: p is %g at %g of the smallest detectable change", df, runs, p, k)
				}
			}
		}
	}
	for _, n := range []RunNoise{{SD: 0.02}, {SD: 0.02, DF: 9}, {SD: 0.02, Known: true}, {SD: 0.02, DF: math.Inf(1), Known: true}} {
		if !math.IsNaN(n.SmallestDetectable(1, 1)) {
			t.Errorf("%+v detects something", n)
		}
	}
}

func TestCombineByHand(t *testing.T) {
	noise := RunNoise{SD: 0.02, DF: 5, Known: true}
	e := Combine([]float64{-0.10, nan, -0.14}, []float64{0.001, 0.5, 0.001}, noise, 2, 1)
	near(t, "mean", e.Effect, -0.12, 1e-12)
	near(t, "SE", e.SE, math.Sqrt(0.0004*1.5+0.0008/2), 1e-12)
	if e.DF != 5 || e.N != [2]int{2, 2} || !e.Log || !(e.P < 0.05) {
		t.Errorf("got %+v", e)
	}
	one := Combine([]float64{-0.1}, []float64{0.03}, noise, 1, 1)
	near(t, "SE of one node", one.SE, math.Sqrt(0.0004*2+0.0009), 1e-12)
	wide := Combine([]float64{-0.1, -0.1}, []float64{0.03, 0.03}, noise, 1, 1)
	near(t, "nodes that agree by chance", wide.SE, math.Sqrt(0.0004*2+0.0009/2), 1e-12)
}

func TestCombineWithUnknownNoise(t *testing.T) {
	e := Combine([]float64{-0.10, -0.12, -0.14}, nil, RunNoise{SD: 0.01, DF: 1}, 1, 1)
	if !math.IsNaN(e.P) || e.DF != 2 || !(e.Lo < -0.12 && e.Hi > -0.12) {
		t.Errorf("got %+v; want an interval without a p-value", e)
	}
	if e := Combine([]float64{-0.1}, nil, RunNoise{}, 1, 1); !math.IsNaN(e.P) || !math.IsNaN(e.Lo) || e.Effect != -0.1 {
		t.Errorf("one node: got %+v", e)
	}
	if e := Combine(nil, nil, RunNoise{}, 1, 1); !math.IsNaN(e.Effect) || !math.IsNaN(e.SE) {
		t.Errorf("no nodes: got %+v", e)
	}
}

// TestCombineHoldsItsRate is the rule of 8 nodes and an earlier book of 6 runs:
// p < 0.05 and at least 5 % and 7 of 8 nodes one way.
func TestCombineHoldsItsRate(t *testing.T) {
	const nodes, book = 8, 6
	r := newRand(32)
	flagged := func(sd, effect float64) func() bool {
		return func() bool {
			earlier := make([]float64, book)
			for i := range earlier {
				earlier[i] = sd * r.NormFloat64()
			}
			noise := PooledNoise([][]float64{earlier})
			run := sd*r.NormFloat64() - sd*r.NormFloat64() + effect
			d := make([]float64, nodes)
			down := 0
			for i := range d {
				d[i] = run + 0.01*math.Sqrt2*r.NormFloat64()
				if d[i] < 0 {
					down++
				}
			}
			e := Combine(d, nil, noise, 1, 1)
			return e.P < 0.05 && math.Abs(e.Effect) >= 0.05 && max(down, nodes-down) >= 7
		}
	}
	// Over 20 000 repetitions: 3.2 and 4.9 % on identical runs, 79 and 98 % found.
	for _, c := range []struct{ sd, effect, least, most float64 }{
		{0.02, 0, 0, 5}, {0.05, 0, 2, 7}, {0.02, math.Log(0.9), 70, 88}, {0.05, math.Log(0.7), 95, 100},
	} {
		if got := rate(3000, flagged(c.sd, c.effect)); got < c.least || got > c.most {
			t.Errorf("run sd %g, effect %.2f: flagged %.1f %%, want %g to %g", c.sd, c.effect, got, c.least, c.most)
		}
	}
}

func TestContrast(t *testing.T) {
	test := Estimate{Effect: -0.30, SE: 0.03, DF: 5, Log: true}
	control := Estimate{Effect: -0.10, SE: 0.04, DF: 4, Log: true}
	e := Contrast(test, control)
	near(t, "net effect", e.Effect, -0.20, 1e-12)
	near(t, "SE", e.SE, 0.05, 1e-12)
	near(t, "DF", e.DF, 4, 0)
	if !e.Log || !(e.P < 0.05) {
		t.Errorf("got %+v", e)
	}
	if e := Contrast(test, Estimate{Effect: 5, SE: 1, DF: 3}); !math.IsNaN(e.Effect) {
		t.Errorf("a ratio less a difference: got %+v", e)
	}
}
