package diff

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"inquest/schemas"
)

// leftCounter matches the server's own gauges of work that is still to be done.
var leftCounter = regexp.MustCompile(`(?i)changes_left|items_remaining|backlog`)

// leftText says on which nodes of the group there was still work to do in the middle of
// what follows an onset, by the server's own gauge: a node that stops because it is done
// and one that crawls look alike in their rate. Empty without such a gauge on every node
// that turns.
func (c *comparer) leftText(t *turnover) string {
	if t.turns[0].ofBase || t.id.metric != throughput {
		return ""
	}
	left, done := map[string]bool{}, []string{}
	gauge, halfWay := "", math.Inf(1)
	for i := range t.turns {
		halfWay = math.Min(halfWay, (t.turns[i].onset.At+t.turns[i].head().w.to)/2)
	}
	for _, x := range t.cells {
		name, value := leftAt(c.series[x.head[0].node], t.leg, halfWay)
		switch {
		case name == "" || gauge != "" && name != gauge:
			continue
		case value > 0:
			left[x.node] = true
		default:
			done = append(done, x.node)
		}
		gauge = name
	}
	for _, x := range t.turns {
		if !left[x.node] {
			return ""
		}
	}
	nodes := slices.Sorted(maps.Keys(left))
	only := ""
	if len(done) > 0 {
		only = "only "
	}
	return fmt.Sprintf("; half-way from there to the end, work is left %son %s (%s)", only, strings.Join(nodes, ", "), c.leftFigures(t, gauge, nodes, halfWay))
}

// leftFigures puts the gauge of the nodes with work left beside the base's, as long after
// the start of the load, and both beside the last there is of them.
func (c *comparer) leftFigures(t *turnover, gauge string, nodes []string, halfWay float64) string {
	var then, last [2]float64 // base, head
	for _, x := range t.cells {
		if !slices.Contains(nodes, x.node) {
			continue
		}
		for side, m := range []*measured{&x.base[0], &x.head[0]} {
			at := math.Min(halfWay-x.head[0].w.from+m.w.from, m.w.to)
			name, value := leftAt(c.series[m.node], t.leg, at)
			_, end := leftAt(c.series[m.node], t.leg, m.w.to)
			if name != gauge {
				value, end = math.NaN(), math.NaN()
			}
			then[side], last[side] = then[side]+value, last[side]+end
		}
	}
	if math.IsNaN(then[0]) {
		return fmt.Sprintf("%s %.0f; at the end %.0f", gauge, then[1], last[1])
	}
	return fmt.Sprintf("%s %.0f, in the base %.0f by then; at the end %.0f and %.0f", gauge, then[1], then[0], last[1], last[0])
}

// leftAt is the first gauge of work that is left, in the order of names, and its value
// at an instant, added over instances; no name when there is none.
func leftAt(series []*schemas.Series, leg string, at float64) (name string, value float64) {
	for _, s := range series {
		if s.Source.Leg != leg || s.Rate || !leftCounter.MatchString(s.Metric) || name != "" && s.Metric > name {
			continue
		}
		x := samples(s)
		last := math.NaN()
		for i := range x.Value {
			if x.At[i] <= at && !math.IsNaN(x.Value[i]) {
				last = x.Value[i]
			}
		}
		if math.IsNaN(last) {
			continue
		}
		if s.Metric != name {
			name, value = s.Metric, 0
		}
		value += last
	}
	return name, value
}
