package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/report/stats"
	"inquest/schemas"
)

// rigChain speaks when the controls moved as much as the rest did, in the goals and nowhere
// else: then it is the rig, not the build. What the controls leave nothing of is graded X;
// the chain names what the controls did.
func (c *comparer) rigChain(ev *evidence) []Chain {
	goal := false
	var members []sighting
	for _, p := range []probe{lessDone, {what: "throughput higher", metrics: []string{throughput}, direction: "higher"}, takesLonger, cpuLower, cpuHigher} {
		taken, there := false, []*Finding{}
		for _, f := range c.res.Findings {
			if !slices.Contains(p.metrics, f.Metric) || f.Direction != p.direction || f.FoldedInto != "" {
				continue
			}
			switch {
			case c.rigged[f]:
				taken = true
			case c.ofControl(f) && f.Grade != "X":
				there = append(there, f)
			case f.Grade != "X" && f.Outcome != "neutral" && p.metrics[0] != "cpu.busy":
				return nil // a goal moved beyond the controls: the build has its part
			}
		}
		if taken && len(there) > 0 {
			goal = goal || p.metrics[0] != "cpu.busy"
			members = append(members, sighting{what: p.what, state: Seen, findings: there, note: "in the control, as much as elsewhere", lo: math.NaN(), hi: math.NaN()})
		}
	}
	if !goal {
		return nil
	}
	text := "the control moved the same way, where nothing was changed: the rig, not the build"
	if len(c.spared) > 0 {
		text = "what the ticket calls unaffected moved the same way: the rig, or a change that is there too"
	}
	return []Chain{c.chain("rig", text, members, ev.places)}
}

// settingsChain says beside moved goals that settings differ too.
func (c *comparer) settingsChain(ev *evidence) []Chain {
	i := slices.IndexFunc(c.res.Findings, func(f *Finding) bool { return f.Kind == "settings" })
	if i < 0 {
		return nil
	}
	settings := c.res.Findings[i]
	var places []place
	moved := sighting{what: "throughput or latency moved", state: Seen, lo: math.NaN(), hi: math.NaN()}
	for _, at := range ev.places {
		for _, f := range ev.found[at] {
			if tr, _ := traitsOf(f.Metric); tr.role < 1 || !slices.ContainsFunc(settings.Nodes, func(n NodeEffect) bool { return n.Node == at.node }) {
				continue
			}
			if !slices.Contains(moved.findings, f) {
				moved.findings = append(moved.findings, f)
			}
			if !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	if len(moved.findings) == 0 {
		return nil
	}
	moved.findings = shownOf(moved.findings)
	members := []sighting{moved, {what: plural(len(c.res.Settings), "a setting differs", "settings differ"), state: Seen, findings: []*Finding{settings}}}
	conclusion := "that alone may explain it: make them equal before anything is said of the build"
	cpus := c.fewerProcessors(settings, places)
	members = append(members, cpus)
	if cpus.state == Seen {
		conclusion = "fewer processors in the head may explain all of it"
	}
	return []Chain{c.chain("settings", conclusion, members, places)}
}

// fewerProcessors tells whether the nodes of the head have fewer processors.
func (c *comparer) fewerProcessors(settings *Finding, places []place) sighting {
	s := sighting{what: "fewer processors", state: Absent, lo: math.NaN(), hi: math.NaN()}
	for _, at := range places {
		for _, b := range at.pair.base {
			for _, h := range at.pair.head {
				x, y := b.node(at.node), h.node(at.node)
				switch {
				case s.state == Seen || x == nil || y == nil:
				case x.CPUs <= 0 || y.CPUs <= 0:
					s.state, s.note = NotMeasured, "the number of processors is not known on both sides"
				case y.CPUs < x.CPUs && slices.ContainsFunc(c.res.Settings, func(r SettingRow) bool { return r.Scope == schemas.ScopeHardware }):
					s.state, s.findings = Seen, []*Finding{settings}
					s.note = fmt.Sprintf("%d -> %d", x.CPUs, y.CPUs)
				case s.state == Absent && s.note == "":
					s.note = fmt.Sprintf("%d -> %d", x.CPUs, y.CPUs)
				}
			}
		}
	}
	return s
}

// oneNodeChains speak of a goal that got worse on one node of several of its role.
func (c *comparer) oneNodeChains(ev *evidence) []Chain {
	var out []Chain
	for _, f := range c.res.Findings {
		tr, _ := traitsOf(f.Metric)
		if tr.role < 1 || f.Outcome != "worse" || f.NodesAgree != 1 || f.NodesTotal < 2 || f.Where.Scope != "nodes" || f.FoldedInto != "" ||
			len(c.covers[f]) == 0 || f.Grade == "X" || f.Kind == "noise" || f.Kind == "volatility" {
			continue
		}
		at := c.covers[f][0]
		if slices.ContainsFunc(out, func(ch Chain) bool { return slices.Contains(ch.Where.Nodes, at.node) }) {
			continue // said of another goal, or of a part
		}
		what := title(metricID{metric: f.Metric}) + " " + f.Direction
		members := []sighting{{what: what + " on " + at.node, state: Seen, findings: []*Finding{f}}}
		others, follow := c.othersOf(ev, f, at)
		if others.state == Seen {
			continue
		}
		members = append(members, others)
		conclusion := "alone among its like, look at that node first"
		if others.state != Absent {
			conclusion = "cannot tell whether it is that node alone: " + unknown(members)
		}
		if len(follow.findings) > 0 {
			conclusion += "; " + follow.some + " turn at the same time, as nodes do that wait for it"
			follow.some = ""
			members = append(members, follow)
		}
		ch := c.chain("one node", conclusion, members, c.covers[f])
		ch.Text = capital(what) + " " + onNodesOf([]string{at.node}, f.NodesTotal, f.Where.Role) + c.strataWords(ch.Where.Strata) + ": " + conclusion + "; " + c.chainEnding(f, c.covers[f])
		out = append(out, ch)
	}
	return out
}

// othersOf says what the goal does on the other nodes of the same role, and which nodes of other roles turn with it.
func (c *comparer) othersOf(ev *evidence, f *Finding, at place) (others, follow sighting) {
	role := roleOf(at)
	var list []sighting
	var places []place
	follow = sighting{what: "other roles turn at the same time", state: Seen, lo: math.NaN(), hi: math.NaN()}
	p := probe{what: "the same on its like", metrics: []string{f.Metric}, direction: f.Direction}
	var names []string
	for _, other := range ev.places {
		if other.pair != at.pair || other.leg != at.leg || other.node == at.node {
			continue
		}
		if roleOf(other) == role {
			list, places = append(list, ev.sees(&p, other)), append(places, other)
			continue
		}
		for _, g := range ev.found[other] {
			if tr, _ := traitsOf(g.Metric); tr.role == 1 && g.Outcome == "worse" && g.Kind == "onset" && f.Kind == "onset" && near(f, g) {
				names = append(names, other.node)
				if !slices.Contains(follow.findings, g) {
					follow.findings = append(follow.findings, g)
				}
			}
		}
	}
	slices.Sort(names)
	follow.some = strings.Join(slices.Compact(names), ", ")
	if len(list) == 0 {
		return sighting{what: p.what, state: NotMeasured, note: "not measured"}, follow
	}
	return merged(list, places), follow
}

func roleOf(at place) string {
	for _, r := range at.pair.base {
		if n := r.node(at.node); n != nil {
			return n.Role
		}
	}
	return ""
}

// steadyShare is by how much the time per operation may differ between legs to be one and the same.
const steadyShare = 0.25

// oneAtATimeChains speak of a throughput that does not follow the number of workers while
// the base's does: when 1/throughput is one time at every number, one operation is done at a time.
func (c *comparer) oneAtATimeChains(ev *evidence) []Chain {
	var out []Chain
	for _, f := range c.res.Findings {
		if f.Kind != "sweep" || f.Metric != throughput || f.Grade == "X" {
			continue
		}
		for _, p := range c.pairs {
			factor, values := factorOf(p)
			if p.key != stratumKey(f.Where.Stratum) || factor == "" {
				continue
			}
			cv := c.curveOf(p, p.legNames(), values, metricID{metric: throughput}, false)
			if cv == nil {
				continue
			}
			lo, hi := slices.Min(cv.head), slices.Max(cv.head)
			b, errB := stats.Elasticity(cv.x, cv.base)
			h, errH := stats.Elasticity(cv.x, cv.head)
			if errB != nil || errH != nil || !(b.Slope >= sweepScales) || !(math.Abs(h.Slope) < sweepSlope) || !(lo > 0) || hi/lo > 1+steadyShare {
				continue
			}
			spread := quantityOf(1/hi, "seconds") + " to " + quantityOf(1/lo, "seconds")
			members := []sighting{
				{what: "throughput of the head does not follow " + factor, state: Seen, findings: []*Finding{f}, note: "elasticity " + fixed(h.Slope, 2)},
				{what: "1/throughput constant", state: Seen, findings: []*Finding{f}, note: spread},
				c.perOpCurve(p, values, probe{what: "disk flushes per operation constant", metrics: []string{"disk.flush_rate"}}),
			}
			var places []place
			for _, at := range ev.places {
				if at.pair == p && slices.Contains(c.loaded[p], at.node) {
					places = append(places, at)
				}
			}
			out = append(out, c.chain("one at a time", "one operation at a time, every "+spread+" whatever the "+factor+": look for a section that only one may be in", members, places))
		}
	}
	return out
}

// perOpCurve tells whether a cost per operation stays the same over the legs of the head.
func (c *comparer) perOpCurve(p *stratumPair, values map[string]string, x probe) sighting {
	s := sighting{what: x.what, state: NotMeasured, note: "not measured", lo: math.NaN(), hi: math.NaN()}
	for _, metric := range x.metrics {
		cv := c.curveOf(p, p.legNames(), values, metricID{metric: metric}, true)
		if cv == nil {
			continue
		}
		lo, hi := slices.Min(cv.head), slices.Max(cv.head)
		s.state, s.note = Absent, fmt.Sprintf("%s to %s", short(lo), short(hi))
		if lo > 0 && hi/lo <= 1+steadyShare {
			s.state = Seen
		}
		return s
	}
	return s
}
