package parse

import (
	"bytes"
	"fmt"
	"slices"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "nmon",
		Doc:    "nmon -f of Linux 12 to 16 and of AIX, in the order it was written or sorted",
		Source: "nmon for Linux 16n (lmon.c), nmonchart and nmon analyser documentation of IBM",
		Specimen: "AAA,progname,nmon\nAAA,interval,2\nCPU_ALL,CPU Total node-01,User%,Sys%,Wait%,Idle%,Steal%,Busy,CPUs\n" +
			"ZZZZ,T0001,10:38:35,30-NOV-2026\nCPU_ALL,T0001,68.1,31.5,0.1,0.0,0.3,,2\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			switch {
			case h.HasPrefix("AAA,progname,"), h.HasPrefix("AAA,interval,"), h.HasPrefix("AAA,snapshots,"):
				return 95
			case h.HasLine(isNmonTime):
				return 90
			}
			return 0
		},
		Parse: parseNmon,
	})
}

// isNmonTime tells a line that gives the time of a snapshot: ZZZZ,T0001,10:38:35,30-NOV-2026.
func isNmonTime(line []byte) bool {
	var room [4][]byte
	f := cutSep(line, ',', room[:0])
	if len(f) < 3 || text(f[0]) != "ZZZZ" {
		return false
	}
	_, ok := nmonNumber(f[1])
	_, _, isClock := parseClock(f[2:3])
	return ok && isClock
}

// nmonNumber reads the number of a snapshot: T0001.
func nmonNumber(b []byte) (n int64, ok bool) {
	if len(b) < 2 || len(b) > 10 || b[0] != 'T' {
		return 0, false
	}
	return digitsOf(b[1:])
}

// nmon is a member being read.
type nmon struct {
	l       *Log
	time    *nmonTime
	tables  map[string]*nmonTable
	disks   map[string]*nmonDisk
	columns int // of the heads of the run
	top     nmonTop
	cells   [][]byte
	perRun  map[*schemas.StatKey]bool // counted over an interval, to be divided by it
	asides  map[string]*asideLines

	absent, noShare []string // columns of the current line that were met without a number first
}

// asideLines are lines of one tag that hold no samples.
type asideLines struct {
	tag, reason string
	first, n    int64
}

func parseNmon(l *Log) error {
	before := l.said()
	p := &nmon{l: l, asides: map[string]*asideLines{}}
	p.begin()
	for l.Next() {
		p.line(l.Line())
	}
	p.settle()
	p.sayAsides()
	l.sayNoData(before)
	return nil
}

// begin starts a run.
func (p *nmon) begin() {
	p.time = newNmonTime(p.l)
	p.tables, p.disks = map[string]*nmonTable{}, map[string]*nmonDisk{}
	p.columns, p.perRun, p.top = 0, map[*schemas.StatKey]bool{}, nmonTop{}
}

func (p *nmon) line(line []byte) {
	tag, rest, ok := bytes.Cut(line, []byte{','})
	switch {
	case isBlank(line):
		return
	case !ok:
		reason := schemas.ForeignText
		if p.l.unfinished() {
			reason = schemas.CutRow
		}
		p.l.Skip(reason, text(line))
		return
	case text(tag) == "ZZZZ":
		p.time.stamp(rest)
		return
	case text(tag) == "AAA":
		p.fact(rest)
		return
	case text(tag) == "TOP":
		p.topLine(rest)
		return
	case bytes.HasPrefix(tag, []byte("BBB")):
		p.aside(tag, schemas.HeaderDump)
		return
	case text(tag) == "UARG":
		p.aside(tag, schemas.Comment)
		return
	}
	number, values, _ := bytes.Cut(rest, []byte{','})
	if n, isRow := nmonNumber(number); isRow {
		p.row(tag, n, values)
		return
	}
	if !isNmonTag(tag) || p.l.unfinished() {
		p.l.Skip(schemas.ForeignText, text(line))
		return
	}
	p.cells = cutSep(rest, ',', p.cells)
	p.header(string(tag), p.cells[1:])
}

// isNmonTag tells the first word of a line: capitals, digits and underscores.
func isNmonTag(b []byte) bool {
	for _, c := range b {
		if (c < 'A' || c > 'Z') && !isDigit(c) && c != '_' {
			return false
		}
	}
	return len(b) > 1 && !isDigit(b[0])
}

// fact takes a line about the run.
func (p *nmon) fact(rest []byte) {
	name, value, _ := bytes.Cut(rest, []byte{','})
	switch text(name) {
	case "progname":
		if p.time.began {
			p.settle()
			p.begin()
		}
	case "interval":
		value, _, _ = bytes.Cut(value, []byte{','})
		if v, ok := parseNumber(value); ok && v > 0 {
			p.time.interval = v
		}
	case "date":
		p.time.setDate(value)
	}
}

// aside counts a line that holds no sample.
func (p *nmon) aside(tag []byte, reason string) {
	a := p.asides[string(tag)]
	if a == nil {
		if len(p.asides) >= 100 {
			p.l.Skip(reason, text(p.l.Line()))
			return
		}
		a = &asideLines{tag: string(tag), reason: reason, first: p.l.Num()}
		p.asides[a.tag] = a
	}
	a.n++
}

// sayAsides records the lines that hold no samples, one skip a tag.
func (p *nmon) sayAsides() {
	list := make([]*asideLines, 0, len(p.asides))
	for _, a := range p.asides {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b *asideLines) int { return int(a.first - b.first) })
	for _, a := range list {
		p.l.SkipAt(a.first, a.reason, fmt.Sprintf("%d lines %s, no samples", a.n, a.tag))
	}
}
