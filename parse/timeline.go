package parse

import (
	"bytes"
	"time"
)

// timeLine is what a line between two snapshots says about when the next was taken.
type timeLine struct {
	epoch  bool // whole and frac count from 1970-01-01 UTC
	whole  int64
	frac   int64 // the digits after the point as a number
	digits int   // how many they are

	y, m, d   int // else a date and a clock
	sec       float64
	zone      *time.Location // nil: not stated, or by a word that is not trusted
	ambiguous bool           // month and day could be swapped
}

// parseTimeLine reads the lines that collectors print before a snapshot:
//
//	TS 1796035666.008887647 2026-11-30 10:47:46      pt-stalk, pt-diskstats
//	1796035050.512531640                             date +%s.%N
//	zzz ***Mon Nov 30 10:37:46 UTC 2026              OSWatcher
//	zzz <11/30/2026 10:37:46> subcount: 1            ExaWatcher, also with Count:720
//	timestamp: 1796035050.512531640                  pbench
//	Mon Nov 30 10:37:46 UTC 2026                     date(1)
//	2026-11-30T10:37:53+00:00                        date -Is
//	2026-11-30 10:37:53.123
func parseTimeLine(line []byte, dayFirst bool) (t timeLine, ok bool) {
	if len(line) < len("1796035050") || len(line) > 100 || isLowerWord(line) {
		return t, false
	}
	var room [12][]byte
	f, few := cutFew(line, room[:0])
	exa := false
	switch {
	case len(f) == 0 || !few:
		return t, false
	case text(f[0]) == "TS":
		ok = len(f) > 1 && t.readEpoch(f[1])
		return t, ok
	case len(f) == 1 && t.readEpoch(f[0]):
		return t, true
	case text(f[0]) == "timestamp:":
		ok = len(f) == 2 && t.readEpoch(f[1])
		return t, ok
	case bytes.HasPrefix(f[0], []byte("zzz")):
		f[0] = f[0][3:]
		for i := range f {
			if bytes.HasPrefix(f[i], []byte("subcount")) || bytes.HasPrefix(f[i], []byte("Count:")) {
				f = f[:i]
				break
			}
			if before, _, found := bytes.Cut(f[i], []byte("Sample")); found { // "2026Sample interval: 30 seconds"
				f[i] = before
				f = f[:i+1]
				break
			}
			if len(f[i]) > 0 && f[i][0] == '<' { // ExaWatcher always writes the month first
				exa, dayFirst = true, false
			}
			f[i] = bytes.Trim(f[i], "*<>")
		}
	}
	ok = t.readDate(f, dayFirst)
	if exa {
		t.ambiguous = false
	}
	return t, ok
}

// isLowerWord tells that a line begins with a word in small letters that cannot begin a
// line of time: not zzz, not timestamp:, and not a month.
func isLowerWord(line []byte) bool {
	return line[0] >= 'a' && line[0] < 'z' && isVmstatName(line[:4]) && !bytes.HasPrefix(line, []byte("timestamp:"))
}

// readEpoch reads seconds since 1970 of the years 2001 to 2106, with or without a fraction.
func (t *timeLine) readEpoch(b []byte) bool {
	whole, frac, _ := bytes.Cut(b, []byte{'.'})
	if len(whole) != 10 || len(frac) > 9 {
		return false
	}
	var ok1, ok2 bool
	t.whole, ok1 = digitsOf(whole)
	t.frac, ok2 = digitsOf(frac)
	t.digits = len(frac)
	t.epoch = ok1 && ok2 && t.whole >= 1e9 && t.whole < 1<<32
	return t.epoch
}

// digitsOf reads a number that is digits and nothing else; none are 0.
func digitsOf(b []byte) (n int64, ok bool) {
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, len(b) <= 18
}

// readDate reads a date and a clock in any order of their parts; every field must be
// part of it.
func (t *timeLine) readDate(f [][]byte, dayFirst bool) bool {
	var haveDate, haveClock bool
	for i := 0; i < len(f); i++ {
		b := f[i]
		if len(b) > 11 && b[10] == 'T' { // 2026-11-30T10:37:53+00:00
			clock, zone := cutOffset(b[11:])
			haveClock = t.readClock(clock)
			t.zone = zone
			b = b[:10]
		}
		if y, m, d, ambiguous, ok := parseDate(b, dayFirst); ok && !haveDate {
			t.y, t.m, t.d, t.ambiguous, haveDate = y, m, d, ambiguous, true
		} else if bytes.IndexByte(b, ':') > 0 && !haveClock {
			if sec, used, ok := parseClock(f[i:]); ok {
				t.sec, haveClock = sec, true
				i += used - 1
			} else {
				clock, zone := cutOffset(b)
				haveClock = t.readClock(clock)
				t.zone = zone
			}
			if !haveClock {
				return false
			}
		} else if !t.readWord(b) && len(b) > 0 {
			return false
		}
	}
	if !haveDate {
		haveDate = t.y >= 1970 && t.m > 0 && t.d > 0 && t.d <= 31
	}
	return haveDate && haveClock
}

func (t *timeLine) readClock(b []byte) bool {
	sec, _, ok := parseClock([][]byte{b})
	t.sec = sec
	return ok
}

// readWord reads one part of what date(1) prints: weekday, month, day, year or zone.
func (t *timeLine) readWord(b []byte) bool {
	if n, ok := digitsOf(b); ok && len(b) > 0 {
		switch {
		case len(b) == 4 && t.y == 0:
			t.y = int(n)
		case len(b) <= 2 && t.d == 0:
			t.d = int(n)
		default:
			return false
		}
		return true
	}
	if len(b) == 3 && t.m == 0 {
		if t.m = monthNumber(b); t.m > 0 {
			return true
		}
	}
	if zone, trusted, ok := zoneWord(b); ok {
		if trusted {
			t.zone = zone
		}
		return true
	}
	const weekdays = "MonTueWedThuFriSatSun"
	return len(b) == 3 && bytes.Contains([]byte(weekdays), b)
}

// zoneWord reads the name of a zone. Only UTC, GMT, Z and offsets are trusted: other
// words name several zones, and tools keep printing them after the clocks changed.
func zoneWord(b []byte) (zone *time.Location, trusted, ok bool) {
	switch text(b) {
	case "UTC", "GMT", "Z":
		return time.UTC, true, true
	}
	if zone := offsetZone(b); zone != nil {
		return zone, true, true
	}
	for _, c := range b {
		if c < 'A' || c > 'Z' {
			return nil, false, false
		}
	}
	return nil, false, len(b) >= 2 && len(b) <= 5
}

// offsetZone reads +00:00, +0000 or +00; nil when b is none of them.
func offsetZone(b []byte) *time.Location {
	if len(b) < 3 || len(b) > 6 || (b[0] != '+' && b[0] != '-') {
		return nil
	}
	n, ok := digitsOf(bytes.ReplaceAll(b[1:], []byte{':'}, nil))
	if !ok || len(b) == 4 {
		return nil
	}
	if len(b) == 3 {
		n *= 100
	}
	sec := int(n/100*3600 + n%100*60)
	if sec > 15*3600 {
		return nil
	}
	if b[0] == '-' {
		sec = -sec
	}
	return time.FixedZone(string(b), sec)
}

// cutOffset takes the offset off a clock.
func cutOffset(b []byte) (clock []byte, zone *time.Location) {
	if n := len(b); n > 0 && b[n-1] == 'Z' {
		return b[:n-1], time.UTC
	}
	if i := bytes.LastIndexAny(b, "+-"); i > 0 {
		if zone := offsetZone(b[i:]); zone != nil {
			return b[:i], zone
		}
	}
	return b, nil
}
