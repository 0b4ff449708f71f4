package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "dstat",
		Doc:    "dstat --output and dool --output: CSV, one or several recordings in a file; pcp dstat -o likewise",
		Source: "dstat(1); showcsv and csvtitle of dstat 0.6 to 0.8, of dool 1.0 to 1.3 and of pcp-dstat",
		Specimen: `"Dstat 0.7.4 CSV output"` + "\n" +
			`"Host:","db1",,,,"User:","root"` + "\n" + `"Cmdline:","dstat -tcd --output d.csv 1",,,,"Date:","30 Nov 2026 10:41:02 UTC"` + "\n" +
			`"system","total cpu usage",,,,,"dsk/total",` + "\n" + `"time","usr","sys","idl","wai","stl","read","writ"` + "\n" +
			"30-11 10:41:02,37.804,11.358,50.006,0.621,0.211,3857000.691,81524988.787\n" +
			"30-11 10:41:03,90.500,9.500,0,0,0,606208,1085440\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isDstatPreamble) || dstatHeaderAt(h.Lines) {
				return 90
			}
			return 0
		},
		Parse: parseDstat,
	})
}

// isDstatPreamble tells the line that names the program, and the one that repeats its
// command, with which a recording begins that was added to a file.
func isDstatPreamble(line []byte) bool {
	line = bytes.TrimLeft(line, `"`)
	if len(line) < len("dool 1 CSV output") {
		return false
	}
	if i := bytes.Index(line, []byte(" CSV ")); i > 0 && i < 40 {
		program, _, _ := bytes.Cut(line, []byte{' '})
		return isDstatProgram(program)
	}
	rest, ok := bytes.CutPrefix(line, []byte("Cmdline:"))
	rest = bytes.TrimLeft(rest, `",; `)
	program, _, _ := bytes.Cut(rest, []byte{' '})
	if i := bytes.LastIndexByte(program, '/'); i >= 0 {
		program = program[i+1:]
	}
	return ok && isDstatProgram(program)
}

func isDstatProgram(name []byte) bool {
	return bytes.EqualFold(name, []byte("dstat")) || bytes.EqualFold(name, []byte("dool")) || text(name) == "pcp-dstat"
}

// dstatHeaderAt tells whether a line of groups stands above one of columns.
func dstatHeaderAt(lines [][]byte) bool {
	for i := range lines {
		if i+1 < len(lines) && isDstatGroups(lines[i]) && len(lines[i+1]) > 0 && !isDigit(lines[i+1][0]) && hasDstatName(lines[i+1]) {
			return true
		}
	}
	return false
}

// isDstatGroups tells the line that names the groups of columns.
func isDstatGroups(line []byte) bool {
	if len(line) == 0 || isDigit(line[0]) || bytes.IndexByte(line, ',') < 0 {
		return false
	}
	for len(line) > 0 {
		var cell []byte
		cell, line, _ = bytes.Cut(line, []byte{','})
		if isDstatGroup(bytes.Trim(cell, `" `)) {
			return true
		}
	}
	return false
}

// dstatFile is a member being read.
type dstatFile struct {
	t      *dstatTable
	clock  *dstatClock
	groups [][]byte // cells of the line of groups, until that of the columns is read
	headed bool     // the preamble was read, the line of groups follows
	cells  [][]byte
	unit   dstatUnits
}

func parseDstat(l *Log) error {
	before := l.said()
	d := &dstatFile{clock: newDstatClock(l), unit: dstatUnits{program: "dstat"}}
	d.t = newDstatTable(l, d.clock)
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
		case isDigit(line[0]) || d.t.reading() && !isDstatText(line):
			d.row(line)
		default:
			d.head(line)
		}
	}
	d.t.end()
	l.sayNoData(before)
	return nil
}

// isDstatText tells lines of the preamble and of the header from rows; a row can begin
// with the name of a month.
func isDstatText(line []byte) bool {
	return line[0] == '"' || isDstatPreamble(line) || isDstatGroups(line)
}

// row reads a line of values.
func (d *dstatFile) row(line []byte) {
	if !d.t.reading() || len(d.t.cols) > 1 && bytes.IndexByte(line, ',') < 0 && !d.t.l.unfinished() {
		d.t.l.Skip(schemas.ForeignText, text(line))
		return
	}
	d.cells = cutQuoted(line, d.cells)
	d.t.row(d.cells)
}

// head reads a line of the preamble, of the groups or of the columns.
func (d *dstatFile) head(line []byte) {
	l := d.t.l
	cells := cutQuoted(line, d.cells)
	d.cells = cells
	switch first := text(cells[0]); {
	case isDstatPreamble(line) && first != "Cmdline:":
		d.begin()
		d.unit = newDstatUnits(cells[0])
	case first == "Author:":
	case first == "Host:":
		d.begin()
	case first == "Cmdline:":
		d.headed = true
		for i, c := range cells {
			switch {
			case i == 1:
				d.unit.command(c)
			case text(c) == "Date:" && i+1 < len(cells):
				d.clock.header(cells[i+1])
			}
		}
	case d.groups != nil:
		d.t.header(d.groups, cells, d.unit)
		d.groups = nil
	case d.headed || isDstatGroups(line):
		d.t.end()
		d.groups, d.headed = cloneCells(cells), false
	case d.t.reading():
		d.t.row(cells) // a row whose first cell is quoted
	default:
		l.Skip(schemas.ForeignText, text(line))
	}
}

// begin starts a recording.
func (d *dstatFile) begin() {
	d.t.end()
	d.groups, d.headed = nil, false
	d.clock.begin()
}

func cloneCells(cells [][]byte) [][]byte {
	out := make([][]byte, len(cells))
	for i, c := range cells {
		out[i] = bytes.Clone(c)
	}
	return out
}

// cutQuoted splits a line at commas that are not inside quotes, which are taken off.
func cutQuoted(line []byte, dst [][]byte) [][]byte {
	dst = dst[:0]
	start := 0
	for i, c := range line { // cells are short: no search is faster
		switch c {
		case ',':
			dst = append(dst, line[start:i])
			start = i + 1
		case '"':
			return cutQuotedCells(line, dst[:0])
		}
	}
	return append(dst, line[start:])
}

func cutQuotedCells(line []byte, dst [][]byte) [][]byte {
	for {
		rest := bytes.TrimLeft(line, " ")
		if len(rest) > 0 && rest[0] == '"' {
			inside, after, closed := bytes.Cut(rest[1:], []byte{'"'})
			if closed && (len(after) == 0 || after[0] == ',') {
				dst = append(dst, inside)
				if len(after) == 0 {
					return dst
				}
				line = after[1:]
				continue
			}
		}
		cell, after, more := bytes.Cut(line, []byte{','})
		dst = append(dst, bytes.Trim(cell, `"`))
		if !more {
			return dst
		}
		line = after
	}
}
