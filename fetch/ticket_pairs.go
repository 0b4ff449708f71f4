package fetch

import (
	"regexp"
	"strings"
)

// A pairBlock is a label line and the "x, y" rows below it.
type pairBlock struct {
	label string
	title string // the heading above the label
	axis  string // from rows such as "16 threads: 8000"
	line  int    // of the label, in the text
	rows  []pairRow
	mixed []int // lines in which the comma may group thousands
}

type pairRow struct {
	line int // in the text
	x, y string
}

var (
	pairShape  = regexp.MustCompile(`^(\d+(?:\.\d+)?[kK]?)(?:\s*(?:[,;:=]|->|→|=>)\s*|\s+)([^,;:=].*|)$`)
	axisPair   = regexp.MustCompile(`^(\d+)\s*([A-Za-z]+)\s*(?:[,;:=]|->|→|=>|\s[–—-])\s*(.+)$`)
	groupedOne = regexp.MustCompile(`^\d{1,3},\d{3}(?:\.\d+)?$`)
)

// isPairRow reports "20, 5120.5", "20 5120.5", "20 threads: 5120.5" and the
// same with a hole for the second number.
func isPairRow(text string) bool {
	_, _, _, ok := cutPair(text)
	return ok
}

func cutPair(text string) (x, y, axis string, ok bool) {
	if len(text) > 80 || text == "" || text[0] < '0' || text[0] > '9' {
		return "", "", "", false
	}
	if m := axisPair.FindStringSubmatch(text); m != nil && axisWords[strings.ToLower(m[2])] && isValueCell(m[3]) {
		return m[1], m[3], plural(strings.ToLower(m[2])), true
	}
	m := pairShape.FindStringSubmatch(text)
	if m == nil || !isValueCell(m[2]) {
		return "", "", "", false
	}
	return m[1], m[2], "", true
}

// isValueCell reports one number, or a hole.
func isValueCell(s string) bool {
	s = cleanCell(s)
	return isHole(s) || numberCell.MatchString(s) && !strings.ContainsAny(s, "=()")
}

// pairs reads a block of rows. Its label is the line above; blank lines may
// lie between the rows, as exports leave them.
func (f *tableFinder) pairs(i int) int {
	if !isPairRow(f.lines[i].text) || f.lines[i].bullet && startsWithDigit(f.lines[i].raw) {
		return i
	}
	b := pairBlock{line: f.lines[i].no}
	seen, end, forced := map[string]bool{}, i, false
	for j := i; j < len(f.lines); j++ {
		l := &f.lines[j]
		if l.blank() {
			continue
		}
		x, y, axis, ok := cutPair(l.text)
		if !ok || seen[x] {
			break
		}
		seen[x] = true
		if axis != "" {
			b.axis = axis
		}
		if groupedOne.MatchString(strings.TrimSpace(l.text)) {
			b.mixed = append(b.mixed, l.no)
		} else {
			forced = true
		}
		b.rows = append(b.rows, pairRow{l.no, x, y})
		end = j + 1
	}
	if len(b.rows) < 2 || !forced {
		return i
	}
	label := i - 1
	for label >= 0 && f.lines[label].blank() {
		label--
	}
	if label >= 0 && !f.lines[label].table && isSeriesLabel(&f.lines[label]) {
		b.label, b.line = strings.Trim(f.lines[label].text, ": "), f.lines[label].no
		b.title = f.titleAbove(label)
		f.lines[label].table = true
	}
	f.blocks = append(f.blocks, b)
	f.mark(i, end)
	return end
}

// isSeriesLabel wants a name, not the sentence that introduces the numbers.
func isSeriesLabel(l *ticketLine) bool {
	return len(l.text) <= 60 && len(l.addrs) == 0 && len(wordsOf(l.text)) <= 6 && !strings.HasSuffix(l.text, ".") &&
		strings.ContainsFunc(l.text, func(r rune) bool { return r > '9' })
}

func startsWithDigit(raw string) bool {
	raw = strings.TrimSpace(raw)
	return raw != "" && raw[0] >= '0' && raw[0] <= '9'
}
