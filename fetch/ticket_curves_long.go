package fetch

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
