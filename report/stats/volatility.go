package stats

import (
	"fmt"
	"math"
)

const (
	spreadBatches = 8   // more resonate with periodic load
	batchSamples  = 15  // samples a batch needs for a spread of its own
	leaveOut      = 4   // parts of the jackknife; more are too short for slow processes
	shortSeries   = 120 // under it the spread of the whole window is compared
)

// scatter is a measure of spread of samples with a given median step.
type scatter func(ps []sample, median float64) float64

func madOf(ps []sample, _ float64) float64 { return MAD(valuesOf(ps)) }
func sdOf(ps []sample, _ float64) float64  { return SD(valuesOf(ps)) }

// Swing compares the spread of two series on the scale of a batch: the log
// ratio of the MAD within k batches of equal time (k <= 0: 8; many batches
// resonate with a periodic load), Welch's error over the batches.
//
//   - Under 120 samples on a side: the log ratio of the standard deviation of
//     the whole window, its error from leaving out a quarter of the time in
//     turn (ErrWholeWindow).
//   - A MAD of 0 in a batch (quantised values): the standard deviation in
//     batches; where that is 0 too, the difference of the spreads and not
//     their ratio, Log false (ErrZeroSpread, "from 0 to x").
//   - Unlike steps are brought to the coarser (ErrUnlikeSteps).
//
// The other warnings are those of [Level].
func Swing(base, head Series, k int) (Estimate, []error) {
	return compareSpread("swing", base, head, k, madOf, sdOf)
}

// Jitter is [Swing] with RMSSD, the change from one sample to the next, in
// place of the MAD. It sees much smaller changes and therefore needs a minimum
// effect beside it.
func Jitter(base, head Series, k int) (Estimate, []error) {
	return compareSpread("jitter", base, head, k, rmssdOf, rmssdOf)
}

// SDRatio is [Swing] with the standard deviation, which reacts to rare large
// excursions too.
func SDRatio(base, head Series, k int) (Estimate, []error) {
	return compareSpread("sd", base, head, k, sdOf, sdOf)
}

// compareSpread tries, in order: the first measure in batches, the second in
// batches, the second as a difference. Short series use the second on the
// whole window.
func compareSpread(what string, base, head Series, k int, first, second scatter) (Estimate, []error) {
	b, h, warnings := pair(what, base, head)
	if len(b) == 0 || len(h) == 0 {
		return noEstimate(b, h), warnings
	}
	median := Median([]float64{stepOf(b), stepOf(h)})
	n := min(len(b), len(h))
	if k <= 0 {
		k = spreadBatches
	}
	k = min(k, n/batchSamples)

	var e Estimate
	var err error
	if n < shortSeries || k < 2 {
		warnings = append(warnings, fmt.Errorf("%s: %w: %d samples, batches need %d", what, ErrWholeWindow, n, shortSeries))
		e, err = wholeSpread(b, h, median, second)
	} else {
		e, err = batchSpread(b, h, k, median, first, second)
	}
	if err != nil {
		warnings = append(warnings, fmt.Errorf("%s: %w", what, err))
	}
	if e.SE == 0 {
		warnings = append(warnings, fmt.Errorf("%s: %w: the spread is the same all the time", what, ErrNoSpread))
	}
	return e, append(warnings, e.count(what, b, h)...)
}

// batchSpread compares the spreads within batches.
func batchSpread(b, h []sample, k int, median float64, measures ...scatter) (Estimate, error) {
	var xb, xh []float64
	for _, m := range measures {
		stat := func(ps []sample) float64 { return m(ps, median) }
		xb, xh = present(batchStats(b, k, stat)), present(batchStats(h, k, stat))
		if allPositive(xb) && allPositive(xh) {
			e := welch(meanPart(logs(xb)), meanPart(logs(xh)))
			e.Log = true
			return e, nil
		}
	}
	pb, ph := meanPart(xb), meanPart(xh)
	return welch(pb, ph), zeroSpread(pb.value, ph.value)
}

// wholeSpread compares the spreads of the whole windows; the errors come from
// the jackknife over quarters, which respects the dependence within them.
func wholeSpread(b, h []sample, median float64, measure scatter) (Estimate, error) {
	sb, sh := measure(b, median), measure(h, median)
	if sb > 0 && sh > 0 {
		log := func(ps []sample) float64 { return math.Log(measure(ps, median)) }
		e := welch(jackknife(b, log), jackknife(h, log))
		if e.Log = true; !missing(e.SE) {
			return e, nil
		}
		// All spread lies in one batch: without it the logarithm has no value.
	}
	plain := func(ps []sample) float64 { return measure(ps, median) }
	return welch(jackknife(b, plain), jackknife(h, plain)), zeroSpread(sb, sh)
}

// jackknife is a statistic of all samples with its error from leaving out a
// quarter of the time in turn.
func jackknife(ps []sample, stat func([]sample) float64) part {
	from, to := span(ps)
	bs := batches(ps, from, to, leaveOut)
	left := make([]float64, 0, len(bs))
	for i := range bs {
		rest := make([]sample, 0, len(ps))
		for j, b := range bs {
			if j != i {
				rest = append(rest, b.samples...)
			}
		}
		left = append(left, stat(rest))
	}
	_, v := meanVar(left)
	k := float64(len(left))
	return part{stat(ps), v * (k - 1) * (k - 1) / k, k - 1}
}

func zeroSpread(base, head float64) error {
	if missing(base) || missing(head) {
		return nil // too few samples for a spread, which is warned about as such
	}
	return fmt.Errorf("%w: from %.4g to %.4g, given as a difference", ErrZeroSpread, base, head)
}

// stepOf is the median length of the samples' intervals.
func stepOf(ps []sample) float64 {
	x := make([]float64, len(ps))
	for i, p := range ps {
		x[i] = p.step
	}
	return Median(x)
}
