package fetch

import "slices"

// shareAxes names an axis that only another table with the same x names, or
// that the title or the text above names.
func (t *ticketReader) shareAxes(tables []curveTable) {
	for i := range tables {
		c := &tables[i]
		for j := range tables {
			if c.axis == "" && c.xLabels == nil && tables[j].axis != "" && slices.Equal(c.xs, tables[j].xs) {
				c.axis = tables[j].axis
			}
		}
		if c.axis == "" && c.xLabels == nil && !c.matrix {
			c.axis = t.axisNear(c.line)
		}
	}
}

// axisNear looks for a word for concurrency in the lines above a table: the
// plural, because "one connection" is no axis.
func (t *ticketReader) axisNear(line int) string {
	for i := len(t.lines) - 1; i >= 0; i-- {
		l := &t.lines[i]
		if l.no >= line || l.no < line-12 || l.table || l.fenced {
			continue
		}
		for _, w := range wordsOf(l.masked) {
			if concurrencyWords[w] && !axisWords[w+"s"] {
				return w
			}
		}
	}
	return ""
}
