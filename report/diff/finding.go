package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/report/stats"
)

// findings turns a claim into findings: the claim itself, and the parts it was joined
// from, folded into it.
func (c *comparer) findings(cl *claim) []*Finding {
	top := c.finding(cl)
	out := []*Finding{top}
	fold := func(f *Finding) {
		f.FoldedInto = top.ID
		top.SameAs = append(top.SameAs, f.ID)
		out = append(out, f)
	}
	for _, p := range cl.parts {
		p.q = cl.q
		if math.IsNaN(p.q) { // the noise of another stratum is not known
			p.q = math.Min(1, p.p*float64(len(cl.parts)))
		}
		p.grade, p.reason = partGrade(cl, p), cl.reason
		fold(c.finding(p))
		if len(p.atoms) > 1 {
			for _, a := range p.atoms {
				fold(c.finding(atomClaim(p, a)))
			}
		}
	}
	if len(cl.parts) == 0 && len(cl.atoms)+len(cl.weak) > 1 {
		for _, a := range slices.Concat(cl.atoms, cl.weak) {
			fold(c.finding(atomClaim(cl, a)))
		}
	}
	return out
}

// partGrade is what one stratum or leg may say by itself: never more than C, unless its own p carries it.
func partGrade(whole, part *claim) string {
	switch {
	case whole.grade == "X":
		return "X"
	case !math.IsNaN(part.p) && part.p < significant && part.q < significant && !part.recorder():
		return "B"
	case !math.IsNaN(part.p) && part.p < significant && part.q < significant:
		return "C" // the load window is a guess
	case !math.IsNaN(part.p):
		return "X"
	}
	return "C"
}

func atomClaim(cl *claim, a *atom) *claim {
	one := &claim{kind: cl.kind, id: cl.id, tr: cl.tr, sign: cl.sign, pair: a.pair, atoms: []*atom{a}, reason: cl.reason}
	one.estimate()
	one.q = cl.q
	one.grade = partGrade(cl, one)
	if one.grade == "X" && one.reason == "" {
		one.reason = "alone it is within what identical runs do"
	}
	return one
}

// finding fills a Finding from a claim.
func (c *comparer) finding(cl *claim) *Finding {
	first := cl.atoms[0]
	f := &Finding{Kind: cl.kind, Metric: cl.id.metric, Instance: cl.id.instance, Family: cl.tr.family,
		Direction: lowHigh(cl.sign), Grade: cl.grade, Because: []string{}, Not: []string{}, SameAs: []string{}}
	f.Unit = unitOf(cl)
	if d := c.drifts[cl]; d != nil && d.all {
		c.rigged[f] = true
	}
	c.together[f] = len(cl.unsure) > 0
	for _, a := range cl.weak {
		c.weak[f] = append(c.weak[f], a.leg)
	}
	f.Where = Where{Scope: "nodes", Phase: "whole", Stratum: map[string]string{}}
	c.place(f, cl)
	nodes, agree := nodesOf(cl)
	f.Nodes, f.NodesAgree, f.NodesTotal, c.agree[f] = nodes, len(agree), len(nodes), agree
	c.covered(f, cl)
	base, head := levelsOf(cl)
	f.Base, f.Head = number(base), number(head)
	f.Pct = number(pctOf(base, head))
	if len(cl.parts) > 1 || len(cl.atoms)+len(cl.weak) > 1 { // several legs or strata: the mean log ratio
		f.Pct = number(cl.surePct())
		f.Base, f.Head = nil, nil
	}
	if f.Unit == "ratio" && f.Base != nil {
		f.Points = number(100 * (head - base))
	}
	if !math.IsNaN(cl.p) {
		f.P, f.Q = number(cl.p), number(cl.q)
		shown := cl.sureEstimate()
		f.CIPct = pctInterval(shown.Lo, shown.Hi)
		if len(cl.atoms)+len(cl.weak) == 1 {
			f.CIPct = first.interval()
		}
		f.RunNoise = first.noise.basis()
		f.SmallestDetectablePct = number(math.Abs(100 * math.Expm1(float64(cl.sign)*first.smallest())))
		f.MinimumPct = effectiveMinimum(first.minimumShare(cl.sign), f.SmallestDetectablePct)
	} else if len(cl.atoms) == 1 {
		f.CIPct = first.interval()
	}
	if cl.kind == "level" && len(agree) > 0 && 2*len(agree) < len(nodes) && len(nodes) > 2 && !cl.othersToo(agree) {
		f.Kind = "outlier"
	}
	if cl.kind == "outlier" && len(nodes) == 2 {
		f.Kind = "level" // of two nodes none is the odd one
	}
	if f.Kind == "outlier" {
		for i := range f.Nodes {
			f.Nodes[i].Odd = slices.Contains(agree, f.Nodes[i].Node)
		}
	}
	f.Outcome = outcome(cl.tr, cl.sign)
	if cl.kind == "volatility" {
		f.Outcome = "symptom"
		c.describeSpread(f, cl)
	}
	share := float64(len(agree)) / float64(max(1, len(nodes)))
	if cl.unlike() { // no one size is true of strata that differ in size
		f.Pct, f.AbsolutePct, f.RelativePct = nil, nil, nil
		for i := range f.Nodes {
			f.Nodes[i].Pct = nil
		}
	}
	if cl.kind == "outlier" {
		share = max(share, oddShare)
	}
	tr := cl.tr
	if cl.kind == "volatility" {
		tr.role = min(tr.role, 0.6) // a goal that jumps more is a symptom, not a loss
	}
	f.Score = score(tr, c.netEffect(cl), first.factor, share, cl.grade)
	f.Text = c.sentence(cl, f, agree)
	f.Evidence = evidenceOf(cl)
	f.Severity = severity(f.Score)
	switch {
	case cl.grade == "X":
		f.Outcome, f.Severity, f.Score = "neutral", "note", 0
	case c.same:
		f.Kind, f.Outcome, f.Severity = "noise", "neutral", "note"
	}
	f.ID = c.newID(f)
	return f
}

// pct is the mean log ratio of a claim in per cent; NaN when a change is from 0.
func (c *claim) pct() float64 {
	if !c.allLog() {
		return math.NaN()
	}
	return 100 * math.Expm1(c.est.Effect)
}

// sureEstimate is the estimate of what the sentence is about: without the legs of which
// one cannot tell.
func (c *claim) sureEstimate() stats.Estimate {
	if len(c.weak) == 0 || len(c.parts) > 0 {
		return c.est
	}
	return overLegsOf(c.atoms, func(a *atom) tested { return tested{a.est, 1} }).est
}

func (c *claim) surePct() float64 {
	if !c.allLog() {
		return math.NaN()
	}
	return 100 * math.Expm1(c.sureEstimate().Effect)
}

// place says on what part of the comparison the claim rests.
func (c *comparer) place(f *Finding, cl *claim) {
	if cl.pair != nil && len(cl.parts) == 0 {
		f.Where.Stratum = cl.pair.factors
	}
	if len(cl.atoms)+len(cl.weak) == 1 && cl.atoms[0].leg != "" {
		leg := cl.atoms[0].leg
		f.Where.Leg = &leg
	}
	if len(cl.atoms)+len(cl.weak) > 1 && len(cl.parts) == 0 {
		all := slices.Concat(cl.atoms, cl.weak)
		slices.SortFunc(all, func(a, b *atom) int { return strings.Compare(a.leg, b.leg) })
		for _, a := range all {
			f.Legs = append(f.Legs, LegEffect{Leg: a.leg, Pct: number(a.pct())})
		}
	}
	for _, p := range cl.parts {
		b, h := levelsOf(p)
		s := StratumPct{Stratum: p.pair.key, Name: p.pair.name, Base: number(b), Head: number(h), Pct: number(pctOf(b, h))}
		if sp := p.atoms[0].spread; sp != nil {
			s.Pct = number(sp.relative)
		}
		if len(p.atoms) > 1 {
			s.Base, s.Head, s.Pct = nil, nil, number(p.pct())
		} else {
			s.CIPct = p.atoms[0].interval()
		}
		f.Strata = append(f.Strata, s)
	}
	step := math.NaN()
	for _, a := range cl.atoms {
		for _, e := range a.v.part {
			for _, m := range slices.Concat(e.cell.base[:1], e.cell.head[:1]) {
				if s := samples(m.series).MedianStep(); !(s <= step) {
					step = s
				}
			}
		}
	}
	f.Where.StepS = number(step)
}

// nodesOf averages each node over the atoms of the claim; a node agrees when it does in most of them.
func nodesOf(cl *claim) (nodes []NodeEffect, agree []string) {
	type sum struct {
		base, head, log float64
		n, agree        int
		nb, nh          int
		logs            bool
	}
	by := map[string]*sum{}
	var order []string
	for _, a := range cl.atoms {
		for _, e := range a.v.effects {
			s := by[e.node]
			if s == nil {
				s = &sum{logs: true}
				by[e.node] = s
				order = append(order, e.node)
			}
			base, head := e.base, e.head
			if cl.kind == "volatility" {
				base, head = e.sd[0], e.sd[1]
			}
			if e.untested {
				base, head = math.NaN(), math.NaN()
			}
			s.base, s.head, s.log = s.base+base, s.head+head, s.log+e.size
			s.logs = s.logs && e.log
			s.n++
			s.nb, s.nh = s.nb+e.n[0], s.nh+e.n[1]
			if slices.Contains(a.v.agree, e.node) {
				s.agree++
			}
		}
	}
	slices.Sort(order)
	enough := func(s *sum) bool { return s.agree > 0 && 2*s.agree >= s.n }
	if !slices.ContainsFunc(order, func(n string) bool { return enough(by[n]) }) {
		enough = func(s *sum) bool { return s.agree > 0 } // each leg has its own nodes
	}
	for _, name := range order {
		s := by[name]
		x := NodeEffect{Node: name, NBase: s.nb, NHead: s.nh}
		if s.n == 1 {
			x.Base, x.Head = number(s.base), number(s.head)
			x.Pct = number(pctOf(s.base, s.head))
			if cl.kind == "volatility" && s.logs {
				x.Pct = number(100 * math.Expm1(s.log))
			}
		} else if s.logs {
			x.Pct = number(100 * math.Expm1(s.log/float64(s.n)))
		}
		if enough(s) {
			agree = append(agree, name)
		}
		nodes = append(nodes, x)
	}
	return nodes, agree
}

// levelsOf are the means over the nodes and atoms of the claim.
func levelsOf(cl *claim) (base, head float64) {
	for _, a := range cl.atoms {
		b, h := a.v.levels()
		if a.spread != nil {
			b, h = a.spread.sdBase, a.spread.sdHead
		}
		base, head = base+b/float64(len(cl.atoms)), head+h/float64(len(cl.atoms))
	}
	return base, head
}

func unitOf(cl *claim) string {
	unit := cl.atoms[0].v.effects[0].cell.base[0].series.Unit
	if strings.HasPrefix(cl.id.metric, "per_op.") {
		return perOpUnit(unit)
	}
	return unit
}

// perOpUnit is the unit of what one operation costs, of a rate in the given unit.
func perOpUnit(unit string) string {
	switch unit {
	case "bytes_per_second":
		return "bytes"
	case "ratio":
		return "seconds"
	}
	return "count"
}

func outcome(t traits, sign int) string {
	switch {
	case t.better == 0:
		return "symptom"
	case t.better == sign:
		return "better"
	}
	return "worse"
}

func pctInterval(lo, hi float64) *[2]float64 {
	if math.IsNaN(lo) || math.IsNaN(hi) || hi > 10 {
		return nil
	}
	return &[2]float64{100 * math.Expm1(lo), 100 * math.Expm1(hi)}
}

// number is a pointer to v, nil when it is not known.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// newID names a finding by its kind, metric and place; a number tells equal ones apart.
func (c *comparer) newID(f *Finding) string {
	parts := []string{f.Kind, f.Metric}
	if f.Instance != "" && f.Metric != throughput {
		parts = append(parts, f.Instance)
	}
	if s := stratumKey(f.Where.Stratum); s != "" {
		parts = append(parts, s)
	}
	if f.Where.Leg != nil {
		parts = append(parts, *f.Where.Leg)
	}
	parts = append(parts, f.Direction)
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, strings.Join(parts, "-"))
	c.ids[id]++
	if n := c.ids[id]; n > 1 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	return id
}
