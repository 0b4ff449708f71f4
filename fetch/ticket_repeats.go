package fetch

import (
	"regexp"
	"strconv"
	"strings"
)

// repeatName heads a column, or names a row, that repeats a measurement.
var repeatName = regexp.MustCompile(`(?i)^(?:(?:run|rep|repeat|repetition|iteration|iter|trial|attempt|sample|round|measurement|result|value)s?[ _-]*(?:no\.?|number)?[ _-]*#?\d{0,3}|\d{1,2}(?:st|nd|rd|th) (?:run|repeat|try|result|value)|#\d{1,3})$`)

// isRepeatHead reports "run 1", also with a unit behind it.
func isRepeatHead(head string) bool {
	if unitOfHead(head) != "" {
		head = unitSuffix.ReplaceAllString(head, "")
	}
	return repeatName.MatchString(strings.TrimSpace(head))
}

// unitOfHead is the unit in brackets behind the name of a column.
func unitOfHead(head string) string {
	if m := unitSuffix.FindStringSubmatch(head); m != nil && isUnit(m[1]) {
		return m[1]
	}
	return ""
}

// factorColumn is the column of names that says in what the rows of one label
// differ: the same few names come back under several labels. -1 without one.
func (c *columnsOf) factorColumn(label int) int {
	for _, j := range c.texts {
		if j == label || allWords(c.t.head(j), skipColumns) && !hasWord(c.t.head(j), nodeWords) || isRepeatHead(c.t.head(j)) {
			continue
		}
		under, again, own := map[string]map[string]bool{}, false, map[string]map[string]bool{}
		for _, r := range c.t.rows {
			value, build := r.cells[j], r.cells[label]
			if isHole(value) || repeatName.MatchString(value) {
				under = nil
				break
			}
			addTo(under, value, build)
			addTo(own, build, value)
			again = again || len(own[build]) > 1
		}
		shared := 0
		for _, builds := range under {
			if len(builds) > 1 {
				shared++
			}
		}
		if again && shared > 1 && 2*shared > len(under) {
			return j
		}
	}
	return -1
}

func addTo(m map[string]map[string]bool, key, value string) {
	if m[key] == nil {
		m[key] = map[string]bool{}
	}
	m[key][value] = true
}

// repeatRows makes one point of a table whose columns are builds and whose
// rows are runs of each.
func (c *columnsOf) repeatRows(out *curveTable) {
	out.xs, out.xLabels = []float64{1}, []string{"value"}
	if c.t.title != "" {
		out.xLabels[0] = c.t.title
	}
	for _, j := range c.numbers {
		s := curve{label: c.t.head(j), line: c.t.line, ys: make([][]float64, 1)}
		for _, r := range c.t.rows {
			v, _ := c.value(out, r, j)
			s.ys[0] = append(s.ys[0], v...)
		}
		out.series = append(out.series, s)
	}
}

// rowsAreRepeats reports that all the rows are named run 1, run 2, or counted
// in a column that is named so.
func (c *columnsOf) rowsAreRepeats(label int) bool {
	if label >= 0 {
		for _, r := range c.t.rows {
			if !repeatName.MatchString(r.cells[label]) {
				return false
			}
		}
		return true
	}
	for j := range c.t.header {
		if !repeatName.MatchString(c.t.head(j)) {
			continue
		}
		for i, r := range c.t.rows {
			if r.cells[j] != strconv.Itoa(i+1) {
				return false
			}
		}
		return true
	}
	return false
}

var (
	nodeWords = wordSet(`node nodes host hosts machine`)
	goodWords = wordSet(`good success successful pass passed passing passes ok okay fine works unaffected`)
	badWords  = wordSet(`bad regression regressed fail failed failing fails slow broken affected`)
	markWords = wordSet(`last first known still the is result run build verdict state`)
)

// noteOf is what the row's other names call it: good or bad, else nothing. A
// text of other words is no verdict.
func (c *columnsOf) noteOf(r tableRow, label int) string {
	for _, j := range c.texts {
		if j == label {
			continue
		}
		if side := verdictOf(r.cells[j]); side != "" {
			return side
		}
	}
	return verdictOf(strings.ReplaceAll(r.cells[label], "-", " "))
}

func verdictOf(text string) string {
	good, bad := false, false
	for _, w := range wordsOf(text) {
		switch {
		case goodWords[w]:
			good = true
		case badWords[w]:
			bad = true
		case !markWords[w] && shapeOf(w) == noLabel:
			return ""
		}
	}
	switch {
	case good && !bad:
		return "good"
	case bad && !good:
		return "bad"
	}
	return ""
}
