package parse

import (
	"bytes"
	"fmt"
	"math"

	"inquest/schemas"
)

// row reads the cells of a row.
func (t *dstatTable) row(cells [][]byte) {
	l := t.l
	for len(cells) > len(t.cols) && len(bytes.TrimSpace(cells[len(cells)-1])) == 0 {
		cells = cells[:len(cells)-1] // a narrow terminal leaves a comma at the end
	}
	if reason := l.lengthFault(cells, len(t.cols)); reason == schemas.CutRow || reason == schemas.MissingCell {
		t.rows++
		l.Skip(reason, text(l.Line()))
		return
	}
	ts, step, ok := t.time(cells)
	if !ok {
		return
	}
	t.fit(cells)
	first, again := t.rows == 0, t.rows > 0 && ts == t.last
	t.rows++
	t.last = ts
	switch {
	case first:
		l.Skip(schemas.SinceBoot, text(l.Line()))
	case again:
		l.Skip(schemas.DuplicateRow, text(l.Line()))
	default:
		t.add(cells, ts, step)
	}
}

// time is the instant of a row and the length of the interval that ends there.
func (t *dstatTable) time(cells [][]byte) (ts int64, step float64, ok bool) {
	l := t.l
	step = schemas.Null
	switch {
	case t.epochAt >= 0:
		ts, ok = t.clock.epoch(cells[t.epochAt])
	case t.clockAt >= 0:
		ts, ok = t.clock.clock(cells[t.clockAt])
	default:
		return l.relative(float64(t.rows)), step, true
	}
	if !ok {
		t.rows++
		l.Skip(schemas.BadCell, text(l.Line()))
		return 0, step, false
	}
	l.SetTSSource(t.clock.source)
	if t.rows > 0 && t.last != 0 && ts > t.last {
		step = float64(ts-t.last) / 1e6
	}
	return ts, step, true
}

// fit finds how far the columns are those of the header when a row has more cells: up to
// the first processor whose shares do not add up, of which the places are not right.
func (t *dstatTable) fit(cells [][]byte) {
	t.known = len(t.cols)
	if len(cells) == t.width {
		t.known = t.fitting
	}
	if len(cells) <= len(t.cols) || len(cells) == t.width {
		return
	}
	t.width = len(cells)
	for cpu := range t.cpuOf {
		sum, start := 0.0, -1
		for i := range t.cols {
			if c := &t.cols[i]; c.kind == dstatCPU && c.row == cpu {
				v, _ := t.number(c.factor, c.base, cells[i])
				sum += v
				if start < 0 {
					start = i
				}
			}
		}
		if start >= 0 && !(math.Abs(sum-1) <= 0.05) {
			t.known = min(t.known, start)
		}
	}
	t.fitting = t.known
	t.l.Skip(schemas.ExtraCell, fmt.Sprintf("%d cells under %d names: from column %d on they are read as %s and so on",
		len(cells), len(t.cols), t.known+1, t.spareKey(t.known).Metric))
}

// add adds the rows of all tables.
func (t *dstatTable) add(cells [][]byte, ts int64, step float64) {
	rows := t.l.Rows
	firstCPU, firstDisk := len(rows.CPU), len(rows.Disk)
	for i, name := range t.cpuOf {
		t.cpuBad[i] = false
		rows.CPU = append(rows.CPU, schemas.NewCPU(ts, name, t.l.Source))
		rows.CPU[firstCPU+i].StepS = step
	}
	for i, name := range t.diskOf {
		rows.Disk = append(rows.Disk, schemas.NewDisk(ts, name, t.l.Source))
		rows.Disk[firstDisk+i].StepS = step
	}
	for i := range cells {
		if i >= t.known {
			v, ok := t.number(1, 1000, cells[i])
			if !ok {
				t.l.Skip(schemas.BadCell, text(cells[i]))
			}
			t.l.Stat(ts, t.spareKey(i), v, step)
			continue
		}
		c := &t.cols[i]
		if c.kind >= dstatTime {
			continue
		}
		v, ok := t.number(c.factor, c.base, cells[i])
		if !ok {
			t.l.Skip(schemas.BadCell, text(cells[i]))
		}
		switch {
		case c.kind == dstatCPU:
			*c.cpu(&rows.CPU[firstCPU+c.row]) = v
			t.cpuBad[c.row] = t.cpuBad[c.row] || !ok
		case c.kind == dstatDisk:
			*c.disk(&rows.Disk[firstDisk+c.row]) = v
		case v > wrapped && c.rate:
			t.l.Skip(schemas.BadCell, text(cells[i]))
		default:
			t.l.Stat(ts, c.key, v, step)
		}
	}
	t.endCPUs(firstCPU)
	t.endDisks(firstDisk)
}

// number reads a cell; false when it is not one, or negative.
func (t *dstatTable) number(factor, base float64, cell []byte) (v float64, ok bool) {
	if t.suffix {
		v, ok = dstatSuffixed(cell, base)
	} else {
		v, ok = parseNumber(cell)
	}
	if !ok || v < 0 {
		return schemas.Null, false
	}
	if factor == 0.01 {
		return v / 100, true // rounds as the decimal number does
	}
	return v * factor, true
}

// endCPUs keeps the processors whose shares add up to the whole.
func (t *dstatTable) endCPUs(first int) {
	tolerance := 0.02
	if t.suffix { // whole numbers
		tolerance = 0.0501
	}
	all := t.l.Rows.CPU
	kept := first
	for i := first; i < len(all); i++ {
		r := &all[i]
		sum := 0.0
		for _, v := range [...]float64{r.User, r.System, r.IOWait, r.IRQ, r.SoftIRQ, r.Steal, r.Idle} {
			if !math.IsNaN(v) {
				sum += v
			}
		}
		whole := !t.cpuBad[i-first] && !math.IsNaN(r.Idle)
		switch {
		case whole && math.Abs(sum-1) > tolerance:
			t.l.Skip(schemas.BadSum, text(t.l.Line()))
			continue
		case sum == 0 && !whole: // nothing is known of it
			continue
		}
		r.SetBusy()
		if kept != i {
			all[kept] = *r
		}
		kept++
	}
	t.l.Rows.CPU = all[:kept]
}

// endDisks keeps the devices of which something is known.
func (t *dstatTable) endDisks(first int) {
	all := t.l.Rows.Disk
	kept := first
	for i := first; i < len(all); i++ {
		d := &all[i]
		wild, known := false, false
		for _, v := range [...]float64{d.ReadBytesPerSecond, d.WrittenBytesPerSecond, d.ReadsPerSecond, d.WritesPerSecond,
			d.IOTimeRatio, d.QueueLength, d.ReadAwaitSeconds, d.WriteAwaitSeconds} {
			known = known || !math.IsNaN(v)
			wild = wild || v > wrapped
		}
		if wild {
			t.l.Skip(schemas.BadCell, text(t.l.Line()))
		}
		if wild || !known {
			continue
		}
		if kept != i {
			all[kept] = *d
		}
		kept++
	}
	t.l.Rows.Disk = all[:kept]
}
