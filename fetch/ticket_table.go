package fetch

import "strings"

// A ticketTable is a table of the text in any notation, split into cells.
type ticketTable struct {
	title  string
	header []string // nil when the table has none
	line   int      // of the header or the first row, in the text
	rows   []tableRow
}

type tableRow struct {
	line  int // index into the lines
	no    int // the line in the text
	cells []string
}

// A tableFinder goes over the lines once, from table to table.
type tableFinder struct {
	lines  []ticketLine
	tables []ticketTable
	blocks []pairBlock
}

// findTables returns the tables of the text and its blocks of "x, y" rows, and
// marks their lines.
func findTables(lines []ticketLine) *tableFinder {
	f := &tableFinder{lines: lines}
	for i := 0; i < len(lines); {
		i = max(f.at(i), i+1)
	}
	return f
}

// at tries every notation at line i and returns the line after the table, or
// i when there is none.
func (f *tableFinder) at(i int) int {
	if f.lines[i].blank() || f.lines[i].settings {
		return i
	}
	for _, try := range []func(int) int{f.piped, f.pairs, f.tabbed, f.separated, f.aligned, f.listed, f.values} {
		if end := try(i); end > i {
			return end
		}
	}
	return i
}

// add keeps a table and marks the lines [from, to).
func (f *tableFinder) add(t ticketTable, from, to int) int {
	t.title = f.titleAbove(from)
	f.tables = append(f.tables, t)
	f.mark(from, to)
	return to
}

func (f *tableFinder) mark(from, to int) {
	for i := from; i < to; i++ {
		f.lines[i].table = !f.lines[i].blank()
	}
}

// titleAbove is the heading or short line right above a table.
func (f *tableFinder) titleAbove(i int) string {
	for i--; i >= 0; i-- {
		l := &f.lines[i]
		if l.blank() {
			continue
		}
		if l.table || len(l.addrs) > 0 {
			return ""
		}
		if l.heading > 0 || l.bold || strings.HasSuffix(l.text, ":") || len(wordsOf(l.text)) <= 8 && !strings.ContainsAny(l.text, ":=") && !strings.HasSuffix(l.text, ".") {
			return lastSentence(strings.TrimRight(l.text, ": "))
		}
		return ""
	}
	return ""
}

// lastSentence is what a title says at its end; a long one is no title.
func lastSentence(s string) string {
	if i := strings.LastIndex(s, ". "); i >= 0 && len(wordsOf(s[:i])) > 1 {
		s = s[i+2:]
	}
	if len(wordsOf(s)) > 20 {
		return ""
	}
	return s
}

// next is the first line from i on that is not blank, or len(lines).
func (f *tableFinder) next(i int) int {
	for i < len(f.lines) && f.lines[i].blank() {
		i++
	}
	return i
}
