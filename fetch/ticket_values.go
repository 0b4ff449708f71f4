package fetch

import (
	"regexp"
	"strings"
)

// valueSeparator cuts a line such as "7.1.2-3456 - 8000 ops/s" or
// "GOOD - 379076.29 TPS - 9c1fa2e4 fix typo" into its parts.
var valueSeparator = regexp.MustCompile(`\s+[-–—|=]+>?\s+|:\s+|,\s+|\s+(?:->|→)\s+|\t+|\s{2,}`)

// values reads lines that give a build one number each, without a run: they
// are a table with a row for each. Two such lines with different builds make
// one.
func (f *tableFinder) values(i int) int {
	t := ticketTable{line: f.lines[i].no, header: []string{"build", ""}}
	seen := map[string]bool{}
	end, judged := i, false
	for j := i; j < len(f.lines); j++ {
		l := &f.lines[j]
		if l.blank() && j > i {
			continue
		}
		v := buildValueOf(l)
		if v.label == "" || v.value == "" || len(seen) == 0 && isHole(v.value) {
			break
		}
		seen[v.label] = true
		judged = judged || v.verdict != ""
		t.rows = append(t.rows, tableRow{j, l.no, []string{v.label, v.value, v.verdict}})
		end = j + 1
	}
	if len(seen) < 2 {
		return i
	}
	if _, unit, ok := (separators{}).cellValues(t.rows[0].cells[1]); ok {
		t.header[1] = unit
	}
	if judged {
		t.header = append(t.header, "verdict")
	} else {
		for k := range t.rows {
			t.rows[k].cells = t.rows[k].cells[:2]
		}
	}
	return f.add(t, i, end)
}

// A buildValue is what such a line gives.
type buildValue struct {
	label, value, verdict string
}

// buildValueOf splits such a line; the label is empty when it is none. A
// version or commit is a better label than a word such as GOOD.
func buildValueOf(l *ticketLine) (v buildValue) {
	if len(l.text) > 160 || len(l.addrs) > 0 || l.heading > 0 || !strings.ContainsAny(l.text, "0123456789") || l.settings {
		return v
	}
	sure, word, at := "", "", 0
	for k, part := range valueSeparator.Split(l.text, 9) {
		part = v.judge(strings.TrimSpace(part))
		best, ok := bestLabel(labelsIn(part), len(part))
		switch {
		case v.value == "" && isNumberCell(part) && (k > 0 || hasUnit(part)):
			v.value, at = part, k
		case v.value != "" && k == at+1 && isRepeatOf(part, v.value):
			v.value, at = v.value+", "+part, k
		case v.value == "" && sure != "" && part != "" && isHole(part):
			v.value = part
		case sure == "" && ok && best.kind > bareVersion && (best.start == 0 || len(wordsOf(part)) <= 4):
			sure = best.label
			if best.kind == namedLabel || best.kind == bareVersion {
				sure = part
			}
		case word == "" && isBuildName(part):
			word = part
		}
	}
	v.label = sure
	if sure == "" {
		v.label = word
	}
	return v
}

// judge takes a verdict off the end of a number ("192 811 good") and notes
// that of a part of its own or beside a label ("last good 9c1fa2e4").
func (v *buildValue) judge(part string) string {
	if v.verdict == "" {
		v.verdict = verdictOf(part)
	}
	if m := behindNumber.FindStringSubmatch(part); m != nil {
		if verdict := verdictOf(m[2]); verdict != "" {
			v.verdict = verdict
			return m[1]
		}
	}
	return part
}

var behindNumber = regexp.MustCompile(`^([\d.,' ]*\d)\s*[(\[]?\s*([A-Za-z][A-Za-z ]{1,20})[)\]]?$`)

// isRepeatOf reports a number in the unit of the last of value, and so near to
// it that it is the same thing measured again.
func isRepeatOf(part, value string) bool {
	if !isNumberCell(part) {
		return false
	}
	all, unit, ok := (separators{}).cellValues(value + ", " + part)
	_, last, _ := (separators{}).cellValues(value)
	if !ok || unit != last || len(all) < 2 {
		return false
	}
	a, b := all[0], all[len(all)-1]
	return a > 0 && b > 0 && a <= 2*b && b <= 2*a
}

// hasUnit reports a number with the unit of a measurement behind it.
func hasUnit(cell string) bool {
	_, unit, ok := (separators{}).cellValues(cell)
	return ok && unit != "" && (isUnit(unit) || hasWord(unit, metricWords))
}
