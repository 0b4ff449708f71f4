package stats

import "errors"

// Warnings that come beside an estimate; test for them with errors.Is. Only
// with ErrNoData is there no effect at all.
var (
	// ErrNoData: a side has no value, or nothing could be compared.
	ErrNoData = errors.New("no data")
	// ErrFewSamples: a side has under 12 samples.
	ErrFewSamples = errors.New("too few samples")
	// ErrDependent: a side has under 20 independent samples (n/tau).
	ErrDependent = errors.New("too few independent samples")
	// ErrNoSpread: the values of both sides are constant, so that the standard
	// error is 0 and the p-value 0 or 1.
	ErrNoSpread = errors.New("no spread")
	// ErrMostlyZero: over half of a side is zero, so means of batches are
	// compared and not medians, as a difference.
	ErrMostlyZero = errors.New("mostly zero")
	// ErrZeroSpread: the spread is 0 somewhere, so the effect is a difference
	// and not a ratio ("from 0 to x").
	ErrZeroSpread = errors.New("spread of zero")
	// ErrUnlikeSteps: the sides had different steps; the finer was resampled.
	ErrUnlikeSteps = errors.New("unlike steps")
	// ErrWholeWindow: the series are too short for batches, so the spread is
	// that of the whole window (for a swing: its standard deviation).
	ErrWholeWindow = errors.New("spread of the whole window")
)
