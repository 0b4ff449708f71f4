package diff

import (
	"math"
	"strconv"
	"strings"

	"inquest/report/units"
)

// quantityOf writes a number in its unit for people.
func quantityOf(v float64, unit string) string { return units.Quantity(number(v), unit) }

// counted is quantityOf, with a whole number of things as that: 4, not 4.00.
func counted(v float64, unit string) string {
	if whole := math.Round(v); unit == "count" && math.Abs(v-whole) < 1e-6 && whole < 1e6 {
		return strconv.Itoa(int(whole))
	}
	return quantityOf(v, unit)
}

// short writes a number with three significant digits.
func short(v float64) string { return units.TrimZeros(units.Number(v, 3)) }

// signedPct writes a relative change: -14.6 %, or as a factor from a tripling on.
func signedPct(p float64) string {
	if math.IsNaN(p) {
		return "from 0"
	}
	return units.Percent(&p)
}

// pctRange writes the range of several changes: "-51.3 to -84.6 %".
func pctRange(lo, hi float64) string {
	a, b := signedPct(lo), signedPct(hi)
	if a == b {
		return a
	}
	if strings.HasSuffix(a, " %") && strings.HasSuffix(b, " %") {
		a = strings.TrimSuffix(a, " %")
	}
	return a + " to " + b
}

// change writes "13.2 -> 11.3 % (-14.4 %)".
func change(base, head float64, unit string) string {
	return units.Pair(number(base), number(head), unit, " -> ") + " (" + signedPct(pctOf(base, head)) + ")"
}

// fixed writes a number with so many digits behind the point; what rounds to nothing has no sign.
func fixed(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if rest, minus := strings.CutPrefix(s, "-"); minus && strings.Trim(rest, "0.") == "" {
		return rest
	}
	return s
}
