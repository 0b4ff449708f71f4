package parse

import (
	"bytes"
	"math"
	"strings"

	"inquest/schemas"
)

// row takes the values of a tag in a snapshot.
func (p *nmon) row(tag []byte, n int64, values []byte) {
	l := p.l
	t := p.tables[string(tag)]
	if t == nil {
		t = p.namesOfBusy(tag, values)
	}
	if t == nil {
		reason := schemas.NamesLost
		if !isNmonTag(tag) || text(tag) == "ERROR" {
			reason = schemas.ForeignText
		}
		l.Skip(reason, text(l.Line()))
		return
	}
	p.cells = cutSep(values, ',', p.cells)
	cells := p.cells
	for len(cells) > len(t.cols) && len(cells[len(cells)-1]) == 0 {
		cells = cells[:len(cells)-1]
	}
	fault := l.lengthFault(cells, len(t.cols))
	if fault != "" && t.cpu == "" && fault != schemas.ExtraCell {
		l.Skip(fault, text(l.Line()))
		return
	}
	snap := p.time.snapshot(n)
	if !t.seen.take(snap) {
		l.Skip(schemas.DuplicateRow, text(l.Line()))
		return
	}
	if fault != "" {
		l.Skip(fault, text(l.Line()))
	}
	ts, step := p.time.of(snap)
	if t.cpu != "" {
		p.cpuRow(t, cells, fault, ts, step)
		return
	}
	if fault == schemas.ExtraCell {
		cells = cells[:t.group]
	}
	bad := false
	if t.disk {
		bad = p.diskRow(t, cells, snap, ts, step)
	} else {
		bad = p.statRow(t, cells, n, ts, step)
	}
	if bad {
		l.Skip(schemas.BadCell, text(l.Line()))
	}
	p.sayUnmeasured()
}

// namesOfBusy gives the devices of DISKBUSY to the rows of another tag of devices whose head
// is not known: all such tags have the same. Sorting puts the head of DISKRXFER, which
// begins with a T, after its rows.
func (p *nmon) namesOfBusy(tag, values []byte) *nmonTable {
	if !bytes.HasPrefix(tag, []byte("DISK")) {
		return nil
	}
	base := bytes.TrimRight(tag, "0123456789")
	busy := p.tables["DISKBUSY"+string(tag[len(base):])]
	if busy == nil || len(busy.cols) != bytes.Count(values, []byte{','})+1 {
		return nil
	}
	names := make([][]byte, len(busy.cols))
	for i := range busy.cols {
		names[i] = []byte(busy.cols[i].name)
	}
	p.header(string(tag), names)
	return p.tables[string(tag)]
}

// cell reads a value. What has a sign or is not a number is null: -1 and -0.0 (which is
// -1 of a smaller unit) stand for what the machine does not count, -nan for a share of
// nothing; that is said once a column. bad tells of anything else.
func (p *nmon) cell(c *nmonColumn, b []byte) (v float64, bad bool) {
	v, ok := parseNumber(b)
	switch {
	case ok && b[0] != '-':
		if c.rate && v > wrapped {
			return schemas.Null, true
		}
		return v * c.scale.mul / c.scale.div, false
	case ok:
		p.unmeasured(c, schemas.NotCounted)
	case len(b) >= 3 && len(b) <= 4 && (text(b) == "nan" || text(b[1:]) == "nan"):
		p.unmeasured(c, schemas.BadCell)
	default:
		return schemas.Null, true
	}
	return schemas.Null, false
}

// unmeasured notes that a column has no numbers, which is said once.
func (p *nmon) unmeasured(c *nmonColumn, reason string) {
	if c.told {
		return
	}
	c.told = true
	list := &p.absent
	if reason == schemas.BadCell {
		list = &p.noShare
	}
	*list = append(*list, c.name)
}

func (p *nmon) sayUnmeasured() {
	say := func(list *[]string, reason string) {
		if len(*list) > 0 {
			p.l.Skip(reason, "no number, here and maybe further on, in "+strings.Join(*list, ", ")+": "+text(p.l.Line()))
			*list = (*list)[:0]
		}
	}
	say(&p.absent, schemas.NotCounted)
	say(&p.noShare, schemas.BadCell)
}

// cpuRow adds the shares of a processor. When there are more or fewer values than names,
// those that add up to the whole are certain and the rest is not known.
func (p *nmon) cpuRow(t *nmonTable, cells [][]byte, fault string, ts int64, step float64) {
	var c cpuCells
	total := 0.0
	for i := range t.cols {
		f := t.cols[i].cpu
		if i >= len(cells) || f == cpuFieldCount {
			continue
		}
		if fault != "" && f == cpuSteal {
			continue
		}
		v, ok := parseNumber(cells[i])
		if !ok || v < 0 {
			v = schemas.Null
			p.l.Skip(schemas.BadCell, text(p.l.Line()))
		}
		c.set(f, (v+0)/100)
		total += v / 100
	}
	if fault == "" {
		var ok bool
		if total, ok = c.sum(); !ok {
			total = 1 // of some columns only
		}
	} else if !(math.Abs(total-1) <= 0.02) {
		return // the skip says which cells were too many or too few
	}
	if math.Abs(total-1) > 0.02 {
		p.l.Skip(schemas.BadSum, text(p.l.Line()))
		return
	}
	var r schemas.CPU
	c.fill(&r, ts, t.cpu, step, p.l.Source)
	p.l.CPU(r)
}

func (p *nmon) diskRow(t *nmonTable, cells [][]byte, snap int, ts int64, step float64) (bad bool) {
	for i, b := range cells {
		c := &t.cols[i]
		if c.disk == nil {
			continue
		}
		v, isBad := p.cell(c, b)
		bad = bad || isBad
		r := c.disk.row(p, snap, ts, step)
		*c.field(r) = v
		if isBad && c.rate && len(b) > 15 { // a counter that wrapped: nothing of the row can be trusted
			r.TS, p.time.late = refused, true
		}
	}
	return bad
}

func (p *nmon) statRow(t *nmonTable, cells [][]byte, n, ts int64, step float64) (bad bool) {
	used := [4]float64{schemas.Null, schemas.Null, schemas.Null, schemas.Null}
	for i, b := range cells {
		c := &t.cols[i]
		// The first counts of VM are over a time that is not printed, or since boot.
		if c.key == nil || (t.vm && n <= 1 && !c.gauge) {
			continue
		}
		v, isBad := p.cell(c, b)
		bad = bad || isBad
		if c.perStep && ts > noTime {
			v /= step
		}
		p.l.Stat(ts, c.key, v, step)
		for k, at := range t.used {
			if at == i {
				used[k] = v
			}
		}
	}
	if t.used[0] >= 0 {
		p.l.Stat(ts, p.l.Key("memory.used", "", schemas.Gauge, "bytes"), used[0]-used[1]-used[2]-used[3], step)
	}
	if t.vm && n <= 1 {
		p.l.Skip(schemas.NotCounted, "counts of the first snapshot, over a time that is not printed: "+text(p.l.Line()))
	}
	return bad
}
