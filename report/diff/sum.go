package diff

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"inquest/report/stats"
)

// total is the throughput of all nodes of a role in one run, on a common grid.
type total struct {
	series   stats.Series
	from, to float64
	step     float64
	abreast  bool // all nodes end together
}

// mean is the total's mean: the sum of the nodes' means when they end together, so that
// it agrees with them to the last digit, else that of the added series.
func (t total) mean(cells []cell, side func(*cell) *measured) float64 {
	if !t.abreast {
		return t.series.Mean()
	}
	sum := 0.0
	for i := range cells {
		sum += side(&cells[i]).mean
	}
	return sum
}

// maxBins bounds the grid of a sum: about a month of seconds.
const maxBins = 3e6

// sums compares throughput added over the nodes of a role, where there are several. A
// changed level is said only beside the nodes' own finding, into which it is folded; an
// onset of the sum stands by itself. With replicates the nodes' finding says it all.
func (c *comparer) sums(found []*Finding) []*Finding {
	var out []*Finding
	for _, p := range c.pairs {
		if len(p.base) > 1 || len(p.head) > 1 {
			continue
		}
		for _, leg := range p.legNames() {
			byRole := map[string][]cell{}
			for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
				role := x.base[0].node.Role
				byRole[role] = append(byRole[role], x)
			}
			for _, role := range slices.Sorted(maps.Keys(byRole)) {
				if cells := byRole[role]; len(cells) > 1 && commonInstance(cells) != "" {
					f, abreast := c.sumFinding(p, leg, role, cells)
					if f == nil {
						continue
					}
					if f.WholePct != nil && !anyNode(found, f, abreast) {
						continue // nodes that have done their work stop: none of them is slower
					}
					if f.WholePct == nil {
						top := nodesFinding(found, f)
						if top == nil {
							continue
						}
						f.FoldedInto = top.ID
						top.SameAs = append(top.SameAs, f.ID)
					}
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// anyNode tells whether a node of the sum moved in its direction itself. Where the nodes
// of the head end one after the other it must have turned when the sum did: else the
// sum falls because the others have done their work.
func anyNode(found []*Finding, sum *Finding, abreast bool) bool {
	near := onsetTogether * *sum.Where.OnsetS / *sum.Where.OnsetFrac // seconds
	return slices.ContainsFunc(found, func(f *Finding) bool {
		if !abreast && (f.Where.OnsetS == nil || math.Abs(*f.Where.OnsetS-*sum.Where.OnsetS) > near) {
			return false
		}
		return f.Metric == throughput && f.Where.Scope == "nodes" && f.Grade != "X" && f.Kind != "volatility" && f.Direction == sum.Direction &&
			sameLeg(f, sum) && stratumKey(f.Where.Stratum) == stratumKey(sum.Where.Stratum) && (f.Where.Role == "" || f.Where.Role == sum.Where.Role)
	})
}

func sameLeg(a, b *Finding) bool {
	return a.Where.Leg == nil && b.Where.Leg == nil || a.Where.Leg != nil && b.Where.Leg != nil && *a.Where.Leg == *b.Where.Leg
}

// nodesFinding is the finding of the nodes that says what a sum says, in the same stratum and leg.
func nodesFinding(found []*Finding, sum *Finding) *Finding {
	for _, f := range found {
		if f.Metric == throughput && f.Where.Scope == "nodes" && f.Direction == sum.Direction && f.Grade != "X" && sameLeg(f, sum) &&
			(f.Kind == "level" || f.Kind == "noise" || f.Kind == "outlier") && len(f.Strata) == 0 &&
			stratumKey(f.Where.Stratum) == stratumKey(sum.Where.Stratum) {
			return f
		}
	}
	return nil
}

// totalOf adds the nodes of a side. The window goes from the last start to the last end: a node
// that has done its work and stops adds nothing from then on. Ends that are as near as
// their own uncertainty are one end.
func totalOf(cells []cell, side func(*cell) *measured) total {
	t := total{from: math.Inf(-1), to: math.Inf(-1)}
	first, edge := math.Inf(1), 0.0
	for i := range cells {
		m := side(&cells[i])
		from, to := m.w.inner()
		t.from, t.to = math.Max(t.from, from), math.Max(t.to, to)
		first = math.Min(first, to)
		edge = math.Max(edge, m.w.edge)
		t.step = math.Max(t.step, samples(m.series).MedianStep())
	}
	if t.to-first <= 2*edge+2*t.step {
		t.to, t.abreast = first, true
	}
	if !(t.step > 0) || !(t.to > t.from) || (t.to-t.from)/t.step > maxBins {
		return t
	}
	sum := map[int]float64{}
	have := map[int]int{}
	for i := range cells {
		m := side(&cells[i])
		_, end := m.w.inner()
		s := samples(m.series).Resample(t.step, t.from)
		for j, at := range s.At {
			k := int(math.Round((at - t.from) / t.step))
			if at <= end+t.step/2 && !math.IsNaN(s.Value[j]) {
				sum[k] += s.Value[j]
				have[k]++
			}
		}
		for k := int(math.Ceil((end-t.from)/t.step + 0.5)); float64(k)*t.step <= t.to-t.from; k++ {
			have[k]++ // done: nothing more from this node
		}
	}
	for k := 1; float64(k)*t.step <= t.to-t.from+1e-9; k++ {
		if have[k] >= len(cells) {
			t.series.At = append(t.series.At, t.from+float64(k)*t.step)
			t.series.Step = append(t.series.Step, t.step)
			t.series.Value = append(t.series.Value, sum[k])
		}
	}
	return t
}

// sumFinding is what the sum over nodes did, nil when nothing; abreast tells whether the nodes of the head end together.
func (c *comparer) sumFinding(p *stratumPair, leg, role string, cells []cell) (f *Finding, abreast bool) {
	b := totalOf(cells, func(x *cell) *measured { return &x.base[0] })
	h := totalOf(cells, func(x *cell) *measured { return &x.head[0] })
	bm, hm := b.mean(cells, func(x *cell) *measured { return &x.base[0] }), h.mean(cells, func(x *cell) *measured { return &x.head[0] })
	tr := exactTraits[throughput]
	if !(bm >= 0) || !(hm >= 0) || // operations cannot be negative
		min(b.series.Len(), h.series.Len()) < 12 {
		return nil, false
	}
	f = &Finding{Kind: "level", Metric: throughput, Instance: cells[0].base[0].series.Instance, Family: tr.family, Unit: "per_second",
		Base: number(bm), Head: number(hm), Pct: number(pctOf(bm, hm)), NodesAgree: len(cells), NodesTotal: len(cells), Grade: "C",
		Where:   Where{Scope: "sum", Role: role, Stratum: p.factors, Phase: "whole", StepS: number(b.step)},
		Because: []string{}, Not: []string{}, SameAs: []string{}}
	if leg != "" {
		f.Where.Leg = &leg
	}
	for _, x := range cells {
		f.Nodes = append(f.Nodes, NodeEffect{Node: x.node, Base: number(x.base[0].mean), Head: number(x.head[0].mean),
			Pct: number(pctOf(x.base[0].mean, x.head[0].mean)), NBase: x.base[0].n, NHead: x.head[0].n})
	}
	who := fmt.Sprintf("over the %d nodes", len(cells))
	if role != "" {
		who += " of " + role
	}
	who += c.inStratum(p)
	sign := 1
	if hm < bm {
		sign = -1
	}
	o := stats.FindOnset(b.series, h.series, b.from, b.to, h.from, h.to, stats.OnsetOptions{})
	frac := 0.0
	switch {
	case o.Found && turnsOver(o):
		frac = o.Frac
		if o.Change < 0 {
			sign = -1
		} else {
			sign = 1
		}
		f.Kind, f.Where.Phase = "onset", "end"
		f.WholePct, f.Pct = f.Pct, number(100*o.Change)
		f.Base, f.Head = number(o.AfterBase), number(o.AfterHead)
		f.Where.OnsetFrac, f.Where.OnsetS = number(o.Frac), number(o.At-h.from)
		done := share(h.series, o.At)
		f.Where.OnsetWorkFrac = number(done)
		rest := " (whole run " + signedPct(*f.WholePct) + ")"
		if last := lastOf(h.series, h.from, h.to, o); last.known {
			f.Where.LastPct, rest = number(last.pct), last.text("whole run "+signedPct(*f.WholePct))
		}
		f.Text = fmt.Sprintf("Throughput %s is alike until %.0f %% of the run (%.0f s, %.0f %% of the work done), then %s%s%s; %s",
			who, 100*o.Frac, o.At-h.from, 100*done, signedPct(100*o.Change), rest,
			c.controlText(leg, metricID{throughput, f.Instance}, p), c.ending())
		f.Score = 0.4
	case tr.min.reached(bm, hm, 3):
		f.Text = fmt.Sprintf("Throughput %s is %s: %s; %s", who, lowHigh(sign), change(bm, hm, "per_second"), c.ending())
		f.Score = score(tr, math.Log(hm/bm), tr.min.rel, 1, "C")
	default:
		return nil, false
	}
	var ev evidenceSet
	for i := range cells {
		ev.addSpan(&cells[i].base[0], b.from+frac*(b.to-b.from), b.to)
		ev.addSpan(&cells[i].head[0], h.from+frac*(h.to-h.from), h.to)
	}
	f.Evidence = ev.list
	f.Direction, f.Outcome, f.Severity = lowHigh(sign), outcome(tr, sign), severity(f.Score)
	if c.same {
		f.Kind, f.Outcome, f.Severity = "noise", "neutral", "note"
	}
	f.ID = c.newID(&Finding{Kind: f.Kind, Metric: "sum-" + throughput, Where: f.Where, Direction: f.Direction})
	return f, h.abreast
}

// share is the part of the work that was done before an instant.
func share(s stats.Series, at float64) float64 {
	var before, all float64
	for i, v := range s.Value {
		all += v * s.Step[i]
		before += v * s.Step[i] * min(1, max(0, (at-(s.At[i]-s.Step[i]))/s.Step[i]))
	}
	if all <= 0 {
		return math.NaN()
	}
	return before / all
}
