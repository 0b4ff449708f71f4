package parse

import (
	"bytes"
	"time"

	"inquest/schemas"
)

// sadfStamps reads the time stamps of sadf -d and -p:
//
//	2026-11-30 10:36:15 UTC   the default
//	2026-11-30 05:36:15       -T, local time
//	2019-04-18 09:20:19 EST   -T of later versions; such words are not trusted
//	1796034975                -U, seconds since 1970
type sadfStamps struct {
	l     *Log
	dates *datedClock
	last  []byte // the last stamp as printed
	ts    int64
	ok    bool
}

func newSadfStamps(l *Log) *sadfStamps { return &sadfStamps{l: l, dates: newDatedClock(l)} }

// restart begins another table, which goes through the same times again.
func (s *sadfStamps) restart() { s.dates, s.last = newDatedClock(s.l), s.last[:0] }

// at gives the instant of a stamp.
func (s *sadfStamps) at(b []byte) (ts int64, ok bool) {
	if len(s.last) > 0 && bytes.Equal(b, s.last) {
		return s.ts, s.ok
	}
	s.last = append(s.last[:0], b...)
	s.ts, s.ok = s.read(b)
	return s.ts, s.ok
}

func (s *sadfStamps) read(b []byte) (int64, bool) {
	if len(b) < len("2026-11-30 10:36:15") {
		n, ok := digitsOf(b)
		if !ok || len(b) < 9 || len(b) > 11 {
			return 0, false
		}
		s.l.SetTSSource(schemas.Zoned)
		return n * 1e6, true
	}
	var room [4][]byte
	f := cutFields(b, room[:0])
	y, m, d, _, ok := s.l.date(f[0])
	if !ok || len(f) > len(room) {
		return 0, false
	}
	sec, used, ok := parseClock(f[1:])
	if !ok {
		return 0, false
	}
	if rest := f[1+used:]; len(rest) > 0 && (text(rest[0]) == "UTC" || text(rest[0]) == "GMT") {
		s.l.SetTSSource(schemas.Zoned)
		return time.Date(y, time.Month(m), d, 0, 0, 0, int(sec*1e9), time.UTC).UnixMicro(), true
	}
	s.l.SetTSSource(s.l.clockSource())
	return s.dates.at(y, m, d, sec), true
}

// sadfRest tells a row without numbers: a restart or a comment.
func sadfRest(cell []byte) (reason string, is bool) {
	switch {
	case bytes.HasPrefix(cell, []byte("LINUX-RESTART")), bytes.HasPrefix(cell, []byte("LINUX RESTART")):
		return schemas.Restart, true
	case bytes.HasPrefix(cell, []byte("COM ")):
		return schemas.Comment, true
	}
	return "", false
}
