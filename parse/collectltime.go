package parse

import (
	"bytes"
	"math"
	"time"

	"inquest/schemas"
)

// collectlTime gives the times of collectl's rows: date and clock (20261130 10:38:17),
// month and day with a clock (-od), a clock (-oT), seconds since 1970 (--utc), each with
// or without milliseconds (-om), or nothing.
type collectlTime struct {
	l     *Log
	wall  *datedClock
	clk   *clock // of clocks without a date
	first bool   // no row since the last beginning
	last  int64
	from  rowMark
	near  bool // the rows since from have no date
	n     int  // rows that have no time at all

	day     []byte // the last date as printed
	y, m, d int
	yearOf  int // of dates without one; 0: not known
	cells   [1][]byte
}

func newCollectlTime(l *Log) *collectlTime {
	t := &collectlTime{l: l}
	t.begin(collectlHead{})
	return t
}

// begin starts afresh at the head of a file.
func (t *collectlTime) begin(h collectlHead) {
	t.settle()
	if h.zone != nil && !t.l.ZoneKnown {
		t.l.Zone = h.zone
		t.l.SetTSSource(schemas.Zoned)
	} else {
		t.l.SetTSSource(t.l.clockSource())
	}
	*t = collectlTime{l: t.l, wall: newDatedClock(t.l), clk: newClock(t.l), first: true, from: t.l.mark(), n: t.n, yearOf: h.year, day: t.day[:0]}
}

// settle dates rows whose clocks have no date.
func (t *collectlTime) settle() {
	if t.near {
		t.l.dateByNear(t.from)
		t.near = false
	}
}

// row gives the instant and the step of a row from its cells of time; interval is the
// step of the first row.
func (t *collectlTime) row(f [][]byte, interval float64) (ts int64, step float64, ok bool) {
	switch len(f) {
	case 0:
		ts, source := t.l.countedTime(t.n)
		t.l.SetTSSource(source)
		t.n++
		return ts, schemas.Null, true
	case 1:
		ts, ok = t.one(f[0])
	default:
		ts, ok = t.dated(f[0], f[1])
	}
	if !ok {
		return 0, schemas.Null, false
	}
	step = schemas.Null
	switch {
	case t.first:
		step = interval
	case ts > t.last:
		step = float64(ts-t.last) / 1e6
	}
	t.first, t.last = false, ts
	return ts, step, true
}

// one reads a clock or the seconds since 1970.
func (t *collectlTime) one(b []byte) (ts int64, ok bool) {
	var e timeLine
	if e.readEpoch(b) {
		t.l.SetTSSource(schemas.Zoned)
		return e.whole*1e6 + int64(math.Round(float64(e.frac)/pow10[e.digits]*1e6)), true
	}
	t.cells[0] = b
	sec, _, ok := parseClock(t.cells[:])
	if !ok {
		return 0, false
	}
	if !t.near {
		t.near = true
		t.l.SetTSSource(schemas.Relative) // dateByNear may know better at the end
	}
	return t.clk.at(sec), true
}

// dated reads a date and a clock.
func (t *collectlTime) dated(date, clock []byte) (ts int64, ok bool) {
	t.cells[0] = clock
	sec, _, ok := parseClock(t.cells[:])
	if !ok {
		return 0, false
	}
	if !bytes.Equal(date, t.day) {
		if !t.readDay(date, sec) {
			return 0, false
		}
		t.day = append(t.day[:0], date...)
	}
	return t.wall.at(t.y, t.m, t.d, sec), true
}

// readDay reads 20261130 or 11/30. The year of the latter is the one in the head of the
// file, or that of the latest such day before the log's end; else 1970 stands for it.
func (t *collectlTime) readDay(b []byte, sec float64) bool {
	if y, m, d, _, ok := parseDate(b, t.l.DayFirst); ok {
		t.y, t.m, t.d = y, m, d
		return true
	}
	month, day, ok := bytes.Cut(b, []byte{'/'})
	m, ok1 := digitsOf(month)
	d, ok2 := digitsOf(day)
	if !ok || !ok1 || !ok2 || len(b) != len("11/30") || m < 1 || m > 12 || d < 1 || d > 31 {
		return false
	}
	switch {
	case t.yearOf > 0 && int(m) < t.m:
		t.yearOf++ // a new year
	case t.yearOf > 0:
	case !t.l.Near.IsZero():
		limit := t.l.Near.Add(time.Minute).In(t.l.Zone)
		t.yearOf = limit.Year()
		if time.Date(t.yearOf, time.Month(m), int(d), 0, 0, int(sec), 0, t.l.Zone).After(limit) {
			t.yearOf--
		}
	default:
		t.yearOf = 1970
		t.l.SetTSSource(schemas.Relative)
	}
	t.y, t.m, t.d = t.yearOf, int(m), int(d)
	return true
}
