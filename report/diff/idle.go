package diff

import (
	"math"
	"slices"

	"inquest/report/stats"
	"inquest/schemas"
)

const idleBusy = 0.02 // mean CPU of a node without load is under this

// activity is what one node of one run did.
type activity struct {
	measured bool    // there is host or work data over the load
	counter  bool    // there is a work counter
	moved    bool    // it moved
	busy     float64 // mean CPU over the run's load; NaN: not known
}

// idle tells whether a node carried no load: its work counter never moves and its CPU is
// under 2 %; without a counter, under 2 % and a tenth of the run's median node.
func (a activity) idle(median float64) bool {
	if !a.measured {
		return false
	}
	if a.counter {
		return !a.moved && !(a.busy >= idleBusy)
	}
	return a.busy < idleBusy && !(a.busy > median/10)
}

// activityOf measures one node over the span in which its run had load.
func (c *comparer) activityOf(r *Run, n *Node) activity {
	a := activity{busy: math.NaN()}
	span := r.span(c.in.Window)
	legs := r.hasLegs()
	for _, s := range c.series[n] {
		if s.Source.Coverage == schemas.Snapshot || legs && s.Source.Leg == "" {
			continue
		}
		switch s.Metric {
		case throughput:
			a.measured, a.counter = true, true
			a.moved = a.moved || slices.ContainsFunc(s.Value, func(v float64) bool { return v > 0 })
		case "cpu.busy":
			cut := samples(s)
			if span.known() {
				cut = cut.Window(span.from, span.to)
			}
			if m := cut.Mean(); !math.IsNaN(m) {
				a.measured = true
				if math.IsNaN(a.busy) || m > a.busy {
					a.busy = m
				}
			}
		case utilization: // where nothing better is known
			cut := samples(s)
			if span.known() {
				cut = cut.Window(span.from, span.to)
			}
			if m := cut.Mean(); !math.IsNaN(m) {
				a.measured = true
				if math.IsNaN(a.busy) {
					a.busy = m
				}
			}
		default: // any history of what is compared says that the node was measured
			if tr, ok := traitsOf(s.Metric); ok && tr.family != "stats" {
				a.measured = true
			}
		}
	}
	return a
}

// hasLegs tells whether the run has named parts.
func (r *Run) hasLegs() bool {
	return slices.ContainsFunc(r.Nodes, func(n *Node) bool {
		return slices.ContainsFunc(n.Legs, func(l Leg) bool { return l.Name != "" })
	})
}

// span is the time from the first to the last load window of the run that rests on more
// than the recorders' own span; if there is none, on that.
func (r *Run) span(override *[2]float64) window {
	var sure, any window
	for _, n := range r.Nodes {
		for i := range n.Legs {
			w := windowOf(&n.Legs[i], override)
			if !w.known() {
				continue
			}
			any = any.union(w)
			if w.source != "recorder" {
				sure = sure.union(w)
			}
		}
	}
	if sure.known() {
		return sure
	}
	return any
}

func (w window) union(x window) window {
	if !w.known() {
		return x
	}
	w.from, w.to = min(w.from, x.from), max(w.to, x.to)
	return w
}

// classify finds, for every pair, the nodes that carried load on at least one side, and
// names the idle ones, the unmeasured ones and those that changed from one to the other.
func (c *comparer) classify() {
	for _, p := range c.pairs {
		for _, name := range p.nodeNames() {
			b, bm := c.sideIdle(p.base, name)
			h, hm := c.sideIdle(p.head, name)
			switch {
			case !bm && !hm:
				c.addName(&c.res.Nodes.NotMeasured, name)
			case b && h:
				c.addName(&c.res.Nodes.Idle, name)
			case b != h && bm && hm: // said, and then not compared: there is no load to compare
				c.idleOnOneSide(p, name, b)
			default:
				c.loaded[p] = append(c.loaded[p], name)
			}
		}
	}
}

// sideIdle tells whether a node was idle in every run of a side, and whether it was measured in any.
func (c *comparer) sideIdle(runs []*Run, name string) (idle, measured bool) {
	idle = true
	for _, r := range runs {
		n := r.node(name)
		if n == nil {
			continue
		}
		a := c.activityOf(r, n)
		if !a.measured {
			continue
		}
		measured = true
		var busy []float64
		for _, other := range r.Nodes {
			if x := c.activityOf(r, other); !math.IsNaN(x.busy) {
				busy = append(busy, x.busy)
			}
		}
		median := math.NaN()
		if len(busy) > 1 {
			median = stats.Median(busy)
		}
		idle = idle && a.idle(median)
	}
	return idle && measured, measured
}

func (c *comparer) addName(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}

// IdleNodes tells, for each node of a run that was measured, whether it carried no load.
func IdleNodes(r *Run) map[string]bool {
	c := &comparer{in: &Input{}, series: map[*Node][]*schemas.Series{}}
	for _, n := range r.Nodes {
		c.series[n] = n.derived()
	}
	out := map[string]bool{}
	for _, n := range r.Nodes {
		if idle, measured := c.sideIdle([]*Run{r}, n.Name); measured {
			out[n.Name] = idle
		}
	}
	return out
}
