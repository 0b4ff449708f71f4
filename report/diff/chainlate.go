package diff

import (
	"math"
	"strings"
)

// allLate is the share of a counter's growth from which on all of it came after an onset.
const allLate = 0.95

// whenWaited says of a counter of waiting at a place where the run turns over whether it
// grew only from then on: one that grew all the time is not what turned.
func (ev *evidence) whenWaited(metric string, at place) string {
	share := ev.shareAfterOnset(metric, at)
	switch {
	case math.IsNaN(share):
		return ""
	case share >= allLate:
		return ", only from then on"
	}
	return ", before that too"
}

// shareAfterOnset is the share of a counter's growth in the head that came after the onset
// of the throughput there, less one step of either; NaN when it is not known.
func (ev *evidence) shareAfterOnset(metric string, at place) float64 {
	for _, f := range ev.found[at] {
		if f.Kind != "onset" || f.Metric != throughput || f.Where.OnsetS == nil || f.Where.StepS == nil {
			continue
		}
		for _, x := range ev.c.cells(at.pair, at.leg, metricID{metric: strings.TrimPrefix(metric, "per_op.")}) {
			if x.node != at.node {
				continue
			}
			before, all := 0.0, 0.0
			for i := range x.head {
				s := x.head[i].cut()
				turn := x.head[i].w.from + *f.Where.OnsetS - *f.Where.StepS
				for k, v := range s.Value {
					if math.IsNaN(v) || math.IsNaN(s.Step[k]) {
						continue
					}
					all += v * s.Step[k]
					if s.At[k] <= turn {
						before += v * s.Step[k]
					}
				}
			}
			if all > 0 {
				return 1 - before/all
			}
		}
	}
	return math.NaN()
}
