package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// onsetFinding says from when on a run went differently.
func (c *comparer) onsetFinding(t *turnover) *Finding {
	f := &Finding{Kind: "onset", Metric: t.id.metric, Instance: t.turns[0].cell.base[0].series.Instance, Family: t.tr.family,
		Unit: t.turns[0].cell.base[0].series.Unit, Because: []string{}, Not: []string{}, SameAs: []string{}}
	f.Where = Where{Scope: "nodes", Role: t.role, Phase: "end", Stratum: t.pair.factors}
	if t.leg != "" {
		leg := t.leg
		f.Where.Leg = &leg
	}
	var frac, at, base, head, change, whole, step, work []float64
	var names []string
	var ev evidenceSet
	for _, x := range t.turns {
		o, b, h := x.onset, x.base(), x.head()
		names = append(names, x.node)
		c.cover(f, place{t.pair, t.leg, x.node})
		clock := h
		if x.ofBase {
			clock = b
		}
		frac, at = append(frac, o.Frac), append(at, o.At-clock.w.from)
		base, head, change = append(base, o.AfterBase), append(head, o.AfterHead), append(change, 100*o.Change)
		whole = append(whole, pctOf(b.mean, h.mean))
		step = append(step, math.Max(samples(b.series).MedianStep(), samples(h.series).MedianStep()))
		if w := c.workOf(t, x.node); w != nil && !x.ofBase {
			if s := workShare(w, o.At); !math.IsNaN(s) {
				work = append(work, s)
			}
		}
		f.Nodes = append(f.Nodes, NodeEffect{Node: x.node, Base: number(o.AfterBase), Head: number(o.AfterHead),
			Pct: number(100 * o.Change), NBase: b.n, NHead: h.n})
		ev.addFrom(b, o.Frac)
		ev.addFrom(h, o.Frac)
	}
	for _, x := range t.cells {
		if !slices.Contains(names, x.node) {
			f.Nodes = append(f.Nodes, NodeEffect{Node: x.node, Base: number(x.base[0].mean), Head: number(x.head[0].mean),
				Pct: number(pctOf(x.base[0].mean, x.head[0].mean)), NBase: x.base[0].n, NHead: x.head[0].n})
		}
	}
	f.Evidence = ev.list
	pct := mean(change)
	sign := 1
	if pct < 0 {
		sign = -1
	}
	f.Direction, f.Outcome = lowHigh(sign), outcome(t.tr, sign)
	f.Base, f.Head, f.Pct, f.WholePct = number(mean(base)), number(mean(head)), number(pct), number(mean(whole))
	if f.Unit == "ratio" {
		f.Points = number(100 * (mean(head) - mean(base)))
	}
	f.Where.OnsetFrac, f.Where.OnsetS, f.Where.StepS = number(mean(frac)), number(mean(at)), number(mean(step))
	if len(work) > 0 {
		f.Where.OnsetWorkFrac = number(mean(work))
	}
	if last := t.last(); last.known {
		f.Where.LastPct = number(last.pct)
	}
	f.NodesAgree, f.NodesTotal, c.agree[f] = len(t.turns), t.total, names
	f.Grade = "C"
	f.Score = t.tr.role * min(1, math.Abs(math.Log1p(pct/100))/math.Log1p(onsetMin)) * float64(len(t.turns)) / float64(t.total) * 0.4
	if t.tr.role == 1 { // a collapse of the goal is worth saying on however few nodes
		f.Score = max(f.Score, 0.3)
	}
	f.Severity = severity(f.Score)
	c.gradeOnset(t, f)
	f.Text = c.onsetText(t, f, names, frac, at, change)
	if f.Grade != "X" && t.tr.role == 1 && mean(whole)*pct > 0 {
		f.Not = append(f.Not, notTheWholeRun(f))
	}
	if c.same {
		f.Kind, f.Outcome, f.Severity = "noise", "neutral", "note"
	}
	f.ID = c.newID(f)
	return f
}

// notTheWholeRun puts the whole-run change of a goal beside its onset in its place.
func notTheWholeRun(f *Finding) string {
	what := map[string]string{"worse": "a loss over the whole run", "better": "a gain over the whole run"}[f.Outcome]
	if f.Metric == throughput && f.Outcome == "worse" {
		what = "a slow-down of the whole run"
	}
	if what == "" {
		what = "a change of the whole run"
	}
	return fmt.Sprintf("the whole-run change of %s is the average of the two phases, not %s", signedPct(*f.WholePct), what)
}

// onsetText is the sentence of an onset.
func (c *comparer) onsetText(t *turnover, f *Finding, names []string, frac, at, change []float64) string {
	lo, hi := slices.Min(frac), slices.Max(frac)
	when := fmt.Sprintf("%.0f %%", 100*mean(frac))
	if hi-lo >= 0.01 {
		when = fmt.Sprintf("%.0f-%.0f %%", 100*lo, 100*hi)
	}
	second := fmt.Sprintf("%.1f s", mean(at))
	if slices.Max(at)-slices.Min(at) >= 0.5 {
		second = fmt.Sprintf("%.1f-%.1f s", slices.Min(at), slices.Max(at))
	}
	slices.Sort(change)
	size := pctRange(change[len(change)-1], change[0])
	if change[0] > 0 {
		size = pctRange(change[0], change[len(change)-1])
	}
	if t.turns[0].ofBase {
		second += ", where the base turns"
	}
	if w := f.Where.OnsetWorkFrac; w != nil && t.id.metric == throughput {
		second += fmt.Sprintf(", %.0f %% of the work done", 100**w)
	}
	s := fmt.Sprintf("%s is %s until %s of the run (%s), then %s%s %s", capital(title(t.id)), t.beforeText(), when, second, size, t.last().text(""), onNodesOf(names, t.total, t.role)+c.inStratum(t.pair))
	var rest []string
	for _, n := range f.Nodes {
		if !slices.Contains(names, n.Node) {
			rest = append(rest, n.Node)
		}
	}
	if len(rest) > 0 {
		s += "; not on " + strings.Join(rest, ", ")
	}
	if f.Grade == "X" {
		x := t.turns[0]
		side, _ := x.side()
		return fmt.Sprintf("Cannot tell whether %s turns over: in %d of %d runs of the %s it is so: %s", title(t.id), x.shown, x.runs, side, s)
	}
	s += c.leftText(t) + c.controlText(t.leg, t.id, t.pair) + c.movedControlText(t.leg, t.id, f.Direction, t.pair) + c.sparedText(t.pair) + "; "
	if x := &t.turns[0]; !c.same && (len(x.cell.base) > 1 || len(x.cell.head) > 1) {
		side, other := x.side()
		return s + fmt.Sprintf("in %d of %d runs of the %s against %d of the %s, run noise unknown",
			x.shown, x.runs, side, len(x.cell.base)+len(x.cell.head)-x.runs, other)
	}
	return s + c.ending()
}

// beforeText says how the runs compare until the onset.
func (t *turnover) beforeText() string {
	sum := 0.0
	for i := range t.turns {
		sum += t.turns[i].before() / float64(len(t.turns))
	}
	if math.IsNaN(sum) || math.Abs(sum) <= onsetAlike {
		return "alike"
	}
	return signedPct(sum)
}

// gradeOnset grades an onset: B when several runs of the head all show it, X when only
// some do, else C.
func (c *comparer) gradeOnset(t *turnover, f *Finding) {
	switch {
	case !t.everywhere():
		f.Grade, f.Outcome, f.Severity, f.Score = "X", "neutral", "note", 0
	case t.turns[0].runs > 1:
		f.Grade = "B"
		f.Score = min(1, 2*f.Score)
		f.Severity = severity(f.Score)
	}
}

// workOf is the throughput of a node of the head.
func (c *comparer) workOf(t *turnover, node string) *measured {
	for _, x := range c.cells(t.pair, t.leg, metricID{metric: throughput}) {
		if x.node == node {
			return &x.head[0]
		}
	}
	return nil
}
