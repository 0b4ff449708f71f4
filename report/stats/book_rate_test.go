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
