package fetch

import (
	"slices"
	"strconv"
	"strings"
)

// rowsByName makes a curve of each row over the named columns. Rows of one
// name are repeats, unless a column says what differs between them; columns
// named run 1, run 2 are repeats too.
func (c *columnsOf) rowsByName(out *curveTable, label int) {
	factor := c.factorColumn(label)
	points := map[string]int{}
	point := func(r tableRow, j int) int {
		name := c.t.head(j)
		if name == "" {
			switch {
			case len(c.numbers) > 1:
				name = "column " + strconv.Itoa(j+1)
			case factor < 0 && c.t.title != "":
				name = c.t.title
			case factor < 0:
				name = "value"
			}
		}
		switch {
		case c.repeats:
			name = c.t.title
			if name == "" {
				name = "value"
			}
		case factor >= 0:
			name = strings.TrimSpace(r.cells[factor] + " " + name)
		}
		i, known := points[name]
		if !known {
			i = len(out.xs)
			points[name] = i
			out.xs, out.xLabels = append(out.xs, float64(i+1)), append(out.xLabels, name)
		}
		return i
	}
	if len(c.numbers) > 1 && !slices.ContainsFunc(c.numbers, func(j int) bool { return !isRepeatHead(c.t.head(j)) }) {
		c.repeats = true
	}
	at := map[string]int{}
	for _, r := range c.t.rows {
		name := r.cells[label]
		if isHole(name) {
			name = "row " + strconv.Itoa(len(out.series)+1)
		}
		k, known := at[name]
		if !known {
			k = len(out.series)
			at[name] = k
			out.series = append(out.series, curve{label: name, line: r.no, note: c.noteOf(r, label)})
		} else if note := c.noteOf(r, label); note != out.series[k].note {
			out.series[k].note = "" // called one thing here and another there
		}
		for _, j := range c.numbers {
			i := point(r, j)
			v, _ := c.value(out, r, j)
			if out.setUnit(i, c.unitOf(r, j)); c.repeats {
				out.setUnit(i, unitOfHead(c.t.head(j)))
			}
			ys := &out.series[k].ys
			for len(*ys) <= i {
				*ys = append(*ys, nil)
			}
			(*ys)[i] = append((*ys)[i], v...)
		}
	}
	for k := range out.series {
		for len(out.series[k].ys) < len(out.xs) {
			out.series[k].ys = append(out.series[k].ys, nil)
		}
	}
}
