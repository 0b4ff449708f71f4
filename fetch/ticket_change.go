package fetch

import "slices"

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
	for _, r := range whole(runs) {
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
