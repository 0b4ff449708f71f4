package stats

import (
	"math"
	"testing"
)

// The intervals are worked by hand from the formula, the p-values are exact: 2/64 and 18/256.
func TestWilson(t *testing.T) {
	for _, x := range []struct{ k, n, lo, hi float64 }{
		{2, 12, 0.0470, 0.4480}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {0, 0, 0, 1}, {math.NaN(), 0, 0, 1},
	} {
		lo, hi := Wilson(x.k/x.n, x.n)
		near(t, "lower end", lo, x.lo, 5e-4)
		near(t, "upper end", hi, x.hi, 5e-4)
	}
	if _, hi := Wilson(0, 73); hi > 0.0501 || hi < 0.0499 {
		t.Errorf("none of 73: the share is at most %g, want 0.05", hi)
	}
}

func TestBinomialTest(t *testing.T) {
	for _, x := range []struct {
		k, n int
		p    float64
	}{{0, 6, 0.03125}, {6, 6, 0.03125}, {1, 8, 0.0703125}, {4, 8, 1}, {0, 0, 1}} {
		near(t, "p", BinomialTest(x.k, x.n), x.p, 1e-9)
	}
	if p := BinomialTest(3, 2); !math.IsNaN(p) {
		t.Errorf("3 of 2: %g", p)
	}
}
