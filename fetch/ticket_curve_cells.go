package fetch

import (
	"math"
	"strconv"
	"strings"
)

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
				pct := floatIn(cell, m[4], m[5])
				if strings.ContainsAny(cell[:m[4]], "-−") {
					pct = -pct
				}
				out.deltas = append(out.deltas, deltaCell{r.no, strings.TrimSpace(c.t.head(j) + " " + cleanCell(cell)), pct, i})
			}
		}
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
	if plusMinus.MatchString(r.cells[j]) {
		out.stated = append(out.stated, r.no)
	}
	if !ok {
		if c.styles[j].mixed && isNumberCell(r.cells[j]) {
			out.mixed = append(out.mixed, r.no)
		} else {
			out.unread = append(out.unread, r.no)
		}
	}
	return v, ok
}

// unitOf is the unit that a cell gives behind its number.
func (c *columnsOf) unitOf(r tableRow, j int) string {
	if _, unit, ok := c.styles[j].cellValues(r.cells[j]); ok && isUnit(unit) {
		return unit
	}
	return ""
}

// setUnit keeps the unit of point i.
func (c *curveTable) setUnit(i int, unit string) {
	if unit == "" {
		return
	}
	for len(c.units) <= i {
		c.units = append(c.units, "")
	}
	c.units[i] = unit
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
