package fetch

import "strings"

// rowsOver makes a curve of each row over the numbers of the header.
func (c *columnsOf) rowsOver(out *curveTable, label int) {
	var cols, sums []int
	for _, j := range c.numbers {
		if v, _, ok := (separators{}).cellValues(c.t.head(j)); ok && len(v) == 1 {
			cols, out.xs = append(cols, j), append(out.xs, v[0])
		} else {
			sums = append(sums, j)
		}
	}
	if head := c.t.head(label); strings.Contains(head, "/") {
		head, _, _ = strings.Cut(head, "/") // "concurrency/engine"
		out.axis = axisName(head)
	}
	for _, r := range c.t.rows {
		s := c.curve(out, r, r.cells[label], cols)
		for _, j := range sums {
			if v, ok := c.value(out, r, j); ok && len(v) > 0 {
				s.totals = append(s.totals, PlanTotal{c.t.head(j), mean(v)})
			}
		}
		if sum, whole := s.sum(); len(sums) == 0 && whole {
			s.totals = append(s.totals, PlanTotal{"sum", sum})
		}
		out.series = append(out.series, s)
	}
}

// columnsOver makes a curve of each column over the axis column.
func (c *columnsOf) columnsOver(out *curveTable) {
	out.axis = axisName(c.t.head(c.axis))
	var rows []tableRow
	for _, r := range c.t.rows {
		if v, ok := c.value(out, r, c.axis); ok && len(v) == 1 {
			rows, out.xs = append(rows, r), append(out.xs, v[0])
		}
	}
	c.readDeltas(out, rows)
	for _, j := range c.numbers {
		s := curve{label: c.t.head(j), line: c.t.line}
		for _, r := range rows {
			v, _ := c.value(out, r, j)
			s.ys = append(s.ys, v)
		}
		out.series = append(out.series, s)
	}
}

// columnsByName is the same when the rows have names instead of numbers.
func (c *columnsOf) columnsByName(out *curveTable, label int) {
	for i, r := range c.t.rows {
		out.xs, out.xLabels = append(out.xs, float64(i+1)), append(out.xLabels, r.cells[label])
		out.setUnit(i, c.unitOf(r, c.numbers[0]))
	}
	c.readDeltas(out, c.t.rows)
	for _, j := range c.numbers {
		s := curve{label: c.t.head(j), line: c.t.line}
		for _, r := range c.t.rows {
			v, _ := c.value(out, r, j)
			s.ys = append(s.ys, v)
		}
		out.series = append(out.series, s)
	}
}
