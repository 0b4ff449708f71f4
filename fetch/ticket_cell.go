package fetch

import "strings"

// looksLikeHeader wants short names, no numbers with decimals, no sentence.
func looksLikeHeader(cells []string) bool {
	numbers := 0
	for _, c := range cells {
		if len(c) > 48 || strings.Contains(c, "://") || strings.HasSuffix(c, ".") {
			return false
		}
		if isNumberCell(c) {
			numbers++
		}
	}
	return numbers < len(cells)
}

// isNumericRow allows one cell of text: the label of the row.
func isNumericRow(cells []string) bool {
	numbers, texts := 0, 0
	for _, c := range cells {
		switch {
		case isNumberCell(c):
			numbers++
		case !isHole(c):
			texts++
		}
	}
	return numbers > 0 && texts <= 1
}

// isRowWithoutValue is a name and nothing but marks for missing values.
func isRowWithoutValue(cells []string) bool {
	texts := 0
	for _, c := range cells {
		if !isHole(c) {
			texts++
		}
	}
	return texts == 1 && !isHole(cells[0])
}

// isNumberCell reports a cell that holds one number or repeats of it.
func isNumberCell(c string) bool {
	if len(c) > 64 || strings.ContainsAny(c, "=") {
		return false
	}
	c = cleanCell(c)
	if isHole(c) {
		return false
	}
	for _, part := range splitRepeats(c) {
		if isHole(part) {
			continue
		}
		m := numberCell.FindStringSubmatch(part)
		if m == nil || strings.Count(m[1], ".") > 1 && !groupedBy(m[1], ".") {
			return false // text, a version, an address
		}
	}
	return true
}

func trimAll(cells []string) []string {
	for i, c := range cells {
		cells[i] = strings.Trim(c, " \t\"")
	}
	return cells
}
