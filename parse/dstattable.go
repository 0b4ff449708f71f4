package parse

import (
	"bytes"
	"fmt"
	"math"
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
