package parse

import (
	"math"
	"strings"

	"inquest/schemas"
)

// atopReader turns the fields of atop's labels into rows. -P and -J differ only in how
// the fields are found.
type atopReader struct {
	l      *Log
	labels map[string]*atopTable
	ts     int64
	step   float64

	inBytes  bool    // sizes are in bytes, as in -J, not in pages
	hertz    float64 // of the last label CPU; -J prints it there only
	pagesize float64 // bytes; NaN until it is told

	who       map[string]*atopWho // by pid: what another label of the sample told
	sample    int
	processes map[string]*atopTask
	nameOf    []byte // room to put the name of a task together
	names     map[string]string
}

// atopTable is a label being read.
type atopTable struct {
	*atopLabel
	values []float64 // by column; NaN: not there
	cells  [][]byte  // of the columns that are no numbers
	keys   map[string][]*schemas.StatKey
	at     map[string]int // columns by key
	fields int            // of the longest line so far
	said   bool           // that it is left out
}

func newAtopReader(l *Log) *atopReader {
	r := &atopReader{l: l, labels: map[string]*atopTable{}, hertz: schemas.Null, pagesize: schemas.Null,
		processes: map[string]*atopTask{}, who: map[string]*atopWho{}, names: map[string]string{}}
	for i := range atopLabels {
		t := &atopTable{atopLabel: &atopLabels[i], keys: map[string][]*schemas.StatKey{}, at: map[string]int{}}
		t.values = make([]float64, len(t.columns))
		t.cells = make([][]byte, len(t.columns))
		for j, c := range t.columns {
			t.at[c.key] = j
		}
		r.labels[t.name] = t
	}
	return r
}

// begin forgets the fields of the line before.
func (t *atopTable) begin() {
	for i := range t.values {
		t.values[i] = schemas.Null
	}
	clear(t.cells)
}

// set takes a field. Negative numbers stand for what a machine does not have.
func (r *atopReader) set(t *atopTable, i int, cell []byte) {
	if t.columns[i].text {
		t.cells[i] = cell
		return
	}
	v, ok := parseNumber(cell)
	if !ok {
		r.l.Skip(schemas.BadCell, text(cell))
	}
	t.values[i] = v
}

// get is a field by its key.
func (t *atopTable) get(key string) float64 {
	if i, ok := t.at[key]; ok {
		return t.values[i]
	}
	return schemas.Null
}

func (t *atopTable) cell(key string) []byte {
	if i, ok := t.at[key]; ok {
		return t.cells[i]
	}
	return nil
}

// end makes rows of a line whose fields are set.
func (r *atopReader) end(t *atopTable) {
	switch t.use {
	case atopCPU:
		r.cpu(t)
	case atopDisk:
		r.disk(t)
	case atopProcess:
		r.task(t)
	case atopNames:
		r.keepWho(t)
	case atopStats:
		r.stats(t)
	}
}

// leaveOut says once of a label that it has no place.
func (r *atopReader) leaveOut(t *atopTable) {
	if !t.said {
		t.said = true
		r.l.Skip(schemas.NotCounted, "label "+t.name+" is not read, here and further on")
	}
}

// cpu adds the shares of a processor: ticks / (ticks a second x seconds). Guest time is
// contained in user time, as the kernel counts it (atop(1)).
func (r *atopReader) cpu(t *atopTable) {
	l := r.l
	first := t.at["stime"]
	ticks := t.values[first : first+9]
	sum := 0.0
	for i, v := range ticks[:8] {
		if i < 7 || !schemas.IsNull(v) {
			sum += v
		}
	}
	name, cpus := "all", 1.0
	if t.thing != "" {
		name = l.cpuName(t.cell("cpuid"))
	} else {
		cpus = t.values[t.at["nrcpu"]]
	}
	if v := t.values[t.at["hertz"]]; v > 0 {
		r.hertz = v
	}
	whole := r.hertz * cpus * r.step
	if schemas.IsNull(r.hertz) {
		whole = sum // -J with label cpu alone does not tell the ticks of a second
	}
	if name == "" || !(whole > 0) {
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	}
	if math.Abs(sum/whole-1) > 0.05 {
		l.Skip(schemas.BadSum, text(l.Line()))
		return
	}
	row := schemas.NewCPU(r.ts, name, l.Source)
	row.StepS = r.step
	for i, field := range [...]*float64{&row.System, &row.User, &row.Nice, &row.Idle, &row.IOWait, &row.IRQ, &row.SoftIRQ, &row.Steal, &row.Guest} {
		if ticks[i] >= 0 {
			*field = ticks[i] / whole
		}
	}
	row.SetBusy()
	l.CPU(row)
}

// cpuNames are the names of processors, so that a row does not allocate one.
var cpuNames = func() (names [1024]string) {
	for i := range names {
		b := []byte{byte('0' + i/1000), byte('0' + i/100%10), byte('0' + i/10%10), byte('0' + i%10)}
		for len(b) > 1 && b[0] == '0' {
			b = b[1:]
		}
		names[i] = string(b)
	}
	return names
}()

// cpuName is the number of a processor as text, without leading zeros; empty when it is
// no number.
func (l *Log) cpuName(b []byte) string {
	n, ok := digitsOf(b)
	if !ok || len(b) == 0 || len(b) > 6 {
		return ""
	}
	if n < int64(len(cpuNames)) {
		return cpuNames[n]
	}
	return strings.TrimLeft(string(b), "0")
}

// disk adds a device: times, requests and sectors of the interval. avque is the time
// that requests waited, avq the same for each millisecond that the device was busy.
func (r *atopReader) disk(t *atopTable) {
	l := r.l
	if len(t.cells[0]) == 0 || !(r.step > 0) {
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	}
	d := schemas.NewDisk(r.ts, "", l.Source)
	d.Device, d.StepS = r.name(t.cells[0]), r.step
	wild := false
	for _, c := range [...]struct {
		field  *float64
		column int
		factor float64
	}{
		{&d.IOTimeRatio, 1, 0.001}, {&d.ReadsPerSecond, 2, 1}, {&d.ReadBytesPerSecond, 3, 512}, {&d.WritesPerSecond, 4, 1},
		{&d.WrittenBytesPerSecond, 5, 512}, {&d.DiscardsPerSecond, 6, 1}, {&d.DiscardedBytesPerSecond, 7, 512},
	} {
		if v := t.values[c.column]; v >= 0 {
			*c.field = v * c.factor / r.step
			wild = wild || *c.field > wrapped
		}
	}
	if wild {
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	}
	switch busy, avq, avque := t.values[1], t.values[9], t.values[10]; {
	case avque >= 0:
		d.QueueLength = avque * 0.001 / r.step
	case busy >= 0 && avq >= 0:
		d.QueueLength = avq * busy * 0.001 / r.step
	}
	l.Disk(d)
}

// name interns a name that occurs on many rows.
func (r *atopReader) name(b []byte) string {
	if n, ok := r.names[string(b)]; ok {
		return n
	}
	n := string(b)
	r.names[n] = n
	return n
}
