package fetch

import (
	"strconv"
	"strings"
)

// addressBorders cuts a line with several addresses. Each part begins with the
// label before its address; without one, numbers belong to the address before
// them, unless the line puts a number before its first address and none behind
// its last.
func addressBorders(l *ticketLine, labels []labelSpan) []int {
	n := len(l.addrs)
	borders := make([]int, n+1)
	borders[n] = len(l.masked)
	if n < 2 {
		return borders
	}
	blanked := blankLabels(l.masked, labels)
	numbersFirst := headlines(blanked[:l.addrs[0].start], 0, "", "") != nil && headlines(blanked[l.addrs[n-1].end:], 0, "", "") == nil
	for k := 1; k < n; k++ {
		borders[k] = l.addrs[k].start
		if numbersFirst {
			borders[k] = l.addrs[k-1].end
		}
		for _, s := range labels {
			if s.kind >= versioned && s.start >= l.addrs[k-1].end && s.end <= l.addrs[k].start {
				borders[k] = s.start
			}
		}
	}
	return borders
}

// isRunLine reports a line made for a run: a build, an address, a number, and
// hardly a word beside them.
func isRunLine(l *ticketLine, labels []labelSpan) bool {
	if len(labels) > 0 && labels[0].start <= 2 && !strings.HasSuffix(l.masked, ".") {
		return true
	}
	words, content := wordsOf(blankLabels(l.masked, labels)), 0
	for _, w := range words {
		if !smallWords[w] && !metricWords[w] && !remarkWords[w] && !isUnit(w) && !startsWithDigit(w) {
			content++
		}
	}
	return content <= 3 && len(words) <= 10
}

// runLabel finds the build of a run: on its line, else from the heading, else
// a short name before the address. Other words before the address are factors.
func (t *ticketReader) runLabel(l *ticketLine, labels []labelSpan, at int, before string, ci ciRun) (build string, factors map[string]string) {
	heading := t.ctx.build.build
	var sure, weak []labelSpan
	for _, s := range labels {
		switch {
		case s.kind == numbered || s.kind == versioned:
			sure = append(sure, s)
		case s.end <= at && heading == "":
			weak = append(weak, s)
		}
	}
	best, ok := bestLabel(sure, at)
	if !ok {
		best, ok = bestLabel(weak, at)
	}
	rest := before
	if ok {
		build = best.label
		rest = strings.Replace(before, build, " ", 1)
	} else if isRunLine(l, labels) {
		build = heading
	}
	rest = strings.Trim(rest, " \t:=-–—>|,.()[]")
	words := wordsOf(rest)
	if wordIndex(rest, strconv.FormatInt(ci.number, 10)) >= 0 && !hasWord(rest, axisWords) {
		return build, nil // the text of a link: "#444", "run 444"
	}
	if len(words) == 0 || len(words) > 6 || isSmall(rest) && build != "" || !isRunLine(l, labels) {
		return build, nil
	}
	if build == "" {
		if len(words) <= 3 && !allWords(rest, neutralHeadings) && !hasWord(rest, pronouns) && (!isNumberCell(rest) || isDigits(rest) && len(rest) > 2 && strings.Contains(before, rest+":")) {
			build = rest
		}
		return build, nil
	}
	if hasWord(rest, remarkWords) || hasWord(rest, pronouns) {
		return build, nil
	}
	return build, readTitle(rest).factors
}

func blankLabels(masked string, labels []labelSpan) string {
	b := []byte(masked)
	for _, s := range labels {
		if s.kind == bareVersion {
			continue // 8000.5 is a number here
		}
		for i := s.start; i < s.end; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}
