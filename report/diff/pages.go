package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

const (
	leastPages  = 4  // fewer show no course
	fewPages    = 12 // from here on there are samples enough for the tests
	leastRises  = 3  // pages that show more than the one before
	grownBeyond = 2  // times what the other side shows: its range, and its highest
)

// growing is a gauge of the server, known from a few status pages, that grows from page to
// page on one side and not on the other.
type growing struct {
	id    metricID
	nodes int
	text  string // the pages of the nodes
	cells []cell
}

// pagesOf are the values that a gauge has during the load: the last before it, which is
// what it begins with, and those in it.
func (m *measured) pagesOf() (out []float64) {
	s := samples(m.series)
	step := s.MedianStep()
	for i, v := range s.Value {
		switch at := s.At[i]; {
		case at > m.w.to || at < m.w.from-step || math.IsNaN(v):
		case at <= m.w.from:
			out = append(out[:0], v)
		default:
			out = append(out, v)
		}
	}
	return out
}

// growsByPage tells whether a gauge never falls and rises most of the time.
func growsByPage(pages []float64) bool {
	rises := 0
	for i := 1; i < len(pages); i++ {
		if pages[i] < pages[i-1] {
			return false
		}
		rises += b2i(pages[i] > pages[i-1])
	}
	return rises >= leastRises
}

// beyond tells whether a gauge that grows page by page goes far beyond one that does not.
func beyond(grows, other []float64) bool {
	n := min(len(grows), len(other))
	if n < leastPages || max(len(grows), len(other)) >= fewPages || !growsByPage(grows) ||
		slices.IsSorted(other) && other[len(other)-1] > other[0] {
		return false
	}
	lo, hi := slices.Min(other), slices.Max(other)
	return grows[len(grows)-1]-grows[0] >= grownBeyond*(hi-lo) && grows[len(grows)-1] >= grownBeyond*hi
}

// growingGauges lists the gauges that grow on one side only, on all nodes and in all runs.
// It is no test: a few pages of one run are shown, and the reader is told so.
func (c *comparer) growingGauges(side string) (out []growing) {
	spoken := c.spokenCounters()
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, id := range c.metricIDs(p, leg) {
				if strings.HasPrefix(id.metric, "per_op.") || !isInternal(id.metric) || spoken[plain(id.metric)] {
					continue
				}
				cells := c.cells(p, leg, id)
				if len(cells) == 0 || slices.ContainsFunc(cells, func(x cell) bool { return !x.growsOn(side) }) {
					continue
				}
				g := growing{id: id, nodes: len(cells), text: pagesText(cells, side), cells: cells}
				if len(p.legNames()) > 1 {
					g.text += legSuffix(leg)
				}
				if len(c.pairs) > 1 {
					g.text += " in " + p.name
				}
				out = append(out, g)
			}
		}
	}
	return out
}

// growsOn tells whether a gauge grows in all runs of a side, and in none of the other.
func (x *cell) growsOn(side string) bool {
	up, other := x.head, x.base
	if side == "base" {
		up, other = other, up
	}
	for i := range up {
		for j := range other {
			if up[i].series.Rate || other[j].series.Rate || !beyond(up[i].pagesOf(), other[j].pagesOf()) {
				return false
			}
		}
	}
	return true
}

// pagesText lists the pages of the first run of each side, node by node where they differ.
func pagesText(cells []cell, side string) string {
	of := func(x *cell) string {
		up, other := x.head, x.base
		if side == "base" {
			up, other = other, up
		}
		list := func(m *measured) string {
			var words []string
			for _, v := range m.pagesOf() {
				words = append(words, counted(v, m.series.Unit))
			}
			return strings.Join(words, ", ")
		}
		return list(&up[0]) + " against " + list(&other[0])
	}
	first := of(&cells[0])
	if !slices.ContainsFunc(cells, func(x cell) bool { return of(&x) != first }) {
		return fmt.Sprintf("%s on %d of %d %s", first, len(cells), len(cells), plural(len(cells), "node", "nodes"))
	}
	return fmt.Sprintf("%s on %s, likewise on %d of %d nodes", first, cells[0].node, len(cells), len(cells))
}
