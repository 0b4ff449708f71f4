package fetch

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	emojiMark  = regexp.MustCompile(`:[a-z_]+:`)
	numberCell = regexp.MustCompile(`^[~≈<>=]*\s*([+-]?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,']*))\s*([kKMGT](?:[^A-Za-z]|$))?\s*([A-Za-zµμ%°/][^\d,;|]{0,16})?$`)
)

// separators says which characters group thousands in a column, and whether
// the comma is its decimal point. A column in which they cannot be told apart
// is mixed: its grouped cells are not read.
type separators struct {
	commaGroups, blankGroups, dotGroups, commaDecimal, mixed bool
}

// separatorsOf decides for a whole column: thousands count only when every
// cell that has the separator has it in the places of thousands, and no cell
// of five digits or more goes without.
func separatorsOf(cells []string) separators {
	var s separators
	var plain, comma, blank, dots, other bool
	for _, cell := range cells {
		for _, n := range numbersInCell(cell) {
			whole, _, _ := strings.Cut(strings.ReplaceAll(n, "'", ""), ".")
			switch {
			case strings.Contains(n, ","):
				comma = true
				if groupedBy(n, ",") {
					s.commaGroups = true
				} else if strings.Count(n, ",") == 1 && !strings.Contains(n, ".") {
					s.commaDecimal = true
				} else {
					other = true
				}
			case strings.Contains(n, " "):
				blank = true
				if groupedBy(n, " ") {
					s.blankGroups = true
				} else {
					other = true
				}
			case strings.Count(n, ".") > 1:
				dots = groupedBy(n, ".")
				s.dotGroups = dots
				other = other || !dots
			case len(strings.TrimLeft(whole, "+-")) > 4 && !strings.Contains(n, "'"):
				plain = true
			}
		}
	}
	s.mixed = other || comma && blank || plain && (s.commaGroups || s.blankGroups) || s.commaGroups && s.commaDecimal
	return s
}

// groupedBy reports digits in groups of three between sep.
func groupedBy(n, sep string) bool {
	n = strings.TrimLeft(n, "+-")
	whole, decimals, hasDecimals := n, "", false
	if sep != "." {
		whole, decimals, hasDecimals = strings.Cut(n, ".")
	}
	if hasDecimals && strings.ContainsAny(decimals, ", ") {
		return false
	}
	for i, group := range strings.Split(whole, sep) {
		if len(group) != 3 && (i > 0 || len(group) == 0 || len(group) > 3) {
			return false
		}
	}
	return true
}

func (s separators) number(n string) (float64, bool) {
	grouped := strings.ContainsAny(n, ", ")
	if grouped && s.mixed {
		return 0, false
	}
	n = strings.ReplaceAll(n, "'", "")
	switch {
	case s.commaDecimal && strings.Contains(n, ","):
		n = strings.Replace(n, ",", ".", 1)
	case s.dotGroups && strings.Count(n, ".") > 1:
		n = strings.ReplaceAll(n, ".", "")
	}
	n = strings.NewReplacer(",", "", " ", "").Replace(n)
	v, err := strconv.ParseFloat(n, 64)
	return v, err == nil && v <= largestValue && v >= -largestValue
}

// largestValue bounds what is taken for a measurement; sums of it stay finite.
const largestValue = 1e18

// factorOf reads the k of "390K".
func factorOf(suffix string) float64 {
	if suffix == "" {
		return 1
	}
	switch suffix[0] {
	case 'k', 'K':
		return 1e3
	case 'M':
		return 1e6
	case 'G':
		return 1e9
	case 'T':
		return 1e12
	}
	return 1
}
