package fetch

import (
	"regexp"
	"strings"
)

var separatorRow = regexp.MustCompile(`^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$`)

// piped reads Markdown tables with or without their outer bars, wiki tables
// (||a||b|| over |1|2|) and the rows that HTML tables were turned into. A
// separator in the middle begins another table, headed by the row above it.
func (f *tableFinder) piped(i int) int {
	if pipeCells(f.lines[i].text) == nil {
		return i
	}
	outer := strings.HasPrefix(f.lines[i].text, "|")
	end, ruled := i, false
	for end < len(f.lines) && (pipeCells(f.lines[end].text) != nil || isRuler(f.lines[end].text)) {
		ruled = ruled || isRuler(f.lines[end].text)
		end++
	}
	if !outer && !ruled || end-i < 2 {
		return i
	}
	t, start := ticketTable{}, i
	for j := i; j < end; j++ {
		l := &f.lines[j]
		switch {
		case isRuler(l.text):
			if n := len(t.rows); t.header == nil && n == 1 {
				t.header, t.rows = t.rows[0].cells, nil
			} else if n > 1 && j+1 < end && looksLikeHeader(t.rows[n-1].cells) && !isNumericRow(t.rows[n-1].cells) {
				head := t.rows[n-1]
				t.rows = t.rows[:n-1]
				f.addPiped(t, start, head.line)
				t, start = ticketTable{header: head.cells, line: f.lines[head.line].no}, head.line
			}
		default:
			cells := pipeCells(l.text)
			if l.header && len(t.rows) > 0 {
				f.addPiped(t, start, j)
				t, start = ticketTable{}, j
			}
			if t.line == 0 {
				t.line = l.no
			}
			if l.header {
				t.header = cells
				continue
			}
			t.rows = append(t.rows, tableRow{j, f.lines[j].no, cells})
		}
	}
	f.addPiped(t, start, end)
	return end
}

// addPiped keeps the table; a first row of names is its header.
func (f *tableFinder) addPiped(t ticketTable, from, to int) {
	if t.header == nil && len(t.rows) > 1 && looksLikeHeader(t.rows[0].cells) && !isNumericRow(t.rows[0].cells) {
		t.header, t.rows = t.rows[0].cells, t.rows[1:]
	}
	width := len(t.header)
	for _, r := range t.rows {
		width = max(width, len(r.cells))
	}
	if width > maxColumns {
		return
	}
	for i, r := range t.rows {
		t.rows[i].cells = padRow(r.cells, width)
	}
	if t.header != nil {
		t.header = padRow(t.header, width)
	}
	f.add(t, from, to)
}

// maxColumns bounds the work on a line of nothing but separators.
const maxColumns = 256

func padRow(cells []string, width int) []string {
	for len(cells) < width {
		cells = append(cells, "")
	}
	return cells
}

// pipeCells splits a row at its bars, nil when it is none.
func pipeCells(text string) []string {
	if !strings.Contains(text, "|") || len(text) > 1<<16 {
		return nil
	}
	text = strings.TrimSpace(text)
	sep := "|"
	if strings.HasPrefix(text, "||") {
		sep = "||"
	}
	text = strings.TrimPrefix(text, sep)
	text = strings.TrimSuffix(text, sep)
	text = strings.TrimSuffix(text, "|")
	cells := trimAll(strings.Split(text, sep))
	if len(cells) == 1 && !strings.HasPrefix(text, "|") && sep == "|" && cells[0] == "" {
		return nil
	}
	for i, c := range cells {
		cells[i], _ = trimBold(c)
	}
	return cells
}

func isRuler(text string) bool {
	return strings.Contains(text, "--") && strings.Contains(text, "|") && separatorRow.MatchString(text)
}
