package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "sadf", Variant: "-r",
		Doc:      "sadf -r: counters as previous and current value; sysstat 11.5 to 12.7",
		Source:   "sadf(1), raw_stats.c of sysstat",
		Specimen: "10:36:15 UTC; CPU; -1; %user; 15725; 16049; %nice; 4; 4; %system; 7307; 7377; %idle; 79530; 79531;\n",
		Tables:   []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isSadfRaw) {
				return 90
			}
			return 0
		},
		Parse: readSadfRaw,
	})
}

// isSadfRaw tells whether the line is a clock, names and whole numbers, each followed
// by a semicolon.
func isSadfRaw(line []byte) bool {
	stamp, rest, ok := bytes.Cut(line, []byte("; "))
	if !ok {
		return false
	}
	var room [8][]byte
	if _, _, ok = parseClock(cutFields(stamp, room[:0])); !ok {
		return false
	}
	return bytes.Count(rest, []byte("; ")) >= 2 && bytes.HasSuffix(bytes.TrimRight(line, " "), []byte(";"))
}

// rawReader reads sadf -r. All tables of a time are printed, or one table of all times
// after the other; each line says what it is about.
type rawReader struct {
	l     *Log
	sheet *sheet
	times *names[*intervals] // by the first name of a line, which tells the tables apart
	cells [][]byte
	words [][]byte

	// the line being read
	values []rawValue
	ts     int64
	step   float64
}

// rawValue is a value of a line: a counter before and after, or a level.
type rawValue struct {
	name         []byte
	before, now  float64
	counter, bad bool
}

func readSadfRaw(l *Log) error {
	before, from := l.said(), l.mark()
	r := &rawReader{l: l, sheet: newSheet(l), times: newNames[*intervals](l)}
	for l.Next() {
		if !isBlank(l.Line()) {
			r.line(l.Line())
		}
	}
	l.dateByNear(from)
	l.sayNoData(before)
	return nil
}

func (r *rawReader) line(line []byte) {
	r.cells = cutSep(line, ';', r.cells)
	for i, c := range r.cells {
		r.cells[i] = bytes.TrimSpace(c)
	}
	cells := r.cells
	if len(cells) == 2 {
		if reason, is := sadfRest(cells[1]); is {
			r.rest(reason, line)
			return
		}
	}
	if len(cells[len(cells)-1]) == 0 {
		cells = cells[:len(cells)-1]
	} else if r.l.unfinished() {
		r.l.Skip(schemas.CutRow, text(line))
		return
	}
	if len(cells) < 3 {
		r.l.Skip(schemas.ForeignText, text(line))
		return
	}
	r.words = cutFields(cells[0], r.words)
	sec, _, ok := parseClock(r.words)
	if !ok {
		r.l.Skip(schemas.ForeignText, text(line))
		return
	}
	label, key := r.read(cells[1:])
	t := r.times.find(cells[1])
	if t == nil {
		r.l.hold(keyBytes)
		t = r.times.add(cells[1], newIntervals(r.l))
	}
	r.ts, r.step = t.value.row(sec)
	r.add(label, key)
}

// rest takes a restart or a comment. The interval of the first line after a restart does
// not begin with the line before it; when it begins is not printed.
func (r *rawReader) rest(reason string, line []byte) {
	r.l.Skip(reason, text(line))
	if reason != schemas.Restart {
		return
	}
	for _, t := range r.times.byName {
		t.value.known = false
	}
}

// read cuts the cells after the clock into what the line is about and its values.
func (r *rawReader) read(cells [][]byte) (label string, key []byte) {
	r.values = r.values[:0]
	for i := 0; i < len(cells); i++ {
		name := cells[i]
		if l, ok := keyColumns[text(name)]; ok && i+1 < len(cells) {
			label, key = l, cells[i+1]
			i++
			continue
		}
		v := rawValue{name: name, bad: true}
		if i+1 < len(cells) {
			var ok bool
			if v.before, ok = parseNumber(cells[i+1]); ok {
				v.bad = false
				v.now = v.before
				i++
				if i+1 < len(cells) {
					if now, ok := parseNumber(cells[i+1]); ok {
						v.now, v.counter = now, true
						i++
					}
				}
			}
		}
		r.values = append(r.values, v)
	}
	return label, key
}

// fell tells whether a counter of the line is below its value before.
func (r *rawReader) fell() bool {
	for _, v := range r.values {
		if v.counter && v.now < v.before {
			return true
		}
	}
	return false
}

// grown is the growth of a counter of the line, NaN when it is not printed.
func (r *rawReader) grown(name string) float64 {
	for _, v := range r.values {
		if v.counter && text(v.name) == name {
			return v.now - v.before
		}
	}
	return schemas.Null
}
