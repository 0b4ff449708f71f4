package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/report/stats"
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
	return fmt.Sprintf(" (%s%s, sd %s %%)", bookSource(n.book), n.own, short(100*n.SD))
}

// differsAsMuch is why a change within the run noise is none.
func (n *runNoise) differsAsMuch() string {
	if n.book == 0 {
		return "identical runs of this comparison differ as much"
	}
	return "within what identical runs do" + n.fromBook()
}

// tellBook says which earlier runs the noise book holds, and what they do not prove.
func (c *comparer) tellBook() {
	var runs []*Run
	sizes := []int{}
	builds := map[string]bool{}
	roam := false
	for _, p := range c.pairs {
		for _, g := range c.book[p] {
			size := len(g)
			if c.bookOwn[g[0]] != nil {
				size++
			}
			sizes = append(sizes, size)
			roam = roam || c.bookRoams[p]
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
	book := &NoiseBook{Builds: len(builds), Enough: enough(sizes)}
	for _, r := range runs {
		book.Runs = append(book.Runs, r.ID)
	}
	of := fmt.Sprintf("%s (%d %s: %s)", bookSource(len(runs)), len(builds), plural(len(builds), "build", "builds"), strings.Join(book.Runs, ", ")) + c.ownText()
	switch {
	case book.Enough && roam:
		book.Text = of + " tell how much identical runs differ, each on nodes of its own; nodes of another kind may show another noise"
	case book.Enough:
		book.Text = of + " tell how much identical runs differ; repeats on the same nodes do not prove that other machines would show the same"
	default:
		book.Text = of + " are too few to tell how much identical runs differ: 4 of one build are needed, or 4 pairs"
	}
	c.res.NoiseBook = book
}

// enough tells whether groups of so many runs make run noise known.
func enough(sizes []int) bool {
	groups := make([][]float64, len(sizes))
	for i, n := range sizes {
		groups[i] = make([]float64, n)
	}
	return stats.BookNoise(groups).Known
}
