package stats

import (
	"math"
	"testing"
)

// TestBookNoiseHoldsItsRate compares one run with one other of the same build: p < 0.05
// must come in about 5 of 100, whatever the shape of the book.
func TestBookNoiseHoldsItsRate(t *testing.T) {
	r := newRand(34)
	for _, sizes := range [][]int{{4}, {2, 2, 2, 2}, {3, 2}, {6}, {20}} {
		got := rate(6000, func() bool {
			var groups [][]float64
			for _, n := range sizes {
				g := make([]float64, n)
				build := r.NormFloat64()
				for i := range g {
					g[i] = build + 0.03*r.NormFloat64()
				}
				groups = append(groups, g)
			}
			n := BookNoise(groups)
			return n.Known && Combine([]float64{0.03 * math.Sqrt2 * r.NormFloat64()}, nil, n, 1, 1).P < 0.05
		})
		if got < 3.5 || got > 7 { // 4.6 to 6.0, with a standard error of 0.3
			t.Errorf("book of groups of %v runs: %.1f %% of identical pairs have p < 0.05", sizes, got)
		}
	}
}

// TestBookWithTheRunItself compares a run with one of another build, the noise taken from it
// and its earlier repeats: that the run is on both sides of the test makes it no looser.
func TestBookWithTheRunItself(t *testing.T) {
	r := newRand(35)
	for _, repeats := range []int{3, 4, 9} {
		got := rate(6000, func() bool {
			group := make([]float64, repeats+1)
			for i := range group {
				group[i] = 0.03 * r.NormFloat64()
			}
			n := BookNoise([][]float64{group})
			return n.Known && Combine([]float64{0.03*r.NormFloat64() - group[repeats]}, nil, n, 1, 1).P < 0.05
		})
		t.Logf("%d repeats: %.1f %%", repeats, got)
		if got > 6 {
			t.Errorf("with %d repeats %.1f %% of identical pairs have p < 0.05", repeats, got)
		}
	}
}
