package stats

import (
	"cmp"
	"math"
	"slices"
)

// BenjaminiHochberg turns p-values into q-values: calling everything with
// q < 0.05 a finding keeps the expected share of false ones under 5 %
// (Benjamini and Hochberg 1995, step-up, monotone). A missing p stays NaN and
// does not count as a test.
func BenjaminiHochberg(p []float64) []float64 {
	q := make([]float64, len(p))
	order := make([]int, 0, len(p))
	for i, v := range p {
		q[i] = math.NaN()
		if !missing(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	least := 1.0
	for rank := len(order); rank > 0; rank-- {
		i := order[rank-1]
		least = math.Min(least, p[i]*float64(len(order))/float64(rank))
		q[i] = least
	}
	return q
}

// WeightedBenjaminiHochberg is BenjaminiHochberg with tests that matter more than others:
// each p is divided by its weight, as a share of the mean weight, before the step-up
// (Genovese, Roeder and Wasserman, "False discovery control with p-value weighting",
// Biometrika 2006). The weights must not depend on the data; the expected share of false
// findings stays under 5 %. A missing p and a weight that is not positive count as no test.
func WeightedBenjaminiHochberg(p, weights []float64) []float64 {
	weighted := make([]float64, len(p))
	sum, n := 0.0, 0.0
	for i, w := range weights {
		if !missing(p[i]) && w > 0 && !math.IsInf(w, 0) {
			sum, n = sum+w, n+1
		}
	}
	for i := range p {
		weighted[i] = math.NaN()
		if w := weights[i]; w > 0 && !math.IsInf(w, 0) {
			weighted[i] = p[i] * sum / n / w
		}
	}
	return BenjaminiHochberg(weighted)
}
