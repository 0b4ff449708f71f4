package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "atopsar",
		Doc:    "atopsar of any reports, live or from a raw file, with -S, -M and -H; atop 1.26 to 2.11",
		Source: "atopsar(1), atopsar.c of atop",
		Specimen: "-------------------------- analysis date: 2026/11/30 --------------------------\n" +
			"\n" +
			"10:38:43  cpu  %usr %nice %sys %irq %softirq  %steal %guest  %wait %idle  _cpu_\n" +
			"10:38:45  all   164     0   35    0        1       0      0      0     0\n" +
			"            0    88     0   12    0        0       0      0      0     0\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isAtopsar) && sysstatTool(h) == "" {
				return 90
			}
			return 0
		},
		Parse: readAtopsar,
	})
}

// isAtopsar tells whether only atopsar prints such a line. Some of its columns have the
// names of sar's.
func isAtopsar(line []byte) bool {
	_, ok := atopsarDate(line)
	return ok || isAtopsarHeader(line)
}

// atopsarDate reads the line that begins a report and a day.
func atopsarDate(line []byte) (date [3]int, ok bool) {
	rest := bytes.TrimLeft(line, "-")
	rest, ok = bytes.CutPrefix(rest, []byte(" analysis date: "))
	if !ok {
		return date, false
	}
	word, _, _ := bytes.Cut(rest, []byte{' '})
	date[0], date[1], date[2], _, ok = parseDate(word, false)
	return date, ok
}

// isAtopsarHeader tells the header of a report: a clock, columns, and the tag as the last
// word or glued to it: _cpu_, maxmbps_if_.
func isAtopsarHeader(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	if len(line) < 20 || line[2] != ':' || line[5] != ':' || line[8] != ' ' || line[len(line)-1] != '_' {
		return false
	}
	words := bytes.TrimLeft(line[8:], " \t")
	at := bytes.LastIndexAny(words, " \t") + 1
	column, tag := cutAtopsarTag(words[at:])
	return len(tag) > 0 && at+len(column) > 0 // one column at least
}

// cutAtopsarTag takes the tag off the last word of a header. What is left may be empty, or
// the word where it has no tag.
func cutAtopsarTag(word []byte) (column, tag []byte) {
	rest, ok := bytes.CutSuffix(word, []byte{'_'})
	at := bytes.LastIndexByte(rest, '_')
	if !ok || at < 0 || at == len(rest)-1 {
		return word, nil
	}
	return rest[:at], rest[at+1:]
}

// atopsarReader reads the reports of atopsar, one after the other from a raw file, in
// turns when live.
type atopsarReader struct {
	l      *Log
	clock  *clock
	table  *atopsarTable
	tables map[string]*atopsarTable // by header
	count  atopCount
	cells  [][]byte
	key    []byte       // room to put the words of a header together
	disk   schemas.Disk // room for a row
	names  map[string]string
	from   rowMark

	date    [3]int // of the last line of date
	newDate bool   // it was not used yet
	dated   bool

	ts     int64
	step   float64
	hasRow bool    // a row of the report came, which ts is of
	head   float64 // clock of the header, the begin of its first row; negative: unknown
	goesOn bool    // the header's clock is that of the row before: live
}

func readAtopsar(l *Log) error {
	before := l.said()
	r := &atopsarReader{l: l, clock: newClock(l), tables: map[string]*atopsarTable{}, head: -1,
		names: map[string]string{}, from: l.mark()}
	l.SetTSSource(l.clockSource())
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		date, isDate := atopsarDate(line)
		r.cells = cutFields(line, r.cells)
		switch sec, used, isClock := parseClock(r.cells[:1]); {
		case isDate:
			r.date, r.newDate = date, true
		case isClock && r.isHeader():
			r.header(sec, r.cells[used:])
		case isClock:
			r.at(sec)
			r.row(r.cells[used:])
		case line[0] == ' ' && r.table != nil && r.hasRow:
			r.row(r.cells)
		case isAtopsarTop(r.cells):
			r.table, r.hasRow, r.count = nil, false, atopCount{}
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	if !r.dated {
		l.dateByNear(r.from)
	}
	l.sayNoData(before)
	return nil
}

// isAtopsarTop tells the first line of a run: host, kernel, machine and the day of the
// analysis, which need not be that of the data.
func isAtopsarTop(cells [][]byte) bool {
	n := len(cells)
	if n < 5 || len(cells[n-1]) != len("2026/11/30") {
		return false
	}
	_, _, _, _, ok := parseDate(cells[n-1], false)
	return ok && cells[n-1][4] == '/'
}

// isHeader tells whether the cells of the current line are the header of a report.
func (r *atopsarReader) isHeader() bool {
	if isAtopsarHeader(r.l.Line()) {
		return true
	}
	f := r.cells
	return len(f) > 2 && text(f[1]) == "cpusome" && text(f[2]) == "memsome" // the one without a tag
}

// header begins a report, or repeats its header.
func (r *atopsarReader) header(sec float64, words [][]byte) {
	r.key = r.key[:0]
	for _, w := range words {
		r.key = append(append(r.key, w...), ' ')
	}
	t := r.tables[string(r.key)]
	if t == nil {
		t = newAtopsarTable(words)
		r.tables[string(r.key)] = t
	}
	if t != r.table || r.newDate {
		r.hasRow, r.head, r.goesOn = false, sec, sec == r.clock.last
	}
	r.table = t
	if t.use == atopLeftOut {
		r.l.Skip(schemas.NotCounted, text(r.l.Line()))
	}
}

// at takes the clock of a row. The date is that of the line above the report; a line of
// date within a report follows midnight.
func (r *atopsarReader) at(sec float64) {
	c := r.clock
	if !r.dated && !r.newDate {
		r.l.SetTSSource(schemas.Relative) // dateByNear may know better at the end
	}
	if r.newDate {
		r.newDate, r.dated = false, true
		r.l.SetTSSource(r.l.clockSource())
		day, shift, last := c.day, c.shift, c.last
		c.setDate(r.date[0], r.date[1], r.date[2])
		if (r.hasRow || r.goesOn) && c.day >= day { // the time of the rows before goes on
			c.shift = shift
			if c.day == day {
				c.last = last
			}
		}
	}
	if r.hasRow && sec == c.last {
		return // a row more of the same sample: -S
	}
	before := r.ts
	r.ts = c.at(sec)
	r.step = schemas.Null
	switch d := float64(r.ts-before) / 1e6; {
	case r.hasRow && d > 0:
		r.step = d
	case !r.hasRow && r.head >= 0 && sec != r.head:
		if r.step = sec - r.head; r.step < 0 {
			r.step += 24 * 60 * 60
		}
	}
	r.hasRow = true
}

// row reads the cells of a row after its clock.
func (r *atopsarReader) row(cells [][]byte) {
	l := r.l
	if n := len(cells); n > 0 && (text(cells[n-1]) == "*" || text(cells[n-1]) == "+") {
		cells = cells[:n-1] // -M marks what is critical
	}
	switch {
	case len(cells) == 0: // nothing of this kind was active
	case bytes.HasPrefix(cells[0], []byte("....")):
		l.Skip(schemas.Restart, text(l.Line()))
	case r.table == nil:
		l.Skip(schemas.NamesLost, text(l.Line()))
	case bytes.HasSuffix(l.Line(), []byte("....")):
		l.Skip(schemas.NotCounted, text(l.Line())) // report not available.....
	case r.table.use == atopLeftOut:
	default:
		r.table.row(r, cells)
	}
}

// name interns a name that occurs on many rows.
func (r *atopsarReader) name(b []byte) string {
	if n, ok := r.names[string(b)]; ok {
		return n
	}
	n := string(b)
	r.names[n] = n
	return n
}
