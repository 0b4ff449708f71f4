package fetch

import (
	"regexp"
	"strings"
)

// A curveTable is a table turned so that what is compared are its series, and
// what was varied is x. ys holds the repeats of each point; none is a hole.
type curveTable struct {
	title, axis string
	line        int
	xs          []float64
	xLabels     []string // when x are names
	series      []curve
	unread      []int // lines with a cell that is text where numbers are expected
	mixed       []int // lines with numbers whose separators cannot be told
	deltas      []deltaCell
	sumOff      []int           // lines in which a column such as 2-4 is not the sum it says
	byName      map[string]bool // see labels
	matrix      bool            // x come from the header of a matrix
	labelSet    map[string]bool
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
	ys     [][]float64
	totals []PlanTotal
}

var (
	deltaWords = wordSet(`delta diff difference change changed ratio speedup slowdown gain loss relative improvement improved regression vs % rel`)
	sumColumn  = regexp.MustCompile(`^(\d+)\s*[-–]\s*(\d+)$`)
)

// columnsOf sorts the columns of a table by what they hold.
type columnsOf struct {
	t       *ticketTable
	styles  []separators
	numbers []int // columns of results
	texts   []int // columns of names
	deltas  []int // columns that compare others
	axis    int   // the column of the factor, -1 without
}

func (t *ticketTable) columns() columnsOf {
	c := columnsOf{t: t, axis: -1}
	width := len(t.header)
	for _, r := range t.rows {
		width = max(width, len(r.cells))
	}
	for j := range width {
		var cells []string
		numbers, texts := 0, 0
		for _, r := range t.rows {
			cell := r.cells[j]
			cells = append(cells, cell)
			switch {
			case isNumberCell(cell):
				numbers++
			case !isHole(cell):
				texts++
			}
		}
		c.styles = append(c.styles, separatorsOf(cells))
		head := t.head(j)
		switch {
		case numbers <= texts || numbers == 0:
			if texts > 0 {
				c.texts = append(c.texts, j)
			}
		case allWords(head, skipColumns): // a date, a ticket, a job number
		case isDelta(head):
			c.deltas = append(c.deltas, j)
		default:
			c.numbers = append(c.numbers, j)
		}
	}
	return c
}

func (t *ticketTable) head(j int) string {
	if j < len(t.header) {
		return t.header[j]
	}
	return ""
}

func isDelta(head string) bool {
	return strings.Contains(head, "Δ") || strings.TrimSpace(head) == "%" || hasWord(head, deltaWords)
}

// turn makes curves of a table, false when nothing in it says what is compared.
func (t *ticketTable) turn() (curveTable, bool) {
	t.dropAddresses()
	c := t.columns()
	out := curveTable{title: t.title, line: t.line}
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

func (c *columnsOf) distinct(j int) bool {
	seen := map[string]bool{}
	for _, r := range c.t.rows {
		if isHole(r.cells[j]) || seen[r.cells[j]] {
			return false
		}
		seen[r.cells[j]] = true
	}
	return len(seen) > 1
}

// labelColumn is the column that names the rows: by its header, else the one
// with most build labels, else the first of text.
func (c *columnsOf) labelColumn() int {
	best, most := -1, -1
	for _, j := range c.texts {
		labels, seen := 0, map[string]bool{}
		for _, r := range c.t.rows {
			if isBuildName(r.cells[j]) {
				labels++
			}
			seen[r.cells[j]] = true
		}
		if len(seen) == 1 && len(c.t.rows) > 1 {
			labels = 0 // the same in every row: a factor
		}
		if hasWord(c.t.head(j), labelWords) && len(seen) > 1 {
			labels += len(c.t.rows)
		}
		if labels > most {
			best, most = j, labels
		}
	}
	return best
}

func (c *columnsOf) rowsAreBuilds(label int) bool {
	if label < 0 {
		return false
	}
	if hasWord(c.t.head(label), labelWords) {
		return true
	}
	n := 0
	for _, r := range c.t.rows {
		if isBuildName(r.cells[label]) {
			n++
		}
	}
	return 2*n > len(c.t.rows)
}

func (c *columnsOf) columnsAreBuilds() bool {
	n := 0
	for _, j := range c.numbers {
		if isBuildName(c.t.head(j)) {
			n++
		}
	}
	return n >= 2 && 2*n > len(c.numbers)
}

// isBuildName reports a short name that has the shape of a build, or a word
// for a side of a comparison, and is no metric.
func isBuildName(s string) bool {
	s = strings.TrimSpace(unitSuffix.ReplaceAllStringFunc(s, func(u string) string {
		if isUnit(strings.Trim(u, " ()[]")) {
			return "" // "before (ms)"
		}
		return u
	}))
	if s == "" || len(s) > 90 || isNumberCell(s) || len(wordsOf(s)) > 5 || hasWord(s, metricWords) {
		return false
	}
	for _, w := range wordsOf(s) {
		if baseWords[w] || headWords[w] {
			return true
		}
	}
	for _, l := range labelsIn(s) {
		if l.kind != bareVersion || l.label == s {
			return true
		}
	}
	return false
}
