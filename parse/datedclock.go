package parse

import (
	"time"

	"inquest/schemas"
)

// datedClock turns clocks that are printed with their date into instants. One that
// goes back by at most an hour has left summer time, as in clock; one that goes back
// further belongs to another run.
type datedClock struct {
	clock *clock
	wall  float64 // last clock, seconds since 1970 on the wall
}

func newDatedClock(l *Log) *datedClock { return &datedClock{clock: newClock(l)} }

// at is the instant of the next clock, microseconds UTC.
func (c *datedClock) at(y, m, d int, sec float64) int64 {
	k := c.clock
	k.day = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60)
	wall := float64(k.day)*24*60*60 + sec
	back := c.wall - wall
	if back > 60*60 {
		k.last, k.shift, k.step = -1, 0, 0
	}
	ts := k.instant(sec) + k.shift
	if k.last >= 0 && back > 0 {
		k.l.Skip(schemas.ClockBack, text(k.l.Line()))
		if ts < k.lastTS && !k.setByHand(back) {
			k.shift += hourMicros
			ts += hourMicros
		}
	}
	if step := float64(ts-k.lastTS) / 1e6; k.last >= 0 && step > 0 {
		k.step = step
	}
	c.wall = wall
	k.last, k.lastTS = sec, ts
	return ts
}
