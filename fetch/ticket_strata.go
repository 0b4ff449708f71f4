package fetch

import (
	"slices"
	"strings"
)

// A ticketStratum is one combination of factors with its runs.
type ticketStratum struct {
	factors    map[string]string
	base, head []*ticketRun
	changed    PlanChange   // of the first headline, filled by makeStrata
	all        []PlanChange // of every metric
}

// settleHeadlines reads the numbers beside the runs; what their commas and
// blanks mean is decided over all of them.
func (t *ticketReader) settleHeadlines() {
	var all []string
	for _, r := range t.runs {
		for _, h := range r.headline {
			all = append(all, h.number)
		}
	}
	style := separatorsOf(all)
	var unread []int
	for _, r := range t.runs {
		for _, h := range r.headline {
			v, ok := style.number(h.number)
			if !ok {
				unread = append(unread, h.line)
				continue
			}
			r.plan.Headline = append(r.plan.Headline, PlanHeadline{Value: v * h.scale, Unit: given(h.unit), Metric: given(h.metric), Line: h.line})
		}
	}
	if unread != nil {
		t.problem(LevelAsk, "number-style", unread, "the numbers of %s group thousands in more than one way and were not read", lineList(unread))
	}
}

// makeStrata groups the runs by their factors. Runs of a contradiction are
// left out; a combination with one build only is said.
func (t *ticketReader) makeStrata() {
	pairing := t.plan.Pairing
	if pairing == nil {
		return
	}
	at := map[string]int{}
	for _, r := range t.runs {
		label := r.plan.BuildLabel()
		if r.refused || label != pairing.Base && label != pairing.Head {
			continue
		}
		key := factorKey(r.plan.Factors)
		i, known := at[key]
		if !known {
			i = len(t.strata)
			at[key] = i
			t.strata = append(t.strata, ticketStratum{factors: r.plan.Factors})
		}
		if label == pairing.Base {
			t.strata[i].base = append(t.strata[i].base, r)
		} else {
			t.strata[i].head = append(t.strata[i].head, r)
		}
	}
	t.strata = slices.DeleteFunc(t.strata, func(s ticketStratum) bool {
		if len(s.base) > 0 && len(s.head) > 0 {
			return false
		}
		if !t.anyRefused() {
			t.saySingle(s, pairing)
		}
		return true
	})
	for i := range t.strata {
		s := &t.strata[i]
		s.all = s.changes()
		if s.changed = s.change(); s.changed.Pct != nil {
			t.measured = append(t.measured, s)
		}
	}
}

// anyRefused reports whether a contradiction explains what is missing.
func (t *ticketReader) anyRefused() bool {
	return slices.ContainsFunc(t.runs, func(r *ticketRun) bool { return r.refused })
}

func (t *ticketReader) saySingle(s ticketStratum, p *PlanPairing) {
	runs, has, lacks := s.base, p.Base, p.Head
	if len(runs) == 0 {
		runs, has, lacks = s.head, p.Head, p.Base
	}
	var lines []int
	var ids []string
	for _, r := range runs {
		lines, ids = append(lines, r.plan.Line), append(ids, r.plan.ID)
	}
	t.problem(LevelWarning, "stratum-incomplete", lines, "with %s there is %s of %s but none of %s, so it is not compared",
		factorText(s.factors), strings.Join(ids, ", "), has, lacks)
}

// changes compares the headlines of both sides metric by metric, in the order
// the base gives them, each side the mean of its runs. A side that leaves out
// metric or unit is taken to mean the same.
func (s *ticketStratum) changes() []PlanChange {
	var out []PlanChange
	head := sideMeans(s.head)
	for _, b := range sideMeans(s.base) {
		at := -1
		for i, h := range head {
			exact := deref(b.Metric) == deref(h.Metric) && deref(b.Unit) == deref(h.Unit)
			if exact || at < 0 && alike(b.Metric, h.Metric) && alike(b.Unit, h.Unit) {
				at = i
			}
			if exact {
				break
			}
		}
		if at < 0 {
			continue
		}
		h := head[at]
		head = slices.Delete(head, at, at+1)
		c := PlanChange{Base: &b.Value, Head: &h.Value, Pct: pctChange(b.Value, h.Value), Metric: b.Metric, Unit: b.Unit}
		if c.Metric == nil {
			c.Metric = h.Metric
		}
		if c.Unit == nil {
			c.Unit = h.Unit
		}
		out = append(out, c)
	}
	return out
}

func alike(a, b *string) bool { return a == nil || b == nil || *a == *b }

// change is the first of them, else the number of the one side that has any.
func (s *ticketStratum) change() PlanChange {
	if all := s.changes(); len(all) > 0 {
		return all[0]
	}
	var c PlanChange
	if b := sideMeans(s.base); len(b) > 0 {
		c = PlanChange{Base: &b[0].Value, Metric: b[0].Metric, Unit: b[0].Unit}
	}
	if h := sideMeans(s.head); len(h) > 0 {
		c.Head = &h[0].Value
	}
	return c
}

// sideMeans are the headlines of one side, the mean of its runs for each
// metric.
func sideMeans(runs []*ticketRun) []PlanHeadline {
	type key struct{ metric, unit string }
	var order []key
	values := map[key][]float64{}
	for _, r := range runs {
		for _, h := range r.plan.Headline {
			k := key{deref(h.Metric), deref(h.Unit)}
			if values[k] == nil {
				order = append(order, k)
			}
			values[k] = append(values[k], h.Value)
		}
	}
	var out []PlanHeadline
	for _, k := range order {
		out = append(out, PlanHeadline{Value: mean(values[k]), Metric: given(k.metric), Unit: given(k.unit)})
	}
	return out
}

func (s *ticketStratum) plan() PlanStratum {
	p := PlanStratum{Factors: s.factors, Headline: s.changed}
	for _, r := range s.base {
		p.Base = append(p.Base, r.plan.ID)
	}
	for _, r := range s.head {
		p.Head = append(p.Head, r.plan.ID)
	}
	return p
}
