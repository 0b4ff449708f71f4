// Package stats holds the numbers behind a finding: levels, spreads, onsets,
// curves and run-to-run noise of time series, without any knowledge of logs,
// nodes or builds.
//
// Two things set it apart from a general statistics package. Samples of one
// run depend on each other, so levels and spreads are compared over a few
// batches of equal time and not sample by sample: on identical runs a
// per-sample test cries wolf in more than half of the cases. And the run, not
// the second and not the node, is the unit: what the batches say holds for
// this run, and [Combine] adds the noise between runs, measured with
// [PooledNoise] or [BookNoise], before anything is called certain.
//
// A value is missing when it is NaN or infinite; missing values are left out
// and never count as zero. No function panics, whatever the input. Where a
// number cannot be known it is NaN, and the warnings beside it say why.
package stats
