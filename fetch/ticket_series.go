package fetch

// sweep makes the plan's sweep of a turned table.
func (c *curveTable) sweep() PlanSweep {
	s := PlanSweep{Title: c.title, Axis: given(c.axis), XLabels: c.xLabels, Line: c.line}
	for i := range c.series {
		s.Series = append(s.Series, c.series[i].plan(c))
	}
	for i := 1; i < len(c.series); i++ {
		s.Ratios = append(s.Ratios, ratioOf(&c.series[0], &c.series[i]))
	}
	markFlat(&s)
	c.addTrends(&s)
	return s
}

func (s *curve) plan(c *curveTable) PlanSeries {
	p := PlanSeries{Label: s.label, Line: s.line, Totals: s.totals}
	for i, v := range s.ys {
		if len(v) == 0 {
			p.Points = append(p.Points, PlanPoint{X: c.xs[i]})
		}
		for _, y := range v {
			p.Points = append(p.Points, PlanPoint{X: c.xs[i], Y: &y})
		}
		if d := spreadPct(v); d != nil && (p.SpreadPct == nil || *d > *p.SpreadPct) {
			p.SpreadPct = d
		}
	}
	if c.xLabels != nil || len(c.xs) < 2 {
		return p
	}
	ys := make([]float64, len(s.ys))
	for i, v := range s.ys {
		ys[i] = mean(v)
	}
	if first, last := ys[0], ys[len(ys)-1]; first != 0 {
		p.Growth = rounded(last/first, 2)
	}
	if slope, half, ok := elasticity(c.xs, ys); ok {
		p.Elasticity = rounded(slope, 2)
		if lo, hi := rounded(slope-half, 3), rounded(slope+half, 3); lo != nil && hi != nil {
			p.ElasticityCI = &[2]float64{*lo, *hi}
		}
	}
	return p
}

// ratioOf compares two series point by point; repeats count as their mean.
func ratioOf(base, head *curve) PlanRatio {
	r := PlanRatio{Base: base.label, Head: head.label}
	for i := range base.ys {
		b, h := mean(base.ys[i]), mean(head.ys[i])
		var value, pct *float64
		if b != 0 {
			value, pct = rounded(h/b, 3), pctChange(b, h)
		}
		r.Values, r.Pct = append(r.Values, value), append(r.Pct, pct)
	}
	for _, b := range base.totals {
		for _, h := range head.totals {
			if b.Label == h.Label {
				r.Totals = append(r.Totals, PlanTotalRatio{b.Label, b.Value, h.Value, pctChange(b.Value, h.Value)})
			}
		}
	}
	return r
}
