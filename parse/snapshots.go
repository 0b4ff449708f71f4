package parse

import (
	"bytes"
	"math"
	"time"

	"inquest/schemas"
)

// snapshots dates the snapshots of a member that holds one or many, with or without a
// line of time before each. Without any, snapshot n is put at n seconds.
type snapshots struct {
	l     *Log
	ts    int64   // of the current snapshot
	step  float64 // seconds since the one before; null when not known
	again bool    // it is not later than the one before: another run begins

	n       int // snapshots begun
	wall    *datedClock
	stamped bool  // the member has lines of time
	pending bool  // a line of time was read, its snapshot has not begun
	next    int64 // instant of that line
	source  string
	least   int    // fewest and most digits of fractions of a second
	most    int    //
	stamp   []byte // last stamp that stood before a line
}

func newSnapshots(l *Log) *snapshots {
	s := &snapshots{l: l, wall: newDatedClock(l), step: schemas.Null, least: math.MaxInt}
	head, _ := l.r.Peek(l.r.Size())
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte{'\n'})
		if len(line) > 0 && (line[0] == 'T' || line[0] == '1') {
			if t, ok := parseTimeLine(bytes.TrimRight(line, "\r"), false); ok && t.epoch {
				s.seeDigits(t.digits)
			}
		}
		head = rest
	}
	return s
}

// timeLine takes a line of time; false when the line is none.
func (s *snapshots) timeLine(line []byte) bool {
	t, ok := parseTimeLine(line, s.l.DayFirst)
	if !ok {
		return false
	}
	s.take(t)
	return true
}

// stampedLine takes the date and clock off a line that has them before a tab; a stamp
// unlike the last begins a snapshot.
func (s *snapshots) stampedLine(line []byte) []byte {
	i := bytes.IndexByte(line, '\t')
	if i < len("2026-11-30 10:37:53") || line[0] < '0' || line[0] > '9' {
		return line
	}
	if bytes.Equal(line[:i], s.stamp) {
		return line[i+1:]
	}
	t, ok := parseTimeLine(line[:i], s.l.DayFirst)
	if !ok {
		return line
	}
	s.stamp = append(s.stamp[:0], line[:i]...)
	s.take(t)
	return line[i+1:]
}

func (s *snapshots) take(t timeLine) {
	s.stamped, s.pending, s.source = true, true, schemas.Zoned
	switch {
	case t.epoch:
		s.seeDigits(t.digits)
		s.next = t.whole*1e6 + s.micros(t)
	case t.zone != nil: // UTC or an offset: no summer time
		midnight := time.Date(t.y, time.Month(t.m), t.d, 0, 0, 0, 0, t.zone)
		s.next = midnight.UnixMicro() + int64(math.Round(t.sec*1e6))
	default:
		if t.ambiguous && s.n == 0 {
			s.l.Skip(schemas.DateAmbiguous, text(s.l.Line()))
		}
		s.next = s.wall.at(t.y, t.m, t.d, t.sec)
		if !s.l.ZoneKnown {
			s.source = schemas.Assumed
		}
	}
}

func (s *snapshots) seeDigits(n int) {
	s.least = min(s.least, n)
	s.most = max(s.most, n)
}

// micros is the fraction of a second. When the number of digits varies within a
// member, leading zeros were not printed: .4705000 beside .999984000 is 4.705 ms.
func (s *snapshots) micros(t timeLine) int64 {
	digits := t.digits
	if s.least != s.most {
		digits = 6
		if s.most > 6 {
			digits = 9
		}
	}
	return int64(math.Round(float64(t.frac) / pow10[digits] * 1e6))
}

// begin starts a snapshot: the one that the last line of time announced, or else the
// next in order. false when the member has lines of time but not for this one: its
// instant is not known, which is recorded.
func (s *snapshots) begin() bool {
	last := s.ts
	switch {
	case s.pending:
		s.pending = false
		s.ts = s.next
		s.l.SetTSSource(s.source)
	case s.stamped:
		s.l.Skip(schemas.MissingCell, "snapshot without a line of time, in a member that has them")
		return false
	default:
		s.ts = s.l.relative(float64(s.n))
	}
	s.step, s.again = schemas.Null, s.n > 0 && s.ts <= last
	if s.stamped && s.n > 0 && !s.again {
		s.step = float64(s.ts-last) / 1e6
	}
	s.n++
	return true
}

// relative is the instant of sec seconds after the start of the member, microseconds
// UTC, and sets where it comes from.
func (l *Log) relative(sec float64) int64 {
	ts := int64(math.Round(sec * 1e6))
	if l.Start.IsZero() {
		l.SetTSSource(schemas.Relative)
		return ts
	}
	l.SetTSSource(schemas.Assumed)
	return ts + l.Start.UnixMicro()
}

// stampFields takes the date and clock that stand in fields of a row; a stamp unlike
// the last begins a snapshot.
func (s *snapshots) stampFields(f [][]byte) {
	var t timeLine
	if !t.readDate(f, s.l.DayFirst) {
		return
	}
	stamp := f[0][:len(f[0])]
	if i := bytes.Index(s.l.Line(), f[0]); i >= 0 {
		stamp = s.l.Line()[i:]
	}
	if bytes.Equal(stamp, s.stamp) {
		return
	}
	s.stamp = append(s.stamp[:0], stamp...)
	s.take(t)
}

// isTimeLine tells whether a line is one of time, without taking it.
func (s *snapshots) isTimeLine(line []byte) bool {
	_, ok := parseTimeLine(line, s.l.DayFirst)
	return ok
}
