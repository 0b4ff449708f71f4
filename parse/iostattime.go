package parse

import (
	"time"

	"inquest/schemas"
)

// iostatTime gives the instants of reports: from the line that -t prints, else by
// counting them.
type iostatTime struct {
	l       *Log
	ts      int64
	step    float64
	last    float64 // seconds between the last two reports by their times, NaN when not known
	clocked bool    // there are lines of time
	lost    bool    // the report has none that could be read, while others do

	dates   *datedClock
	clocks  *clock // of the form without a date, sysstat 7
	dated   bool   // the banner had a date
	undated bool   // rows were counted or had a clock only
	from    rowMark
	said    bool // that the date can be read in two ways
}

// banner begins another run.
func (t *iostatTime) banner(b banner) {
	t.settle()
	*t = iostatTime{l: t.l, from: t.l.mark(), last: schemas.Null}
	t.clocks = newClock(t.l)
	_, _, _, _, t.dated = t.l.date(b.date)
	if t.dated {
		t.clocks.dateFrom(b)
	}
	t.l.SetTSSource(t.l.clockSource())
}

// settle dates the rows of a run whose clocks have no date.
func (t *iostatTime) settle() {
	if t.undated {
		t.l.dateByNear(t.from)
	}
}

// count gives the nth report without a time n seconds after the start.
func (t *iostatTime) count(n int) {
	if t.clocked {
		t.lost, t.last = true, schemas.Null
		return
	}
	ts, source := t.l.countedTime(n)
	t.l.SetTSSource(source)
	t.ts, t.step, t.last = ts, schemas.Null, schemas.Null
}

// line reads a line of time; false when the words are none.
func (t *iostatTime) line(words [][]byte) bool {
	switch {
	case len(words) == 1:
		at, ok := parseISO(words[0])
		if ok {
			t.l.SetTSSource(schemas.Zoned)
			t.set(at)
		}
		return ok
	case text(words[0]) == "Time:":
		return t.clockOnly(words[1:])
	}
	y, m, d, ambiguous, ok := t.l.date(words[0])
	if !ok {
		return false
	}
	sec, used, ok := parseClock(words[1:])
	if !ok || used != len(words)-1 {
		return false
	}
	if ambiguous && !t.said {
		t.said = true
		t.l.Skip(schemas.DateAmbiguous, text(t.l.Line()))
	}
	if t.dates == nil {
		t.dates = newDatedClock(t.l)
	}
	t.set(t.dates.at(y, m, d, sec))
	return true
}

// clockOnly reads the clock that sysstat 7 prints; the date is the banner's.
func (t *iostatTime) clockOnly(words [][]byte) bool {
	sec, used, ok := parseClock(words)
	if !ok || used != len(words) {
		return false
	}
	if t.clocks == nil {
		t.clocks = newClock(t.l)
	}
	t.undated = !t.dated
	t.set(t.clocks.at(sec))
	return true
}

// set takes the instant of the next report.
func (t *iostatTime) set(ts int64) {
	t.step, t.last = schemas.Null, schemas.Null
	if d := float64(ts-t.ts) / 1e6; t.clocked && d > 0 && !t.lost {
		t.step, t.last = d, d
	}
	t.ts, t.clocked, t.lost = ts, true, false
}

// parseISO reads the form of S_TIME_FORMAT=ISO, the only one with an offset.
func parseISO(b []byte) (ts int64, ok bool) {
	if len(b) < len("2026-11-30T10:36:27Z") || b[10] != 'T' {
		return 0, false
	}
	for _, form := range []string{"2006-01-02T15:04:05-0700", time.RFC3339} {
		if at, err := time.Parse(form, text(b)); err == nil {
			return at.UnixMicro(), true
		}
	}
	return 0, false
}
