package fetch

import (
	"regexp"
	"strings"
)

// A statedNumber is a baseline that prose gives: "compared to baseline 1912".
type statedNumber struct {
	value float64
	line  int
}

var baselineShape = regexp.MustCompile(`(?i)\bbase(?:line)?\s*(?:value|result|number)?\s*(?:of|is|was|at|:|=|\()?\s*(` + bigNumber + `)`)

// findBaseline takes the baseline of the prose when there is one.
func (t *ticketReader) findBaseline() {
	for i := range t.lines {
		l := &t.lines[i]
		if l.table || l.fenced || !strings.Contains(strings.ToLower(l.masked), "base") {
			continue
		}
		for _, m := range baselineShape.FindAllStringSubmatchIndex(l.masked, 4) {
			if m[3] < len(l.masked) && strings.IndexByte("%.-", l.masked[m[3]]) >= 0 && !strings.HasPrefix(l.masked[m[3]:], ". ") || shapeOf(l.masked[m[2]:m[3]]) > bareVersion {
				continue
			}
			if v := quantity(l.masked[m[2]:m[3]], ""); v > 0 && t.baseline.line == 0 {
				t.baseline = statedNumber{v, l.no}
			}
		}
	}
}
