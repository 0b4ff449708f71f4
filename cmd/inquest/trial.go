package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"inquest/report/diff"
)

// trial tries the cases whose names contain the words, so many comparisons of each, and
// gives a table; met tells whether all that is asked was reached.
func trial(ctx context.Context, words string, repetitions int, seed uint64, said func(string)) (met bool, err error) {
	met = true
	for _, c := range trialCases() {
		if !strings.Contains(c.name, words) {
			continue
		}
		t, err := c.run(ctx, repetitions, seed)
		if err != nil {
			return false, err
		}
		lines, ok := c.report(t)
		met = met && ok
		for _, l := range lines {
			said(l)
		}
	}
	return met, nil
}

// run makes the comparisons of one case.
func (c *trialCase) run(ctx context.Context, repetitions int, seed uint64) (*trialTally, error) {
	t := &trialTally{runs: c.runs, hits: map[string]int{}}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range repetitions {
		g.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			in, err := trialInput(ctx, c.spec(i, seed))
			if err != nil {
				return err
			}
			r := diff.Compare(in)
			mu.Lock()
			defer mu.Unlock()
			t.n++
			c.judge(t, r)
			return nil
		})
	}
	return t, g.Wait()
}

// report writes one line for each thing that is asked of a case.
func (c *trialCase) report(t *trialTally) (lines []string, met bool) {
	met = true
	for _, w := range c.wanted {
		k := t.hits[w.what]
		share := float64(k) / float64(t.n)
		asked, ok := "", true
		switch {
		case !math.IsNaN(w.atLeast):
			asked, ok = fmt.Sprintf("at least %.0f %%", 100*w.atLeast), share >= w.atLeast
		case !math.IsNaN(w.atMost):
			asked, ok = fmt.Sprintf("at most %.0f %%", 100*w.atMost), share <= w.atMost
		}
		verdict := ""
		if asked != "" && !ok {
			verdict, met = "  NOT MET", false
		}
		lines = append(lines, fmt.Sprintf("%-44s %-20s %4d of %4d  %5.1f %%  %s%s", c.name, w.what, k, t.n, 100*share, asked, verdict))
	}
	if len(t.errors) > 0 {
		slices.Sort(t.errors)
		off := t.errors[len(t.errors)/2]
		verdict := ""
		if off > 0.01 {
			verdict, met = "  NOT MET", false
		}
		lines = append(lines, fmt.Sprintf("%-44s %-20s %.2f %% of the run  at most 1 %%%s", c.name, "median onset error", 100*off, verdict))
	}
	return lines, met
}
