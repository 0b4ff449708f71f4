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
	for _, try := range []func(int) int{f.piped, f.pairs, f.tabbed, f.separated, f.aligned, f.values} {
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

// tabbed reads a header and rows between tabs; blank lines may lie between.
func (f *tableFinder) tabbed(i int) int {
	cut := func(l *ticketLine) []string {
		if !strings.Contains(strings.TrimSpace(l.raw), "\t") {
			return nil
		}
		return trimAll(strings.Split(strings.Trim(l.raw, " \t"), "\t"))
	}
	if end := f.headed(i, cut, true); end > i {
		return end
	}
	return f.headed(i, func(l *ticketLine) []string { // several tabs used for alignment
		if !strings.Contains(strings.TrimSpace(l.raw), "\t") {
			return nil
		}
		return trimAll(strings.FieldsFunc(strings.TrimSpace(l.raw), func(r rune) bool { return r == '\t' }))
	}, true)
}

// separated reads comma or semicolon separated values below a header.
func (f *tableFinder) separated(i int) int {
	for _, sep := range []string{";", ","} {
		cut := func(l *ticketLine) []string {
			if !strings.Contains(l.text, sep) || l.bullet || len(l.addrs) > 0 {
				return nil
			}
			return trimAll(strings.Split(l.text, sep))
		}
		if end := f.headed(i, cut, true); end > i {
			return end
		}
	}
	return i
}

// headed reads a header line and the numeric rows that have as many cells.
func (f *tableFinder) headed(i int, cut func(*ticketLine) []string, skipBlank bool) int {
	head := cut(&f.lines[i])
	if len(head) < 2 || !looksLikeHeader(head) {
		return i
	}
	t := ticketTable{header: head, line: f.lines[i].no}
	end := i + 1
	for j := i + 1; j < len(f.lines); j++ {
		if f.lines[j].blank() {
			if skipBlank {
				continue
			}
			break
		}
		cells := cut(&f.lines[j])
		if len(cells) != len(head) || !isNumericRow(cells) {
			break
		}
		t.rows = append(t.rows, tableRow{j, f.lines[j].no, cells})
		end = j + 1
	}
	if len(t.rows) < 2 {
		return i
	}
	return f.add(t, i, end)
}

// looksLikeHeader wants short names, no numbers with decimals, no sentence.
func looksLikeHeader(cells []string) bool {
	numbers := 0
	for _, c := range cells {
		if len(c) > 48 || strings.Contains(c, "://") || strings.HasSuffix(c, ".") {
			return false
		}
		if isNumberCell(c) {
			numbers++
		}
	}
	return numbers < len(cells)
}

// isNumericRow allows one cell of text: the label of the row.
func isNumericRow(cells []string) bool {
	numbers, texts := 0, 0
	for _, c := range cells {
		switch {
		case isNumberCell(c):
			numbers++
		case !isHole(c):
			texts++
		}
	}
	return numbers > 0 && texts <= 1
}

// isNumberCell reports a cell that holds one number or repeats of it.
func isNumberCell(c string) bool {
	if len(c) > 64 || strings.ContainsAny(c, "=") {
		return false
	}
	c = cleanCell(c)
	if isHole(c) {
		return false
	}
	for _, part := range splitRepeats(c) {
		if isHole(part) {
			continue
		}
		m := numberCell.FindStringSubmatch(part)
		if m == nil || strings.Count(m[1], ".") > 1 && !groupedBy(m[1], ".") {
			return false // text, a version, an address
		}
	}
	return true
}

func trimAll(cells []string) []string {
	for i, c := range cells {
		cells[i] = strings.Trim(c, " \t\"")
	}
	return cells
}
