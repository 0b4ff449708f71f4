package fetch

import (
	"fmt"
	"sort"
)

// shareAxes names an axis that only another table with the same x names, or
// that the text above names.
func (t *ticketReader) shareAxes(tables []curveTable) {
	byX := map[string]string{}
	for i := range tables {
		if c := &tables[i]; c.axis != "" && c.xLabels == nil {
			if key := fmt.Sprint(c.xs); byX[key] == "" {
				byX[key] = c.axis
			}
		}
	}
	for i := range tables {
		c := &tables[i]
		if c.axis != "" || c.xLabels != nil {
			continue
		}
		if c.axis = byX[fmt.Sprint(c.xs)]; c.axis == "" && !c.matrix {
			c.axis = t.axisNear(c.line)
		}
	}
}

// axisNear looks for a word for concurrency in the lines above a table: the
// plural, because "one connection" is no axis.
func (t *ticketReader) axisNear(line int) string {
	const above = 12
	at := sort.Search(len(t.lines), func(i int) bool { return t.lines[i].no >= line })
	for i := at - 1; i >= 0 && t.lines[i].no >= line-above; i-- {
		l := &t.lines[i]
		if l.table || l.fenced {
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
