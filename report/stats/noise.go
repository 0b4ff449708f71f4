package stats

import (
	"fmt"
	"math"
)

const (
	knownDF   = 3 // degrees of freedom from which replicates make run noise known
	bookPairs = 4 // same-build pairs from which a noise book makes it known
	bookClip  = 3 // winsorising, in scaled MADs
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

// SmallestDetectable is the smallest log ratio that so many runs a side can show: the
// half width of the 95 % interval that [Combine] gives nodes that agree exactly, so the
// smallest change that it calls significant. That is Student's t on the degrees of freedom of
// the noise, and not two standard errors: with 3 degrees of freedom it takes 3.18, and
// a change of two would be promised and then not found. NaN when the noise is not known.
func (n RunNoise) SmallestDetectable(runsBase, runsHead int) float64 {
	if !n.Known || !(n.DF > 0) || math.IsInf(n.DF, 1) {
		return math.NaN()
	}
	return tQuantile(n.DF) * n.SD * math.Sqrt(perRun(runsBase, runsHead))
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

// BookNoise estimates run noise from earlier runs: each group holds the log means of
// runs of one build that differ in nothing. The variance is pooled within groups, a
// group of m runs giving m-1 degrees of freedom: all pairs of its runs would count each
// run several times, and disjoint pairs would waste those of an odd number.
//
// Before that, values are drawn in to 3 scaled MADs about their group's median, so that
// one broken run does not blind the test; the scale is the median distance of two runs
// of one group (the estimator of Shamos 1976, which needs no centre). Two runs a group give what winsorising their log ratios gives.
//
// Run noise is known from 4 pairs of runs of one build, any two runs of a group being a
// pair, that give 3 degrees of freedom: 4 runs of one build, or 2 of each of 4 builds.
func BookNoise(groups [][]float64) RunNoise {
	var apart []float64 // distances of two runs of one build
	var kept [][]float64
	runs := 0
	for _, g := range groups {
		if g = present(g); len(g) < 2 {
			continue
		}
		kept = append(kept, g)
		runs += len(g)
		for i := range g {
			for j := range i {
				apart = append(apart, math.Abs(g[i]-g[j]))
			}
		}
	}
	limit := bookClip * madToSD * Median(apart) / math.Sqrt2
	for i, g := range kept {
		if limit > 0 {
			kept[i] = drawnIn(g, limit*math.Sqrt(1-1/float64(len(g))))
		}
	}
	n := PooledNoise(kept)
	if n.DF > 0 {
		n.Known = len(apart) >= bookPairs && n.DF >= knownDF
		n.Source = fmt.Sprintf("%d earlier same-build runs", runs)
	}
	return n
}

// drawnIn moves values that are further than limit from their median to that distance.
func drawnIn(x []float64, limit float64) []float64 {
	out := make([]float64, len(x))
	middle := Median(x)
	for i, v := range x {
		out[i] = math.Max(middle-limit, math.Min(middle+limit, v))
	}
	return out
}

// PoolNoise joins two independent estimates of one run noise, the mean of their
// variances, weighted by degrees of freedom. A noise book, b, counts
// only when it is known by itself; a, the replicates, with any degrees of freedom.
func PoolNoise(a, b RunNoise) RunNoise {
	switch {
	case !b.Known:
		return a
	case !a.Known && a.DF == 0:
		return b
	}
	df := a.DF + b.DF
	return RunNoise{SD: math.Sqrt((a.DF*a.SD*a.SD + b.DF*b.SD*b.SD) / df), DF: df, Known: true, Source: a.Source + " and " + b.Source}
}

// perRun is the variance of a difference of means of runs, in run variances.
func perRun(runsBase, runsHead int) float64 {
	return 1/float64(max(1, runsBase)) + 1/float64(max(1, runsHead))
}
