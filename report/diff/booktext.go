package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// name adds the runs of the group that have a value to those named.
func (g bookGroup) name(named map[string]bool, logs []float64) {
	for i, v := range logs {
		if !math.IsNaN(v) {
			named[g[i].run.ID] = true
		}
	}
}

// bookSource says on how many earlier runs a noise rests.
func bookSource(runs int) string {
	return fmt.Sprintf("%d earlier %s of this test", runs, plural(runs, "run", "runs"))
}

// basis is the noise as a finding shows it; nil when it is not known.
func (n *runNoise) basis() *NoiseBasis {
	if !n.Known || math.IsNaN(n.SD) || math.IsInf(n.DF, 0) {
		return nil
	}
	return &NoiseBasis{SDPct: 100 * n.SD, DF: n.DF, Source: n.Source}
}

// fromBook says on what earlier runs a certainty rests; empty when on none.
func (n *runNoise) fromBook() string {
	if n.book == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s, sd %s %%)", bookSource(n.book), short(100*n.SD))
}

// differsAsMuch is why a change within the run noise is none.
func (n *runNoise) differsAsMuch() string {
	if n.book == 0 {
		return "identical runs of this comparison differ as much"
	}
	return "within what identical runs do" + n.fromBook()
}

// sharedNodes is what the agreement of earlier runs does not prove.
const sharedNodes = "repeats on the same nodes do not prove that another machine would show the same"

// tellBook names the earlier runs of the noise book, and what they do not prove.
func (c *comparer) tellBook() {
	var runs []*Run
	builds := map[string]bool{}
	for _, p := range c.pairs {
		for _, g := range c.book[p] {
			for _, b := range g {
				runs = append(runs, b.run)
				builds[b.run.Build] = true
			}
		}
	}
	if len(runs) == 0 {
		return
	}
	slices.SortFunc(runs, inTime)
	for _, r := range runs {
		c.res.NoiseBook = append(c.res.NoiseBook, r.ID)
	}
	text := fmt.Sprintf("%s of %d %s tell how much identical runs differ: %s; %s",
		bookSource(len(runs)), len(builds), plural(len(builds), "build", "builds"), strings.Join(c.res.NoiseBook, ", "), sharedNodes)
	c.res.Warnings = append(c.res.Warnings, Warning{Kind: "noise_book", Text: text})
}
