package parse

import (
	"math"
	"time"
)

// soonWritten is how long after its last sample a recorder's file may be written last, in
// seconds; plain times in a zip are whole pairs of seconds, so it may be before as well.
const soonWritten = 30

// localTimes brings the plain times of a zip's entries, a clock of whatever zone the zip was
// written in, to UTC: a recorder with a clock of its own wrote its last sample when its
// file was last written, so that the quarters of an hour between the two are that zone. The
// times stay as they are unless all such recorders agree.
func (a *Artifact) localTimes() {
	offset, found := time.Duration(0), false
	for _, m := range a.Members {
		if !m.local || m.modified.IsZero() || m.isRelative() {
			continue
		}
		_, last, ok := m.rows.Span()
		if !ok {
			continue
		}
		late := m.modified.Sub(time.UnixMicro(last))
		zone, ok := zoneOfOffset(late.Seconds())
		if !ok {
			return
		}
		_, sec := m.modified.In(zone).Zone()
		own := time.Duration(sec) * time.Second
		if math.Abs((late-own).Seconds()) > soonWritten || found && own != offset {
			return
		}
		offset, found = own, true
	}
	if offset == 0 {
		return
	}
	for _, m := range a.Members {
		if m.local && !m.modified.IsZero() {
			m.modified = m.modified.Add(-offset)
		}
	}
}
