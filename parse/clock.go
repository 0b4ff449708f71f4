package parse

import (
	"math"
	"time"

	"inquest/schemas"
)

// clock turns the clocks of one table, which carry no date, into instants. The date
// is the one of the file's header; a clock that goes back by more than an hour has
// passed midnight, by at most an hour it has left summer time and goes on counting
// in the offset it began with.
//
// Without setDate it runs on 1970-01-01. The format then sets ts_source to relative
// and calls Log.dateByNear when all is read.
type clock struct {
	l      *Log
	date   int64   // the header's date, in days since 1970-01-01
	day    int64   // date of the last clock
	last   float64 // last clock, seconds of the day; negative before the first
	lastTS int64
	step   float64 // seconds between the last two clocks that differed
	shift  int64   // added since the end of a summer time that the zone knows nothing of

	doubt     string // a header's date that can be read in two ways, until it is said
	doubtLine int64

	begin     int64 // local midnight of beginDay, microseconds UTC
	beginDay  int64
	steadyDay bool // the zone's offset is the same all day
}

const (
	dayMicros  = 24 * hourMicros
	hourMicros = int64(time.Hour / time.Microsecond)
	unknownDay = math.MinInt64
)

func newClock(l *Log) *clock { return &clock{l: l, last: -1, beginDay: unknownDay} }

// setDate sets the header's date and starts a table.
func (c *clock) setDate(y, m, d int) {
	c.date = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
	c.startTable()
}

// startTable begins again at the header's date.
func (c *clock) startTable() { c.day, c.last, c.step, c.shift = c.date, -1, 0, 0 }

// at is the instant of the next clock of the table, microseconds UTC. A clock that
// goes back by at most an hour is recorded as a skip at the current line.
func (c *clock) at(secOfDay float64) int64 {
	if c.doubt != "" {
		c.l.SkipAt(c.doubtLine, schemas.DateAmbiguous, c.doubt)
		c.doubt = ""
	}
	back := c.last - secOfDay
	if c.last >= 0 && back > 60*60 {
		c.day++
	}
	ts := c.instant(secOfDay) + c.shift
	if c.last >= 0 && back > 0 && back <= 60*60 {
		c.l.Skip(schemas.ClockBack, text(c.l.Line()))
		if ts < c.lastTS && !c.setByHand(back) {
			c.shift += hourMicros
			ts += hourMicros
		}
	}
	if d := float64(ts-c.lastTS) / 1e6; c.last >= 0 && d > 0 {
		c.step = d
	}
	c.last, c.lastTS = secOfDay, ts
	return ts
}

// setByHand tells a correction of the clock by some seconds from the end of summer
// time, which leaves no gap of an hour between rows that are seconds apart.
func (c *clock) setByHand(back float64) bool {
	return back <= 60 && c.step > 0 && 60*60-back > 10*c.step
}

// instant reads a clock of the current day in the log's zone. Of the two instants
// that a clock names when summer time ends, it takes the first not yet passed.
func (c *clock) instant(sec float64) int64 {
	if c.day != c.beginDay {
		c.begin = localMidnight(c.day, c.l.Zone)
		c.beginDay = c.day
		c.steadyDay = localMidnight(c.day+1, c.l.Zone)-c.begin == dayMicros
	}
	micros := int64(math.Round(sec * 1e6))
	if c.steadyDay {
		return c.begin + micros
	}
	d := time.Unix(c.day*24*60*60, 0).UTC()
	ts := time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, int(micros)*1000, c.l.Zone).UnixMicro()
	if c.sameWall(ts, ts-hourMicros) {
		ts -= hourMicros
	}
	if c.last >= 0 && ts < c.lastTS && c.sameWall(ts, ts+hourMicros) {
		ts += hourMicros
	}
	return ts
}

// sameWall tells whether a clock in the log's zone shows the same time at both instants.
func (c *clock) sameWall(a, b int64) bool {
	h1, m1, s1 := time.UnixMicro(a).In(c.l.Zone).Clock()
	h2, m2, s2 := time.UnixMicro(b).In(c.l.Zone).Clock()
	return h1 == h2 && m1 == m2 && s1 == s2
}

func localMidnight(day int64, zone *time.Location) int64 {
	d := time.Unix(day*24*60*60, 0).UTC()
	return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, zone).UnixMicro()
}
