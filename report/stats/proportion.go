package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson is the 95 % interval of a share of which n independent trials gave the
// estimate, 0..1 (Wilson 1927): unlike the usual one it holds for few trials and for
// shares of 0 and 1. n need not be whole, when trials are dependent and worth fewer. It
// is 0..1 without trials.
func Wilson(share, n float64) (lo, hi float64) {
	if !(n > 0) || math.IsNaN(share) {
		return 0, 1
	}
	z := distuv.UnitNormal.Quantile(0.975)
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return math.Max(0, middle-half), math.Min(1, middle+half)
}

// BinomialTest is the two-sided p-value of k successes in n trials of even chance: twice
// the smaller tail, at most 1. It is 1 without trials, NaN when k is not among 0..n.
func BinomialTest(k, n int) float64 {
	if k < 0 || k > n {
		return math.NaN()
	}
	if n == 0 {
		return 1
	}
	b := distuv.Binomial{N: float64(n), P: 0.5}
	return math.Min(1, 2*b.CDF(float64(min(k, n-k))))
}
