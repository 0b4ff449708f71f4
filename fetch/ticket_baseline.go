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

var baselineShape = regexp.MustCompile(`(?i)\b(?:base(?:line)?|reference)\s*(?:value|result|number|level)?\s*(?:\([^()]{1,60}\))?\s*(?:of|is|was|at|:|=|\()?\s*(` + bigNumber + `)([kKM]\b)?`)

// partOfVersion goes on behind a number: 10.2.1 is none.
var partOfVersion = regexp.MustCompile(`^\.\d`)

func suffixIn(s string, from, to int) string {
	if from < 0 {
		return ""
	}
	return s[from:to]
}

// plausible reports that a number can be what the baseline was measured in:
// within a factor of two of it.
func (n statedNumber) plausible(v float64) bool { return n.value/v <= 2 && v/n.value <= 2 }

// findBaseline takes the baseline of the prose when there is one.
func (t *ticketReader) findBaseline() {
	for i := range t.lines {
		l := &t.lines[i]
		if l.table || l.fenced {
			continue
		}
		for _, m := range baselineShape.FindAllStringSubmatchIndex(l.masked, 4) {
			number, behind := l.masked[m[2]:m[3]], strings.TrimSpace(l.masked[m[3]:])
			if strings.HasPrefix(behind, "%") || strings.HasPrefix(l.masked[m[3]:], "-") || partOfVersion.MatchString(l.masked[m[3]:]) || shapeOf(number) > bareVersion {
				continue
			}
			if v := quantity(number, suffixIn(l.masked, m[4], m[5])); v > 0 && t.baseline.line == 0 {
				t.baseline = statedNumber{v, l.no}
			}
		}
	}
}
