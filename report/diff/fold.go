package diff

import (
	"cmp"
	"math"
	"regexp"
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
	{"per_op.disk.flush_rate"}, // what a commit waits for: bytes do not say it
	{"per_op.disk."},
	{"per_op.mysql.", "per_op.rocksdb.", "per_op.couchbase.", "per_op.innodb."},
	{"mysql.", "rocksdb.", "couchbase.", "innodb."},
}

// kin is the number of the kin group of a metric and its place in it; -1 when it has none.
func kin(metric string) (group, place int) {
	for i, g := range kinGroups {
		for j, name := range g {
			if metric == name || strings.HasPrefix(metric, name) && (strings.HasSuffix(name, ".") || strings.HasSuffix(name, "_")) {
				return i, j
			}
		}
	}
	return -1, 0
}

func kinOf(metric string) int {
	group, _ := kin(metric)
	return group
}

// waiting matches the server's own counters that tell what it waits for or puts off: of
// many that moved they say most. A block of a file or a cache is no lock.
var waiting = regexp.MustCompile(`(?i)sync|stall|wait|flush|compact_|(^|[^b])lock`)

// kinRank orders kin of about equal score: the one that stands for the others first.
func kinRank(metric string) int {
	_, place := kin(metric)
	if isInternal(metric) && !waiting.MatchString(metric) {
		place += 100
	}
	return place
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
			if f.Kind == "onset" || !samePlace(f, top) || !shown(f) || f.Where.Scope != top.Where.Scope || !c.within(f, top) {
				continue
			}
			sameWay := f.Direction == top.Direction
			switch {
			case f.Metric == top.Metric && (sameWay || f.Kind == "volatility"):
				into(f, top)
			case sameWay && kinOf(f.Metric) >= 0 && kinOf(f.Metric) == kinOf(top.Metric) && !isInternal(f.Metric):
				into(f, top) // its mean is that of the two phases too
			case sameWay && top.Metric == throughput && (f.Family == "cpu" || f.Family == "disk") && !strings.HasPrefix(f.Metric, "per_op."):
				into(f, top)
			}
		}
	}
	byScore := slices.Clone(c.res.Findings)
	slices.SortStableFunc(byScore, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(math.Round(b.Score*10), math.Round(a.Score*10)), cmp.Compare(kinRank(a.Metric), kinRank(b.Metric)),
			cmp.Compare(b.Score, a.Score), cmp.Compare(b.size(), a.size()))
	})
	for _, top := range byScore {
		if !shown(top) {
			continue
		}
		k := kinOf(top.Metric)
		for _, f := range byScore {
			if f == top || !shown(f) || f.Kind != top.Kind {
				continue
			}
			if !samePlace(f, top) {
				continue
			}
			sameWay := f.Direction == top.Direction && (f.Grade == "X") == (top.Grade == "X")
			switch {
			case k >= 0 && kinOf(f.Metric) == k && (sameWay || isInternal(f.Metric)):
				into(f, top)
			case top.Metric == throughput && top.Where.Scope == "nodes" && isInternal(f.Metric) && !strings.HasPrefix(f.Metric, "per_op.") && follows(f, top):
				into(f, top)
			case top.Kind == "onset" && top.Metric == throughput && top.Where.Scope == "nodes" && top.Where.Role == f.Where.Role && near(f, top) && (f.Metric != throughput || 4*top.NodesAgree >= 3*top.NodesTotal):
				into(f, top)
			}
		}
	}
	c.foldCounters(byScore)
	c.flatten()
}

// foldCounters folds the server's own counters that do not tell what it waits for into
// the best finding of their stratum: that they moved too is worth a line in the file.
func (c *comparer) foldCounters(byScore []*Finding) {
	for _, f := range byScore {
		if f.FoldedInto != "" || !isInternal(f.Metric) || waiting.MatchString(f.Metric) {
			continue
		}
		for _, top := range byScore {
			if top != f && top.FoldedInto == "" && !isInternal(top.Metric) && top.Metric != "" && top.Grade != "X" && f.Grade != "X" &&
				(stratumKey(top.Where.Stratum) == stratumKey(f.Where.Stratum) || len(top.Strata) > 1) {
				f.FoldedInto = top.ID
				top.SameAs = append(top.SameAs, f.ID)
				break
			}
		}
	}
}

// flatten makes every folded finding point to one that is shown.
func (c *comparer) flatten() {
	byID := map[string]*Finding{}
	for _, f := range c.res.Findings {
		byID[f.ID] = f
	}
	for _, f := range c.res.Findings {
		for top := byID[f.FoldedInto]; top != nil && top.FoldedInto != ""; top = byID[f.FoldedInto] {
			f.FoldedInto = top.FoldedInto
			root := byID[f.FoldedInto]
			root.SameAs = append(root.SameAs, f.ID)
			top.SameAs = slices.DeleteFunc(top.SameAs, func(id string) bool { return id == f.ID })
		}
	}
}

// samePlace tells whether two findings are of the same stratum and leg.
func samePlace(a, b *Finding) bool {
	return sameLeg(a, b) && stratumKey(a.Where.Stratum) == stratumKey(b.Where.Stratum) && (len(a.Strata) > 1) == (len(b.Strata) > 1)
}

// within tells whether the nodes that show f all show top.
func (c *comparer) within(f, top *Finding) bool {
	return !slices.ContainsFunc(c.agree[f], func(n string) bool { return !slices.Contains(c.agree[top], n) })
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
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b2i(a.Metric != throughput), b2i(b.Metric != throughput)),
			cmp.Compare(b.size(), a.size()), cmp.Compare(a.ID, b.ID))
	})
}

// size is how far a finding moved, on the log scale; from nothing is furthest.
func (f *Finding) size() float64 {
	if f.Pct == nil {
		return math.Inf(1)
	}
	return math.Abs(math.Log1p(math.Max(*f.Pct, -99.9) / 100))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
