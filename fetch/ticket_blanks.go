package fetch

import (
	"strings"
	"unicode/utf8"
)

// A cellSpan is a cell of an aligned table with its columns on the line.
type cellSpan struct {
	start, end int
	text       string
}

// fitRow gives the cells of a row their columns of the header.
func fitRow(row, head []cellSpan, single bool) []string {
	switch {
	case len(row) < 2 || len(row) > len(head)+1:
		return nil
	case len(row) >= len(head):
		return cellTexts(row)
	case single:
		return nil
	}
	cells := make([]string, len(head))
	for _, c := range row {
		at := 0
		for k, h := range head {
			if cellDistance(c, h) < cellDistance(c, head[at]) {
				at = k
			}
		}
		if cells[at] != "" {
			return nil
		}
		cells[at] = c.text
	}
	return cells
}

// fits reports a row that has a cell below each name of the header: as many,
// every one set against its own.
func fits(row, head []cellSpan) bool {
	if len(row) != len(head) || len(head) < 3 {
		return false
	}
	for k := range row {
		if cellDistance(row[k], head[k]) > 1 {
			return false
		}
	}
	return true
}

// isRemarkRow is a name, a number and a remark or two.
func isRemarkRow(cells []string) bool {
	numbers := 0
	for _, c := range cells {
		if isNumberCell(c) {
			numbers++
		}
	}
	return numbers > 0 && !isNumberCell(cells[0])
}

// remarksBelow reports that such rows follow a header.
func (f *tableFinder) remarksBelow(head []cellSpan, i int) bool {
	if i = f.next(i); i >= len(f.lines) {
		return false
	}
	row := splitWide(f.lines[i].raw)
	return fits(row, head) && isRemarkRow(cellTexts(row))
}

// cellDistance is how far two cells are from being aligned left or right.
func cellDistance(a, b cellSpan) int {
	return min(abs(a.start-b.start), abs(a.end-b.end))
}

func abs(n int) int { return max(n, -n) }

// splitWide cuts where two blanks or a tab stand.
func splitWide(raw string) []cellSpan { return splitBlanks(raw, 2) }

// splitNarrow cuts at every blank.
func splitNarrow(raw string) []cellSpan { return splitBlanks(raw, 1) }

func splitBlanks(raw string, width int) []cellSpan {
	if len(raw) > 1<<14 {
		return nil
	}
	var cells []cellSpan
	blanks, start := width, -1
	column, from := 0, 0 // in characters: a dash is three bytes
	for i := 0; i <= len(raw); i, column = i+1, column+1 {
		if i < len(raw) && raw[i]&0xc0 == 0x80 {
			column--
			continue
		}
		if i == len(raw) || raw[i] == ' ' || raw[i] == '\t' {
			if i < len(raw) && raw[i] == ' ' {
				blanks++
			} else {
				blanks += width
			}
			if blanks >= width && start >= 0 {
				text := strings.TrimRight(raw[start:i], " ")
				cells = append(cells, cellSpan{from, from + utf8.RuneCountInString(text), text})
				start = -1
			}
			continue
		}
		if start < 0 {
			start, from = i, column
		}
		blanks = 0
	}
	return cells
}

func cellTexts(cells []cellSpan) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = c.text
	}
	return out
}
