package fetch

import (
	"regexp"
	"strings"
)

// plusMinus is the spread that a cell states behind its number.
var plusMinus = regexp.MustCompile(`\s*(?:±|\+/-|\+-)\s*\d[\d.,' ]*(?:\s*%)?`)

// isHole reports the ways to write that there is no value.
func isHole(cell string) bool {
	switch strings.ToLower(strings.Trim(cell, " *_")) {
	case "", "-", "--", "---", "—", "–", "−", "‐", "n/a", "na", "n.a.", "none", "null", "nil", "nan", "?", "tbd", ".", "...", "…", "x",
		"<no value>", "no value", "missing", "not run", "---%", "--%", "-%", "—%", "–%":
		return true
	}
	return false
}

// cleanCell drops what decorates a cell.
func cleanCell(cell string) string {
	if strings.Contains(cell, ":") {
		cell = emojiMark.ReplaceAllString(cell, "")
	}
	cell = strings.ReplaceAll(cell, "−", "-")
	if m := plusMinus.FindStringIndex(cell); m != nil {
		cell = strings.TrimSpace(cell[:m[0]] + cell[m[1]:])
	}
	return strings.Trim(cell, " \t*_$")
}

var threeDecimals = regexp.MustCompile(`^[1-9]\d{0,2}\.\d{3}$`)

// dotsUnclear reports a column in which every number, three or more of them,
// could have its dot as a decimal point or between thousands: 192.811.
func dotsUnclear(cells []string) bool {
	n := 0
	for _, cell := range cells {
		for _, number := range numbersInCell(cell) {
			if !threeDecimals.MatchString(number) {
				return false
			}
			n++
		}
	}
	return n >= 3
}

// numbersInCell splits a cell with repeats ("181878.66, 187166.71").
func numbersInCell(cell string) []string {
	cell = cleanCell(cell)
	var out []string
	for _, part := range splitRepeats(cell) {
		if m := numberCell.FindStringSubmatch(part); m != nil {
			out = append(out, strings.TrimSpace(m[1]))
		}
	}
	return out
}

func splitRepeats(cell string) []string {
	for _, sep := range []string{";", " / ", ", "} {
		if strings.Contains(cell, sep) {
			parts := strings.Split(cell, sep)
			for i, p := range parts {
				parts[i] = strings.TrimSpace(p)
			}
			return parts
		}
	}
	return []string{cell}
}

// cellValues reads the numbers of a cell. ok is false for text; a missing
// value gives no numbers and ok. A unit behind the number is returned.
func (s separators) cellValues(cell string) (values []float64, unit string, ok bool) {
	cell = cleanCell(cell)
	if isHole(cell) {
		return nil, "", true
	}
	for _, part := range splitRepeats(cell) {
		if isHole(part) {
			continue
		}
		m := numberCell.FindStringSubmatch(part)
		if m == nil {
			return nil, "", false
		}
		v, good := s.number(strings.TrimSpace(m[1]))
		if !good {
			return nil, "", false
		}
		values = append(values, v*factorOf(m[2]))
		unit = strings.TrimSpace(m[3])
	}
	return values, unit, true
}
