package stats

import (
	"math"
	"slices"
)

// Median is the middle of the present values; NaN if there is none.
func Median(x []float64) float64 { return Quantile(x, 0.5) }

// Quantile is the p-quantile of the present values, linear between order
// statistics (Hyndman and Fan's type 7, the default of R and numpy). NaN if x
// is empty or p is outside 0..1.
func Quantile(x []float64, p float64) float64 {
	s := present(x)
	if len(s) == 0 || !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	slices.Sort(s)
	at := p * float64(len(s)-1)
	i := int(at)
	if i+1 >= len(s) {
		return s[len(s)-1]
	}
	return s[i] + (at-float64(i))*(s[i+1]-s[i])
}

// MAD is the unscaled median absolute deviation from the median; multiply by
// 1.4826 to compare it with the standard deviation of normal data. NaN if empty.
func MAD(x []float64) float64 {
	d := present(x)
	m := Median(d)
	for i, v := range d {
		d[i] = math.Abs(v - m)
	}
	return Median(d)
}

// SD is the sample standard deviation (n-1); NaN for fewer than two values.
func SD(x []float64) float64 {
	_, v := meanVar(present(x))
	return math.Sqrt(v)
}

// RMSSD is the root mean square of successive differences, the jitter from one
// sample to the next. Pairs with a missing value do not count; NaN without any pair.
func RMSSD(x []float64) float64 {
	var sum float64
	var n int
	for i := 1; i < len(x); i++ {
		if d := x[i] - x[i-1]; !missing(d) {
			sum += d * d
			n++
		}
	}
	return math.Sqrt(sum / float64(n)) // 0/0 is NaN: no pair
}

// meanVar is the mean and the sample variance. Equal values give a variance of
// exactly 0, so that a constant is recognised and not mistaken for tiny noise.
func meanVar(x []float64) (mean, variance float64) {
	switch {
	case len(x) == 0:
		return math.NaN(), math.NaN()
	case len(x) == 1:
		return x[0], math.NaN()
	case slices.Min(x) == slices.Max(x):
		return x[0], 0
	}
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean)
	}
	return mean, variance / float64(len(x)-1)
}
