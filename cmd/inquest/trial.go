package main

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"inquest/report/diff"
	"inquest/report/stats"
)

// trialRow is what one case gave in one respect.
type trialRow struct {
	Case     string     `json:"case"`
	What     string     `json:"what"`
	Hits     int        `json:"hits"`
	Of       int        `json:"of"`
	SharePct *float64   `json:"share_pct"`
	CIPct    [2]float64 `json:"ci_pct"`              // 95 %, of the share
	AtLeast  *float64   `json:"at_least,omitempty"`  // per cent asked
	AtMost   *float64   `json:"at_most,omitempty"`   // per cent asked
	ErrorPct *float64   `json:"error_pct,omitempty"` // in place of a share: median distance from the truth
	Met      string     `json:"met"`                 // yes, no, by chance (not met, but within the interval), or empty when nothing is asked
}

// trial tries the cases whose names contain the words, so many comparisons of each, and
// gives the rows of each case as it ends.
func trial(ctx context.Context, words string, repetitions int, seed uint64, done func([]trialRow)) error {
	for _, c := range trialCases() {
		if !strings.Contains(c.name, words) {
			continue
		}
		t, err := c.run(ctx, repetitions, seed)
		if err != nil {
			return err
		}
		done(c.rows(t))
	}
	return nil
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

// rows sums up what is asked of a case.
func (c *trialCase) rows(t *trialTally) []trialRow {
	var out []trialRow
	for _, w := range c.wanted {
		share := float64(t.hits[w.what]) / float64(max(1, t.n))
		lo, hi := stats.Wilson(share, float64(t.n))
		r := trialRow{Case: c.name, What: w.what, Hits: t.hits[w.what], Of: t.n, SharePct: percent(share), CIPct: [2]float64{100 * lo, 100 * hi}}
		switch {
		case w.atLeast > 0:
			r.AtLeast = percent(w.atLeast)
			r.Met = metText(share >= w.atLeast, hi >= w.atLeast)
		case w.atMost > 0:
			r.AtMost = percent(w.atMost)
			r.Met = metText(share <= w.atMost, lo <= w.atMost)
		}
		out = append(out, r)
	}
	if len(t.errors) > 0 {
		slices.Sort(t.errors)
		off := t.errors[len(t.errors)/2]
		out = append(out, trialRow{Case: c.name, What: "median error of the onset", Of: len(t.errors), ErrorPct: percent(off), AtMost: percent(onsetOff),
			Met: metText(off <= onsetOff, false)})
	}
	return out
}

// onsetOff is how far off an onset may be in the median, as a share of the run.
const onsetOff = 0.01

func percent(share float64) *float64 {
	share *= 100
	return &share
}

func metText(met, possible bool) string {
	switch {
	case met:
		return "yes"
	case possible:
		return "by chance"
	}
	return "no"
}
