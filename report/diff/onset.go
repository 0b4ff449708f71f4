package diff

import (
	"maps"
	"math"
	"slices"

	"inquest/report/stats"
)

const (
	onsetMin      = 0.30 // smallest change at an onset
	onsetMinShare = 0.20 // the same when the nodes turn together
	onsetTogether = 0.05 // of the run: how near onsets are to be one
)

// turnKey names a metric of a node of a stratum and leg that turns over in the middle.
type turnKey struct {
	pair   *stratumPair
	leg    string
	node   string
	metric string
}

// turnedNodes are the metrics that turn over in the middle of the run.
type turnedNodes map[turnKey]bool

// any tells whether the node's throughput or CPU turns.
func (t turnedNodes) any(p *stratumPair, leg, node string) bool {
	return t[turnKey{p, leg, node, throughput}] || t[turnKey{p, leg, node, "cpu.busy"}]
}

// turn is an onset on one node.
type turn struct {
	node  string
	cell  cell
	onset stats.Onset
	at    int // the run of the head that it is of; of the base, where that turns
	runs  int // runs of that side
	shown int // of them, those that turn there

	ofBase bool // it is the base that turns
}

// base and head are the two runs that show it, of which one turns.
func (t *turn) base() *measured {
	if t.ofBase {
		return &t.cell.base[t.at]
	}
	return &t.cell.base[0]
}

func (t *turn) head() *measured {
	if t.ofBase {
		return &t.cell.head[0]
	}
	return &t.cell.head[t.at]
}

// side is the one whose runs turn, and the other.
func (t *turn) side() (turns, other string) {
	if t.ofBase {
		return "base", "head"
	}
	return "head", "base"
}

// turnover is one metric's onset: the nodes that turn together.
type turnover struct {
	pair  *stratumPair
	leg   string
	role  string
	id    metricID
	tr    traits
	turns []turn
	cells []cell // of the nodes of the role
	total int    // nodes of the role that have the metric and carried load
}

// onsets looks for runs that go alike until some point and then change.
func (c *comparer) onsets() (out []*turnover, turned turnedNodes) {
	turned = turnedNodes{}
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, id := range c.metricIDs(p, leg) {
				tr, _ := traitsOf(id.metric)
				if !tr.onset {
					continue
				}
				for _, t := range c.turnovers(p, leg, id, tr) {
					turns := t.turns
					if !t.everywhere() {
						out = append(out, t)
						continue // not all runs turn: the means still say something
					}
					for _, x := range turns {
						turned[turnKey{p, leg, x.node, id.metric}] = true
					}
					out = append(out, t)
				}
			}
		}
	}
	return out, turned
}

// everywhere tells whether every run of the head turns.
func (t *turnover) everywhere() bool {
	for _, x := range t.turns {
		if x.shown < x.runs {
			return false
		}
	}
	return true
}

// turnovers finds the onsets of one metric, for the nodes of each role apart: nodes of
// one role do the same work and are expected to turn together.
func (c *comparer) turnovers(p *stratumPair, leg string, id metricID, tr traits) (out []*turnover) {
	byRole := map[string][]cell{}
	for _, x := range c.cells(p, leg, id) {
		role := x.base[0].node.Role
		byRole[role] = append(byRole[role], x)
	}
	for _, role := range slices.Sorted(maps.Keys(byRole)) {
		cells := byRole[role]
		for _, turns := range together(c.turnsOf(cells), len(cells)) {
			out = append(out, &turnover{pair: p, leg: leg, role: role, id: id, tr: tr, turns: turns, cells: cells, total: len(cells)})
		}
	}
	return out
}

// turnsOf finds the onset of each node, whatever its size above the smaller limit. With
// several runs of the head each is looked at; those that turn where the first does count.
func (c *comparer) turnsOf(cells []cell) []turn {
	var out []turn
	for _, x := range cells {
		t := turn{node: x.node, cell: x, runs: len(x.head)}
		for i := range x.head {
			t.see(i, findOnset(&x.base[0], &x.head[i]))
		}
		if t.shown == 0 && x.base[0].series.Metric == throughput {
			t.runs, t.ofBase = len(x.base), true
			for i := range x.base {
				t.see(i, baseTurns(&x.base[i], &x.head[0]))
			}
		}
		if t.shown > 0 {
			out = append(out, t)
		}
	}
	return out
}

// see counts a run that turns, and where the first does.
func (t *turn) see(run int, o stats.Onset) {
	switch {
	case !o.Found:
	case t.shown == 0:
		t.onset, t.at, t.shown = o, run, 1
	case math.Abs(o.Frac-t.onset.Frac) <= onsetTogether && (o.Change < 0) == (t.onset.Change < 0):
		t.shown++
	}
}

// findOnset compares one run of each side over their whole load windows.
func findOnset(b, h *measured) stats.Onset {
	bs, hs, _, _ := stats.Align(onsetSamples(b), onsetSamples(h))
	o := stats.FindOnset(bs, hs, b.w.from, b.w.to, h.w.from, h.w.to, stats.OnsetOptions{MinChange: onsetMinShare})
	o.Found = o.Found && turnsOver(o)
	return o
}

// baseTurns looks for the opposite: the base turns and the head goes on as before. The
// onset is told from the head's side, on the base's clock.
func baseTurns(b, h *measured) stats.Onset {
	o := findOnset(h, b)
	if o.Found {
		o.BeforeBase, o.BeforeHead, o.AfterBase, o.AfterHead = o.BeforeHead, o.BeforeBase, o.AfterHead, o.AfterBase
		o.Change = 1/(1+o.Change) - 1
	}
	return o
}

// turnsOver tells whether the runs went alike and then not: a head that was behind and
// caught up (a longer warm-up) did not turn for the better, and where the runs were apart
// all along the means say it.
func turnsOver(o stats.Onset) bool {
	after := math.Inf(-1)
	if o.AfterBase > 0 && o.AfterHead > 0 {
		after = math.Log(o.AfterHead / o.AfterBase)
		if after*o.Change <= 0 || math.Abs(after) < math.Log1p(onsetMinShare) {
			return false
		}
	}
	before := math.Abs(math.Log(o.BeforeHead / o.BeforeBase))
	return !(before > math.Max(math.Log1p(onsetAlike/100), min(1, math.Abs(after))*onsetApart))
}

// onsetApart is how far apart two runs may be before an onset, as a share of how far after.
const onsetApart = 0.2

// before is how far head and base are apart until the onset, per cent.
func (t *turn) before() float64 { return pctOf(t.onset.BeforeBase, t.onset.BeforeHead) }

// onsetAlike is up to how far apart two runs are called alike, per cent.
const onsetAlike = 10.0

// onsetSamples are the samples of the whole load window.
func onsetSamples(m *measured) stats.Series { return samples(m.series).Window(m.w.from, m.w.to) }

// together groups onsets of one direction that lie within onsetTogether of each other. A
// group on at least three quarters of the nodes may be smaller; any other needs onsetMin.
func together(turns []turn, total int) [][]turn {
	slices.SortFunc(turns, func(a, b turn) int {
		if a.onset.Frac < b.onset.Frac {
			return -1
		}
		return 1
	})
	var groups [][]turn
	used := make([]bool, len(turns))
	for i := range turns {
		if used[i] {
			continue
		}
		group := []turn{turns[i]}
		used[i] = true
		for j := i + 1; j < len(turns); j++ {
			if !used[j] && turns[j].onset.Frac-turns[i].onset.Frac <= 2*onsetTogether &&
				(turns[j].onset.Change < 0) == (turns[i].onset.Change < 0) && turns[j].ofBase == turns[i].ofBase {
				group = append(group, turns[j])
				used[j] = true
			}
		}
		if 4*len(group) < 3*total || len(group) == 1 {
			group = slices.DeleteFunc(group, func(t turn) bool { return math.Abs(t.onset.Change) < onsetMin })
		}
		if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// workShare is the share of a node's work that was done when the run turned.
func workShare(work *measured, at float64) float64 {
	s := samples(work.series).Window(work.w.from, work.w.to)
	var before, all float64
	for i, v := range s.Value {
		d := s.Step[i]
		if math.IsNaN(v) || math.IsNaN(d) {
			continue
		}
		all += v * d
		before += v * d * min(1, max(0, (at-(s.At[i]-d))/d))
	}
	if all <= 0 {
		return math.NaN()
	}
	return before / all
}
