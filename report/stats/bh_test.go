package stats

import (
	"math"
	"testing"
)

func TestBenjaminiHochberg(t *testing.T) {
	for _, c := range []struct{ p, q []float64 }{
		// R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "BH")
		{[]float64{0.01, 0.04, 0.03, 0.005, 0.5}, []float64{0.025, 0.05, 0.05, 0.025, 0.5}},
		{[]float64{0.01, 0.02, 0.03, 0.04, 0.05}, []float64{0.05, 0.05, 0.05, 0.05, 0.05}},
		{[]float64{0.01, nan, 0.04}, []float64{0.02, nan, 0.04}}, // two tests, not three
		{[]float64{1, 1}, []float64{1, 1}},
		{nil, nil},
	} {
		q := BenjaminiHochberg(c.p)
		if len(q) != len(c.q) {
			t.Fatalf("%v: got %d values", c.p, len(q))
		}
		for i := range q {
			if math.IsNaN(c.q[i]) != math.IsNaN(q[i]) || math.Abs(q[i]-c.q[i]) > 1e-12 {
				t.Errorf("%v: got %v, want %v", c.p, q, c.q)
				break
			}
		}
	}
}

func TestWeightedBenjaminiHochberg(t *testing.T) {
	for _, c := range []struct{ p, w, q []float64 }{
		{[]float64{0.01, 0.04, 0.03}, []float64{1, 1, 1}, []float64{0.03, 0.04, 0.04}},                      // as without weights
		{[]float64{0.01, 0.04, 0.03}, []float64{7, 7, 7}, []float64{0.03, 0.04, 0.04}},                      // of any size
		{[]float64{0.03, 0.5, 0.6, 0.7}, []float64{3, 1.0 / 3, 1.0 / 3, 1.0 / 3}, []float64{0.04, 1, 1, 1}}, // three times the mean weight
		{[]float64{0.01, nan, 0.02}, []float64{1, 100, 1}, []float64{0.02, nan, 0.02}},
		{[]float64{0.01, 0.01}, []float64{1, 0}, []float64{0.01, nan}},
	} {
		q := WeightedBenjaminiHochberg(c.p, c.w)
		for i := range q {
			if math.IsNaN(c.q[i]) != math.IsNaN(q[i]) || math.Abs(q[i]-c.q[i]) > 1e-12 {
				t.Errorf("p %v, weights %v: got %v, want %v", c.p, c.w, q, c.q)
				break
			}
		}
	}
}
