package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "sadf", Variant: "-p",
		Doc:    "sadf -p: one value a line, cut by tabs; sysstat 7 to 12.7",
		Source: "sadf(1), rndr_stats.c of sysstat",
		Specimen: "node-01\t2\t2026-11-30 10:36:15 UTC\tall\t%user\t81.25\n" +
			"node-01\t2\t2026-11-30 10:36:15 UTC\tall\t%idle\t18.75\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isSadfP) {
				return 90
			}
			return 0
		},
		Parse: readSadfP,
	})
}

// isSadfP tells whether the line is host, interval, time stamp and more, cut by tabs.
func isSadfP(line []byte) bool {
	var room [8][]byte
	f := cutSep(line, '\t', room[:0])
	if len(f) < 4 || len(f) > 6 || len(f[0]) == 0 {
		return false
	}
	if _, ok := digitsOf(bytes.TrimPrefix(f[1], []byte("-"))); !ok || len(f[1]) == 0 {
		return false
	}
	_, _, _, _, isDate := parseDate(f[2][:min(10, len(f[2]))], false)
	_, isEpoch := digitsOf(f[2])
	return isDate || isEpoch && len(f[2]) == 10
}

// sadfPReader joins the lines of one thing at one time to a row.
type sadfPReader struct {
	l      *Log
	sheet  *sheet
	stamps *sadfStamps
	cells  [][]byte

	// the row being put together
	open   bool
	kind   tableKind
	device string
	key    []byte
	first  []byte // name of its first value
	ts     int64
	step   float64
}

func readSadfP(l *Log) error {
	before := l.said()
	r := sadfPReader{l: l, sheet: newSheet(l), stamps: newSadfStamps(l)}
	for l.Next() {
		if !isBlank(l.Line()) {
			r.line(l.Line())
		}
	}
	r.flush()
	l.sayNoData(before)
	return nil
}

func (r *sadfPReader) flush() {
	if r.open {
		r.sheet.end(r.ts, r.step)
		r.open = false
	}
}

func (r *sadfPReader) line(line []byte) {
	r.cells = cutSep(line, '\t', r.cells)
	if len(r.cells) > 3 {
		if reason, is := sadfRest(r.cells[3]); is {
			r.flush()
			r.l.Skip(reason, text(line))
			return
		}
	}
	if reason := r.l.lengthFault(r.cells, 6); reason != "" {
		r.l.Skip(reason, text(line))
		return
	}
	ts, ok := r.stamps.at(r.cells[2])
	step, isNumber := parseNumber(r.cells[1])
	if !ok || !isNumber || step < 0 {
		r.l.Skip(schemas.ForeignText, text(line))
		return
	}
	device, name := r.sheet.name(r.cells[3]), r.cells[4]
	if leftOut[text(name)] {
		return
	}
	kind := sadfKind(device, name)
	name = ownName(name, r.first)
	if !r.open || ts != r.ts || device != r.device || kind != r.kind {
		r.flush()
		r.open, r.ts, r.step, r.device, r.kind = true, ts, step, device, kind
		label, key := sadfLabel(device, kind, r.sheet.usage(kind, name))
		r.key, r.first = append(r.key[:0], key...), append(r.first[:0], name...)
		r.sheet.begin(kind, label, r.key)
	}
	r.sheet.put(r.sheet.usage(kind, name), r.cells[5])
}

// sadfKind tells the table of a line by the name of its value and what it is about.
func sadfKind(device string, name []byte) tableKind {
	_, isCPU := cpuColumns[text(name)]
	_, isDisk := diskColumns[text(name)]
	switch {
	case isCPU:
		return cpuTable
	case isDisk && device != "-":
		return diskTable
	case isProcessor(text(name)):
		return interruptTable
	}
	return statTable
}

// isProcessor tells whether the name of a value is that of a processor, as it is with
// interrupts since sysstat 12.5.6: sum, cpu0, 12.00.
func isProcessor(name string) bool {
	number, ok := strings.CutPrefix(name, "cpu")
	_, isNumber := digitsOf([]byte(number))
	return name == "all" || ok && isNumber && number != ""
}

// sadfLabel gives the label of a line's row: processors are all or cpu0, what the
// whole machine is about is a dash.
func sadfLabel(device string, kind tableKind, u *usage) (label, key string) {
	number, isCPU := strings.CutPrefix(device, "cpu")
	if _, ok := digitsOf([]byte(number)); !ok || number == "" {
		isCPU, number = false, device
	}
	switch {
	case device == "-":
		return "", ""
	case kind == cpuTable || isCPU || device == "all" && u.name != "intr/s":
		return "cpu", number
	case u.name == "intr/s":
		return "interrupt", interruptNumber(device)
	case strings.HasPrefix(device, "ttyS") && ttyColumns[u.name]:
		return "tty", strings.TrimPrefix(device, "ttyS")
	case kind == statTable && (strings.HasPrefix(u.stat.metric, "network.") || networkColumns[u.name]):
		return "interface", device
	}
	return "device", device
}

// networkColumns are columns about an interface that have no name of ours.
var networkColumns = map[string]bool{"rxcmp/s": true, "txcmp/s": true, "rxmcst/s": true, "coll/s": true,
	"txcarr/s": true, "rxfram/s": true, "rxfifo/s": true, "txfifo/s": true}

// ttyColumns are the columns of serial lines.
var ttyColumns = map[string]bool{"rcvin/s": true, "xmtin/s": true, "framerr/s": true, "prtyerr/s": true, "brk/s": true, "ovrun/s": true}

// interruptNumber gives the number of an interrupt as the text form prints it: i007 is 7.
func interruptNumber(device string) string {
	number, ok := strings.CutPrefix(device, "i")
	if _, isNumber := digitsOf([]byte(number)); !ok || !isNumber || number == "" {
		return device
	}
	if short := strings.TrimLeft(number, "0"); short != "" {
		return short
	}
	return "0"
}
