package parse

import (
	"math"
	"unsafe"

	"inquest/schemas"
)

// sheet turns the cells of the sysstat tools' tables into rows: begin names what a row
// is about, put takes its cells, end adds it. It is the same for text, sadf, JSON and
// XML, which differ only in how cells are found.
type sheet struct {
	l       *Log
	format  string
	usages  [tableKinds]*names[*usage]
	count   int              // of usages
	things  *names[struct{}] // what rows are about
	layouts *names[*layout]  // by the words of their headers
	series  *names[*seriesKeys]
	nameOf  []byte // room to put a series' name together

	// the row being read
	kind   tableKind
	key    string
	labels []rowLabel
	keys   *seriesKeys // nil until a stat is met
	cpu    cpuCells
	disk   schemas.Disk
	stats  []statCell
	memory memoryCells
	used   *usage // of memory.used when printed
	bad    bool   // a cell could not be read
	wild   bool   // a rate of a device is a wrapped counter
	whole  bool   // no cell has decimals
	good   int    // cells that could be read
}

// rowLabel is a label of a row of stats.
type rowLabel struct {
	name  string
	value []byte
}

type statCell struct {
	u *usage
	v float64
}

// seriesKeys are the keys of the stats with the same labels, by usage.id.
type seriesKeys struct {
	pairs []string
	keys  []*schemas.StatKey
}

func newSheet(l *Log) *sheet {
	s := &sheet{l: l, format: l.Source.Format, things: newNames[struct{}](l), layouts: newNames[*layout](l), series: newNames[*seriesKeys](l)}
	for kind := range s.usages {
		s.usages[kind] = newNames[*usage](l)
	}
	return s
}

// usage finds what is done with a column; it allocates for new ones only.
func (s *sheet) usage(kind tableKind, name []byte) *usage {
	if e := s.usages[kind].find(name); e != nil {
		return e.value
	}
	u := newUsage(s.format, kind, string(name))
	u.id = s.count
	s.count++
	s.l.hold(int(unsafe.Sizeof(u)))
	s.usages[kind].add(name, &u)
	return &u
}

// name interns a name that occurs on many rows.
func (s *sheet) name(b []byte) string {
	e := s.things.find(b)
	if e == nil {
		e = s.things.add(b, struct{}{})
	}
	return e.name
}

// begin starts a row about the thing that key names; label says what kind of thing it
// is and is empty when there is none.
func (s *sheet) begin(kind tableKind, label string, key []byte) {
	if text(key) == "-1" { // of sadf -d
		switch label {
		case "cpu":
			key = allCPUs
		case "interrupt":
			key = allInterrupts
		}
	}
	s.kind, s.keys, s.labels = kind, nil, s.labels[:0]
	s.bad, s.wild, s.whole, s.used = false, false, true, nil
	s.stats, s.good = s.stats[:0], 0
	if label != "" {
		s.key = s.name(key)
		s.label(label, key)
	}
	switch kind {
	case cpuTable:
		s.cpu = cpuCells{}
	case diskTable:
		s.disk = emptyDisk
		s.disk.Device = s.key
	default:
		s.memory = newMemoryCells()
	}
}

var (
	allCPUs       = []byte("all")
	allInterrupts = []byte("sum")
	emptyDisk     = schemas.NewDisk(0, "", nil)
)

// label adds a label to the row; value must stay as it is until end.
func (s *sheet) label(name string, value []byte) {
	s.labels = append(s.labels, rowLabel{name, value})
}

// put takes a cell of the row.
func (s *sheet) put(u *usage, cell []byte) {
	if u.kind == diskTable && u.field == nil {
		return
	}
	v, places, ok := u.read(cell)
	s.whole = s.whole && places == 0
	if ok {
		s.good++
	} else {
		s.bad = true
	}
	s.set(u, v)
	if u.memory {
		s.memory.see(u.name, v, cell)
		if u.name == "kbmemused" {
			s.used = u
		}
	}
}

// set takes a value of the row in base units; NaN when it is not known.
func (s *sheet) set(u *usage, v float64) {
	switch u.kind {
	case cpuTable:
		s.cpu.set(u.cpu, v)
	case diskTable:
		*u.field(&s.disk) = v
		s.wild = s.wild || (u.rate && v > wrapped)
	default:
		if u.rate && v > wrapped {
			s.bad = true
			return
		}
		if !schemas.IsNull(v) {
			s.stats = append(s.stats, statCell{u, v})
		}
	}
}

// end adds the row with the instant at its end and the length of its interval.
func (s *sheet) end(ts int64, stepS float64) {
	nameless := len(s.labels) > 0 && len(s.labels[0].value) == 0
	if s.bad || s.wild || nameless {
		s.l.Skip(schemas.BadCell, text(s.l.Line()))
	}
	if nameless {
		return
	}
	switch {
	case s.good == 0:
	case s.kind == cpuTable:
		s.endCPU(ts, stepS)
	case s.kind == diskTable && !s.wild:
		s.disk.TS, s.disk.StepS, s.disk.Source = ts, stepS, s.l.Source
		s.l.Rows.Disk = append(s.l.Rows.Disk, s.disk) // a large row, copied once
	}
	for _, c := range s.stats {
		if c.u == s.used {
			c.v = s.memory.inUse()
		}
		s.l.Stat(ts, s.statKey(c.u), c.v, stepS)
	}
}

// endCPU adds the shares of a processor, which must add up to the whole.
func (s *sheet) endCPU(ts int64, stepS float64) {
	tolerance := 0.02
	if s.whole {
		tolerance = 0.05 // ten numbers without decimals
	}
	if sum, ok := s.cpu.sum(); ok && math.Abs(sum-1) > tolerance {
		s.l.Skip(schemas.BadSum, text(s.l.Line()))
		return
	}
	s.cpu.fill(s.l.addCPU(), ts, s.key, stepS, s.l.Source)
}

// statKey is the key of the series that a stat of the row belongs to.
func (s *sheet) statKey(u *usage) *schemas.StatKey {
	if s.keys == nil {
		s.keys = s.seriesOf(s.labels)
	}
	for len(s.keys.keys) <= u.id {
		s.keys.keys = append(s.keys.keys, nil)
		s.l.hold(pointerBytes)
	}
	if k := s.keys.keys[u.id]; k != nil {
		return k
	}
	pairs := s.keys.pairs
	if u.stat.label != "" {
		pairs = append(pairs[:len(pairs):len(pairs)], u.stat.label, u.stat.value)
	}
	metric := u.stat.metric
	if u.name == "intr/s" && len(pairs) == 2 && (pairs[1] == "sum" || pairs[1] == "all") {
		metric, pairs = "system.interrupts", nil // the sum of them all, or that of all processors
	}
	k := s.l.Key(metric, labelJSON(pairs...), schemas.Gauge, u.stat.unit)
	s.keys.keys[u.id] = k
	return k
}

// seriesOf finds the keys of the series with these labels.
func (s *sheet) seriesOf(labels []rowLabel) *seriesKeys {
	s.nameOf = s.nameOf[:0]
	for _, l := range labels {
		s.nameOf = append(append(append(s.nameOf, l.name...), 0), l.value...)
		s.nameOf = append(s.nameOf, 0)
	}
	if e := s.series.find(s.nameOf); e != nil {
		return e.value
	}
	k := &seriesKeys{}
	for _, l := range labels {
		k.pairs = append(k.pairs, l.name, string(l.value))
	}
	s.series.add(s.nameOf, k)
	return k
}
