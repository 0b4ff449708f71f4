package parse

import (
	"time"

	"inquest/schemas"
)

// reportTime gives the instants of the reports of sysstat's JSON and XML. iostat prints
// date and clock or nothing, mpstat a clock with the date once at the top, sadf date,
// clock, zone and interval.
type reportTime struct {
	l     *Log
	base  rowMark // where the run begins
	dated bool    // the run has a date at its top
	clock *clock  // of clocks without a date
	dates *datedClock
	top   [3]int // the date at the top
	place []byte // the same as printed
	said  bool   // that a date can be read in two ways

	clocked bool // the reports have times
	undated bool // clocks without any date
	prev    int64
	has     bool // prev is set

	// the current report
	date     [3]int
	sec      float64
	hasDate  bool
	hasClock bool
	iso      int64 // an instant with an offset or an epoch
	hasISO   bool
	utc      bool
	interval float64
	words    [][]byte
}

// restart begins another run. The facts of its top come before or after.
func (t *reportTime) restart() {
	*t = reportTime{l: t.l, base: t.l.mark(), top: t.top, dated: t.dated, said: t.said, place: t.place}
	t.clock, t.dates = newClock(t.l), newDatedClock(t.l)
	if t.dated {
		t.clock.setDate(t.top[0], t.top[1], t.top[2])
	}
	t.l.SetTSSource(t.l.clockSource())
}

// fact takes a pair from the top of the run.
func (t *reportTime) fact(key, value []byte) {
	if k := text(key); k != "date" && k != "file-date" {
		return
	}
	y, m, d, ambiguous, ok := t.l.date(value)
	if !ok {
		return
	}
	t.dated, t.top, t.said = true, [3]int{y, m, d}, !ambiguous
	t.place = append(t.place[:0], value...)
	t.clock.setDate(y, m, d)
}

// begin begins a report.
func (t *reportTime) begin() {
	t.hasDate, t.hasClock, t.hasISO, t.utc, t.interval = false, false, false, false, schemas.Null
}

// pair takes a pair of the report itself or of its timestamp.
func (t *reportTime) pair(key, value []byte) {
	switch text(key) {
	case "timestamp":
		t.stamp(value)
	case "date":
		t.setDate(value)
	case "time":
		t.words = append(t.words[:0], value)
		t.setClock(t.words)
	case "utc":
		t.utc = text(value) == "1"
	case "tz":
		t.utc = text(value) == "UTC" || text(value) == "GMT"
	case "interval":
		t.interval, _ = parseNumber(value)
	}
}

// stamp reads a time in one text: date and clock, a clock, or the ISO form.
func (t *reportTime) stamp(value []byte) {
	if t.iso, t.hasISO = parseISO(value); t.hasISO {
		return
	}
	t.words = cutFields(value, t.words)
	words := t.words
	if len(words) > 1 && t.setDate(words[0]) {
		words = words[1:]
	}
	t.setClock(words)
}

func (t *reportTime) setDate(value []byte) bool {
	y, m, d, ambiguous, ok := t.l.date(value)
	if ok {
		t.date, t.hasDate = [3]int{y, m, d}, true
		t.ambiguous(ambiguous, value)
	}
	return ok
}

func (t *reportTime) setClock(words [][]byte) {
	t.sec, _, t.hasClock = parseClock(words)
}

// ambiguous says once that a date that is used can be read in two ways.
func (t *reportTime) ambiguous(is bool, value []byte) {
	if is && !t.said {
		t.said = true
		t.l.Skip(schemas.DateAmbiguous, string(value))
	}
}

// end gives the instant of the nth report of the run and the step that ends there.
func (t *reportTime) end(n int) (ts int64, stepS float64) {
	switch {
	case t.hasISO:
		t.l.SetTSSource(schemas.Zoned)
		ts = t.iso
	case t.hasClock && t.hasDate && t.utc:
		t.l.SetTSSource(schemas.Zoned)
		ts = time.Date(t.date[0], time.Month(t.date[1]), t.date[2], 0, 0, 0, int(t.sec*1e9), time.UTC).UnixMicro()
	case t.hasClock && t.hasDate:
		ts = t.dates.at(t.date[0], t.date[1], t.date[2], t.sec)
	case t.hasClock:
		t.undated = !t.dated
		t.ambiguous(t.dated && !t.said, t.place)
		ts = t.clock.at(t.sec)
	default:
		return t.counted(n), schemas.Null
	}
	step := t.interval
	if d := float64(ts-t.prev) / 1e6; schemas.IsNull(step) && t.has && d > 0 {
		step = d
	}
	t.prev, t.has, t.clocked = ts, true, true
	return ts, step
}

// counted is the instant of the nth report when nothing is printed.
func (t *reportTime) counted(n int) int64 {
	ts, source := t.l.countedTime(n)
	t.l.SetTSSource(source)
	return ts
}

// settle dates the rows of a run whose clocks have no date.
func (t *reportTime) settle() {
	if t.undated {
		t.undated = false
		t.l.dateByNear(t.base)
	}
}
