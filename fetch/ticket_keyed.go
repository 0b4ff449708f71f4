package fetch

import (
	"regexp"
	"strings"
)

var keyedNumber = regexp.MustCompile(`^([A-Za-z][\w /().%-]{1,40}?)\s*(?:[:=]|\s[–—-])\s*([+-]?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,']*))\s*([kKM])?\s*([A-Za-zµ%][A-Za-zµ/%]*)?[\s.]*$`)

// loneNumber is a number on a line of its own below a run.
var loneNumber = regexp.MustCompile(`^([+-]?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,']*))\s*([kKM])?\s+([A-Za-zµ%][A-Za-zµ/%]*(?:\s+per\s+[a-z]+)?)\.?$`)

// readKeyedNumber reads "Throughput: 8000 ops/s" and "8000 ops/s" as a number
// of the run above, or of the next run of the same build. It reports whether
// the line is one.
func (t *ticketReader) readKeyedNumber(l *ticketLine) bool {
	if l.table || l.fenced || len(l.text) > 100 {
		return false
	}
	var h rawHeadline
	if m := keyedNumber.FindStringSubmatch(l.text); m != nil && hasWord(m[1], metricWords) {
		h = rawHeadline{number: strings.TrimRight(m[2], ".,"), metric: strings.TrimSpace(m[1]), scale: factorOf(m[3]), unit: m[4], line: l.no}
		if u := unitSuffix.FindStringSubmatch(h.metric); u != nil && isUnit(u[1]) && h.unit == "" {
			h.metric, h.unit = strings.TrimSpace(strings.TrimSuffix(h.metric, u[0])), u[1]
		}
	} else if m := loneNumber.FindStringSubmatch(l.text); m != nil && isUnit(m[3]) {
		metric, _ := t.ctx.metric()
		h = rawHeadline{number: strings.TrimRight(m[1], ".,"), metric: metric, scale: factorOf(m[2]), unit: m[3], line: l.no}
	} else {
		return false
	}
	if t.ctx.lastRun != nil {
		t.ctx.lastRun.addHeadlines([]rawHeadline{h})
	} else if t.ctx.build.build != "" {
		t.ctx.pending = append(t.ctx.pending, h)
	}
	return true
}
