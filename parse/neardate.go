package parse

import (
	"time"

	"inquest/schemas"
)

// rowMark is a place in the rows of a log.
type rowMark struct{ cpu, disk, stats int }

// mark remembers how many rows there are.
func (l *Log) mark() rowMark {
	return rowMark{len(l.Rows.CPU), len(l.Rows.Disk), len(l.Rows.Stats)}
}

// dateByNear dates the rows added since from, which a clock without a date has put
// on 1970-01-01 and the days after: it moves them all so that the last of them falls
// on the latest day on which its clock is not more than a minute after Options.Near.
// Without Near they stay where they are and are relative.
func (l *Log) dateByNear(from rowMark) {
	if l.Near.IsZero() {
		l.Source.TSSource = schemas.Relative
		return
	}
	rows := schemas.Rows{CPU: l.Rows.CPU[from.cpu:], Disk: l.Rows.Disk[from.disk:], Stats: l.Rows.Stats[from.stats:]}
	_, last, ok := rows.Span()
	if !ok {
		return
	}
	wall := time.UnixMicro(last).In(l.Zone)
	limit := l.Near.Add(time.Minute).In(l.Zone)
	at := time.Date(limit.Year(), limit.Month(), limit.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), l.Zone)
	if at.After(limit) {
		at = at.AddDate(0, 0, -1)
	}
	move := at.UnixMicro() - last
	for i := range rows.CPU {
		rows.CPU[i].TS += move
	}
	for i := range rows.Disk {
		rows.Disk[i].TS += move
	}
	for i := range rows.Stats {
		rows.Stats[i].TS += move
	}
	l.Source.TSSource = l.clockSource()
}

// clockSource is the ts_source of clocks without a zone.
func (l *Log) clockSource() string {
	if l.ZoneKnown {
		return schemas.Zoned
	}
	return schemas.Assumed
}
