package fetch

import (
	"math"
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

// readDeltas takes the changes that the table states itself, when it has the
// two columns they compare.
func (c *columnsOf) readDeltas(out *curveTable, rows []tableRow) {
	if len(c.numbers) != 2 {
		return
	}
	for _, j := range c.deltas {
		for i, r := range rows {
			cell := r.cells[j]
			if m := percentShape.FindStringSubmatchIndex(cell); m != nil && m[8] < 0 {
				pct := parse(cell, m[4], m[5])
				if strings.ContainsAny(cell[:m[4]], "-−") {
					pct = -pct
				}
				out.deltas = append(out.deltas, deltaCell{r.no, strings.TrimSpace(c.t.head(j) + " " + cleanCell(cell)), pct, i})
			}
		}
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

// longLabel is the column of build names of a table with one result a row
// (build, threads, tps), -1 when it is none.
func (c *columnsOf) longLabel() int {
	if label := c.labelColumn(); c.rowsAreBuilds(label) && len(c.numbers) > 0 {
		return label
	}
	return -1
}

// long makes a curve of each build over the axis of such a table.
func (c *columnsOf) long(out *curveTable) {
	label := c.longLabel()
	out.axis = axisName(c.t.head(c.axis))
	at, series := map[float64]int{}, map[string]int{}
	for _, r := range c.t.rows {
		if v, ok := c.value(out, r, c.axis); ok && len(v) == 1 {
			if _, known := at[v[0]]; !known {
				at[v[0]] = len(out.xs)
				out.xs = append(out.xs, v[0])
			}
		}
	}
	for _, r := range c.t.rows {
		x, ok := c.value(out, r, c.axis)
		if !ok || len(x) != 1 {
			continue
		}
		i, known := series[r.cells[label]]
		if !known {
			i = len(out.series)
			series[r.cells[label]] = i
			out.series = append(out.series, curve{label: r.cells[label], line: r.no, ys: make([][]float64, len(out.xs))})
		}
		v, _ := c.value(out, r, c.numbers[0])
		k := at[x[0]]
		out.series[i].ys[k] = append(out.series[i].ys[k], v...)
	}
}

func (c *columnsOf) curve(out *curveTable, r tableRow, label string, cols []int) curve {
	s := curve{label: strings.TrimSpace(label), line: r.no}
	for _, j := range cols {
		v, _ := c.value(out, r, j)
		s.ys = append(s.ys, v)
	}
	return s
}

// value reads a cell and notes the line when it cannot.
func (c *columnsOf) value(out *curveTable, r tableRow, j int) ([]float64, bool) {
	v, _, ok := c.styles[j].cellValues(r.cells[j])
	if !ok {
		if c.styles[j].mixed && isNumberCell(r.cells[j]) {
			out.mixed = append(out.mixed, r.no)
		} else {
			out.unread = append(out.unread, r.no)
		}
	}
	return v, ok
}

// checkSums compares a column such as 2-4 with the sum of columns 2 to 4;
// half a unit of rounding is allowed for each.
func (c *columnsOf) checkSums(out *curveTable) (off []int) {
	for _, s := range out.series {
		for _, t := range s.totals {
			m := sumColumn.FindStringSubmatch(t.Label)
			if m == nil {
				continue
			}
			from, _ := strconv.ParseFloat(m[1], 64)
			to, _ := strconv.ParseFloat(m[2], 64)
			sum, n, whole := 0.0, 0, true
			for i, x := range out.xs {
				if x >= from && x <= to {
					whole = whole && len(s.ys[i]) > 0
					sum += mean(s.ys[i])
					n++
				}
			}
			if whole && n > 1 && math.Abs(sum-t.Value) > float64(n+1)/2 {
				off = append(off, s.line)
			}
		}
	}
	return off
}

func (s *curve) sum() (sum float64, whole bool) {
	for _, v := range s.ys {
		if len(v) == 0 {
			return 0, false
		}
		sum += mean(v)
	}
	return sum, true
}

// axisName is the factor a header names: n_threads, "Number of threads" and
// "# threads" are threads.
func axisName(head string) string {
	head = strings.ToLower(strings.TrimSpace(strings.NewReplacer("_", " ", "#", " ").Replace(head)))
	words := strings.Fields(head)
	for len(words) > 1 {
		switch words[0] {
		case "n", "num", "nr", "no", "no.", "number", "of", "nb", "count":
			words = words[1:]
			continue
		}
		break
	}
	if len(words) == 1 && strings.HasPrefix(words[0], "n") && axisWords[words[0][1:]] {
		words[0] = words[0][1:] // nthreads
	}
	return strings.Join(words, " ")
}
