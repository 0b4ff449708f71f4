package parse

import "inquest/schemas"

// intervals follows the clocks of sar, mpstat and pidstat. The clock of a header is the
// begin of an interval, that of a row its end. A report is printed table after table
// (sar -f) or interval after interval (live, each table with the same header clock).
type intervals struct {
	clk   *clock
	begin int64   // instant of the last header
	cur   int64   // instant of the last header or row
	sec   float64 // its clock
	known bool    // there was a header or a row
	step  float64 // length of the interval that ends at cur
	ended bool    // averages were printed: another table begins at the header's date again

	first, last headerMark
	boot        restartMark // of the last restart
}

// restartMark is when the machine or the recorder was restarted, and the clock as it
// stood after the first header since then. All tables of the time between two restarts
// begin with that header's clock.
type restartMark struct {
	day    int64
	sec    float64
	next   bool // no header has come since
	header headerMark
}

// headerMark is the clock as it stood after a header.
type headerMark struct {
	sec   float64
	clk   clock
	ts    int64
	valid bool
}

func newIntervals(l *Log) *intervals { return &intervals{clk: newClock(l)} }

// restart forgets everything at a new banner; the date is set by the caller.
func (t *intervals) restart() { *t = intervals{clk: t.clk} }

// restarted takes the clock of a restart, which may be on a later day than the header's date.
func (t *intervals) restarted(sec float64) {
	day, last := t.clk.day, t.clk.last
	if t.boot.next {
		day, last = t.boot.day, t.boot.sec
	}
	if last-sec > 60*60 {
		day++
	}
	t.boot = restartMark{day: day, sec: sec, next: true}
}

// afterRestart takes the clock of the first header after a restart.
func (t *intervals) afterRestart(sec float64) {
	shift := t.clk.shift
	t.clk.startTable()
	t.clk.day, t.clk.shift = t.boot.day, shift
	if t.boot.sec-sec > 60*60 {
		t.clk.day++
	}
	t.begin = t.clk.at(sec)
	t.boot.next = false
	t.boot.header = headerMark{sec, *t.clk, t.begin, true}
}

// header takes the clock of a table's header. sameTable tells that its columns are
// those of the table before.
func (t *intervals) header(sec float64, sameTable bool) {
	switch {
	case t.boot.next:
		t.afterRestart(sec)
	case t.ended && !sameTable && t.boot.header.valid && sec == t.boot.header.sec:
		*t.clk, t.begin = t.boot.header.clk, t.boot.header.ts
	case t.ended && !sameTable:
		t.clk.startTable()
		t.begin = t.clk.at(sec)
	case t.last.valid && sec == t.last.sec:
		*t.clk, t.begin = t.last.clk, t.last.ts
	case t.first.valid && !sameTable && sec == t.first.sec:
		*t.clk, t.begin = t.first.clk, t.first.ts
	default:
		t.begin = t.clk.at(sec)
	}
	t.ended = false
	t.last = headerMark{sec, *t.clk, t.begin, true}
	if !t.first.valid {
		t.first = t.last
	}
	t.known, t.cur, t.sec = true, t.begin, sec
}

// row gives the instant of a row's clock and the length of the interval that ends
// there, NaN when it is not known.
func (t *intervals) row(sec float64) (ts int64, stepS float64) {
	if t.known && t.cur != t.begin && sec == t.sec {
		return t.cur, t.step
	}
	before, had := t.cur, t.known
	t.cur, t.sec = t.clk.at(sec), sec
	t.step = schemas.Null
	if d := float64(t.cur-before) / 1e6; had && d > 0 {
		t.step = d
	}
	t.known = true
	return t.cur, t.step
}
