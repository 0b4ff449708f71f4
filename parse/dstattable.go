package parse

import (
	"fmt"
	"strings"

	"inquest/schemas"
)

// dstatTable reads the rows under one header. The first is the mean since boot.
type dstatTable struct {
	l     *Log
	clock *dstatClock
	unit  dstatUnits

	line    int64 // of the header, 0: none
	names   []string
	groups  []string
	cols    []dstatColumn
	epochAt int // cell of the time, -1: none
	clockAt int
	known   int // cells of the current row whose column is known
	width   int // cells of a row with more of them than there are names,
	fitting int // and how many of these are known
	suffix  bool
	unnamed bool // columns without a name were told

	rows   int
	last   int64
	cpuBad []bool
	cpuOf  []string
	diskOf []string
	spare  map[int]*schemas.StatKey
}

// dstatColumn is a column of the header being used.
type dstatColumn struct {
	dstatMeaning
	row  int // among the processors or devices
	rate bool
	key  *schemas.StatKey
}

func newDstatTable(l *Log, clock *dstatClock) *dstatTable {
	return &dstatTable{l: l, clock: clock, spare: map[int]*schemas.StatKey{}}
}

// reading tells whether there is a header.
func (t *dstatTable) reading() bool { return t.line > 0 }

// end closes the table.
func (t *dstatTable) end() {
	if t.line > 0 && t.rows == 0 {
		t.l.SkipAt(t.line, schemas.NoData, "header without rows")
	}
	t.line = 0
}

// header maps the columns. A blank cell among the groups goes on with the one before it.
func (t *dstatTable) header(groups, names [][]byte, unit dstatUnits) {
	t.line, t.rows, t.last, t.unit = t.l.Num(), 0, 0, unit
	t.names, t.groups, t.cols = t.names[:0], t.groups[:0], t.cols[:0]
	t.cpuOf, t.diskOf = t.cpuOf[:0], t.diskOf[:0]
	t.epochAt, t.clockAt, t.width, t.unnamed = -1, -1, 0, false
	for n := len(names); n > 0 && len(names[n-1]) == 0; n-- { // a cut or padded line
		names = names[:n-1]
	}
	group := ""
	for i, b := range names {
		if i < len(groups) && len(groups[i]) > 0 {
			group = strings.TrimSpace(string(groups[i]))
		}
		name := strings.TrimSpace(string(b))
		own := group
		if j := strings.LastIndexByte(name, ':'); j > 0 && (name[:j] == group || i >= len(groups)) {
			own, name = name[:j], name[j+1:]
		}
		t.names, t.groups = append(t.names, name), append(t.groups, own)
	}
	t.resolve()
	t.known = len(t.cols)
	if unit.disk == 1.0/8 && t.hasFlows() {
		t.l.Skip(schemas.Comment, "dool writes bits a second of disks and networks: divided by 8")
		for i := range t.cols {
			if strings.HasPrefix(t.groups[i], "dsk/") || strings.HasPrefix(t.groups[i], "net/") {
				t.cols[i].base = 1000
			}
		}
	}
}

// resolve finds what the columns are. Two columns of one meaning: the second is left out.
func (t *dstatTable) resolve() {
	seen := map[string]int{} // native names
	for i := range t.names {
		if m := dstatMeans(t.groups[i], t.names[i]); m.kind == dstatStat && strings.HasPrefix(m.metric, "dstat.") {
			seen[m.metric]++
		}
	}
	taken := map[string]bool{}
	for i, name := range t.names {
		group := t.groups[i]
		m := dstatMeans(group, name)
		m.factor *= t.unit.factor(group)
		if m.kind == dstatStat && seen[m.metric] > 1 {
			m.metric = "dstat." + group + ":" + name
		}
		c := dstatColumn{dstatMeaning: m, row: -1}
		id := fmt.Sprint(m.kind, m.of, m.metric, m.labels)
		if m.kind == dstatCPU || m.kind == dstatDisk {
			id += name
		}
		switch {
		case name == "":
			c.kind, c.key = dstatStat, t.spareKey(i)
			if !t.unnamed {
				t.l.Skip(schemas.NamesLost, fmt.Sprintf("column %d has no name: read as %s", i+1, c.key.Metric))
				t.unnamed = true
			}
		case taken[id]:
			if m.kind != dstatLeftOut {
				t.l.Skip(schemas.DuplicateRow, fmt.Sprintf("column %d, %s of %s, is there already", i+1, name, group))
			}
			c.kind = dstatLeftOut
		case m.kind == dstatEpoch:
			t.epochAt = i
		case m.kind == dstatTime:
			t.clockAt = i
		case m.kind == dstatCPU:
			c.row = rowOf(&t.cpuOf, m.of)
		case m.kind == dstatDisk:
			c.row = rowOf(&t.diskOf, m.of)
		case m.kind == dstatStat:
			c.key = t.l.Key(m.metric, m.labels, schemas.Gauge, m.unit)
			c.rate = strings.HasSuffix(m.unit, "per_second")
		}
		taken[id] = true
		t.cols = append(t.cols, c)
	}
	t.cpuBad = make([]bool, len(t.cpuOf))
}

func (t *dstatTable) hasFlows() bool {
	for _, g := range t.groups {
		if strings.HasPrefix(g, "dsk/") || strings.HasPrefix(g, "net/") {
			return true
		}
	}
	return false
}

// rowOf is the place of a name in a list, to which it is added.
func rowOf(names *[]string, name string) int {
	for i, n := range *names {
		if n == name {
			return i
		}
	}
	*names = append(*names, name)
	return len(*names) - 1
}

// spareKey is the key of a column without a name, counted from 0.
func (t *dstatTable) spareKey(i int) *schemas.StatKey {
	k := t.spare[i]
	if k == nil {
		k = t.l.Key(fmt.Sprintf("dstat.col%d", i+1), "", schemas.Gauge, "")
		t.spare[i] = k
	}
	return k
}
