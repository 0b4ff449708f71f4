package parse

import (
	"strings"
	"time"
)

// parseDate reads a date in one of the forms that the tools print: 2026-11-30,
// 2026年11月30日, 20261130, 30.11.2026, 30-11-26, 30-NOV-2026, and 11/30/26 or
// 30/11/26. Only the last two can be ambiguous: when both numbers could be the month,
// dayFirst decides. Two-digit years are 1970 to 2069.
func parseDate(b []byte, dayFirst bool) (y, m, d int, ambiguous, ok bool) {
	p, ok := cutDate(b)
	if !ok {
		return 0, 0, 0, false, false
	}
	switch {
	case p.count == 1:
		y, m, d = p.number[0]/10000, p.number[0]/100%100, p.number[0]%100
	case p.width[0] == 4 || p.sep >= 0x80:
		y, m, d = p.number[0], p.number[1], p.number[2]
	case p.sep == '/':
		m, d, y = p.number[0], p.number[1], p.number[2]
		ambiguous = m <= 12 && d <= 12 && m != d
		if m > 12 || (ambiguous && dayFirst) {
			m, d = d, m
		}
	default:
		d, m, y = p.number[0], p.number[1], p.number[2]
		if m > 12 {
			m, d = d, m
		}
	}
	if y < 70 {
		y += 2000
	} else if y < 100 {
		y += 1900
	}
	if y < 1970 || y > 2200 || m < 1 || m > 12 || d < 1 ||
		time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Day() != d {
		return 0, 0, 0, false, false
	}
	return y, m, d, ambiguous, true
}

// date is parseDate in the order that holds for this member: the day of a stamp before it
// settles it, else what the node's members tell.
func (l *Log) date(b []byte) (y, m, d int, ambiguous, ok bool) {
	y, m, d, ambiguous, ok = parseDate(b, l.DayFirst)
	m, d, ambiguous = l.sureDate(y, m, d, ambiguous)
	return y, m, d, ambiguous && !l.OrderSure, ok
}

// dateParts are the numbers of a date as printed.
type dateParts struct {
	number [3]int
	width  [3]int // digits
	count  int    // 3, or 1 for eight digits in a row
	sep    byte   // first byte of the first separator, 0x80 and above for a word
}

// cutDate splits a date at its separators. The month may be a name.
func cutDate(b []byte) (p dateParts, ok bool) {
	const longest = len("2026년 11월 30일")
	if len(b) < len("1/1/26") || len(b) > longest || b[0] >= 'A' && b[0] < 0x80 { // a name, not a date
		return p, false
	}
	for i := 0; i < len(b); {
		digits := 0
		for i+digits < len(b) && b[i+digits] >= '0' && b[i+digits] <= '9' {
			digits++
		}
		month := 0
		if digits == 0 && p.count == 1 && i+3 <= len(b) {
			month = monthNumber(b[i : i+3])
		}
		switch {
		case digits > 0 && p.count < 3:
			for _, c := range b[i : i+digits] {
				p.number[p.count] = p.number[p.count]*10 + int(c-'0')
			}
			p.width[p.count] = digits
			p.count++
			i += digits
		case month > 0:
			p.number[1], p.width[1], p.count = month, 2, 2
			i += 3
		case digits == 0 && (b[i] >= 0x80 || strings.IndexByte("/.- ", b[i]) >= 0):
			if p.sep == 0 {
				p.sep = b[i]
			}
			i++
		default:
			return p, false
		}
	}
	if p.count == 1 {
		return p, p.width[0] == 8 && p.sep == 0
	}
	years := p.width[2] == 2 || p.width[2] == 4
	if p.width[0] == 4 || p.sep >= 0x80 {
		years = p.width[2] <= 2
	}
	return p, p.count == 3 && years && p.width[0] <= 4 && p.width[0] != 3 && p.width[1] <= 2
}

const monthNames = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"

// monthNumber is 1 to 12 for JAN to DEC in any case, else 0.
func monthNumber(b []byte) int {
	if len(b) != 3 {
		return 0
	}
	up := [3]byte{b[0] &^ 0x20, b[1] &^ 0x20, b[2] &^ 0x20} // of letters
	for m := 0; m < len(monthNames); m += 3 {
		if monthNames[m] == up[0] && monthNames[m+1] == up[1] && monthNames[m+2] == up[2] {
			return m/3 + 1
		}
	}
	return 0
}
