package parse

import "inquest/schemas"

// statistics takes the reports of sysstat's JSON and XML, which nest objects: a report
// holds groups (cpu-load, disk, memory, network ...), these hold rows of names and
// values, and rows may hold further groups.
type statistics struct {
	l     *Log
	sheet *sheet
	from  rowMark // where the current report begins
	boot  *bootReport

	open  []openObject
	pairs []namedValue
	room  []byte // holds the names and values of pairs

	resolved *names[*usage] // by group and name
	word     []byte         // room to put a name together
	place    []byte
}

// openObject is an object that has begun.
type openObject struct {
	group string
	first int // of its pairs
	size  int // of room when it began
}

// namedValue is a name with its value, as places in room.
type namedValue struct {
	name, value, end int
	isText           bool
}

func newStatistics(l *Log) *statistics {
	return &statistics{l: l, sheet: newSheet(l), resolved: newNames[*usage](l)}
}

// beginReport begins a report. Its rows get their instant at its end, as JSON may
// come in any order.
func (s *statistics) beginReport() {
	s.from = s.l.mark()
	s.open, s.pairs, s.room = s.open[:0], s.pairs[:0], s.room[:0]
}

// endReport gives the rows of the report their instant and step.
func (s *statistics) endReport(ts int64, stepS float64) {
	r := s.l.Rows
	for i := s.from.cpu; i < len(r.CPU); i++ {
		r.CPU[i].TS, r.CPU[i].StepS, r.CPU[i].Source = ts, stepS, s.l.Source
	}
	for i := s.from.disk; i < len(r.Disk); i++ {
		r.Disk[i].TS, r.Disk[i].StepS, r.Disk[i].Source = ts, stepS, s.l.Source
	}
	for i := s.from.stats; i < len(r.Stats); i++ {
		r.Stats[i].TS, r.Stats[i].StepS, r.Stats[i].Source = ts, stepS, s.l.Source
	}
}

// dropReport takes the rows of a report that is not complete out again.
func (s *statistics) dropReport() {
	r := s.l.Rows
	r.CPU, r.Disk, r.Stats = r.CPU[:s.from.cpu], r.Disk[:s.from.disk], r.Stats[:s.from.stats]
}

// begin begins an object of a group.
func (s *statistics) begin(group string) {
	s.open = append(s.open, openObject{group: group, first: len(s.pairs), size: len(s.room)})
}

// The names and values that are open at a time: sysstat's objects have at most some dozens.
const (
	maxPairs     = 512
	maxPairBytes = 64 << 10
)

// pair takes a name and its value, which is a text or a number.
func (s *statistics) pair(name, value []byte, isText bool) {
	if len(s.open) == 0 {
		return
	}
	if len(s.pairs) >= maxPairs || len(s.room)+len(name)+len(value) > maxPairBytes {
		s.l.Skip(schemas.Unsupported, "an object of a report with more values than can be held")
		return
	}
	p := namedValue{name: len(s.room), isText: isText}
	s.room = append(s.room, name...)
	p.value = len(s.room)
	s.room = append(s.room, value...)
	p.end = len(s.room)
	s.pairs = append(s.pairs, p)
}

// end ends the object and adds its row.
func (s *statistics) end() {
	o := s.open[len(s.open)-1]
	if len(s.pairs) > o.first {
		s.row(o)
	}
	s.open = s.open[:len(s.open)-1]
	s.pairs = s.pairs[:o.first]
	s.room = s.room[:o.size]
}

func (s *statistics) nameOf(p namedValue) []byte  { return s.room[p.name:p.value] }
func (s *statistics) valueOf(p namedValue) []byte { return s.room[p.value:p.end] }

// value finds a value of the pairs from first on; nil when there is none.
func (s *statistics) value(first int, name string) []byte {
	for _, p := range s.pairs[first:] {
		if text(s.nameOf(p)) == name {
			return s.valueOf(p)
		}
	}
	return nil
}

// row adds the row of an object.
func (s *statistics) row(o openObject) {
	kind, key := s.kindOf(o)
	switch kind {
	case cpuTable:
		s.sheet.begin(kind, "cpu", key)
	case diskTable:
		s.sheet.begin(kind, "device", key)
	default:
		s.sheet.begin(kind, "", nil)
		s.addLabels(o.group)
	}
	for _, p := range s.pairs[o.first:] {
		if u := s.usageOf(kind, o, p); u != nil {
			s.sheet.put(u, s.valueOf(p))
		}
	}
	if s.boot != nil && s.boot.open {
		s.tellBoot(kind, o)
	}
	s.place = append(append(append(s.place[:0], o.group...), ' '), key...)
	s.l.line = s.place // what a skip shows
	s.sheet.end(0, schemas.Null)
}

// tellBoot shows a row to the decision about iostat's first report.
func (s *statistics) tellBoot(kind tableKind, o openObject) {
	if kind == cpuTable && s.boot.first == (interval{}) {
		sum, ok := s.sheet.cpu.sum()
		s.boot.sample = s.boot.sample || ok && sum < 0.02
	}
	if kind == diskTable {
		for rate, total := range totals {
			s.boot.amount(s.value(o.first, rate), s.value(o.first, total))
		}
	}
}
