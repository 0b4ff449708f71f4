package diff

import (
	"math"

	"inquest/report/stats"
)

// runPair is a run of the base and one of the head, of one cell, by their places in it.
type runPair struct{ base, head int }

// runPairs are the pairs of runs whose samples are compared: the first with the first, the
// second with the second, those of the shorter side over again. What the scatter within runs
// is must not rest on which run is named first.
func (x *cell) runPairs() []runPair {
	out := make([]runPair, max(len(x.base), len(x.head)))
	for i := range out {
		out[i] = runPair{i % len(x.base), i % len(x.head)}
	}
	return out
}

// recorded tells whether the load window of a run is only its recorders' span.
func (x *cell) recorded() bool {
	for _, side := range [][]measured{x.base, x.head} {
		for i := range side {
			if side[i].w.source == "recorder" {
				return true
			}
		}
	}
	return false
}

// fewest is the smallest number of samples among runs.
func fewest(runs []measured) int {
	n := math.MaxInt
	for i := range runs {
		n = min(n, runs[i].n)
	}
	return n
}

// pooledError is the standard error of one pair of runs: the root of the mean square of
// those that are known. NaN when none is.
type pooledError struct {
	squares float64
	n       int
}

func (p *pooledError) add(se float64) {
	if !math.IsNaN(se) {
		p.squares, p.n = p.squares+se*se, p.n+1
	}
}

func (p *pooledError) se() float64 { return math.Sqrt(p.squares / float64(p.n)) }

// spreadOver averages the spreads of several pairs of one side, run by run.
type spreadOver struct {
	sum   []stats.Spread // of each run
	ratio []float64      // spread against the level, likewise
	times []float64
}

func newSpreadOver(runs int) *spreadOver {
	return &spreadOver{make([]stats.Spread, runs), make([]float64, runs), make([]float64, runs)}
}

func (s *spreadOver) add(run int, x stats.Spread) {
	t := &s.sum[run]
	t.SD, t.MAD, t.RMSSD = t.SD+x.SD, t.MAD+x.MAD, t.RMSSD+x.RMSSD
	if s.times[run] == 0 || x.N < t.N {
		t.N = x.N
	}
	s.ratio[run] += ratioOf(x.SD, x.Mean)
	s.times[run]++
}

// mean is the spread over all runs, each counted once, and each run's spread against its level.
func (s *spreadOver) mean() (over stats.Spread, ratios []float64) {
	n := float64(len(s.sum))
	for i, x := range s.sum {
		k := s.times[i] * n
		over.SD, over.MAD, over.RMSSD = over.SD+x.SD/k, over.MAD+x.MAD/k, over.RMSSD+x.RMSSD/k
		if i == 0 || x.N < over.N {
			over.N = x.N
		}
		ratios = append(ratios, s.ratio[i]/s.times[i])
	}
	return over, ratios
}
