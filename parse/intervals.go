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

// header takes the clock of a table's header. sameTable tells that its columns are
// those of the table before.
func (t *intervals) header(sec float64, sameTable bool) {
	switch {
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
