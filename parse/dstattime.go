package parse

import (
	"bytes"
	"time"

	"inquest/schemas"
)

// dstatClock dates the rows of dstat. Their clock (30-11 10:41:02; dool: Nov-30 10:41:02)
// has no year: it is that of the cell "Date:" of the preamble, and goes up when the day goes
// back from the end of a year to its beginning. Without that cell it is the year of
// Options.Near, or else 1970, and the time is relative.
type dstatClock struct {
	l       *Log
	wall    *datedClock
	days    *clock         // of clocks without a date
	zone    *time.Location // as given by the options
	known   bool
	started time.Time // as on the wall, from the cell "Date:"; zero: not known
	source  string

	y, m, d    int // of the last clock; y is 0 before the first
	monthFirst bool
	fields     [][]byte
}

func newDstatClock(l *Log) *dstatClock {
	c := &dstatClock{l: l, zone: l.Zone, known: l.ZoneKnown}
	c.begin()
	return c
}

// begin starts a recording whose preamble was not read yet.
func (c *dstatClock) begin() {
	c.l.Zone, c.l.ZoneKnown = c.zone, c.known
	c.started, c.y, c.monthFirst = time.Time{}, 0, false
	c.wall, c.days = newDatedClock(c.l), nil
}

// header takes the cell "Date:": 30 Nov 2026 10:41:02 UTC.
func (c *dstatClock) header(date []byte) {
	c.begin()
	var t timeLine
	if !t.readDate(cutFields(date, nil), false) {
		c.l.Skip(schemas.BadCell, text(date))
		return
	}
	if t.zone != nil && !c.known {
		c.l.Zone, c.l.ZoneKnown = t.zone, true
	}
	c.started = time.Date(t.y, time.Month(t.m), t.d, 0, 0, int(t.sec), 0, time.UTC)
}

// epoch reads seconds since 1970.
func (c *dstatClock) epoch(cell []byte) (ts int64, ok bool) {
	v, ok := parseNumber(cell)
	if !ok || v < 1e9 || v > 1e10 {
		return 0, false
	}
	c.source = schemas.Zoned
	return int64(v*1e6 + 0.5), true
}

// clock reads a date and a clock.
func (c *dstatClock) clock(cell []byte) (ts int64, ok bool) {
	c.fields = cutFields(cell, c.fields)
	if len(c.fields) == 1 {
		return c.dateless(c.fields[0])
	}
	if len(c.fields) < 2 {
		return 0, false
	}
	sec, _, ok := parseClock(c.fields[1:])
	if !ok {
		return 0, false
	}
	y, m, d, ok := c.day(c.fields[0], sec)
	if !ok {
		return 0, false
	}
	ts = c.wall.at(y, m, d, sec)
	c.y, c.m, c.d = y, m, d
	return ts, true
}

// dateless reads a clock alone, or the seconds since 1970, which DSTAT_TIMEFMT can ask for.
func (c *dstatClock) dateless(b []byte) (ts int64, ok bool) {
	if ts, ok = c.epoch(b); ok {
		return ts, true
	}
	sec, _, ok := parseClock([][]byte{b})
	if !ok {
		return 0, false
	}
	if c.days == nil {
		c.days = newClock(c.l)
		c.source = schemas.Relative
		if s := c.started; !s.IsZero() {
			c.days.setDate(s.Year(), int(s.Month()), s.Day())
			c.source = c.l.clockSource()
		}
	}
	return c.days.at(sec), true
}

// day reads the date of a row: 30-11, Nov-30, 11/30 or one with its year.
func (c *dstatClock) day(b []byte, sec float64) (y, m, d int, ok bool) {
	if len(b) >= len("2026-11-30") {
		y, m, d, _, ok = parseDate(b, c.l.DayFirst)
		c.source = c.l.clockSource()
		return y, m, d, ok
	}
	i := bytes.IndexAny(b, "-/.")
	if i <= 0 || i+1 >= len(b) {
		return 0, 0, 0, false
	}
	first, ok1 := digitsOf(b[:i])
	second, ok2 := digitsOf(b[i+1:])
	switch {
	case ok1 && ok2:
		d, m = int(first), int(second)
		if c.y == 0 {
			c.monthFirst = m > 12 || c.other(d, m)
		}
		if c.monthFirst {
			d, m = m, d
		}
	case ok2 && i == 3:
		m, d = monthNumber(b[:i]), int(second)
	case ok1 && len(b) == i+4:
		m, d = monthNumber(b[i+1:]), int(first)
	}
	if m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, 0, 0, false
	}
	return c.year(m, d, sec), m, d, true
}

// other tells that the date of the first row is that of the preamble when its month stands
// before its day, which DSTAT_TIMEFMT can bring about, and is not as it is printed by default.
func (c *dstatClock) other(d, m int) bool {
	s := c.started
	return !s.IsZero() && d != m && int(s.Month()) == d && s.Day() == m
}

// year finds the year of a day.
func (c *dstatClock) year(m, d int, sec float64) int {
	if c.y != 0 {
		if (m-c.m)*31+d-c.d < -180 {
			return c.y + 1
		}
		return c.y
	}
	c.source = c.l.clockSource()
	switch near := c.l.Near; {
	case !c.started.IsZero():
		best, least := 0, time.Duration(1<<63-1)
		for y := c.started.Year() - 1; y <= c.started.Year()+1; y++ {
			at := time.Date(y, time.Month(m), d, 0, 0, int(sec), 0, time.UTC)
			if away := at.Sub(c.started).Abs(); away < least {
				best, least = y, away
			}
		}
		return best
	case !near.IsZero():
		y := near.In(c.l.Zone).Year()
		if time.Date(y, time.Month(m), d, 0, 0, int(sec), 0, c.l.Zone).After(near.Add(time.Minute)) {
			y--
		}
		return y
	}
	c.source = schemas.Relative
	return 1970
}
