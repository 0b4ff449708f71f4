package report

import (
	"inquest/report/units"
	"slices"
	"strconv"

	"inquest/report/diff"
)

// chartGroup is one metric's charts of one stratum and leg: a chart per node.
type chartGroup struct {
	ID       string // of the element, to link to
	Metric   string
	Instance string
	Where    string // stratum and leg
	Charts   []plot
	More     []plot // beyond the first screen, folded
}

// openCharts is how many charts of a group stand open; the others are folded.
const openCharts = 16

// chartGroups lays out the charts, those of one metric, stratum and leg on the same axes,
// and notes which nodes were idle.
func chartGroups(charts []diff.Chart, idle []string) []*chartGroup {
	type key struct{ metric, instance, stratum, leg string }
	var order []key
	byKey := map[key][]diff.Chart{}
	for _, c := range charts {
		k := key{c.Metric, c.Instance, c.Stratum, c.Leg}
		if byKey[k] == nil {
			order = append(order, k)
		}
		byKey[k] = append(byKey[k], c)
	}
	var out []*chartGroup
	for i, k := range order {
		g := &chartGroup{ID: "charts-" + strconv.Itoa(i+1), Metric: k.metric, Instance: k.instance}
		leg := k.leg
		if leg != "" {
			leg = "leg " + leg
		}
		g.Where = join(", ", k.stratum, leg)
		a := axesOf(byKey[k])
		for n, c := range byKey[k] {
			p := a.layOut(c)
			if slices.Contains(idle, c.Node) {
				p.Note = join(", ", "idle", p.Note)
			}
			if n < openCharts {
				g.Charts = append(g.Charts, p)
			} else {
				g.More = append(g.More, p)
			}
		}
		out = append(out, g)
	}
	return out
}

// shows reports whether the group draws what f is about.
func (g *chartGroup) shows(f *diff.Finding) bool {
	return f.Metric != "" && g.Metric == f.Metric &&
		(g.Instance == f.Instance || g.Instance == "" || f.Instance == "")
}

// mark notes on the charts what f says of single nodes: odd ones, and the onset. The
// finding's onset is drawn where its nodes are drawn.
func (g *chartGroup) mark(f *diff.Finding) {
	if f.FoldedInto != "" {
		return
	}
	effects := map[string]diff.NodeEffect{}
	for _, n := range f.Nodes {
		effects[n.Node] = n
	}
	for _, charts := range [][]plot{g.Charts, g.More} {
		for i := range charts {
			p := &charts[i]
			n, named := effects[p.Node]
			p.Odd = p.Odd || named && n.Odd
			if f.Kind == "onset" && units.Known(f.Where.OnsetS) && (named || len(effects) == 0) {
				p.onset(*f.Where.OnsetS)
			}
		}
	}
}

// onset draws a mark at s seconds after the load began, unless that is outside the plot.
func (p *plot) onset(s float64) {
	if x := p.axes.x(s); x >= plotLeft && x <= plotRight {
		p.OnsetX = pixel(x)
	}
}
