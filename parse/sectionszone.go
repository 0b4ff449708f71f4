package parse

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"time"
)

const zoneTitle = "time and TZ" // the section that holds the output of: date; date -u

// sectionZone finds a node's zone in a section file by the section that prints the
// same instant as local time and as UTC. It reads no further than that. The zone is
// a fixed offset: the one at the time of the collection.
func sectionZone(r io.Reader) (*time.Location, bool) {
	s := newSectionReader(r)
	for s.Next() {
		if s.title == zoneTitle {
			return zoneOfDates(s)
		}
	}
	return nil, false
}

// zoneOfDates reads a local date line and the UTC date line after it.
func zoneOfDates(r io.Reader) (*time.Location, bool) {
	var local time.Time
	sc := bufio.NewScanner(io.LimitReader(r, headSize))
	for sc.Scan() {
		at, zone, ok := parseDateLine(sc.Bytes())
		switch {
		case !ok:
			continue
		case local.IsZero():
			local = at
			continue
		case zone != "UTC" && zone != "GMT":
			return nil, false
		}
		return zoneOfOffset(local.Sub(at).Seconds())
	}
	return nil, false
}

// parseDateLine reads what date(1) prints, without its zone: "Mon Nov 30 10:49:14 UTC
// 2026", or "Mon 30 Nov 2026 10:49:14 AM UTC". The zone word is returned as printed.
func parseDateLine(line []byte) (at time.Time, zone string, ok bool) {
	fields := cutFields(bytes.TrimRight(line, "\r"), nil)
	if len(fields) < 6 || len(fields) > 7 {
		return time.Time{}, "", false
	}
	var year, month, day int
	clock := -1.0
	for i := 1; i < len(fields); i++ {
		f := fields[i]
		n, err := strconv.Atoi(string(f))
		isNumber := err == nil && f[0] != '+' && f[0] != '-' // a zone may be printed as +03
		sec, used, isClock := parseClock(fields[i:])
		switch m := monthNumber(f); {
		case isNumber && len(f) == 4:
			year = n
		case isNumber:
			day = n
		case isClock:
			clock = sec
			i += used - 1
		case m > 0 && month == 0:
			month = m
		default:
			zone = string(f)
		}
	}
	if year < 1970 || month < 1 || day < 1 || day > 31 || clock < 0 {
		return time.Time{}, "", false
	}
	return time.Date(year, time.Month(month), day, 0, 0, int(clock), 0, time.UTC), zone, true
}
