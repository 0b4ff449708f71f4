package diff

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// kinGroups are metrics that say the same thing by arithmetic: of each group that moved
// the same way, the one with the largest score stands for the others.
var kinGroups = [][]string{
	{"cpu.busy", "cpu.user", "cpu.system", "process.cpu", "couchbase.cpu_utilization_rate", "couchbase.cpu_utilization", "couchbase.sys_cpu_"},
	{"per_op.cpu.busy", "per_op.process.cpu", "per_op.couchbase.cpu_utilization", "per_op.couchbase.sys"},
	{"latency."},
	{"disk.write_rate", "disk.write_bytes", "disk.flush_rate", "disk.util", "disk.read_rate", "disk.read_bytes"},
	{"disk.write_await", "disk.read_await", "disk.queue"},
	{"per_op.disk."},
	{"per_op.mysql.", "per_op.rocksdb.", "per_op.couchbase.", "per_op.innodb."},
	{"mysql.", "rocksdb.", "couchbase.", "innodb."},
}

// kinOf is the number of the kin group of a metric; -1 when it has none.
func kinOf(metric string) int {
	for i, g := range kinGroups {
		for _, name := range g {
			if metric == name || strings.HasPrefix(metric, name) && strings.HasSuffix(name, ".") || strings.HasPrefix(metric, name) && strings.HasSuffix(name, "_") {
				return i
			}
		}
	}
	return -1
}

// fold lets one finding stand for those that say the same: the whole-run level of a
// metric is folded into its onset; kin into the best of them; what falls or rises with
// the throughput into that.
func (c *comparer) fold() {
	shown := func(f *Finding) bool { return f.FoldedInto == "" }
	into := func(f, top *Finding) {
		if f == top || f.FoldedInto != "" {
			return
		}
		f.FoldedInto = top.ID
		top.SameAs = append(top.SameAs, f.ID)
	}
	for _, top := range c.res.Findings {
		if top.Kind != "onset" || !shown(top) {
			continue
		}
		for _, f := range c.res.Findings {
			if f.Kind != "onset" && f.Metric == top.Metric && samePlace(f, top) && shown(f) && f.Where.Scope == top.Where.Scope && withinNodes(f, top) {
				into(f, top)
			}
		}
	}
	byScore := slices.Clone(c.res.Findings)
	slices.SortStableFunc(byScore, func(a, b *Finding) int { return cmp.Compare(b.Score, a.Score) })
	for _, top := range byScore {
		if !shown(top) {
			continue
		}
		k := kinOf(top.Metric)
		for _, f := range byScore {
			if f == top || !shown(f) || f.Kind != top.Kind || !samePlace(f, top) {
				continue
			}
			sameWay := f.Direction == top.Direction && (f.Grade == "X") == (top.Grade == "X")
			switch {
			case k >= 0 && kinOf(f.Metric) == k && (sameWay || isInternal(f.Metric)):
				into(f, top)
			case top.Metric == throughput && top.Where.Scope == "nodes" && isInternal(f.Metric) && !strings.HasPrefix(f.Metric, "per_op.") && follows(f, top):
				into(f, top)
			case top.Kind == "onset" && top.Metric == throughput && f.Metric != throughput && near(f, top):
				into(f, top)
			}
		}
	}
}

// samePlace tells whether two findings are of the same stratum and leg.
func samePlace(a, b *Finding) bool {
	return stratumKey(a.Where.Stratum) == stratumKey(b.Where.Stratum) && (len(a.Strata) > 1) == (len(b.Strata) > 1)
}

// withinNodes tells whether f rests on nodes that top names.
func withinNodes(f, top *Finding) bool {
	turned := map[string]bool{}
	for _, n := range top.Nodes {
		if !n.Odd || top.NodesAgree == 1 {
			turned[n.Node] = true
		}
	}
	return len(turned) >= f.NodesAgree || top.NodesAgree >= f.NodesAgree
}

// follows tells whether a counter moved as the throughput did, within a quarter of it.
func follows(f, top *Finding) bool {
	if f.Direction != top.Direction {
		return false
	}
	if f.Pct == nil || top.Pct == nil {
		return true
	}
	a, b := math.Log1p(*f.Pct/100), math.Log1p(*top.Pct/100)
	return math.Abs(a-b) <= 0.25*math.Abs(b)+0.02
}

// near tells whether two onsets are at the same point of the run.
func near(a, b *Finding) bool {
	if a.Where.OnsetFrac == nil || b.Where.OnsetFrac == nil {
		return false
	}
	return math.Abs(*a.Where.OnsetFrac-*b.Where.OnsetFrac) <= 2*onsetTogether
}

// rank orders the findings: what a person is shown first, then the folded ones.
func (c *comparer) rank() {
	slices.SortStableFunc(c.res.Findings, func(a, b *Finding) int {
		if d := cmp.Compare(b2i(a.FoldedInto != ""), b2i(b.FoldedInto != "")); d != 0 {
			return d
		}
		if d := cmp.Compare(b2i(a.Grade == "X"), b2i(b.Grade == "X")); d != 0 {
			return d
		}
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
