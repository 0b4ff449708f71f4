package parse

import (
	"bytes"
	"math"
	"time"

	"inquest/schemas"
)

// vmstatTable is a table being read.
type vmstatTable struct {
	l      *Log
	snaps  *snapshots // of lines of time between runs
	wall   *datedClock
	cols   []vmstatColumn
	keys   []*schemas.StatKey
	fields [][]byte
	groups []byte   // the line above: the names of the column groups
	headed []byte   // the last header
	names  []string // its columns

	header    int64       // line of the last header
	sinceBoot bool        // the next row is the mean since boot
	rows      int         // of this run
	lastTS    int64       // of the row before; 0: none with a known distance
	share     schemas.CPU // the row of table cpu being read
	unit      memoryUnit
	unitLine  int64
}

func parseVmstat(l *Log) error {
	t := &vmstatTable{l: l, snaps: newSnapshots(l), wall: newDatedClock(l), sinceBoot: true}
	before, from := l.said(), l.mark()
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		t.fields = cutFields(line, t.fields)
		first := t.fields[0][0]
		names := t.namesOf(line, t.fields)
		t.groups = t.groups[:0]
		switch {
		case len(t.cols) > 0 && first >= '0' && first <= '9' && len(t.fields) > 2:
			t.row(t.fields)
		case names != nil:
			t.readHeader(names)
		case t.snaps.timeLine(line):
			t.sinceBoot, t.rows, t.lastTS = true, 0, 0
		case bytes.Contains(line, []byte("--")) && !hasDigit(line): // names of the column groups
			t.groups = append(t.groups, line...)
		case first == '#':
			l.Skip(schemas.Comment, text(line))
		case first >= '0' && first <= '9':
			l.Skip(schemas.CutRow, text(line))
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	t.scale(from)
	l.sayNoData(before)
	return nil
}

// namesOf gives the names of the columns when the line is a header; rows begin with a number.
func (t *vmstatTable) namesOf(line []byte, f [][]byte) []string {
	if isDigit(f[0][0]) {
		return nil
	}
	if bytes.Equal(line, t.headed) {
		return t.names
	}
	names := vmstatNames(f, t.groups)
	if names != nil {
		t.headed, t.names = append(t.headed[:0], line...), names
	}
	return names
}

// readHeader maps the columns. The word after the last of them is a zone's name.
func (t *vmstatTable) readHeader(f []string) {
	t.header = t.l.Num()
	t.cols, t.keys = t.cols[:0], t.keys[:0]
	for i, b := range f {
		col, known := vmstatColumns[b]
		if !known {
			if zone, trusted, ok := zoneWord([]byte(b)); ok && i == len(f)-1 {
				t.setZone(zone, trusted)
				break
			}
			col = vmstatColumn{metric: "vmstat." + b, factor: 1, rate: true}
		}
		var key *schemas.StatKey
		if col.metric != "" {
			key = t.l.Key(col.metric, "", schemas.Gauge, col.unit)
		}
		t.cols, t.keys = append(t.cols, col), append(t.keys, key)
	}
}

func (t *vmstatTable) setZone(zone *time.Location, trusted bool) {
	if trusted {
		t.l.Zone, t.l.ZoneKnown = zone, true
	}
}

func (t *vmstatTable) row(f [][]byte) {
	l := t.l
	defer func() { // a row that cannot be read is a report too
		t.sinceBoot = false
		t.rows++
	}()
	if len(f) < len(t.cols) {
		l.Skip(schemas.CutRow, text(l.Line()))
		return
	}
	ts, step, ok := t.time(f[len(t.cols):])
	if !ok {
		return
	}
	if t.sinceBoot {
		l.Skip(schemas.SinceBoot, text(l.Line()))
	} else {
		t.cpu(ts, step, f)
	}
	for i, key := range t.keys {
		if key == nil || (t.cols[i].rate && t.sinceBoot) {
			continue
		}
		v := l.cell(f[i])
		if t.cols[i].scaled && !t.cols[i].rate && t.cols[i].metric != "swap.used" {
			t.unit.see(v)
		}
		l.Stat(ts, key, v*t.cols[i].factor, step)
	}
	if t.unitLine == 0 {
		t.unitLine = l.Num()
	}
}

// time dates a row by its stamp, by the line of time before its run, or by its number.
// A row that is earlier than the one before begins another run if a header is above it.
func (t *vmstatTable) time(stamp [][]byte) (ts int64, step float64, ok bool) {
	l := t.l
	step = schemas.Null
	if len(stamp) > 0 {
		var at timeLine
		if !at.readDate(stamp, l.DayFirst) {
			l.Skip(schemas.ExtraCell, text(l.Line()))
			return 0, step, false
		}
		source := schemas.Assumed
		if l.ZoneKnown {
			source = schemas.Zoned
		}
		l.SetTSSource(source)
		ts = t.wall.at(at.y, at.m, at.d, at.sec)
		if ts < t.lastTS && t.header == l.Num()-1 {
			t.sinceBoot = true
		}
		if t.lastTS != 0 && ts > t.lastTS {
			step = float64(ts-t.lastTS) / 1e6
		}
		t.lastTS = ts
		return ts, step, true
	}
	if t.snaps.stamped {
		if t.rows == 0 && !t.snaps.begin() {
			return 0, step, false
		}
		return t.snaps.ts + l.reports(t.rows), step, true
	}
	return l.relative(float64(t.rows)), step, true
}

// cpu adds the row of table cpu. The shares are whole numbers, so their sum is 95 to 105.
func (t *vmstatTable) cpu(ts int64, step float64, f [][]byte) {
	t.share = schemas.NewCPU(ts, "all", t.l.Source)
	r := &t.share
	r.StepS = step
	sum := 0.0
	for i, col := range t.cols {
		if col.cpu == nil {
			continue
		}
		v := t.l.cell(f[i]) / 100
		*col.cpu(r) = v
		if !math.IsNaN(v) {
			sum += v
		}
	}
	if math.Abs(sum-1) > 0.0501 {
		t.l.Skip(schemas.BadSum, text(t.l.Line()))
		return
	}
	if !math.IsNaN(r.Guest) { // printed apart
		r.User += r.Guest
	}
	r.SetBusy()
	t.l.CPU(*r)
}

// scale brings the sizes to bytes when -S was used.
func (t *vmstatTable) scale(from rowMark) {
	factor, name, sure := t.unit.factor()
	if factor == 1024 {
		return
	}
	scaled := map[*schemas.StatKey]bool{}
	for i, col := range t.cols {
		if col.scaled {
			scaled[t.keys[i]] = true
		}
	}
	rows := t.l.Rows.Stats[from.stats:]
	for i := range rows {
		if scaled[rows[i].Key] {
			rows[i].Value *= factor / 1024
		}
	}
	if !sure {
		t.l.SkipAt(t.unitLine, schemas.BadCell, "memory and swap are not in KiB (vmstat -S): read as "+name)
	}
}
