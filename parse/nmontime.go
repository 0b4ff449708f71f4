package parse

import (
	"bytes"
	"math"

	"inquest/schemas"
)

// nmonSnap is a snapshot: all lines with the same T number.
type nmonSnap struct {
	n     int64 // its T number
	line  int64 // where it was first met
	ts    int64
	step  float64
	timed bool
}

// nmonTime gives the times of snapshots. The line ZZZZ that has the time of a snapshot
// comes before its rows, or after all of them in a file that was sorted.
type nmonTime struct {
	l        *Log
	snaps    []nmonSnap
	at       map[int64]int // place in snaps by T number
	cur      int           // snapshot of the last row, -1 before
	interval float64       // as asked for; null when not stated
	wall     *datedClock
	clk      *clock // of clocks without a date
	dated    bool   // clk has the date of the run
	began    bool   // there was a row or a time
	from     rowMark
	late     bool // rows were read before the time of their snapshot
	relative bool // the clocks have no date at all
	cells    [][]byte
}

func newNmonTime(l *Log) *nmonTime {
	l.SetTSSource(l.clockSource())
	return &nmonTime{l: l, at: map[int64]int{}, cur: -1, interval: schemas.Null,
		wall: newDatedClock(l), clk: newClock(l), from: l.mark()}
}

// setDate takes the date at which the run began, for times that have none.
func (t *nmonTime) setDate(b []byte) {
	y, m, d, ambiguous, ok := parseDate(bytes.TrimRight(b, ","), t.l.DayFirst)
	if !ok {
		return
	}
	t.clk.setDate(y, m, d)
	t.dated = true
	if ambiguous {
		t.clk.doubt, t.clk.doubtLine = string(t.l.Line()), t.l.Num()
	}
}

// snapshot finds the snapshot of a T number.
func (t *nmonTime) snapshot(n int64) int {
	if t.cur >= 0 && t.snaps[t.cur].n == n {
		return t.cur
	}
	i, ok := t.at[n]
	if !ok {
		i = t.add(n)
	}
	t.cur = i
	return i
}

func (t *nmonTime) add(n int64) int {
	i := len(t.snaps)
	t.snaps = append(t.snaps, nmonSnap{n: n, line: t.l.Num(), step: schemas.Null})
	t.at[n], t.began = i, true
	return i
}

// stamp takes the time of a snapshot: T0001,10:38:35,30-NOV-2026.
func (t *nmonTime) stamp(rest []byte) {
	t.cells = cutSep(rest, ',', t.cells)
	n, ok := nmonNumber(t.cells[0])
	if len(t.cells) < 2 || !ok {
		t.l.Skip(schemas.CutRow, text(t.l.Line()))
		return
	}
	ts, ok := t.instant(t.cells[1:])
	if !ok {
		t.l.Skip(schemas.BadCell, text(t.l.Line()))
		return
	}
	i, met := t.at[n]
	switch {
	case !met:
		i = t.add(n)
	case t.snaps[i].timed && t.snaps[i].ts == ts:
		t.l.Skip(schemas.DuplicateRow, text(t.l.Line()))
		return
	case t.snaps[i].timed: // the numbers begin again
		i = t.add(n)
	}
	s := &t.snaps[i]
	s.ts, s.timed = ts, true
	if j, ok := t.at[n-1]; ok && t.snaps[j].timed && t.snaps[j].ts < ts {
		s.step = float64(ts-t.snaps[j].ts) / 1e6
	} else if n <= 1 {
		s.step = t.interval
	}
	t.cur = i
}

// instant reads a clock and the date after it.
func (t *nmonTime) instant(f [][]byte) (ts int64, ok bool) {
	sec, _, ok := parseClock(f[:1])
	if !ok {
		return 0, false
	}
	if len(f) > 1 && len(f[1]) > 0 {
		y, m, d, _, ok := parseDate(f[1], t.l.DayFirst)
		if !ok {
			return 0, false
		}
		return t.wall.at(y, m, d, sec), true
	}
	if t.l.unfinished() {
		return 0, false // the date may have been cut off
	}
	t.relative = t.relative || !t.dated
	return t.clk.at(sec), true
}

// undated + i stands in the rows for the time of snapshot i while that is not known;
// refused for that of rows to be taken out.
const (
	undated = math.MinInt64/2 + 1
	refused = math.MinInt64 / 2
	noTime  = math.MinInt64 / 4 // no instant is below
)

// of gives the instant and the step of the rows of a snapshot.
func (t *nmonTime) of(i int) (ts int64, step float64) {
	s := &t.snaps[i]
	if s.timed {
		return s.ts, s.step
	}
	t.late = true
	return undated + int64(i), schemas.Null
}
