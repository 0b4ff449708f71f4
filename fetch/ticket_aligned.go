package fetch

import "strings"

// aligned reads tables whose cells are set apart by blanks: a header, then
// rows of numbers with at most one name. A row with fewer cells than the
// header has holes, and they are found by position; a row with one more has a
// name that the header does not.
func (f *tableFinder) aligned(i int) int {
	head := splitWide(f.lines[i].raw)
	single := false
	if len(head) < 2 || f.rowWidth(i+1, false) < 2 && !f.remarksBelow(head, i+1) {
		head, single = splitNarrow(f.lines[i].raw), true
		if n := f.rowWidth(f.next(i+1), true); len(head) < 2 || n != len(head) && n != len(head)+1 {
			return i
		}
	}
	if len(head) > maxColumns || !looksLikeHeader(cellTexts(head)) || isNumericRow(cellTexts(head)) && !hasAxis(head) && !f.matrixHead(head, i) {
		return i
	}
	t := ticketTable{header: cellTexts(head), line: f.lines[i].no}
	spaced := i+1 < len(f.lines) && f.lines[i+1].blank() // every row stands alone
	end := i + 1
	for j := i + 1; j < len(f.lines); j++ {
		if f.lines[j].blank() {
			if spaced {
				continue
			}
			break
		}
		row := splitWide(f.lines[j].raw)
		if single {
			row = splitNarrow(f.lines[j].raw)
		}
		cells := fitRow(row, head, single)
		if cells == nil || len(f.lines[j].addrs) > 0 || !isNumericRow(cells) && !(fits(row, head) && (isRemarkRow(cells) || len(t.rows) > 0)) {
			break
		}
		t.rows = append(t.rows, tableRow{j, f.lines[j].no, cells})
		end = j + 1
	}
	if len(t.rows) < 2 {
		return i
	}
	width := len(t.header)
	for _, r := range t.rows {
		width = max(width, len(r.cells))
	}
	t.header = padRow(t.header, width)
	if width > len(head) && !isNumberCell(t.rows[0].cells[0]) { // the nameless column comes first
		t.header = append([]string{""}, t.header[:width-1]...)
	}
	for k, r := range t.rows {
		t.rows[k].cells = padRow(r.cells, width)
	}
	return f.add(t, i, end)
}

// rowWidth is the number of cells of line i if it is a row of numbers.
func (f *tableFinder) rowWidth(i int, narrow bool) int {
	if i = f.next(i); i >= len(f.lines) {
		return 0
	}
	row := splitWide(f.lines[i].raw)
	if narrow {
		row = splitNarrow(f.lines[i].raw)
	}
	if !isNumericRow(cellTexts(row)) {
		return 0
	}
	return len(row)
}

// matrixHead tells the header "1 2 4 8" of a matrix from a row of results: its
// numbers are whole and rise, and the rows below carry names.
func (f *tableFinder) matrixHead(head []cellSpan, i int) bool {
	last := -1.0
	for _, c := range head {
		v, _, ok := separators{}.cellValues(c.text)
		if !ok || len(v) != 1 || strings.Contains(c.text, ".") {
			continue // a name, or a sum such as 2-4
		}
		if v[0] <= last {
			return false
		}
		last = v[0]
	}
	named := 0
	for j := i + 1; j < len(f.lines) && j <= i+2; j++ {
		for _, c := range splitWide(f.lines[j].raw) {
			if !isNumberCell(c.text) && !isHole(c.text) {
				named++
			}
		}
	}
	return last >= 0 && named > 0
}

func hasAxis(head []cellSpan) bool {
	for _, c := range head {
		if hasWord(c.text, axisWords) || hasWord(c.text, labelWords) {
			return true
		}
	}
	return false
}
