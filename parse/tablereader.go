package parse

import (
	"bytes"
	"time"

	"inquest/schemas"
)

// tableReader reads the text of sar and mpstat: a banner, tables whose header and rows
// begin with a clock, averages, restarts and comments.
type tableReader struct {
	l        *Log
	sheet    *sheet
	time     *intervals
	table    *layout
	bootRows bool // a row at its header's clock counts since boot (mpstat without an interval)
	zoneWord bool // clocks are followed by the name of a zone
	home     *time.Location
	dated    bool    // there was a banner with a date
	undated  rowMark // rows from here on have no date
	clock    clockMemo
	fields   [][]byte
}

// readTables reads a whole log of sar or mpstat.
func readTables(l *Log, bootRows bool) error {
	before := l.said()
	r := &tableReader{l: l, sheet: newSheet(l), time: newIntervals(l), bootRows: bootRows, undated: l.mark(), home: l.Zone}
	for l.Next() {
		if !isBlank(l.Line()) {
			r.line(l.Line())
		}
	}
	r.settle()
	l.sayNoData(before)
	return nil
}

// settle finds the date of rows that were read without one.
func (r *tableReader) settle() {
	if !r.dated {
		r.l.dateByNear(r.undated)
	}
}

func (r *tableReader) line(line []byte) {
	if b, ok := parseBanner(line); ok {
		r.settle()
		r.time.restart()
		r.table, r.zoneWord, r.l.Zone = nil, false, r.home
		r.dated = r.time.clk.dateFrom(b)
		r.l.SetTSSource(r.l.clockSource())
		r.undated = r.l.mark()
		return
	}
	r.fields = cutFields(line, r.fields)
	sec, used, ok := r.clock.parse(r.fields)
	if !ok || used == len(r.fields) {
		r.noClock()
		return
	}
	cells := r.fields[used:]
	if r.zoneWord && len(cells) > 1 && isZoneWord(cells[0]) {
		cells = cells[1:]
	}
	switch {
	case text(cells[0]) == "LINUX" && len(cells) > 1 && bytes.HasPrefix(cells[1], []byte("RESTART")):
		r.l.Skip(schemas.Restart, text(line))
		r.time.restarted(sec)
	case text(cells[0]) == "COM":
		r.l.Skip(schemas.Comment, text(line))
	case isHeader(cells):
		r.header(sec, cells)
	case len(cells) > 1 && isZoneWord(cells[0]) && isHeader(cells[1:]):
		r.zone(cells[0])
		r.header(sec, cells[1:])
	case r.table != nil && r.table.kind == listTable:
	case r.table == nil:
		r.l.Skip(schemas.ForeignText, text(line))
	default:
		r.row(sec, cells)
	}
}

// zone takes the word after a clock (sar -t). Only UTC and GMT are trusted.
func (r *tableReader) zone(word []byte) {
	r.zoneWord = true
	if z := text(word); z == "UTC" || z == "GMT" {
		r.l.Zone = time.UTC
		r.time.clk.beginDay = unknownDay
		if r.dated {
			r.l.SetTSSource(schemas.Zoned)
		}
	}
}

// header takes the words of a table's header.
func (r *tableReader) header(sec float64, words [][]byte) {
	same := r.table.same(words)
	if !same {
		r.table = r.sheet.layoutOf(words)
		if r.table.kind == listTable {
			r.l.Skip(schemas.NotCounted, "a list of devices, no samples: "+text(r.l.Line()))
		}
	}
	r.time.header(sec, same)
}

func (r *tableReader) row(sec float64, cells [][]byte) {
	ts, step := r.time.row(sec)
	if r.bootRows && ts == r.time.begin {
		r.l.Skip(schemas.SinceBoot, text(r.l.Line()))
		return
	}
	r.table.add(r.sheet, cells, ts, step)
}

// noClock takes a line that does not begin with a clock. No such line is a sample.
func (r *tableReader) noClock() {
	f := r.fields
	n := averageLabel(f)
	switch {
	case n > 0 && isHeader(f[n:]):
		r.time.ended = true // header of averages
	case n > 0 && (hasDigit(f[n]) || r.table != nil && hasDigit(f[len(f)-1])):
		r.time.ended = true
		r.l.Skip(schemas.Average, text(r.l.Line()))
	case hasHeaderWords(f):
		r.l.Skip(schemas.Unsupported, "the clock has a form that is not known: "+text(r.l.Line()))
	default:
		r.l.Skip(schemas.ForeignText, text(r.l.Line()))
	}
}
