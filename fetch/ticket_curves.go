package fetch

import (
	"strconv"
	"strings"
)

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

// rowsByName makes a curve of each row over the named columns; rows of one
// name are repeats.
func (c *columnsOf) rowsByName(out *curveTable, label int) {
	for i, j := range c.numbers {
		name := c.t.head(j)
		if name == "" {
			name = "column " + strconv.Itoa(j+1)
		}
		out.xs, out.xLabels = append(out.xs, float64(i+1)), append(out.xLabels, name)
	}
	at := map[string]int{}
	for _, r := range c.t.rows {
		name := r.cells[label]
		if isHole(name) {
			name = "row " + strconv.Itoa(len(out.series)+1)
		}
		s := c.curve(out, r, name, c.numbers)
		if i, again := at[name]; again {
			for k, v := range s.ys {
				out.series[i].ys[k] = append(out.series[i].ys[k], v...)
			}
			continue
		}
		at[name] = len(out.series)
		out.series = append(out.series, s)
	}
}
