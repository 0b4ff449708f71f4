package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

type briefKind uint8

const (
	briefLeftOut briefKind = iota
	briefBusy              // cpu: user, nice, sys, irq, soft and steal
	briefSystem            // sys: with irq, soft and steal
	briefStat
)

// briefLayout is the header of the lines on a screen.
type briefLayout struct {
	cols   []briefColumn
	hasCPU bool
}

// briefColumn says where the cells of a column go. Wide numbers are printed with a
// letter; of counts it means powers of 1000, of sizes powers of 1024. Sizes are in KiB,
// but memory always has a letter, which counts from bytes (cvt of formatit.ph).
type briefColumn struct {
	kind   briefKind
	key    *schemas.StatKey
	unit   float64 // of a number without a letter
	base   float64 // 1000 or 1024
	bytes  bool    // a letter counts from bytes, not from unit
	signed bool
}

// newBriefLayout reads the two lines of a header; times is how many words are the time.
// The group that a column belongs to is the one above it.
func newBriefLayout(l *Log, groups, names []byte) (t *briefLayout, times int) {
	t = &briefLayout{}
	spans := briefSpans(groups)
	names = bytes.Clone(names)
	names[0] = ' '
	for i := 0; i < len(names); {
		if names[i] == ' ' {
			i++
			continue
		}
		end := i
		for end < len(names) && names[end] != ' ' {
			end++
		}
		for len(spans) > 1 && (i+end-1)/2 > spans[0].to {
			spans = spans[1:]
		}
		n := plotName{column: string(names[i:end])}
		if len(spans) > 0 {
			n.group = spans[0].name
		}
		i = end
		if len(t.cols) == 0 && (n.column == "Time" || n.column == "Date") {
			times++
			continue
		}
		t.cols = append(t.cols, t.column(l, n))
	}
	return t, times
}

// briefSpan is a group and the place of its end in the line.
type briefSpan struct {
	name string
	to   int
}

func briefSpans(groups []byte) (out []briefSpan) {
	for i := 0; i < len(groups); {
		from := bytes.IndexByte(groups[i:], '<')
		if from < 0 {
			break
		}
		from += i
		to := bytes.IndexByte(groups[from:], '>')
		if to < 0 {
			to = len(groups) - 1
		} else {
			to += from
		}
		name := strings.Trim(string(groups[from:to+1]), "<>-")
		if name == "Memory" && (to+1-from == 36 || to+1-from == 48) { // --memopts R: changes
			name = "Memory changes"
		}
		out = append(out, briefSpan{name, to})
		i = to + 1
	}
	return out
}

// briefStats are the columns that have a name of ours, by group.
var briefStats = map[string]map[string]statColumn{
	"CPU": {"inter": {metric: "system.interrupts", unit: "per_second"}, "ctxsw": {metric: "system.context_switches", unit: "per_second"}},
	"Disks": {"KBRead": {metric: "io.read_bytes", unit: "bytes_per_second"}, "Reads": {metric: "io.reads", unit: "per_second"},
		"KBWrit": {metric: "io.written_bytes", unit: "bytes_per_second"}, "Writes": {metric: "io.writes", unit: "per_second"}},
	"Network": {"KBIn": {metric: "network.received_bytes", unit: "bytes_per_second"}, "PktIn": {metric: "network.received_packets", unit: "per_second"},
		"KBOut": {metric: "network.sent_bytes", unit: "bytes_per_second"}, "PktOut": {metric: "network.sent_packets", unit: "per_second"}},
	"Memory": {"Free": {metric: "memory.free", unit: "bytes"}, "Buff": {metric: "memory.buffers", unit: "bytes"}, "Cach": {metric: "memory.cached", unit: "bytes"},
		"Inac": {metric: "memory.inactive", unit: "bytes"}, "Slab": {metric: "memory.slab", unit: "bytes"}, "Map": {metric: "collectl.Map", unit: "bytes"}},
}

func (t *briefLayout) column(l *Log, n plotName) briefColumn {
	group := n.group
	if strings.HasPrefix(group, "CPU") { // CPU[HYPER]
		group = "CPU"
	}
	c := briefColumn{kind: briefStat, unit: 1, base: 1000}
	switch {
	case group == "CPU" && n.column == "cpu":
		t.hasCPU, c.kind, c.unit = true, briefBusy, 100
		return c
	case group == "CPU" && n.column == "sys":
		t.hasCPU, c.kind, c.unit = true, briefSystem, 100
		return c
	case n.column == "Size" || n.column == "Fragments" || (group == "slab" && n.column == "Bytes"):
		return briefColumn{} // a quotient, digits of another base, or a size whose unit is not printed
	}
	s, ok := briefStats[group][n.column]
	labels := ""
	switch {
	case ok:
	case group == "Int":
		s = statColumn{metric: "collectl.Intrpt", unit: "per_second"}
		labels = label("cpu", strings.TrimLeft(n.column, "Cpu"))
	case group == "Memory changes":
		s = statColumn{metric: "collectl." + n.column, unit: "bytes_per_second"}
		labels = label("group", group)
		c.signed = true
	case group == "Network" && n.column == "Error":
		s = statColumn{metric: "collectl.Error", unit: "per_second"}
	default:
		s = statColumn{metric: "collectl." + n.column}
		if strings.HasPrefix(n.column, "KB") {
			s.unit = "bytes_per_second"
		}
		labels = label("group", group)
	}
	if s.unit == "bytes_per_second" || s.unit == "bytes" {
		c.unit, c.base = 1<<10, 1<<10
	}
	c.bytes = strings.HasPrefix(group, "Memory")
	c.key = l.Key(s.metric, labels, schemas.Gauge, s.unit)
	return c
}

// read turns a cell into base units.
func (c *briefColumn) read(b []byte) (float64, bool) {
	v, ok := parseNumber(b)
	if !ok && c.kind == briefStat {
		if v, ok = letterNumber(b, c.base); c.bytes {
			v /= c.unit
		}
	}
	if !ok || (v < 0 && !c.signed) {
		return schemas.Null, false
	}
	if c.kind != briefStat {
		return (v + 0) / c.unit, true
	}
	return (v + 0) * c.unit, true
}
