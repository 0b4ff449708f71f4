package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"inquest/report/stats"
)

// BookRun is an earlier run in the noise book: what is compared of it, without its samples.
type BookRun struct {
	run    *Run // its series are left out
	values map[bookKey]bookValue
}

// bookKey is one metric of one node and leg as one tool shows it.
type bookKey struct{ node, leg, metric, instance, format string }

// bookValue is what is compared of a metric: its mean and its spread against the mean,
// NaN when unknown.
type bookValue struct{ mean, spread, cover float64 }

// NewBookRun measures a run as Compare would: the same windows (window overrides them as
// in [Input]), the same derived series, of each tool the source that covers most of the
// load. The samples can be forgotten afterwards.
func NewBookRun(r *Run, window *[2]float64) *BookRun {
	b := &BookRun{run: withoutSeries(r), values: map[bookKey]bookValue{}}
	c := &comparer{in: &Input{Window: window}}
	for _, n := range r.Nodes {
		if r.node(n.Name) != n {
			continue // a second zip of the node
		}
		for id, list := range indexOf(n.derived()) {
			tr, ok := traitsOf(id.metric)
			leg := n.leg(id.leg)
			if !ok || leg == nil {
				continue
			}
			found, _ := candidates(list, windowOf(leg, window))
			for _, f := range found {
				if isInternal(id.metric) && !perOpCounter(f.series) {
					continue // not compared
				}
				key := bookKey{n.Name, id.leg, id.metric, id.instance, f.series.Source.Format}
				if old, ok := b.values[key]; ok && old.cover >= f.cover {
					continue
				}
				m := c.measure(r, n.Name, id.leg, f.series)
				v := bookValue{mean: m.mean, spread: math.NaN(), cover: f.cover}
				if tr.spread {
					v.spread = relativeSpread(m.cut())
				}
				b.values[key] = v
			}
		}
	}
	return b
}

// ID is the run's name.
func (b *BookRun) ID() string { return b.run.ID }

// withoutSeries is a run with what settings and pairing need of it.
func withoutSeries(r *Run) *Run {
	out := &Run{ID: r.ID, Build: r.Build, Stratum: r.Stratum, Missing: r.Missing, Facts: r.Facts, Failed: r.Failed}
	for _, n := range r.Nodes {
		c := *n
		c.Series = nil
		out.Nodes = append(out.Nodes, &c)
	}
	return out
}

// at is what the run shows of a cell: the same instance and tool as one of its sides has.
func (b *BookRun) at(leg string, x *cell) bookValue {
	for _, m := range []*measured{&x.base[0], &x.head[0]} {
		s := m.series
		if v, ok := b.values[bookKey{x.node, leg, s.Metric, s.Instance, s.Source.Format}]; ok {
			return v
		}
	}
	return bookValue{math.NaN(), math.NaN(), 0}
}

// bookGroup is earlier runs that differ in nothing, the oldest first.
type bookGroup []*BookRun

// openBook sorts the earlier runs into groups, by stratum. Runs of the comparison itself
// are replicates and no part of the book.
func (c *comparer) openBook() {
	c.book, c.bookOwn = map[*stratumPair][]bookGroup{}, map[*BookRun]func(*cell) *measured{}
	c.bookRoams = map[*stratumPair]bool{}
	compared := map[string]bool{}
	for _, r := range slices.Concat(c.in.Base, c.in.Head) {
		compared[r.ID] = true
	}
	byRun := map[*Run]*BookRun{}
	var runs []*Run
	for _, b := range c.in.Book {
		if !compared[b.run.ID] {
			byRun[b.run] = b
			runs = append(runs, b.run)
		}
	}
	for _, p := range c.pairs {
		c.bookRoams[p] = roams(p.runs())
		roam := map[string]bool{p.key: c.bookRoams[p]}
		for _, group := range alikeGroups(slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool { return stratumKey(r.Stratum) != p.key }), roam) {
			g := make(bookGroup, len(group))
			for i, r := range group {
				if g[i] = byRun[r]; roam[p.key] {
					g[i] = c.asFirst(p.base[0], g[i])
				}
			}
			c.book[p] = append(c.book[p], g)
			c.bookOwn[g[0]] = c.ownRun(p, g, roam[p.key])
		}
	}
}

// logs are the logarithms of what is compared for each run of the group, averaged over
// nodes; NaN for a run that lacks a node or whose value is not positive.
func (g bookGroup) logs(p *stratumPair, leg string, cells []cell, what property) []float64 {
	out := make([]float64, len(g))
	for i, b := range g {
		for j := range cells {
			v := what.past(b, p, leg, &cells[j])
			if !(v > 0) || math.IsInf(v, 0) {
				v = math.NaN()
			}
			out[i] += math.Log(v) / float64(len(cells))
		}
	}
	if len(cells) == 0 {
		return nil
	}
	return out
}

// property is one thing that is compared of a metric: of a run at hand, and of one in the book.
type property struct {
	of   func(*measured) float64
	past func(b *BookRun, p *stratumPair, leg string, x *cell) float64
}

// levelOf is what the level of a metric is compared by.
var levelOf = property{
	of:   func(m *measured) float64 { return m.mean },
	past: func(b *BookRun, _ *stratumPair, leg string, x *cell) float64 { return b.at(leg, x).mean },
}

// spreadAgainstLevel is what the volatility of a metric is compared by.
func (c *comparer) spreadAgainstLevel() property {
	return property{
		of:   c.relativeSpread,
		past: func(b *BookRun, _ *stratumPair, leg string, x *cell) float64 { return b.at(leg, x).spread },
	}
}

// costOf is what an operation costs.
func (c *comparer) costOf() property {
	work := map[*Run]map[string]float64{}
	return property{
		of: func(m *measured) float64 {
			byNode := work[m.run]
			if byNode == nil {
				byNode = map[string]float64{}
				work[m.run] = byNode
				for _, p := range c.pairs {
					for _, leg := range p.legNames() {
						for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
							for _, w := range slices.Concat(x.base, x.head) {
								if w.run == m.run {
									byNode[leg+"/"+x.node] = w.mean
								}
							}
						}
					}
				}
			}
			return perOperation(m, byNode[m.leg.Name+"/"+m.node.Name])
		},
		past: func(b *BookRun, p *stratumPair, leg string, x *cell) float64 {
			n := b.run.node(x.node)
			if n == nil {
				return math.NaN()
			}
			for _, w := range c.cells(p, leg, metricID{metric: throughput}) {
				if w.node == x.node {
					m := measured{mean: b.at(leg, x).mean, node: n, series: x.base[0].series}
					return perOperation(&m, b.at(leg, &w).mean)
				}
			}
			return math.NaN()
		},
	}
}

// bookNoise is the run noise that the earlier runs show. Legs of one run are no runs of
// their own: the book must know the noise in one of them.
func bookNoise(byLeg map[string][][]float64) stats.RunNoise {
	var all [][]float64
	known := false
	for _, leg := range slices.Sorted(maps.Keys(byLeg)) {
		known = known || stats.BookNoise(byLeg[leg]).Known
		all = append(all, byLeg[leg]...)
	}
	n := stats.BookNoise(all)
	n.Known = known
	return n
}

// startOf is when the load of a run began, microseconds UTC; 0 when unknown.
func startOf(r *Run) int64 {
	var start int64
	for _, n := range r.Nodes {
		for _, l := range n.Legs {
			if l.From > 0 && (start == 0 || l.From < start) {
				start = l.From
			}
		}
	}
	return start
}

// inTime orders runs by the start of their load, those of one time by name.
func inTime(a, b *Run) int {
	return cmp.Or(cmp.Compare(startOf(a), startOf(b)), cmp.Compare(a.ID, b.ID))
}
