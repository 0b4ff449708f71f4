package parse

import (
	"bytes"
	"math"
	"strconv"
	"unsafe"

	"inquest/schemas"
)

// cutFields splits a line at blanks and tabs into dst, which is reused; the fields
// point into the line.
func cutFields(line []byte, dst [][]byte) [][]byte {
	dst = dst[:0]
	start := -1
	for i, c := range line {
		if c == ' ' || c == '\t' {
			if start >= 0 {
				dst = append(dst, line[start:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		dst = append(dst, line[start:])
	}
	return dst
}

// cutSep splits a line at every sep into dst, which is reused.
func cutSep(line []byte, sep byte, dst [][]byte) [][]byte {
	dst = dst[:0]
	for {
		i := bytes.IndexByte(line, sep)
		if i < 0 {
			return append(dst, line)
		}
		dst = append(dst, line[:i])
		line = line[i+1:]
	}
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseNumber reads a decimal number with a point or a comma as its mark. ok is
// false, and the value null, when b is anything else (nan and inf included).
// Numbers of up to 15 digits, which is what tools print, take the short way: the
// digits as an integer divided by a power of ten, which rounds exactly as strconv.
func parseNumber(b []byte) (v float64, ok bool) {
	neg, i := false, 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		neg = b[0] == '-'
		i = 1
	}
	mant, digits, frac := uint64(0), 0, -1
	for ; i < len(b); i++ {
		c := b[i]
		switch {
		case c >= '0' && c <= '9':
			mant = mant*10 + uint64(c-'0')
			if mant > 0 {
				digits++
			}
			if frac >= 0 {
				frac++
			}
		case (c == '.' || c == ',') && frac < 0:
			frac = 0
		default:
			return parseSlow(b)
		}
		if digits > 15 || frac > 15 {
			return parseSlow(b)
		}
	}
	if len(b) == 0 || (digits == 0 && !hasDigit(b)) {
		return schemas.Null, false
	}
	v = float64(mant)
	if frac > 0 {
		v /= pow10[frac]
	}
	if neg {
		v = -v
	}
	return v, true
}

func hasDigit(b []byte) bool {
	for _, c := range b {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

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
	if err != nil || math.IsInf(v, 0) {
		return schemas.Null, false
	}
	return v, true
}

// text views b as a string without a copy; b must not change while it is in use.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// stripColour takes terminal colour codes (ESC [ ... letter) out of a line, in place.
func stripColour(line []byte) []byte {
	if bytes.IndexByte(line, 0x1b) < 0 {
		return line
	}
	out := line[:0]
	for i := 0; i < len(line); i++ {
		if line[i] != 0x1b {
			out = append(out, line[i])
			continue
		}
		if i+1 < len(line) && line[i+1] == '[' {
			i += 2
			for i < len(line) && (line[i] < '@' || line[i] > '~') {
				i++
			}
		}
	}
	return out
}
