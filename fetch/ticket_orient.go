package fetch

import "strings"

// A curveTable is a table turned so that what is compared are its series, and
// what was varied is x. ys holds the repeats of each point; none is a hole.
type curveTable struct {
	title, axis string
	line        int
	xs          []float64
	xLabels     []string // when x are names
	units       []string // of the numbers at each x, where cells give it
	series      []curve
	unread      []int // lines with a cell that is text where numbers are expected
	mixed       []int // lines with numbers whose separators cannot be told
	dotted      bool  // see dotsUnclear
	stated      []int // lines with a spread (±) that is not taken into account
	deltas      []deltaCell
	sumOff      []int           // lines in which a column such as 2-4 is not the sum it says
	byName      map[string]bool // see labels
	matrix      bool            // x come from the header of a matrix
}

// A deltaCell is a change in per cent that a table states in a column of its
// own, for the point i.
type deltaCell struct {
	line int
	text string
	pct  float64
	i    int
}

type curve struct {
	label  string
	build  string // the label it stands for, empty when it is no build
	line   int
	note   string // the row's other names, when they call it good or bad
	ys     [][]float64
	totals []PlanTotal
}

// turn makes curves of a table, false when nothing in it says what is compared.
func (t *ticketTable) turn() (curveTable, bool) {
	t.dropAddresses()
	c := t.columns()
	out := curveTable{title: t.title, line: t.line, dotted: c.unclear}
	switch {
	case len(c.numbers) == 0:
		return out, false
	case c.isMatrix():
		out.matrix = true
		c.rowsOver(&out, c.labelColumn())
		out.sumOff = c.checkSums(&out)
		return out, true
	case c.findAxis() && c.longLabel() >= 0:
		c.long(&out)
		return out, len(out.series) > 0
	case c.axis >= 0:
		c.columnsOver(&out)
		return out, len(out.series) > 0 && (isAxis(t.head(c.axis)) || c.columnsAreBuilds())
	}
	label := c.labelColumn()
	rows, cols := c.rowsAreBuilds(label), c.columnsAreBuilds()
	switch {
	case cols && c.rowsAreRepeats(label):
		c.repeatRows(&out)
	case label < 0:
		return out, false
	case cols && (!rows || len(c.numbers) > len(t.rows)):
		c.columnsByName(&out, label)
	case rows:
		c.rowsByName(&out, label)
	default:
		return out, false
	}
	return out, true
}

// dropAddresses leaves the text of linked cells; a cell that is a commit or a
// version with a remark is cut to the label.
func (t *ticketTable) dropAddresses() {
	for i, r := range t.rows {
		for j, cell := range r.cells {
			if !strings.Contains(cell, "://") {
				continue
			}
			text := strings.TrimSpace(stripAddresses(cell))
			if labels := labelsIn(text); len(labels) == 1 && len(wordsOf(text)) <= 3 {
				text = labels[0].label
			}
			t.rows[i].cells[j] = text
		}
	}
}

// isMatrix: the header counts up ("1 2 4 8 engine") and rows carry names.
func (c *columnsOf) isMatrix() bool {
	numbers, last := 0, -1.0
	for _, j := range c.numbers {
		v, _, ok := separators{}.cellValues(c.t.head(j))
		if !ok || len(v) != 1 {
			continue
		}
		if v[0] <= last {
			return false
		}
		last = v[0]
		numbers++
	}
	return numbers >= 2 && 2*numbers >= len(c.numbers) && len(c.texts) > 0
}

// findAxis looks for the column of the factor: the first column of numbers
// when they differ, or one whose header names a factor.
func (c *columnsOf) findAxis() bool {
	for i, j := range c.numbers {
		named := isAxis(c.t.head(j))
		if named || i == 0 && j == 0 && len(c.texts) == 0 && c.distinct(j) && len(c.numbers) > 1 {
			c.axis = j
			c.numbers = append(append([]int{}, c.numbers[:i]...), c.numbers[i+1:]...)
			return true
		}
	}
	return false
}

// isAxis reports a header that names something to vary: n_threads, clients.
func isAxis(head string) bool {
	return hasWord(axisName(head), axisWords) && !hasWord(head, metricWords)
}
