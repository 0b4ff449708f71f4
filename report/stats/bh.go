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
