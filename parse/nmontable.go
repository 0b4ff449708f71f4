package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

// nmonTable are the lines of one tag: what each of their cells is.
type nmonTable struct {
	cpu   string // the processor; empty: no table of processors
	disk  bool   // the columns are devices
	vm    bool   // counts over the interval, the first since an unknown time
	group int    // columns of the first group; the others follow it, if the row has as many values as names
	cols  []nmonColumn
	used  [4]int   // columns of total, free, buffers and cached memory; -1: none
	seen  []uint64 // bits: snapshots that had a row
}

// nmonColumn says where the cells of a column go.
type nmonColumn struct {
	name    string
	cpu     cpuField
	key     *schemas.StatKey
	disk    *nmonDisk
	field   diskField
	scale   scale
	rate    bool
	perStep bool // a count over the interval, to be divided by its length
	gauge   bool // of a vm table: not a count over the interval
	told    bool // it was said that the tool does not measure it
}

// header takes the names of the columns of a tag.
func (p *nmon) header(tag string, names [][]byte) {
	for len(names) > 0 && len(bytes.TrimSpace(names[len(names)-1])) == 0 {
		names = names[:len(names)-1]
	}
	t := &nmonTable{cols: make([]nmonColumn, len(names)), group: len(names), used: [4]int{-1, -1, -1, -1}}
	base := tag
	if strings.HasPrefix(tag, "DISK") {
		base = strings.TrimRight(tag, "0123456789") // DISKBUSY1 goes on where DISKBUSY ends
	}
	t.cpu = nmonCPU(tag)
	field, isDisk := nmonDisks[base]
	t.disk, t.vm = isDisk, tag == "VM"
	if strings.HasPrefix(tag, "NET") && len(names)%2 == 0 {
		t.group = len(names) / 2
	}
	for i, w := range names {
		c := &t.cols[i]
		c.name = string(bytes.TrimSpace(w))
		switch {
		case t.cpu != "":
			c.cpu = cpuFieldCount
			if f, ok := nmonShares[c.name]; ok {
				c.cpu = f
			}
		case isDisk && c.name != "":
			c.disk, c.field, c.scale, c.rate = p.device(c.name), field.field, field.scale, field.rate
		case c.name != "":
			p.statColumn(t, c, base, i)
		}
	}
	if old := p.tables[tag]; old != nil {
		t.seen = old.seen
	}
	p.tables[tag] = t
}

// statColumn says which series of table stats a column is.
func (p *nmon) statColumn(t *nmonTable, c *nmonColumn, tag string, at int) {
	s, labels := nmonStat(tag, c.name)
	if i, ok := nmonMemoryUsed[c.name]; ok && tag == "MEM" {
		t.used[i] = at
	}
	c.scale = s.scale
	c.rate = s.unit == "per_second" || s.unit == "bytes_per_second"
	c.key = p.l.Key(s.metric, labels, schemas.Gauge, s.unit)
	if t.vm {
		c.gauge = strings.HasPrefix(c.name, "nr_")
		if c.perStep = c.rate; c.perStep {
			p.perRun[c.key] = true
		}
	}
}

// nmonCPU is the processor that a tag is about: CPU001 and CPU01 are 0, CPU_ALL is all of
// them; empty for other tags.
func nmonCPU(tag string) string {
	if tag == "CPU_ALL" {
		return "all"
	}
	digits, ok := strings.CutPrefix(tag, "CPU")
	if n, isNumber := digitsOf([]byte(digits)); ok && isNumber && digits != "" && n > 0 {
		return itoa(n - 1)
	}
	return ""
}

// take marks that a snapshot has a row; false when it had one.
func (t *nmonTable) take(snap int) bool {
	word, bit := snap/64, uint64(1)<<(snap%64)
	for len(t.seen) <= word {
		t.seen = append(t.seen, 0)
	}
	if t.seen[word]&bit != 0 {
		return false
	}
	t.seen[word] |= bit
	return true
}

// nmonDisk is a device whose numbers stand in the lines of several tags.
type nmonDisk struct {
	name string
	at   []int32 // row of each snapshot, from 1; 0: none
}

func (p *nmon) device(name string) *nmonDisk {
	d := p.disks[name]
	if d == nil {
		d = &nmonDisk{name: name}
		p.disks[name] = d
	}
	return d
}

// row gives the device's row of a snapshot.
func (d *nmonDisk) row(p *nmon, snap int, ts int64, step float64) *schemas.Disk {
	for len(d.at) <= snap {
		d.at = append(d.at, 0)
	}
	if d.at[snap] == 0 {
		r := schemas.NewDisk(ts, d.name, p.l.Source)
		r.StepS = step
		p.l.Disk(r)
		d.at[snap] = int32(len(p.l.Rows.Disk))
	}
	return &p.l.Rows.Disk[d.at[snap]-1]
}
