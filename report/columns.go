package report

import (
	"strings"
	"unicode/utf8"
)

// columns is a table of cells that are padded to equal width.
type columns struct {
	head  []string // may be nil
	right []bool   // by column: numbers stand to the right
	rows  [][]string
}

func (c *columns) add(cells ...string) { c.rows = append(c.rows, cells) }

// lines lays the table out, the head first.
func (c *columns) lines() []string {
	all := c.rows
	if c.head != nil {
		all = append([][]string{c.head}, c.rows...)
	}
	var width []int
	for _, row := range all {
		for i, cell := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	out := make([]string, len(all))
	for n, row := range all {
		var b strings.Builder
		for i, cell := range row {
			if width[i] == 0 {
				continue // a column without any text
			}
			if b.Len() > 0 {
				b.WriteString("  ")
			}
			gap := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < len(c.right) && c.right[i] {
				b.WriteString(gap + cell)
			} else {
				b.WriteString(cell + gap)
			}
		}
		out[n] = strings.TrimRight(b.String(), " ")
	}
	return out
}

// wrap breaks text at blanks into lines of at most width runes; 0 is no limit. A word
// longer than a line stands alone.
func wrap(text string, width int) []string {
	if width <= 0 || utf8.RuneCountInString(text) <= width {
		return []string{text}
	}
	var lines []string
	line, length := "", 0
	for word := range strings.SplitSeq(text, " ") {
		n := utf8.RuneCountInString(word)
		if length > 0 && length+1+n > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line, length = "", 0
		}
		if length > 0 {
			line, length = line+" ", length+1
		}
		line, length = line+word, length+n
	}
	return append(lines, line)
}
