package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"inquest/schemas"
)

// offLoad says of the nodes that have a metric on both sides and were not compared in it
// where their samples are: a clock or a time zone that is off, or a recorder that was
// stopped, would otherwise cost a node without a word. It speaks where one side was measured
// over the load, or another node was, or where a recorder ran for as long as a load and at
// another time: samples taken after a load, as a collector does, are no fault.
func (c *comparer) offLoad(p *stratumPair, leg string, id metricID, nodes []string, others bool) {
	if isInternal(id.metric) {
		return
	}
	for _, name := range nodes {
		var sides [2][]Warning
		var seen, elsewhere [2]bool
		for i, runs := range [][]*Run{p.base, p.head} {
			for _, r := range runs {
				w, ok := c.offLoadOf(r, leg, id, name)
				sides[i] = append(sides[i], w...)
				seen[i] = seen[i] || ok
				elsewhere[i] = elsewhere[i] || c.ranElsewhere(r, leg, id, name)
			}
		}
		for i, list := range sides {
			if seen[i] || len(list) == 0 || !others && !seen[1-i] && !elsewhere[i] {
				continue
			}
			c.res.Warnings = append(c.res.Warnings, list...)
			c.notTested(title(id), "no source of "+name+" shows the load of the "+[]string{"base", "head"}[i]+legSuffix(leg))
		}
	}
}

// offLoadOf lists the sources of a metric in one run that do not show the load, one
// warning a member; ok tells whether another does.
func (c *comparer) offLoadOf(r *Run, leg string, id metricID, name string) (list []Warning, ok bool) {
	n := r.node(name)
	if n == nil || n.leg(leg) == nil {
		return nil, false
	}
	w := windowOf(n.leg(leg), c.in.Window)
	for _, s := range c.series[n] {
		if s.Metric != id.metric || s.Source.Leg != leg || chosenInstance(s.Metric, s.Instance) != id.instance || len(s.TS) == 0 {
			continue
		}
		if found, _ := candidates([]*schemas.Series{s}, w); len(found) > 0 {
			return nil, true
		}
		if c.recordedThen(n, s.Source, w) {
			continue // the recorder ran, and had nothing of this to record
		}
		x := Warning{Kind: "off_load", Artifact: n.Artifact, Member: s.Source.Member, Text: offLoadText(s, w)}
		if !slices.Contains(list, x) && x.Text != "" {
			list = append(list, x)
		}
	}
	return list, false
}

// ranElsewhere tells whether a source of a metric ran for half a load or more, and none of that
// during the load: its clock or its zone is off.
func (c *comparer) ranElsewhere(r *Run, leg string, id metricID, name string) bool {
	n := r.node(name)
	if n == nil || n.leg(leg) == nil {
		return false
	}
	w := windowOf(n.leg(leg), c.in.Window)
	return w.known() && slices.ContainsFunc(c.series[n], func(s *schemas.Series) bool {
		if s.Metric != id.metric || s.Source.Leg != leg || chosenInstance(s.Metric, s.Instance) != id.instance || len(s.TS) == 0 || covered(s, w) > 0 {
			return false
		}
		return float64(slices.Max(s.TS)-slices.Min(s.TS))/1e6 >= w.seconds()/2
	})
}

// recordedThen tells whether a source has any sample of anything in a load window.
func (c *comparer) recordedThen(n *Node, source *schemas.Source, w window) bool {
	return source.Coverage != schemas.Snapshot && slices.ContainsFunc(c.series[n], func(s *schemas.Series) bool {
		return s.Source == source && covered(s, w) > 0
	})
}

// offLoadText tells how the samples of a series and a load window lie; empty when there is no window.
func offLoadText(s *schemas.Series, w window) string {
	if !w.known() {
		return ""
	}
	if share := covered(s, w); share > 0 {
		return fmt.Sprintf("its samples cover %.0f %% of the load and are left out", 100*share)
	}
	first := float64(slices.Min(s.TS)) / 1e6
	last := float64(slices.Max(s.TS)) / 1e6
	at := func(sec float64) string {
		return time.Unix(int64(math.Floor(sec)), 0).UTC().Format("2006-01-02 15:04:05")
	}
	from, to, begin, end := at(first), at(last), at(w.from), at(w.to)
	day, _, _ := strings.Cut(from, " ")
	for _, x := range []*string{&to, &begin, &end} {
		*x = strings.TrimPrefix(*x, day+" ")
	}
	return fmt.Sprintf("its samples are from %s to %s UTC and the load from %s to %s; they are left out: "+
		"a clock or a time zone that is off, or a recorder that did not run then", from, to, begin, end)
}
