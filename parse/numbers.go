package parse

import (
	"bytes"
	"math"
	"strconv"

	"inquest/schemas"
)

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseNumber reads a decimal number with a point or a comma as its mark. ok is
// false, and the value null, when b is anything else (nan and inf included).
func parseNumber(b []byte) (v float64, ok bool) {
	v, _, ok = parseDecimal(b)
	return v, ok
}

// parseDecimal is parseNumber that also tells how many digits stand after the mark.
// Numbers of up to 15 digits, which is what tools print, take the short way: the
// digits as an integer divided by a power of ten. Both are exact as float64, so the
// quotient is rounded once, as by strconv.ParseFloat.
func parseDecimal(b []byte) (v float64, places int, ok bool) {
	i, neg := 0, false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		neg = b[0] == '-'
		i = 1
	}
	sign := i
	mant := uint64(0)
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		mant = mant*10 + uint64(b[i]-'0')
	}
	digits := i - sign
	if i < len(b) && (b[i] == '.' || b[i] == ',') {
		i++
		point := i
		for ; i < len(b) && b[i]-'0' <= 9; i++ {
			mant = mant*10 + uint64(b[i]-'0')
		}
		places = i - point
		digits += places
	}
	if i < len(b) || digits > 15 || digits == 0 {
		v, ok = parseSlow(b)
		return v, decimals(b), ok
	}
	v = float64(mant)
	if places > 0 {
		v /= pow10[places]
	}
	if neg {
		v = -v
	}
	return v, places, true
}

func hasDigit(b []byte) bool {
	for _, c := range b {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

// decimals counts the digits after the mark, whatever else the cell holds.
func decimals(cell []byte) int {
	for i, c := range cell {
		if c == '.' || c == ',' {
			n := 0
			for _, c := range cell[i+1:] {
				if c >= '0' && c <= '9' {
					n++
				}
			}
			return n
		}
	}
	return 0
}

// mostNumber is more than any counter, in any unit: a cell beyond it is damaged, and
// scaling it could give infinity.
const mostNumber = 1e30

// parseSlow reads long numbers and exponents.
func parseSlow(b []byte) (float64, bool) {
	if !hasDigit(b) {
		return schemas.Null, false
	}
	if i := bytes.IndexByte(b, ','); i >= 0 && bytes.IndexByte(b, '.') < 0 {
		c := bytes.Clone(b)
		c[i] = '.'
		b = c
	}
	for _, c := range b { // no hex, no underscores, no words
		if (c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' {
			return schemas.Null, false
		}
	}
	v, err := strconv.ParseFloat(text(b), 64)
	if err != nil || math.Abs(v) > mostNumber {
		return schemas.Null, false
	}
	return v, true
}
