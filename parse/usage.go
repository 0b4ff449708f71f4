package parse

import (
	"strings"

	"inquest/schemas"
)

// tableKind is where the rows of a printed table go.
type tableKind uint8

const (
	statTable tableKind = iota
	cpuTable
	diskTable
	interruptTable // the columns are processors
	listTable      // text about devices, no samples
	processTable
	threadTable
	tableKinds
)

// usage says what is done with the cells of one column of one kind of table.
type usage struct {
	id     int // counts from 0 within a sheet
	name   string
	kind   tableKind // cpuTable and diskTable with their fields, else a stat
	cpu    cpuField
	field  diskField // nil: known and left out
	stat   statColumn
	scale  scale
	rate   bool
	bytes  bool
	signed bool // may be negative
	memory bool // one of the columns that memory.used is worked out from
}

// newUsage resolves a column by its name.
func newUsage(format string, kind tableKind, name string) usage {
	u := usage{name: name, kind: kind, scale: percent}
	switch kind {
	case cpuTable:
		if f, ok := cpuColumns[name]; ok {
			u.cpu = f
			return u
		}
	case diskTable:
		if c, ok := diskColumns[name]; ok {
			u.field, u.scale, u.rate, u.bytes = c.field, c.scale, c.rate, c.bytes
			return u
		}
	case interruptTable:
		u.name = "intr/s"
	}
	u.kind = statTable
	c, ok := statColumns[u.name]
	if !ok || kind != statTable {
		c = nativeColumn(format, u.name)
	}
	if p, ok := processColumns[name]; ok && kind >= processTable {
		c = p
		c.metric = map[tableKind]string{processTable: "process.", threadTable: "thread."}[kind] + p.metric
	}
	if kind == interruptTable && name != "all" {
		c.label, c.value = "cpu", strings.TrimPrefix(strings.TrimPrefix(name, "CPU"), "cpu")
	}
	u.stat, u.scale = c, c.scale
	u.rate = c.unit == "per_second" || c.unit == "bytes_per_second"
	u.bytes = c.unit == "bytes" || c.unit == "bytes_per_second"
	switch name {
	case "frmpg/s", "bufpg/s", "campg/s", "shmpg/s":
		u.signed = true
	case "kbmemfree", "kbmemused", "kbbuffers", "kbcached", "%memused":
		u.memory = true
	}
	u.signed = u.signed || c.unit == ""
	if name == "kbmemused" {
		u.stat = statColumn{metric: "memory.used", unit: "bytes"}
	}
	return u
}

const wrapped = 1e15 // a rate above it is a counter that went backwards

// read turns a cell into base units and tells how many digits stand after its mark. It
// takes a unit letter, which means bytes, in columns of bytes and a per cent sign anywhere.
func (u *usage) read(cell []byte) (v float64, places int, ok bool) {
	v, places, ok = parseDecimal(cell)
	if !ok {
		if v, ok = u.readMarked(cell); ok && v >= 0 && cell[len(cell)-1] != '%' {
			return v, places, true
		}
	}
	if !ok || (v < 0 && !u.signed) {
		return schemas.Null, places, false
	}
	return (v + 0) * u.scale.mul / u.scale.div, places, true // + 0, as a tool may print -0.00
}

// readMarked reads a cell with a per cent sign, or with a unit letter into bytes.
func (u *usage) readMarked(cell []byte) (v float64, ok bool) {
	n := len(cell)
	switch {
	case n > 1 && cell[n-1] == '%':
		return parseNumber(cell[:n-1])
	case n > 1 && u.bytes:
		v, suffix, ok := sizeOf(cell)
		return v, ok && suffix && v >= 0
	}
	return schemas.Null, false
}
