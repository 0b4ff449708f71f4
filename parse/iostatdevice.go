package parse

import "inquest/schemas"

// addDevice adds a row of a device table.
func (r *iostatReader) addDevice(line []byte) {
	t := r.device
	cells := r.words
	switch last := cells[len(cells)-1]; {
	case len(cells) != len(t.cols) && !hasDigit(last) && !r.l.unfinished():
		r.l.Skip(schemas.ForeignText, text(line))
		return
	case t.keyAt == 0 && (line[0] == ' ' || line[0] == '\t'):
		r.l.Skip(schemas.GroupTotal, text(line))
		return
	}
	before := len(r.l.Rows.Disk)
	t.add(r.sheet, cells, r.time.ts, r.time.step)
	if len(r.l.Rows.Disk) == before {
		return
	}
	r.boot.device(t, cells)
	if len(r.tables) > 1 {
		r.merge(before)
	}
	r.rows++
}

// maxDevices is how far back merge looks for a device's row.
const maxDevices = 4096

// merge joins the last row with the one of the same device from an earlier table of
// the report: -h prints reads, writes and the rest in tables of their own.
func (r *iostatReader) merge(at int) {
	rows := r.l.Rows.Disk
	added := &rows[at]
	i := r.from.disk + r.rows
	if i >= at || rows[i].Device != added.Device {
		for i = max(r.from.disk, at-maxDevices); i < at && rows[i].Device != added.Device; i++ {
		}
	}
	if i == at {
		return
	}
	for _, c := range diskColumns {
		if c.field == nil {
			continue
		}
		if v := *c.field(added); !schemas.IsNull(v) {
			*c.field(&rows[i]) = v
		}
	}
	r.l.Rows.Disk = rows[:at]
}
