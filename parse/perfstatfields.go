package parse

import (
	"bytes"
	"slices"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "perf-stat",
		Doc:    "perf stat -I -x: fields with a separator, by CPU (-A), socket, core or cgroup; perf 3.2 to 6.x",
		Source: "perf-stat(1); print_counter_value_csv and print_running_csv of tools/perf/util/stat-display.c",
		Specimen: "     1.013494772,2041.05,msec,task-clock,2041050915,100.00,2.041,CPUs utilized\n" +
			"     1.013494772,11490,,context-switches,2041051947,100.00,5.629,K/sec\n" +
			"     1.013494772,<not supported>,,cycles,0,100.00,,\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			p := perfFields{}
			for _, line := range h.Lines {
				if isBlank(line) || line[0] == '#' {
					continue
				}
				switch kind := p.read(line); kind {
				case perfInterval:
					if !p.share && (p.sep == '|' || p.sep == ':') {
						return 0
					}
					return 90
				case perfTotal:
					return 80
				case perfNothing:
					return 0
				}
			}
			return 0
		},
		Parse: parsePerfFields,
	})
}

// perfFields reads the lines of perf stat -x.
type perfFields struct {
	sep   byte
	share bool // the share of the time that the counter ran was found
	f     [][]byte
	c     perfCount
}

// perfKind is what a line of fields turned out to be.
type perfKind uint8

const (
	perfNothing  perfKind = iota
	perfInterval          // a count of an interval
	perfTotal             // a count of the whole run
	perfMetric            // a line of derived metrics only
	perfCut               // the beginning of a count
)

const perfSeparators = ",;\t|:"

// read takes a line apart. In languages with a decimal comma and with the comma as separator
// a number is two fields: 2068,10 and 100,00. They can be told: a unit is no number, so two
// digits after a whole number are its decimals, and the share of the time a counter ran always
// has two decimals.
func (p *perfFields) read(line []byte) perfKind {
	line = bytes.TrimLeft(line, " ")
	end := bytes.IndexAny(line, perfSeparators)
	if end < 1 {
		return perfNothing
	}
	if p.sep == 0 || line[end] != p.sep {
		p.sep = line[end]
		if isDigit(line[0]) && p.sep == ',' && bytes.IndexByte(line, ';') > 0 { // 2068,10;msec;
			p.sep = ';'
		}
	}
	p.f = cutSep(line, p.sep, p.f)
	f := p.f
	p.c = perfCount{}
	kind := perfInterval
	at := 1
	sec, ok := perfTime(f[0])
	switch {
	case ok:
		p.c.time = sec
	case text(f[0]) == "summary":
		kind = perfTotal
	default:
		kind, at = perfTotal, 0
	}
	if at >= len(f) {
		return perfNothing
	}
	if kind == perfInterval && len(f) > at+3 && len(f[at]) == 0 && len(f[at+1]) == 0 && len(f[at+2]) == 0 {
		return perfMetric
	}
	if !isPerfValue(f[at]) {
		p.c.of = f[at]
		at++
		if p.hasCount(at) {
			at++
		}
		if len(f) > at+3 && len(f[at]) == 0 && len(f[at+1]) == 0 && kind == perfInterval {
			return perfMetric
		}
	}
	if at >= len(f) || !isPerfValue(f[at]) || len(p.c.of) > 0 && !hasLetter(p.c.of) {
		return perfNothing
	}
	return p.event(kind, at)
}

// hasCount tells whether the number of processors of a socket, core or node stands before the
// value: S0,2,1001.74,msec. Cores can be without it, S0-D0-C0,1001,74,msec; a value with
// decimals has a unit.
func (p *perfFields) hasCount(at int) bool {
	f := p.f
	if at+1 >= len(f) || !isPerfPlace(p.c.of) || bytes.HasPrefix(p.c.of, []byte("CPU")) || !isWhole(f[at]) || !isPerfValue(f[at+1]) {
		return false
	}
	return p.sep != ',' || !isTwoDigits(f[at+1]) || at+2 < len(f) && !hasLetter(f[at+2])
}

// event finds unit and event from the value on.
func (p *perfFields) event(kind perfKind, at int) perfKind {
	f := p.f
	p.c.value = f[at]
	if p.sep == ',' && at+1 < len(f) && isTwoDigits(f[at+1]) && isWhole(f[at]) {
		p.c.value = spanning(f[at], f[at+1])
		at++
	}
	rest := f[at+1:]
	run := slices.IndexFunc(rest, isWhole)
	for run >= 0 && !isPerfShare(rest[run+1:]) {
		next := slices.IndexFunc(rest[run+1:], isWhole)
		if next < 0 {
			run = -1
			break
		}
		run += 1 + next
	}
	names := rest
	p.share = run >= 0
	if p.share {
		names = rest[:run]
	}
	if len(names) > 1 && bytes.HasSuffix(names[len(names)-1], []byte{'%'}) && isNumeric(names[len(names)-1][:len(names[len(names)-1])-1]) {
		names = names[:len(names)-1] // how much the runs of -r differ
	}
	switch {
	case run < 0 && kind == perfTotal:
		return perfNothing // too little to know it by
	case len(names) >= 2 && bytes.IndexByte(names[0], ':') >= 0:
		return perfNothing // a clock is no unit
	case len(names) >= 2: // unit and event
		p.c.unit, names = names[0], names[1:]
	case run < 0 && len(names) == 1 && hasLetter(names[0]): // perf before 3.14 has no unit
	default:
		return perfCut
	}
	p.c.event = names[0]
	if n := len(names) - 1; n > 0 && run >= 0 {
		if open := bytes.IndexByte(names[0], '/'); open > 0 && bytes.Count(names[0], []byte{'/'}) == 1 { // cpu/event=0x3c,umask=0x0/
			p.c.event = spanning(names[0], names[n])
		} else {
			p.c.cgroup = names[n]
		}
	}
	if !hasLetter(p.c.event) {
		return perfCut
	}
	return kind
}

// spanning is the part of a line from the beginning of one field to the end of a later one.
func spanning(first, last []byte) []byte {
	return first[:cap(first)-cap(last)+len(last)]
}

// isPerfShare tells the share of the time that a counter ran: 100.00, or 100 and 00.
func isPerfShare(f [][]byte) bool {
	if len(f) == 0 {
		return false
	}
	b := f[0]
	if i := bytes.IndexAny(b, ".,"); i > 0 {
		return isWhole(b[:i]) && isTwoDigits(b[i+1:])
	}
	return isWhole(b) && len(b) <= 3 && len(f) > 1 && isTwoDigits(f[1])
}

func isWhole(b []byte) bool {
	_, ok := digitsOf(b)
	return ok && len(b) > 0
}

func isTwoDigits(b []byte) bool { return len(b) == 2 && isDigit(b[0]) && isDigit(b[1]) }

func hasLetter(b []byte) bool {
	for _, c := range b {
		if c|0x20 >= 'a' && c|0x20 <= 'z' {
			return true
		}
	}
	return false
}

func parsePerfFields(l *Log) error {
	before := l.said()
	p := newPerfStat(l)
	var r perfFields
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		if line[0] == '#' {
			p.comment(line)
			continue
		}
		kind := r.read(line)
		switch {
		case kind == perfInterval && l.unfinished() && len(r.f) < 5:
			l.Skip(schemas.CutRow, text(line))
		case kind == perfInterval:
			p.add(&r.c)
		case kind == perfTotal:
			l.Skip(schemas.Average, text(line))
		case kind == perfMetric:
			l.Skip(schemas.Comment, text(line))
		case kind == perfCut, l.unfinished():
			l.Skip(schemas.CutRow, text(line))
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}
