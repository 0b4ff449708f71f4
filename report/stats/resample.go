package stats

import (
	"cmp"
	"math"
	"slices"
)

const (
	// minCover is the share of a bin that samples must cover.
	minCover = 0.5
	// unlikeSteps is the ratio from which two steps count as different.
	unlikeSteps = 1.1
	// finestStep bounds the work: no grid finer than this share of the step.
	finestStep = 1e-3
)

// Resample gives time-weighted means over the bins (origin+i*step,
// origin+(i+1)*step]. A sample that spans several bins counts in each with the
// time it has there. A bin of which less than half is covered is left out: a
// gap stays missing and does not become zero. The result is empty when step is
// not a positive number, is under a thousandth of the median step, or when the
// length of the samples is unknown.
func (s Series) Resample(step, origin float64) Series {
	if !(step > finestStep*s.MedianStep()) || missing(step) || missing(origin) {
		return Series{}
	}
	var parts []binPart
	for _, p := range s.samples() {
		parts = appendParts(parts, p, step, origin)
	}
	slices.SortStableFunc(parts, func(a, b binPart) int { return cmp.Compare(a.bin, b.bin) })

	var out Series
	for i := 0; i < len(parts); {
		var cover, sum float64
		bin := parts[i].bin
		for ; i < len(parts) && parts[i].bin == bin; i++ {
			cover += parts[i].cover
			sum += parts[i].cover * parts[i].value
		}
		if cover >= minCover*step*(1-1e-9) {
			out.At = append(out.At, origin+(bin+1)*step)
			out.Step = append(out.Step, step)
			out.Value = append(out.Value, sum/cover)
		}
	}
	return out
}

// binPart is what one sample adds to one bin: cover seconds at a value. The
// bin number is a whole float64, because times far from the origin overflow an int.
type binPart struct{ bin, cover, value float64 }

func appendParts(parts []binPart, p sample, step, origin float64) []binPart {
	first := math.Floor((p.start() - origin) / step)
	last := math.Ceil((p.end-origin)/step) - 1
	for bin := first; bin <= last; bin++ {
		from, to := origin+bin*step, origin+(bin+1)*step
		cover := math.Min(to, p.end) - math.Max(from, p.start())
		if cover > 1e-9*step {
			parts = append(parts, binPart{bin, cover, p.value})
		}
		if bin+1 == bin { // beyond 2^53 bins numbers no longer advance
			break
		}
	}
	return parts
}

// Align brings two series to one step, which spreads need and medians too: it
// resamples the finer one to the coarser step, when the steps differ by more
// than a tenth. It returns the common step in seconds (NaN if unknown) and
// whether it had to resample.
func Align(a, b Series) (alignedA, alignedB Series, step float64, resampled bool) {
	sa, sb := a.MedianStep(), b.MedianStep()
	switch {
	case sa > unlikeSteps*sb:
		return a, b.Resample(sa, b.start()), sa, true
	case sb > unlikeSteps*sa:
		return a.Resample(sb, a.start()), b, sb, true
	}
	return a, b, math.Max(sa, sb), false
}

// start is the beginning of the first present sample; 0 for none.
func (s Series) start() float64 {
	if ps := s.samples(); len(ps) > 0 && !missing(ps[0].step) {
		return ps[0].start()
	}
	return 0
}
