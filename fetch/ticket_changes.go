package fetch

import (
	"fmt"
	"strings"
)

// changeOf is the change from one build to another in words, as far as the
// ticket has numbers for both: of the runs for each combination of factors,
// else of a table.
func (t *ticketReader) changeOf(base, head string) string {
	groups := map[string]*ticketStratum{}
	var order []*ticketStratum
	for _, r := range t.runs {
		label := r.plan.BuildLabel()
		if r.refused || label != base && label != head {
			continue
		}
		key := factorKey(r.plan.Factors)
		s := groups[key]
		if s == nil {
			s = &ticketStratum{factors: r.plan.Factors}
			groups[key] = s
			order = append(order, s)
		}
		if label == base {
			s.base = append(s.base, r)
		} else {
			s.head = append(s.head, r)
		}
	}
	var parts []string
	for _, s := range order {
		if c := s.change(); c.Pct != nil {
			text := percentText(*c.Pct)
			if len(s.factors) > 0 {
				text = factorText(s.factors) + " " + text
			}
			parts = append(parts, text)
		}
	}
	if parts == nil {
		parts = t.curveChanges(base, head)
	}
	return strings.Join(parts, ", ")
}

// curveChanges compares two series of each table that has both: sums, the
// only point, or the range over all points.
func (t *ticketReader) curveChanges(base, head string) (parts []string) {
	for i := range min(len(t.curves), maxClaimCurves) {
		c := &t.curves[i]
		b, h := c.find(base), c.find(head)
		if b == nil || h == nil {
			continue
		}
		parts = append(parts, c.changeText(b, h)...)
	}
	return parts
}

// changeText is the change between two series in words: of the sum, of each
// named column, of the only point, or the range over all points.
func (c *curveTable) changeText(base, head *curve) (parts []string) {
	r := ratioOf(base, head)
	if len(r.Totals) > 0 && r.Totals[0].Pct != nil {
		return []string{r.Totals[0].Label + " " + percentText(*r.Totals[0].Pct)}
	}
	var lo, hi *float64
	for k, p := range r.Pct {
		if p == nil {
			continue
		}
		if c.xLabels != nil && len(parts) < 3 {
			parts = append(parts, c.xLabels[k]+" "+percentText(*p))
		}
		if lo == nil || *p < *lo {
			lo = p
		}
		if hi == nil || *p > *hi {
			hi = p
		}
	}
	switch {
	case parts != nil || lo == nil:
		return parts
	case *lo == *hi:
		return []string{percentText(*lo)}
	}
	return []string{percentText(*lo) + " to " + percentText(*hi)}
}

func (c *curveTable) find(label string) *curve {
	for i := range c.series {
		if c.series[i].build == label {
			return &c.series[i]
		}
	}
	return nil
}

func percentText(pct float64) string { return fmt.Sprintf("%+.1f %%", pct) }
