package parse

import (
	"bytes"
	"math"

	"inquest/schemas"
)

// atopsarTable is the header of a report.
type atopsarTable struct {
	use     atopUse
	tag     string // cpu, dsk, if: the last word of the header
	thing   string // label of the series, which the first cell names; empty: none
	columns []atopsarColumn
	least   int // cells of a row
	most    int
	keys    map[string][]*schemas.StatKey // by the thing
}

// atopsarColumn is a column with what it becomes.
type atopsarColumn struct {
	name  string
	use   atopTextUse // of table stats; without metric it is left out
	scale float64
	cpu   int // which state of a processor, from 1
	disk  func(*schemas.Disk) *float64
}

// atopsarThings are the first columns that name what a row is about.
var atopsarThings = map[string]string{"cpu": "cpu", "disk": "device", "interf": "interface", "mounted_device": "device"}

// newAtopsarTable reads the words of a header. The tag may be glued to the last column.
func newAtopsarTable(words [][]byte) *atopsarTable {
	t := &atopsarTable{tag: "psi", keys: map[string][]*schemas.StatKey{}}
	prefix := ""
	for i, w := range words {
		if i == len(words)-1 {
			var tag []byte
			if w, tag = cutAtopsarTag(w); len(tag) > 0 {
				t.tag = string(tag)
			}
			if len(w) == 0 {
				break
			}
		}
		if w[len(w)-1] == ':' { // in: dsc/s hder/s ... out: dsc/s
			prefix = string(w)
			continue
		}
		t.columns = append(t.columns, atopsarColumn{name: prefix + string(w)})
	}
	if len(t.columns) == 0 {
		t.use = atopLeftOut // groups without a column
		return t
	}
	t.thing = atopsarThings[t.columns[0].name]
	switch t.tag {
	case "cpu":
		t.use = atopCPU
	case "dsk", "lvm", "mdd":
		t.use = atopDisk
	case "top3", "gpu", "ib":
		t.use = atopLeftOut
	}
	for i := range t.columns {
		t.resolve(&t.columns[i])
	}
	t.least, t.most = len(t.columns), len(t.columns)
	switch t.tag {
	case "dsk", "lvm", "mdd":
		t.most++ // 0.02892 ms
	case "if", "nfm":
		t.most++ // duplex, newly mounted
	}
	return t
}

// atopsarCPU are the states of a processor. Guest time is contained in user time.
var atopsarCPU = map[string]int{"%usr": 1, "%nice": 2, "%sys": 3, "%irq": 4, "%softirq": 5, "%steal": 6, "%wait": 7, "%idle": 8, "%guest": 9}

var atopsarDisk = map[string]struct {
	field func(*schemas.Disk) *float64
	scale float64
}{
	"busy":    {func(d *schemas.Disk) *float64 { return &d.IOTimeRatio }, 1},
	"read/s":  {func(d *schemas.Disk) *float64 { return &d.ReadsPerSecond }, 1},
	"writ/s":  {func(d *schemas.Disk) *float64 { return &d.WritesPerSecond }, 1},
	"KB/read": {func(d *schemas.Disk) *float64 { return &d.ReadRequestBytes }, 1024},
	"KB/writ": {func(d *schemas.Disk) *float64 { return &d.WriteRequestBytes }, 1024},
}

// atopsarStats are the columns that have a metric of ours, by tag and name.
var atopsarStats = map[string]map[string]struct {
	use   atopTextUse
	scale float64
}{
	"mem": {"memtotal": {atopTextUse{"memory.total", "bytes"}, 1}, "memfree": {atopTextUse{"memory.free", "bytes"}, 1},
		"buffers": {atopTextUse{"memory.buffers", "bytes"}, 1}, "cached": {atopTextUse{"memory.cached", "bytes"}, 1},
		"dirty": {atopTextUse{"memory.dirty", "bytes"}, 1}, "slabmem": {atopTextUse{"memory.slab", "bytes"}, 1},
		"swptotal": {atopTextUse{"swap.total", "bytes"}, 1}, "swpfree": {atopTextUse{"swap.free", "bytes"}, 1}},
	"swap": {"commitspc": {atopTextUse{"memory.committed", "bytes"}, 1}, "commitlim": {atopTextUse{"atopsar.commitlim", "bytes"}, 1}},
	"load": {"pswch/s": {atopTextUse{"system.context_switches", "per_second"}, 1},
		"devintr/s": {atopTextUse{"system.interrupts", "per_second"}, 1}, "clones/s": {atopTextUse{"system.processes_created", "per_second"}, 1},
		"loadavg1": {atopTextUse{"system.load1", "count"}, 1}, "loadavg5": {atopTextUse{"system.load5", "count"}, 1},
		"loadavg15": {atopTextUse{"system.load15", "count"}, 1}},
	"procthr": {"curproc": {atopTextUse{"system.processes", "count"}, 1}, "thrrun": {atopTextUse{"system.run_queue", "count"}, 1},
		"trun": {atopTextUse{"system.run_queue", "count"}, 1}},
	"if": {"busy": {atopTextUse{"network.utilization", "ratio"}, 1}, "ipack/s": {atopTextUse{"network.received_packets", "per_second"}, 1},
		"opack/s":  {atopTextUse{"network.sent_packets", "per_second"}, 1},
		"iKbyte/s": {atopTextUse{"network.received_bytes", "bytes_per_second"}, 1024},
		"oKbyte/s": {atopTextUse{"network.sent_bytes", "bytes_per_second"}, 1024},
		"ierr/s":   {atopTextUse{"network.receive_errors", "per_second"}, 1}, "oerr/s": {atopTextUse{"network.send_errors", "per_second"}, 1},
		"idrop/s": {atopTextUse{"network.receive_drops", "per_second"}, 1}, "odrop/s": {atopTextUse{"network.send_drops", "per_second"}, 1},
		"imbps": {}, "ombps": {}, "maxmbps": {}},
	"nfs": {"MBcr/s": {atopTextUse{"atopsar.MBcr/s", "bytes_per_second"}, 1 << 20}, "MBcw/s": {atopTextUse{"atopsar.MBcw/s", "bytes_per_second"}, 1 << 20}},
	"nfm": {"physread/s": {atopTextUse{"atopsar.physread/s", "bytes_per_second"}, 1}, "physwrit/s": {atopTextUse{"atopsar.physwrit/s", "bytes_per_second"}, 1}},
	"dsk": {"avserv": {}},
}

// resolve finds what a column becomes. The names of the protocols' tables are alike, so
// the tag stands before them.
func (t *atopsarTable) resolve(c *atopsarColumn) {
	c.scale = 1
	if t.use == atopCPU && atopsarCPU[c.name] > 0 {
		c.cpu = atopsarCPU[c.name]
		return
	}
	tag := t.tag
	if t.use == atopDisk {
		if d, ok := atopsarDisk[c.name]; ok {
			c.disk, c.scale = d.field, d.scale
			return
		}
		tag = "dsk"
	}
	if s, ok := atopsarStats[tag][c.name]; ok {
		c.use, c.scale = s.use, s.scale
		return
	}
	name := "atopsar." + c.name
	switch t.tag {
	case "ipv4", "ipv6", "icmpv4", "icmp6", "icmpv6", "udpv4", "udpv6", "tcp", "nfc", "nfs", "http":
		name = "atopsar." + t.tag + "." + c.name
	}
	c.use = atopTextUse{name, "count"}
	switch {
	case t.tag == "psi":
		c.use.unit = "ratio"
	case bytes.HasSuffix([]byte(c.name), []byte("/s")):
		c.use.unit = "per_second"
	}
}

// row reads the cells of a row.
func (t *atopsarTable) row(r *atopsarReader, cells [][]byte) {
	l := r.l
	if len(cells) < t.least || len(cells) > t.most {
		if t.tag == "procthr" && len(cells) == 4 && t.least > 4 { // without -r nothing is known of threads
			t = r.short(t, 4)
		} else {
			l.Skip(l.rowFault(len(cells), t.most), text(l.Line()))
			return
		}
	}
	switch n := len(cells); {
	case t.use == atopCPU:
		t.cpu(r, cells)
	case l.unfinished() && n > 1 && decimals(cells[n-1]) < decimals(cells[n-2]):
		l.Skip(schemas.CutRow, text(l.Line()))
	case t.use == atopDisk:
		t.disk(r, cells)
	default:
		t.stats(r, cells)
	}
}

// rowFault tells why a row does not have the cells of its header.
func (l *Log) rowFault(n, most int) string {
	if n > most {
		return schemas.ExtraCell
	}
	return l.shortLine()
}

// short is the table with its first columns only.
func (r *atopsarReader) short(t *atopsarTable, n int) *atopsarTable {
	key := "short " + t.tag
	s := r.tables[key]
	if s == nil {
		c := *t
		c.columns, c.keys = t.columns[:n], map[string][]*schemas.StatKey{}
		s = &c
		r.tables[key] = s
	}
	return s
}

// cpu adds a processor, or all of them: those go up to 100 % for each.
func (t *atopsarTable) cpu(r *atopsarReader, cells [][]byte) {
	l := r.l
	row := schemas.NewCPU(r.ts, "all", l.Source)
	row.StepS = r.step
	all := text(cells[0]) == "all"
	if !all {
		row.CPU = l.cpuName(cells[0])
	}
	fields := [...]*float64{nil, &row.User, &row.Nice, &row.System, &row.IRQ, &row.SoftIRQ, &row.Steal, &row.IOWait, &row.Idle, &row.Guest}
	sum := 0.0
	for i, c := range t.columns {
		if c.cpu == 0 {
			continue
		}
		v := l.cell(cells[i])
		*fields[c.cpu] = v / 100
		if fields[c.cpu] != &row.Guest {
			sum += v / 100
		}
	}
	n := 1.0
	if all {
		n = float64(r.count.of(sum))
	}
	switch {
	case row.CPU == "":
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	case schemas.IsNull(sum): // said at the cell; how many processors there are is not known
		if all && r.count.n == 0 {
			return
		}
		n = math.Max(n, float64(r.count.n))
		if !all {
			n = 1
		}
	case n < 1 || math.Abs(sum/n-1) > 0.05:
		l.Skip(schemas.BadSum, text(l.Line()))
		return
	}
	for _, f := range fields[1:] {
		*f /= n
	}
	row.SetBusy()
	l.CPU(row)
}

// disk adds a device.
func (t *atopsarTable) disk(r *atopsarReader, cells [][]byte) {
	l := r.l
	d := &r.disk
	*d = schemas.NewDisk(r.ts, r.name(cells[0]), l.Source)
	d.StepS = r.step
	for i, c := range t.columns {
		if c.disk == nil {
			continue
		}
		v, _, _ := atopValue(cells[i])
		if !(v >= 0) {
			l.Skip(schemas.BadCell, text(cells[i]))
			continue
		}
		*c.disk(d) = v * c.scale
	}
	l.Disk(*d)
	t.stats(r, cells)
}

// stats adds the columns that are series of their own.
func (t *atopsarTable) stats(r *atopsarReader, cells [][]byte) {
	l := r.l
	keys := t.keysOf(l, cells[0])
	first := 0
	if t.thing != "" {
		first = 1
	}
	values := [4]float64{schemas.Null, schemas.Null, schemas.Null, schemas.Null} // total, free, buffers, cached
	for i := first; i < len(t.columns); i++ {
		c := &t.columns[i]
		if c.use.metric == "" || text(cells[i]) == "?" {
			continue
		}
		v, unit, _ := atopValue(cells[i])
		if c.use.unit == "bytes" && unit != 'B' {
			v = schemas.Null // cut off
		}
		if !(v >= 0) {
			if text(cells[i]) != "-1" { // the kernel does not count it
				l.Skip(schemas.BadCell, text(cells[i]))
			}
			continue
		}
		v *= c.scale
		l.Stat(r.ts, keys[i], v, r.step)
		switch c.use.metric {
		case "memory.total":
			values[0] = v
		case "memory.free":
			values[1] = v
		case "memory.buffers":
			values[2] = v
		case "memory.cached":
			values[3] = v
		}
	}
	if used := values[0] - values[1] - values[2] - values[3]; used >= 0 {
		l.Stat(r.ts, keys[len(keys)-1], used, r.step)
	}
}

// keysOf are the series of the columns, then that of memory.used.
func (t *atopsarTable) keysOf(l *Log, name []byte) []*schemas.StatKey {
	if t.thing == "" {
		name = nil
	}
	if k, ok := t.keys[string(name)]; ok {
		return k
	}
	labels := ""
	if t.thing != "" {
		labels = label(t.thing, string(name))
	}
	keys := make([]*schemas.StatKey, len(t.columns)+1)
	for i, c := range t.columns {
		if c.use.metric != "" {
			keys[i] = l.Key(c.use.metric, labels, schemas.Gauge, c.use.unit)
		}
	}
	keys[len(t.columns)] = l.Key("memory.used", "", schemas.Gauge, "bytes")
	t.keys[string(name)] = keys
	return keys
}
