package diff

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"inquest/report/stats"
	"inquest/schemas"
)

// comparer holds what the steps of Compare share.
type comparer struct {
	in     *Input
	pairs  []*stratumPair
	series map[*Node][]*schemas.Series // of each node, derived ones included
	idx    map[*Node]seriesIndex
	loaded map[*stratumPair][]string // nodes that are on both sides and carried load
	same   bool                      // same build label and no settings difference: an A/A comparison
	res    *Result
	builds [2]string           // of the sides, those of runs that were left out too
	failed string              // why runs were left out
	called map[string]string   // nodes paired by rank: their name in the head
	only   map[string][]string // by side: what only that side has

	ids        map[string]int
	agree      map[*Finding][]string // the nodes that show a finding
	settingsAt evidenceSet           // where the settings that differ stand
	weak       map[*Finding][]string // the legs of a finding of which one cannot tell
	together   map[*Finding]bool     // some legs of a finding are certain only together with the others
	covers     map[*Finding][]place  // the nodes, legs and strata that show a finding
	cellCache  map[cellKey][]cell
	noiseCache map[metricID]runNoise
	legCorr    float64 // of the legs of one run
	book       map[*stratumPair][]bookGroup
	bookRoams  map[*stratumPair]bool
	bookOwn    map[*BookRun]func(*cell) *measured // by the first run of a group: the compared run that belongs to it
	shrunk     map[metricID]stats.RunNoise
	control    map[*stratumPair]bool   // strata that are known or said to lack the change
	spared     map[*stratumPair]string // controls that only the ticket's words make one, and these words
	rigged     map[*Finding]bool       // findings of which the controls leave nothing
	drifts     map[*claim]*drift       // what controls take off a claim
	warm       map[warmKey]float64     // seconds that volatility leaves out at the start
	late       []lateRun               // runs that do not settle
}

type cellKey struct {
	pair *stratumPair
	leg  string
	id   metricID
}

// metricID is a metric with its instance.
type metricID struct{ metric, instance string }

// metricIDs lists what the loaded nodes of a pair have in a leg on both sides, sorted.
func (c *comparer) metricIDs(p *stratumPair, leg string) []metricID {
	side := func(runs []*Run) (out, loads map[metricID]bool) {
		out, loads = map[metricID]bool{}, map[metricID]bool{}
		for _, r := range runs {
			for _, n := range r.Nodes {
				for id, list := range c.idx[n] {
					if id.leg != leg {
						continue
					}
					if _, ok := traitsOf(id.metric); !ok {
						continue
					}
					own := metricID{id.metric, chosenInstance(id.metric, id.instance)}
					out[own] = true
					if slices.ContainsFunc(list, func(s *schemas.Series) bool { return s.Source.Coverage != schemas.Snapshot }) {
						loads[own] = true
					}
				}
			}
		}
		return out, loads
	}
	base, baseLoads := side(p.base)
	head, headLoads := side(p.head)
	var both []metricID
	for id := range base {
		if head[id] {
			both = append(both, id)
		}
	}
	c.oneSided(leg, baseLoads, head, "base") // what only a snapshot has says nothing of the run
	c.oneSided(leg, headLoads, base, "head")
	slices.SortFunc(both, func(a, b metricID) int {
		if d := strings.Compare(a.metric, b.metric); d != 0 {
			return d
		}
		return strings.Compare(a.instance, b.instance)
	})
	return both
}

// oneSided says which metrics only one side has: they are not zero on the other, they are not known.
func (c *comparer) oneSided(leg string, has, lacks map[metricID]bool, side string) {
	if leg != "" && len(lacks) == 0 && len(has) > 0 {
		c.notTested("leg "+leg, "only in "+side)
		c.onlyIn(side, "leg "+leg)
		return
	}
	var counters int
	for id := range has {
		if lacks[id] {
			continue
		}
		if isInternal(id.metric) {
			counters++
			continue
		}
		c.notTested(title(id), "only in "+side+legSuffix(leg))
		c.onlyIn(side, title(id))
	}
	if counters > 0 {
		c.notTested("server counters", fmt.Sprintf("%d only in %s", counters, side))
	}
}

func legSuffix(leg string) string {
	if leg == "" {
		return ""
	}
	return ", leg " + leg
}

// cells measures one metric on the loaded nodes; nodes that lack it on a side are left out.
func (c *comparer) cells(p *stratumPair, leg string, id metricID) []cell {
	key := cellKey{p, leg, id}
	if out, ok := c.cellCache[key]; ok {
		return out
	}
	var out []cell
	var lost []string
	for _, name := range c.loaded[p] {
		found := false
		for _, in := range c.instances(p, leg, id, name) {
			if x, ok := c.cell(p, leg, id.metric, in, name); ok {
				out, found = append(out, x), true
				break
			}
		}
		if !found {
			lost = append(lost, name)
		}
	}
	c.cellCache[key] = out
	c.offLoad(p, leg, id, lost, len(out) > 0)
	return out
}

// cell measures one metric of one node; in names its instance on either side.
func (c *comparer) cell(p *stratumPair, leg, metric string, in sides, name string) (cell, bool) {
	x := cell{node: name}
	first := func(runs []*Run, instance string) (*Run, []candidate) {
		for _, r := range runs {
			n := r.node(name)
			if n == nil || n.leg(leg) == nil {
				continue
			}
			found, _ := candidates(c.idx[n][seriesID{metric, instance, leg}], windowOf(n.leg(leg), c.in.Window))
			if len(found) > 0 {
				return r, found
			}
		}
		return nil, nil
	}
	br, bc := first(p.base, in.base)
	hr, hc := first(p.head, in.head)
	if br == nil || hr == nil {
		return x, false
	}
	b, h := pick(bc, hc)
	x.base = append(x.base, c.measure(br, name, leg, b.series))
	x.head = append(x.head, c.measure(hr, name, leg, h.series))
	x.base = append(x.base, c.others(p.base, br, name, leg, metricID{metric, in.base}, b.series.Source.Format)...)
	x.head = append(x.head, c.others(p.head, hr, name, leg, metricID{metric, in.head}, h.series.Source.Format)...)
	if metric == throughput {
		if x.zero() {
			return x, false // this source does not move here; another may
		}
		x.finish()
	}
	for _, m := range slices.Concat(x.base, x.head) {
		if !plausible(m.mean) {
			return x, false
		}
	}
	return x, true
}

// others measures the further runs of a side, with the same tool as the first.
func (c *comparer) others(runs []*Run, first *Run, name, leg string, id metricID, format string) (out []measured) {
	for _, r := range runs {
		n := r.node(name)
		if r == first || n == nil || n.leg(leg) == nil {
			continue
		}
		found, _ := candidates(c.idx[n][seriesID{id.metric, id.instance, leg}], windowOf(n.leg(leg), c.in.Window))
		var best *candidate
		for i := range found {
			f := &found[i]
			if best == nil || (f.series.Source.Format == format) && (best.series.Source.Format != format) ||
				(f.series.Source.Format == format) == (best.series.Source.Format == format) && f.cover > best.cover {
				best = f
			}
		}
		if best != nil {
			out = append(out, c.measure(r, name, leg, best.series))
			continue
		}
		if list, _ := c.offLoadOf(r, leg, metricID{id.metric, chosenInstance(id.metric, id.instance)}, name); !isInternal(id.metric) {
			c.res.Warnings = append(c.res.Warnings, list...) // this run counts for less, and somebody should know
		}
	}
	return out
}

func (c *comparer) measure(r *Run, name, leg string, s *schemas.Series) measured {
	n := r.node(name)
	l := n.leg(leg)
	m := measured{run: r, node: n, leg: l, w: windowOf(l, c.in.Window), series: s}
	cut := within(s, m.w)
	m.mean, m.n = cut.Mean(), cut.Len()
	if m.w.source == "manifest" { // its ends are exact, so the samples there count in part
		m.mean = overlapMean(s, m.w)
	}
	if grown, ok := workIn(s, m.w); ok {
		m.mean = grown / m.w.seconds()
	}
	if rate, ok := n.statedRate(s); ok && c.in.Window == nil {
		m.mean = rate
	}
	return m
}

// statedRate is the throughput that a load generator states at its end: transactions over
// total time. It is exact, while the interval lines of a starved client are not.
func (n *Node) statedRate(s *schemas.Series) (float64, bool) {
	if s.Metric != throughput || s.Rate || s.Instance != s.Source.Format { // not of one kind of operation
		return 0, false
	}
	var done, seconds float64
	runs := 0
	for i := range n.Settings {
		x := &n.Settings[i]
		if x.Scope != schemas.ScopeBench || x.Source.Leg != s.Source.Leg || x.Source.Member != s.Source.Member {
			continue
		}
		switch name := x.Name; {
		case strings.HasSuffix(name, ".transactions"):
			done, _ = strconv.ParseFloat(x.Value, 64)
		case strings.HasSuffix(name, ".total_time"):
			seconds, _ = strconv.ParseFloat(x.Value, 64)
			runs++
		}
	}
	return done / seconds, done > 0 && seconds > 0 && runs == 1
}

// workIn is the growth of a counter over a load window whose ends are known better than
// the counter's own place in time: a recorder without a clock is placed to within a
// step, so that the samples at the ends are cut wrongly. When the counter stands still
// on both sides of the window, all of its growth belongs to the window.
func workIn(s *schemas.Series, w window) (float64, bool) {
	if !s.Rate || s.Source.TSSource != schemas.Assumed || w.source != "manifest" && w.source != "load generator" {
		return 0, false
	}
	all := samples(s)
	step := all.MedianStep()
	if !(step > 0) || step > w.seconds()/4 {
		return 0, false
	}
	sum, outside := 0.0, 0.0
	for i, v := range all.Value {
		d := all.Step[i]
		if math.IsNaN(v) || math.IsNaN(d) {
			return 0, false
		}
		switch end, start := all.At[i], all.At[i]-d; {
		case end <= w.from-step/2 || start >= w.to+step/2:
			outside += v * d
		case i == len(all.At)-1 && end > w.to: // how much of it came after the end is not known
			sum += v * (w.to - start)
		default:
			sum += v * d
		}
	}
	last := len(all.At) - 1
	before := all.At[0] <= w.from+step && all.Value[0] == 0
	after := all.At[last]-all.Step[last] >= w.to-step && all.Value[last] == 0 ||
		all.At[last] >= w.to-step/4 // the recording ends with the load
	return sum, before && after && outside <= 0.005*sum
}

// zero tells whether nothing moved on either side.
func (x *cell) zero() bool {
	for _, m := range slices.Concat(x.base, x.head) {
		if m.mean != 0 && !math.IsNaN(m.mean) {
			return false
		}
	}
	return true
}

// cut is the part of a measured series inside its load window.
func (m *measured) cut() stats.Series { return within(m.series, m.w) }

// means are the means of the runs of a side.
func means(ms []measured) []float64 {
	out := make([]float64, len(ms))
	for i := range ms {
		out[i] = ms[i].mean
	}
	return out
}

// mean is the arithmetic mean; NaN of nothing.
func mean(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// plausible tells whether a mean is known and a number that anything can be.
func plausible(mean float64) bool { return math.Abs(mean) <= 1e300 }
