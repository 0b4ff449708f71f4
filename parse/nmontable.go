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
	used  [4]int // columns of total, free, buffers and cached memory; -1: none
	seen  snapSet
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

// maxNmonColumns bounds what is kept of the heads of a run.
const maxNmonColumns = 1 << 18

// header takes the names of the columns of a tag.
func (p *nmon) header(tag string, names [][]byte) {
	for len(names) > 0 && len(bytes.TrimSpace(names[len(names)-1])) == 0 {
		names = names[:len(names)-1]
	}
	if p.columns += len(names); p.columns > maxNmonColumns {
		p.l.Skip(schemas.Unsupported, "more columns than are kept: "+text(p.l.Line()))
		return
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

// snapSet is the snapshots that had a row: bits by the number divided by 64.
type snapSet struct {
	at    int    // place of the word that is in use
	word  uint64 // which is not in words
	words map[int]uint64
}

// take adds a snapshot; false when it is there.
func (s *snapSet) take(snap int) bool {
	at, bit := snap/64, uint64(1)<<(snap%64)
	if at != s.at {
		if s.words == nil {
			s.words = map[int]uint64{}
		}
		s.words[s.at] = s.word
		s.at, s.word = at, s.words[at]
	}
	if s.word&bit != 0 {
		return false
	}
	s.word |= bit
	return true
}
