package fetch

import (
	"regexp"
	"strings"
)

var (
	deltaWords  = wordSet(`delta diff difference change changed ratio speedup slowdown gain loss relative improvement improved regression vs % rel`)
	firstOrLast = regexp.MustCompile(`(?i)\b(?:first|last)\b`)
	sumColumn   = regexp.MustCompile(`^(\d+)\s*[-–]\s*(\d+)$`)
)

// columnsOf sorts the columns of a table by what they hold.
type columnsOf struct {
	t       *ticketTable
	styles  []separators
	numbers []int // columns of results
	texts   []int // columns of names
	deltas  []int // columns that compare others
	axis    int   // the column of the factor, -1 without
	unclear bool  // see dotsUnclear
	repeats bool  // the columns of results are runs of the same
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
		c.unclear = c.unclear || betterOf(head) == "higher" && dotsUnclear(cells) // times have three decimals
		switch {
		case numbers <= texts || numbers == 0:
			if texts > 0 {
				c.texts = append(c.texts, j)
			}
		case texts == 0 && areBuildNumbers(head, cells):
			c.texts = append(c.texts, j)
		case allWords(head, skipColumns): // a date, a ticket, a job number
		case isDelta(head):
			c.deltas = append(c.deltas, j)
		default:
			c.numbers = append(c.numbers, j)
		}
	}
	return c
}

var buildColumn = wordSet(`build builds revision revisions rev commit changeset`)

// areBuildNumbers reports whole numbers below the word build or revision.
func areBuildNumbers(head string, cells []string) bool {
	if !hasWord(head, buildColumn) || hasWord(head, metricWords) || len(wordsOf(head)) > 2 {
		return false
	}
	for _, c := range cells {
		if !isDigits(c) || len(c) > 10 {
			return false
		}
	}
	return true
}

func (t *ticketTable) head(j int) string {
	if j < len(t.header) {
		return t.header[j]
	}
	return ""
}

func isDelta(head string) bool {
	if firstOrLast.MatchString(head) {
		return false // "first regression" is a build
	}
	return strings.Contains(head, "Δ") || strings.TrimSpace(head) == "%" || hasWord(head, deltaWords)
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
