package fetch

import (
	"regexp"
	"strings"
)

// valueSeparator cuts a line such as "7.1.2-3456 - 8000 ops/s" or
// "GOOD - 379076.29 TPS - 9c1fa2e4 fix typo" into its parts.
var valueSeparator = regexp.MustCompile(`\s+[-–—|=]+>?\s+|:\s+|,\s+|\s+(?:->|→)\s+|\t+`)

// values reads lines that give a build one number each, without a run: they
// are a table with a row for each. Two such lines with different builds make
// one.
func (f *tableFinder) values(i int) int {
	t := ticketTable{line: f.lines[i].no, header: []string{"build", ""}}
	seen := map[string]bool{}
	end := i
	for j := i; j < len(f.lines); j++ {
		l := &f.lines[j]
		if l.blank() && j > i {
			continue
		}
		label, value := buildValue(l)
		if label == "" {
			break
		}
		seen[label] = true
		t.rows = append(t.rows, tableRow{j, l.no, []string{label, value}})
		end = j + 1
	}
	if len(seen) < 2 {
		return i
	}
	if _, unit, ok := (separators{}).cellValues(t.rows[0].cells[1]); ok {
		t.header[1] = unit
	}
	return f.add(t, i, end)
}

// buildValue splits such a line; label is "" when it is none. A version or
// commit is a better label than a word such as GOOD.
func buildValue(l *ticketLine) (label, value string) {
	if len(l.text) > 160 || len(l.addrs) > 0 || l.heading > 0 || !strings.ContainsAny(l.text, "0123456789") || l.settings {
		return "", ""
	}
	sure, word := "", ""
	for k, part := range valueSeparator.Split(l.text, 6) {
		part = strings.TrimSpace(part)
		best, ok := bestLabel(labelsIn(part), len(part))
		switch {
		case value == "" && isNumberCell(part) && (k > 0 || hasUnit(part)):
			value = part
		case sure == "" && ok && best.kind > bareVersion && (best.start == 0 || len(wordsOf(part)) <= 4):
			sure = best.label
			if best.kind == namedLabel || best.kind == bareVersion {
				sure = part
			}
		case word == "" && isBuildName(part):
			word = part
		}
	}
	if value == "" {
		return "", ""
	}
	if sure != "" {
		return sure, value
	}
	return word, value
}

// hasUnit reports a number with the unit of a measurement behind it.
func hasUnit(cell string) bool {
	_, unit, ok := (separators{}).cellValues(cell)
	return ok && unit != "" && (isUnit(unit) || hasWord(unit, metricWords))
}
