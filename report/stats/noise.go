package stats

import (
	"fmt"
	"math"
)

const (
	knownDF   = 3  // degrees of freedom from which replicates make run noise known
	bookPairs = 4  // same-build pairs from which a noise book makes it known
	bookLast  = 20 // pairs a noise book remembers
	bookClip  = 3  // winsorising, in scaled MADs
	madToSD   = 1.4826
)

// RunNoise is how much identical runs differ: the standard deviation of the
// log level of one run. It is the unit of certainty; nodes and seconds are not.
type RunNoise struct {
	SD     float64 // of one run, log scale; 0 if nothing is known
	DF     float64 // degrees of freedom of SD
	Known  bool    // enough of them to rely on
	Source string  // where it comes from, for people; empty if nothing is known
}

// SmallestDetectable is the smallest log ratio that so many runs a side can
// show: two standard errors of the difference of their means.
func (n RunNoise) SmallestDetectable(runsBase, runsHead int) float64 {
	if !n.Known {
		return math.NaN()
	}
	return 2 * n.SD * math.Sqrt(perRun(runsBase, runsHead))
}

// PooledNoise estimates run noise from replicates: each group holds the log
// means of runs that differ in nothing (one build, stratum and leg). The
// variance is pooled within groups, so that differences between builds do not
// count; it is known from 3 degrees of freedom.
func PooledNoise(groups [][]float64) RunNoise {
	var squares, df float64
	var replicated int
	for _, g := range groups {
		g = present(g)
		if len(g) < 2 {
			continue
		}
		_, v := meanVar(g)
		squares += v * float64(len(g)-1)
		df += float64(len(g) - 1)
		replicated++
	}
	if df == 0 {
		return RunNoise{}
	}
	return RunNoise{
		SD: math.Sqrt(squares / df), DF: df, Known: df >= knownDF,
		Source: fmt.Sprintf("replicates in %d groups", replicated),
	}
}

// BookNoise estimates run noise from log ratios of pairs of same-build runs,
// oldest first: the last 20, each drawn in to 3 scaled MADs so that one broken
// run does not blind the test; known from 4 pairs. A ratio of two runs has
// twice the variance of one run.
func BookNoise(pairs []float64) RunNoise {
	d := present(pairs)
	d = d[max(0, len(d)-bookLast):]
	if len(d) == 0 {
		return RunNoise{}
	}
	size := make([]float64, len(d))
	for i, v := range d {
		size[i] = math.Abs(v)
	}
	limit := bookClip * madToSD * Median(size) // the pairs scatter about 0
	var squares float64
	for _, v := range size {
		if limit > 0 {
			v = math.Min(v, limit)
		}
		squares += v * v
	}
	n := float64(len(d))
	return RunNoise{
		SD: math.Sqrt(squares / n / 2), DF: n, Known: len(d) >= bookPairs,
		Source: fmt.Sprintf("%d earlier same-build pairs", len(d)),
	}
}

// perRun is the variance of a difference of means of runs, in run variances.
func perRun(runsBase, runsHead int) float64 {
	return 1/float64(max(1, runsBase)) + 1/float64(max(1, runsHead))
}
