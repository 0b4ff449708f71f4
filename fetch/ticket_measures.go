package fetch

import "slices"

// otherMeasure is how far two numbers of a cell must lie apart, in the same
// order in every one of so many rows, to be two measures ("7.4 / 3.2" for
// writes and reads) and no repeats of one.
func otherMeasure(rows int) float64 {
	if rows < 3 {
		return 1.5
	}
	return 1.25
}

// dropMeasures leaves out points whose cells hold several numbers that are
// hardly repeats, and asks what they are.
func (t *ticketReader) dropMeasures(c *curveTable) {
	for i := range c.xs {
		if !c.measuresAt(i) {
			continue
		}
		var lines []int
		for k := range c.series {
			lines = append(lines, c.series[k].line)
			c.series[k].ys[i] = nil
		}
		t.problem(LevelAsk, "repeats-unclear", lines, "the table at line %d has several numbers to a cell that differ alike in every row, so they are hardly repeats of one measure; they were not read: give each a column of its own", c.line)
	}
}

// measuresAt reports that all cells of point i have as many numbers, two or
// more, and that the same one of them is the larger by far in every row.
func (c *curveTable) measuresAt(i int) bool {
	rows, n := 0, 0
	for k := range c.series {
		v := c.series[k].ys[i]
		if len(v) == 0 {
			continue
		}
		if rows > 0 && len(v) != n || len(v) < 2 || slices.Min(v) <= 0 {
			return false
		}
		rows, n = rows+1, len(v)
	}
	for a := range min(n, 8) {
		for b := range min(n, 8) {
			apart := rows > 1 && a != b
			for k := range c.series {
				if v := c.series[k].ys[i]; apart && len(v) > 0 {
					apart = v[a] > otherMeasure(rows)*v[b]
				}
			}
			if apart {
				return true
			}
		}
	}
	return false
}
