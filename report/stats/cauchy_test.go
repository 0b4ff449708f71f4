package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestCombineP(t *testing.T) {
	for _, c := range []struct {
		p    []float64
		want float64
	}{
		{[]float64{0.03}, 0.03},
		{[]float64{0.03, 0.03, 0.03}, 0.03},
		{[]float64{0.02, 1}, 0.04},   // a test that sees nothing costs a factor of two
		{[]float64{0.02, nan}, 0.02}, // one that was not made costs nothing
		{[]float64{1e-9, 1}, 2e-9},
		{[]float64{0, 1}, 0},
		{[]float64{0.9, 0.8}, 1},
		{[]float64{0.6}, 0.6},
		{nil, nan},
	} {
		if got := CombineP(c.p...); math.IsNaN(got) != math.IsNaN(c.want) || math.Abs(got-c.want) > 0.005*c.want {
			t.Errorf("CombineP(%v) = %g, want %g", c.p, got, c.want)
		}
	}
}

// Two tests of one claim, of any correlation: 5 of 100 at 5 %, 1 of 100 at 1 %.
func TestCombinePHoldsItsLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	const n = 40000
	for _, rho := range []float64{0, 0.5, 0.9, 1} {
		var five, one float64
		for range n {
			a := r.NormFloat64()
			b := rho*a + math.Sqrt(1-rho*rho)*r.NormFloat64()
			p := CombineP(math.Erfc(math.Abs(a)/math.Sqrt2), math.Erfc(math.Abs(b)/math.Sqrt2))
			if p < 0.05 {
				five++
			}
			if p < 0.01 {
				one++
			}
		}
		if five/n > 0.057 || one/n > 0.0125 || five/n < 0.045 {
			t.Errorf("correlation %g: p < 0.05 in %.4f, p < 0.01 in %.4f", rho, five/n, one/n)
		}
	}
}
