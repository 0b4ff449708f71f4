package stats

import (
	"fmt"
	"math"
)

const (
	fewSamples     = 12
	fewIndependent = 20
	mostlyZero     = 0.5
	// maxLag1 bounds the correlation that the variance is inflated for.
	maxLag1 = 0.7
)

// Level compares the level of two series: the medians of k batches of equal
// time a side (k <= 0: one batch for five samples, 4 to 12), on the log scale
// when all medians are positive, else as a difference. The standard error is
// Welch's over the batches, corrected for their lag-1 correlation. On identical
// AR(0.9) processes of 600 samples p < 0.05 occurs in about 5 of 100.
//
// Series of unlike steps are first brought to the coarser. The estimate is
// always as good as the data allow; the errors are warnings that limit what may
// be said: ErrNoData, ErrFewSamples, ErrDependent, ErrNoSpread, ErrMostlyZero,
// ErrUnlikeSteps.
func Level(base, head Series, k int) (Estimate, []error) {
	b, h, warnings := pair("level", base, head)
	if len(b) == 0 || len(h) == 0 {
		return noEstimate(b, h), warnings
	}
	if k <= 0 {
		k = batchCount(min(len(b), len(h)))
	}
	stat := func(ps []sample) float64 { return Median(valuesOf(ps)) }
	zeros := math.Max(zeroShare(b), zeroShare(h))
	if zeros > mostlyZero {
		stat = meanOf
		warnings = append(warnings, fmt.Errorf("level: %w: %.0f %% of a side is 0, compared as a difference of means", ErrMostlyZero, 100*zeros))
	}
	xb, xh := batchStats(b, k, stat), batchStats(h, k, stat)
	logScale := zeros <= mostlyZero && allPositive(xb) && allPositive(xh)
	if logScale {
		xb, xh = logs(xb), logs(xh)
	}
	e := welchLag1(xb, xh)
	e.Log = logScale
	if e.SE == 0 {
		warnings = append(warnings, fmt.Errorf("level: %w: the batches of both sides are constant", ErrNoSpread))
	}
	warnings = append(warnings, e.count("level", b, h)...)
	return e, warnings
}

// welchLag1 is Welch's comparison of batch values in time order. Neighbouring
// batches of a slow process still resemble each other: the variance grows by
// (1+r)/(1-r) and the degrees of freedom shrink by it, down to 2. r is the
// pooled lag-1 correlation plus 1/K for its bias, within 0 and 0.7.
func welchLag1(base, head []float64) Estimate {
	b, h := meanPart(base), meanPart(head)
	e := welch(b, h)
	if missing(e.SE) {
		return e
	}
	cb, vb := lag1(base, b.value)
	ch, vh := lag1(head, h.value)
	r := 2 / float64(len(base)+len(head))
	if vb+vh > 0 {
		r += (cb + ch) / (vb + vh)
	}
	r = math.Min(math.Max(r, 0), maxLag1)
	factor := (1 + r) / (1 - r)
	return NewEstimate(e.Effect, e.SE*math.Sqrt(factor), math.Max(2, e.DF/factor))
}

// lag1 are the sums of products of neighbours and of squares about the mean.
func lag1(x []float64, mean float64) (products, squares float64) {
	for i, v := range x {
		squares += (v - mean) * (v - mean)
		if i > 0 {
			products += (v - mean) * (x[i-1] - mean)
		}
	}
	return products, squares
}

func zeroShare(ps []sample) float64 {
	var n int
	for _, p := range ps {
		if p.value == 0 {
			n++
		}
	}
	return float64(n) / float64(len(ps))
}

// pair brings two series to one step and takes their present samples.
func pair(what string, base, head Series) (b, h []sample, warnings []error) {
	ab, ah, step, resampled := Align(base, head)
	if resampled {
		warnings = append(warnings, fmt.Errorf("%s: %w: base %.3g s, head %.3g s, compared at %.3g s",
			what, ErrUnlikeSteps, base.MedianStep(), head.MedianStep(), step))
	}
	b, h = ab.samples(), ah.samples()
	if len(b) == 0 || len(h) == 0 {
		warnings = append(warnings, fmt.Errorf("%s: %w: base has %d values, head %d", what, ErrNoData, len(b), len(h)))
	}
	return b, h, warnings
}

// noEstimate is the answer when a side is empty.
func noEstimate(b, h []sample) Estimate {
	e := NewEstimate(math.NaN(), math.NaN(), math.NaN())
	e.N = [2]int{len(b), len(h)}
	return e
}

// count fills in the sample counts and warns when they are small.
func (e *Estimate) count(what string, b, h []sample) []error {
	var warnings []error
	for i, ps := range [2][]sample{b, h} {
		e.N[i] = len(ps)
		e.NEff[i] = float64(len(ps)) / Tau(valuesOf(ps))
	}
	if n := min(e.N[0], e.N[1]); n < fewSamples {
		warnings = append(warnings, fmt.Errorf("%s: %w: %d, at least %d are needed", what, ErrFewSamples, n, fewSamples))
	}
	if n := math.Min(e.NEff[0], e.NEff[1]); n < fewIndependent {
		warnings = append(warnings, fmt.Errorf("%s: %w: worth %.1f, at least %d are needed", what, ErrDependent, n, fewIndependent))
	}
	return warnings
}
