package parse

import (
	"bytes"
	"slices"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "free",
		Doc:    "free of procps 3.2 to procps-ng 4 with any unit, once or repeated (-s), in any of its languages",
		Source: "free(1) of procps-ng",
		Specimen: "               total        used        free      shared  buff/cache   available\n" +
			"Mem:        24684096      799084    18001600       11028     6207388    23885012\n" +
			"Swap:              0           0           0\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			lines := h.dataLines(3)
			for i, line := range lines {
				if !isFreeHeader(cutFields(line, nil)) || i+1 == len(lines) {
					continue
				}
				if label, _ := cutFreeLabel(lines[i+1]); label == "Mem:" {
					return 90
				}
			}
			return 0
		},
		Parse: parseFree,
	})
}

// isFreeHeader tells the line of column names; it has no label of its own. That the
// names are those of free is known by the row below it.
func isFreeHeader(f [][]byte) bool {
	if len(f) < 6 || len(f) > 9 || procpsView(f[0]) != "total" {
		return false
	}
	return !slices.ContainsFunc(f, func(b []byte) bool { return hasDigit(b) || bytes.ContainsAny(b, ":：") })
}

// freeColumns are the names of the columns, whose order is the same in all languages, by
// their number: a language may use two words for one of them. Before procps 3.3.10 there
// were six as well, with buffers and cached apart.
func freeColumns(f [][]byte) []string {
	switch {
	case len(f) > 6:
		return freeWide
	case bytes.IndexByte(f[4], '/') >= 0:
		return freeNarrow
	}
	return freeOld
}

var (
	freeWide   = []string{"total", "used", "free", "shared", "buffers", "cache", "available"}
	freeNarrow = []string{"total", "used", "free", "shared", "buff/cache", "available"}
	freeOld    = []string{"total", "used", "free", "shared", "buffers", "cached"}
	freeLabels = []string{"Mem:", "Swap:", "Total:", "Low:", "High:", "Comm:"}
)

// cutFreeLabel cuts the label off a row, in English; it is empty when it is not known. The
// first number may stand right after the colon; Chinese has a wide one.
func cutFreeLabel(line []byte) (label string, cells []byte) {
	i, n := bytes.IndexByte(line, ':'), 1
	if wide := bytes.Index(line, wideColon); wide >= 0 && (i < 0 || wide < i) {
		i, n = wide, len(wideColon)
	}
	if i <= 0 || i > maxFreeLabel {
		return "", line
	}
	var room [maxFreeLabel + 1]byte
	word := room[:0]
	for _, c := range line[:i] {
		if c != ' ' && c != '\t' {
			word = append(word, c)
		}
	}
	word = append(word, ':')
	english, ok := procpsWords[string(word)]
	for _, known := range freeLabels {
		if ok && english == known || string(word) == known {
			return known, line[i+n:]
		}
	}
	return "", line
}

var wideColon = []byte("：")

const maxFreeLabel = 40 // bytes

// freeMetrics are the names of the columns of a row in table stats. buff/cache has no
// name that other tools share.
var freeMetrics = map[string]map[string]string{
	"Mem:": {"total": "memory.total", "used": "memory.used", "free": "memory.free", "shared": "memory.shared",
		"buffers": "memory.buffers", "cache": "memory.cached", "cached": "memory.cached",
		"buff/cache": "free.buff/cache", "available": "memory.available"},
	"Swap:": {"total": "swap.total", "used": "swap.used", "free": "swap.free"},
	"Comm:": {"used": "memory.committed"},
}

// freeTable is free's output being read.
type freeTable struct {
	l       *Log
	snaps   *snapshots
	columns []string
	values  []float64 // of the row being read, by column; null: not known
	fields  [][]byte
	dated   bool
	unit    memoryUnit
	plain   []int // rows of table stats in the unit that is not printed
	line    int64 // of the first of them
}

func parseFree(l *Log) error {
	t := &freeTable{l: l, snaps: newSnapshots(l)}
	before := l.said()
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		t.fields = cutFields(line, t.fields)
		f := t.fields
		label, cells := cutFreeLabel(line)
		switch {
		case isFreeHeader(f):
			t.columns = freeColumns(f)
			t.dated = t.snaps.begin()
		case freeMetrics[label] != nil && len(t.columns) > 0:
			if t.dated {
				t.fields = cutFields(cells, t.fields)
				t.row(freeMetrics[label], t.fields)
			}
		case label == "Total:" || label == "Low:" || label == "High:" || text(f[0]) == "-/+":
			l.Skip(schemas.GroupTotal, text(line))
		case t.snaps.timeLine(line):
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	t.scale()
	l.sayNoData(before)
	return nil
}

// row adds the cells of one label. Before procps 3.3.10 the used memory contains
// buffers and cache, which are taken out; those versions print no available memory.
func (t *freeTable) row(metrics map[string]string, cells [][]byte) {
	l := t.l
	t.values = t.values[:0]
	plain := false
	for i, b := range cells {
		if i >= len(t.columns) {
			l.Skip(schemas.ExtraCell, text(l.Line()))
			break
		}
		v, suffix, ok := sizeOf(b)
		if !ok {
			l.Skip(schemas.BadCell, text(b))
			v, suffix = schemas.Null, true
		}
		if !suffix {
			t.unit.see(v)
			plain = true
		}
		t.values = append(t.values, v)
	}
	if len(cells) < 3 || (metrics["shared"] != "" && len(cells) < len(t.columns)) {
		l.Skip(schemas.CutRow, text(l.Line()))
	}
	if metrics["shared"] != "" && slices.Contains(t.columns, "cached") {
		t.takeOutCache()
	}
	for i, v := range t.values {
		if schemas.IsNull(v) || metrics[t.columns[i]] == "" {
			continue
		}
		if plain {
			if t.line == 0 {
				t.line = l.Num()
			}
			t.plain = append(t.plain, len(l.Rows.Stats))
		}
		l.Stat(t.snaps.ts, l.Key(metrics[t.columns[i]], "", schemas.Gauge, "bytes"), v, t.snaps.step)
	}
}

// takeOutCache takes buffers and cache out of the used memory, which is not known where
// the cache is not.
func (t *freeTable) takeOutCache() {
	value := func(column string) *float64 {
		if i := slices.Index(t.columns, column); i >= 0 && i < len(t.values) {
			return &t.values[i]
		}
		return nil
	}
	used, buffers, cached := value("used"), value("buffers"), value("cached")
	switch {
	case used == nil:
	case cached == nil:
		*used = schemas.Null
	case buffers == nil || schemas.IsNull(*buffers):
		*used -= *cached
	default:
		*used = *used - *buffers - *cached
	}
}

// scale brings the sizes that were printed without a unit to bytes.
func (t *freeTable) scale() {
	factor, name, sure := t.unit.factor()
	for _, i := range t.plain {
		t.l.Rows.Stats[i].Value *= factor
	}
	if !sure && len(t.plain) > 0 {
		t.l.SkipAt(t.line, schemas.BadCell, "sizes are not in KiB (free -m, -g): read as "+name)
	}
}
