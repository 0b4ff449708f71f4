package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// resets says which work counters began again within the load: that is an event, and the
// work is summed over it; the last sample is not the node's work.
func (c *comparer) resets() {
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
				for _, m := range slices.Concat(x.base, x.head) {
					var at []string
					for _, ts := range m.series.Resets {
						if t := float64(ts) / 1e6; t > m.w.from && t <= m.w.to {
							at = append(at, fmt.Sprintf("%.0f s", t-m.w.from))
						}
					}
					if len(at) == 0 {
						continue
					}
					c.res.Warnings = append(c.res.Warnings, Warning{Kind: "counter_reset", Artifact: m.node.Artifact, Member: m.member(),
						Text: fmt.Sprintf("the work counter %s of node %s in run %s began again %s after the load did; %s",
							m.series.Instance, x.node, m.run.name(), strings.Join(at, ", "), sumText(m.work()))})
				}
			}
		}
	}
}

// sumText says what the work comes to over its resets.
func sumText(work float64) string {
	if math.IsNaN(work) || math.IsInf(work, 0) {
		return "how much work was done in all is not known"
	}
	return "its work is summed over that: " + fixed(work, 0) + " in all"
}
