package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "sadf", Variant: "-d",
		Doc:    "sadf -d, with -h, -T and -U; sysstat 7 to 12.7",
		Source: "sadf(1), rndr_stats.c of sysstat",
		Specimen: "# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle\n" +
			"node-01;2;2026-11-30 10:36:15 UTC;-1;81.25;0.00;17.50;0.50;0.50;0.25\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasPrefix(sadfHeader) {
				return 95
			}
			return 0
		},
		Parse: readSadfD,
	})
}

const sadfHeader = "# hostname;interval;timestamp"

// readSadfD reads rows cut by semicolons. The header says the columns and is repeated
// for each table and after restarts.
func readSadfD(l *Log) error {
	before := l.said()
	r := sadfReader{l: l, sheet: newSheet(l), stamps: newSadfStamps(l)}
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
		case bytes.HasPrefix(line, []byte(sadfHeader)):
			r.header(line)
		case line[0] == '#':
			l.Skip(schemas.ForeignText, text(line))
		default:
			r.row(line)
		}
	}
	l.sayNoData(before)
	return nil
}

// sadfReader reads sadf -d.
type sadfReader struct {
	l      *Log
	sheet  *sheet
	stamps *sadfStamps
	table  *layout
	wide   *wideLayout // of -h: several tables and things on a row
	totals *layout     // of interrupts with a column for each processor: what is read of it
	told   bool        // that the others are not
	cells  [][]byte
}

const sadfLead = 3 // host, interval and time stand before the columns

func (r *sadfReader) header(line []byte) {
	r.stamps.restart()
	r.cells = cutSep(bytes.TrimRight(line, " \t"), ';', r.cells)
	r.table, r.wide, r.totals = nil, nil, nil
	words := r.cells[min(sadfLead, len(r.cells)):]
	switch {
	case len(words) == 0:
		r.l.Skip(schemas.CutRow, text(line))
	case bytes.Contains(line, []byte("[...]")):
		r.wide = newWideLayout(r.sheet, words)
	case text(words[len(words)-1]) == perProcessor:
		r.totals = r.sheet.layoutOf([][]byte{words[0], allCPUs})
	default:
		r.table = newLayout(r.sheet, words)
	}
}

// perProcessor stands for the columns of interrupts since sysstat 12.5.6: all processors,
// then each of them that was on line.
const perProcessor = "CPU*"

// total reads of a row of interrupts the column of all processors. Which processors the
// others are is not said.
func (r *sadfReader) total(cells [][]byte, ts int64, stepS float64) {
	if len(cells) > 2 && !r.told {
		r.l.Skip(schemas.Unsupported, "interrupts: the header does not say which processors the columns are; the first, all processors, is read")
		r.told = true
	}
	r.totals.add(r.sheet, cells[:min(2, len(cells))], ts, stepS)
}

func (r *sadfReader) row(line []byte) {
	r.cells = cutSep(bytes.TrimRight(line, " \t"), ';', r.cells)
	if len(r.cells) <= sadfLead {
		reason := schemas.ForeignText
		if r.l.unfinished() {
			reason = schemas.CutRow
		}
		r.l.Skip(reason, text(line))
		return
	}
	if reason, is := sadfRest(r.cells[sadfLead]); is {
		r.l.Skip(reason, text(line))
		return
	}
	ts, ok := r.stamps.at(r.cells[2])
	step, isNumber := parseNumber(r.cells[1])
	switch {
	case !ok || !isNumber || step < 0:
		r.l.Skip(schemas.ForeignText, text(line))
	case r.wide != nil:
		r.wide.add(r.sheet, r.cells[sadfLead:], ts, step)
	case r.totals != nil:
		r.total(r.cells[sadfLead:], ts, step)
	case r.table != nil:
		r.table.add(r.sheet, r.cells[sadfLead:], ts, step)
	default:
		r.l.Skip(schemas.NamesLost, text(line))
	}
}
