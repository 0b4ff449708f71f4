package parse

import (
	"slices"

	"inquest/schemas"
)

// nmonDisk is a device whose numbers stand in the lines of several tags.
type nmonDisk struct {
	name string
	rows []snapRow   // its rows, by rising snapshot
	at   int         // place in rows of the one met last
	odd  map[int]int // rows of snapshots that came after a later one
}

// snapRow is the row of a snapshot.
type snapRow struct{ snap, row int }

func (p *nmon) device(name string) *nmonDisk {
	d := p.disks[name]
	if d == nil {
		d = &nmonDisk{name: name}
		p.disks[name] = d
	}
	return d
}

// row gives the device's row of a snapshot. In a file as it was written it is the last
// one, in a sorted file mostly the one after that met before.
func (d *nmonDisk) row(p *nmon, snap int, ts int64, step float64) *schemas.Disk {
	if d.at < len(d.rows) && d.rows[d.at].snap == snap {
		return &p.l.Rows.Disk[d.rows[d.at].row]
	}
	if next := d.at + 1; next < len(d.rows) && d.rows[next].snap == snap {
		d.at = next
		return &p.l.Rows.Disk[d.rows[next].row]
	}
	i, ok := slices.BinarySearchFunc(d.rows, snap, func(r snapRow, snap int) int { return r.snap - snap })
	if ok {
		d.at = i
		return &p.l.Rows.Disk[d.rows[i].row]
	}
	if row, ok := d.odd[snap]; ok {
		return &p.l.Rows.Disk[row]
	}
	r := schemas.NewDisk(ts, d.name, p.l.Source)
	r.StepS = step
	p.l.Disk(r)
	row := len(p.l.Rows.Disk) - 1
	if i == len(d.rows) {
		d.rows = append(d.rows, snapRow{snap, row})
		d.at = i
	} else {
		if d.odd == nil {
			d.odd = map[int]int{}
		}
		d.odd[snap] = row
	}
	return &p.l.Rows.Disk[row]
}
