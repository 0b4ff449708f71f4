package diff

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
)

// eventCounter matches the server's own counters of what does not belong to usual work. They
// have no rate worth a test: once in a run is once.
var eventCounter = regexp.MustCompile(`(?i)stall|slowdown|stop|wait|abort|restart|kill|error|timeout|deadlock|fail|reject`)

// eventCover is the share of the load that a counter must cover to be known to stand still.
const eventCover = 0.8

// event is a counter that stands still on one side and moves on the other.
type event struct {
	id     metricID
	unit   string
	growth map[string][]float64 // by node that has the counter: over the load of each run, controls aside
	counts []NodeEffect         // of the nodes where it moves in every run: the mean over the runs
	cells  []cell
}

// grown is how far a counter grew over the load of one run, counting the intervals that lie
// at least half in it; still tells that none that touches the load moved.
func (m *measured) grown() (sum float64, still bool) {
	s := samples(m.series)
	still = covered(m.series, m.w) >= eventCover
	for i, v := range s.Value {
		d := s.Step[i]
		if math.IsNaN(v) || math.IsNaN(d) {
			continue
		}
		switch within := min(s.At[i], m.w.to) - max(s.At[i]-d, m.w.from); {
		case within <= 0:
			continue
		case within >= d/2:
			sum += v * d
		}
		still = still && v == 0
	}
	return sum, still
}

// events lists the counters that stand still in every run of the other side, and move in
// every run of the given one on at least half of the nodes. A control has to stand still too.
func (c *comparer) events(side string) (out []event) {
	spoken := c.spokenCounters()
	of, dropped := map[metricID]*event{}, map[metricID]bool{}
	for _, p := range c.pairs {
		runs := map[metricID]map[[2]string]float64{} // growth by node and run; the legs of one run are added
		for _, leg := range p.legNames() {
			for _, id := range c.metricIDs(p, leg) {
				if dropped[id] || !isInternal(id.metric) || !eventCounter.MatchString(id.metric) || spoken[plain(id.metric)] {
					continue
				}
				if of[id] == nil {
					of[id] = &event{id: id, growth: map[string][]float64{}}
				}
				if runs[id] == nil {
					runs[id] = map[[2]string]float64{}
				}
				dropped[id] = !of[id].take(c.cells(p, leg, id), side, runs[id])
			}
		}
		for id, byRun := range runs {
			dropped[id] = dropped[id] || !of[id].moves(byRun, c.control[p])
		}
	}
	for id, e := range of {
		if e.count(side); !dropped[id] && len(e.counts) > 0 && 2*len(e.counts) >= len(e.growth) {
			out = append(out, *e)
		}
	}
	slices.SortFunc(out, func(a, b event) int {
		return cmp.Or(cmp.Compare(b2i(!waitCounter.MatchString(a.id.metric)), b2i(!waitCounter.MatchString(b.id.metric))),
			cmp.Compare(a.id.metric, b.id.metric), cmp.Compare(a.id.instance, b.id.instance))
	})
	return withoutTwins(out)
}

// take adds the growth of a counter in one leg; false: it is none, or the other side moves too.
func (e *event) take(cells []cell, side string, runs map[[2]string]float64) bool {
	for _, x := range cells {
		quiet, busy := x.base, x.head
		if side == "base" {
			quiet, busy = busy, quiet
		}
		for i := range quiet {
			if _, still := quiet[i].grown(); !still {
				return false
			}
		}
		for i := range busy {
			if !busy[i].series.Rate {
				return false
			}
			sum, _ := busy[i].grown()
			runs[[2]string{x.node, busy[i].run.ID}] += sum
		}
		e.unit = perOpUnit(busy[0].series.Unit)
		e.cells = append(e.cells, x)
	}
	return true
}

// moves adds the runs of one stratum; false: the counter does not move in each of them, or
// moves in a control.
func (e *event) moves(runs map[[2]string]float64, control bool) bool {
	moved := map[string]bool{}
	for at, sum := range runs {
		moved[at[1]] = moved[at[1]] || sum > 0
		if !control {
			e.growth[at[0]] = append(e.growth[at[0]], sum)
		}
	}
	for _, m := range moved {
		if m == control {
			return false
		}
	}
	return true
}

// count fills in the nodes where the counter moves in every run.
func (e *event) count(side string) {
	for node, sums := range e.growth {
		if slices.Min(sums) > 0 {
			slices.Sort(sums) // the order of a sum is part of it
			x := NodeEffect{Node: node, Base: number(0), Head: number(mean(sums))}
			if side == "base" {
				x.Base, x.Head = x.Head, x.Base
			}
			e.counts = append(e.counts, x)
		}
	}
	slices.SortFunc(e.counts, func(a, b NodeEffect) int { return cmp.Compare(a.Node, b.Node) })
}

// spokenCounters are the server's own metrics that a finding already speaks of.
func (c *comparer) spokenCounters() map[string]bool {
	out := map[string]bool{}
	for _, f := range c.res.Findings {
		if f.Grade != "X" && isInternal(f.Metric) {
			out[plain(f.Metric)] = true
		}
	}
	return out
}

// plain is a counter's name as far as two tools that print it agree: mysqladmin's
// mysql.Rocksdb_stall_micros is rocksdb.stall.micros of the status page.
func plain(metric string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(metric, "per_op."), "mysql.")
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// withoutTwins leaves out what another tool's counter of the same name says already.
func withoutTwins(list []event) []event {
	seen := map[[2]string]bool{}
	return slices.DeleteFunc(list, func(e event) bool {
		k := [2]string{plain(e.id.metric), e.id.instance}
		twin := seen[k]
		seen[k] = true
		return twin
	})
}
