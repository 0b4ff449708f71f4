package parse

import "bytes"

// parseClock reads the clock that begins fields: 10:36:15 with or without a
// fraction, 10.36.15, either followed by AM or PM, 10時36分15秒, and the Korean form,
// which is three fields. used counts the fields; ok is false when there is no clock.
// The zone words that some tools print after it are left to the caller.
func parseClock(fields [][]byte) (sec float64, used int, ok bool) {
	if len(fields) == 0 {
		return 0, 0, false
	}
	b, used := fields[0], 1
	if bytes.HasSuffix(b, []byte("시")) && len(fields) >= 3 {
		b, used = bytes.Join(fields[:3], nil), 3
	}
	h, mark, b, ok1 := clockPart(b, 1)
	m, mark2, b, ok2 := clockPart(b, 2)
	s, end, b, ok3 := clockPart(b, 2)
	if !ok1 || !ok2 || !ok3 || mark == 0 || mark2 == 0 || h > 23 || m > 59 || s > 60 {
		return 0, 0, false
	}
	sec = float64(s)
	if len(b) > 0 {
		frac, isNumber := parseNumber(b)
		if !isNumber || mark != ':' || (end != '.' && end != ',') || b[0] < '0' || b[0] > '9' {
			return 0, 0, false
		}
		sec += frac / pow10[min(len(b), 15)]
	} else if end != 0 && end < 0x80 {
		return 0, 0, false
	}
	if len(fields) > used && h >= 1 && h <= 12 {
		if half, is := halfOfDay(fields[used]); is {
			h = h%12 + half
			used++
		}
	}
	return float64(h*3600+m*60) + sec, used, true
}

// clockPart reads a number of at most two and at least least digits and the mark
// after it: an ASCII sign or a run of other characters, of which the first byte is
// given; 0 at the end.
func clockPart(b []byte, least int) (n int, mark byte, rest []byte, ok bool) {
	i := 0
	for i < len(b) && i < 2 && b[i] >= '0' && b[i] <= '9' {
		n = n*10 + int(b[i]-'0')
		i++
	}
	if i < least {
		return 0, 0, b, false
	}
	if i == len(b) {
		return n, 0, nil, true
	}
	mark = b[i]
	switch {
	case mark == ':' || mark == '.' || mark == ',':
		i++
	case mark >= 0x80:
		for i < len(b) && b[i] >= 0x80 {
			i++
		}
	default:
		return 0, 0, b, false
	}
	return n, mark, b[i:], true
}

// halfOfDay gives the hours that AM or PM add.
func halfOfDay(b []byte) (hours int, ok bool) {
	switch {
	case len(b) == 0 || isDigit(b[0]):
	case len(b) == 2 && (b[1] == 'M' || b[1] == 'm'):
		switch b[0] {
		case 'A', 'a':
			return 0, true
		case 'P', 'p':
			return 12, true
		}
	case len(b) == 4 && bytes.EqualFold(b, []byte("a.m.")), text(b) == "午前":
		return 0, true
	case len(b) == 4 && bytes.EqualFold(b, []byte("p.m.")), text(b) == "午後":
		return 12, true
	}
	return 0, false
}
