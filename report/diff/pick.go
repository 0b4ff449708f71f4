package diff

import (
	"math"
	"slices"

	"inquest/schemas"
)

// toolOrder breaks ties between sources that cover the load alike with the same step.
var toolOrder = []string{"mpstat", "sar", "sadf", "proc-stat", "vmstat", "iostat", "top"}

func toolRank(format string) int {
	if i := slices.Index(toolOrder, format); i >= 0 {
		return i
	}
	return -1 // a format with only one source of its kind
}

// candidate is a series of one node that could stand for a metric in a window.
type candidate struct {
	series *schemas.Series
	cover  float64
	step   float64
}

// candidates lists the series of one metric, instance and leg that show the load;
// snapshots are left out and counted.
func candidates(list []*schemas.Series, w window) (out []candidate, snapshots int) {
	for _, s := range list {
		if s.Source.Coverage == schemas.Snapshot {
			snapshots++
			continue
		}
		c := candidate{series: s, cover: covered(s, w), step: samples(s).MedianStep()}
		if c.cover > 0 && !math.IsNaN(c.step) {
			out = append(out, c)
		}
	}
	return out, snapshots
}

// pick chooses the sources to compare: the same tool on both sides, the one that covers
// most of the load windows, then the finer step, then the tool order. When no tool is
// on both sides the best of each side is taken.
func pick(base, head []candidate) (b, h *candidate) {
	var bestCover, bestStep float64
	bestTool := 0
	for i := range base {
		for j := range head {
			x, y := &base[i], &head[j]
			same := x.series.Source.Format == y.series.Source.Format
			if !same && shareTool(base, head) {
				continue
			}
			cover := math.Round(min(x.cover, y.cover) * 10)
			step := math.Round(max(x.step, y.step)*10) / 10
			tool := toolRank(x.series.Source.Format)
			better := b == nil || cover > bestCover ||
				cover == bestCover && (step < bestStep || step == bestStep && tool < bestTool)
			if better {
				b, h, bestCover, bestStep, bestTool = x, y, cover, step, tool
			}
		}
	}
	return b, h
}

func shareTool(base, head []candidate) bool {
	for _, x := range base {
		for _, y := range head {
			if x.series.Source.Format == y.series.Source.Format {
				return true
			}
		}
	}
	return false
}
