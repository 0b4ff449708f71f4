package parse

import (
	"bytes"
	"slices"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "iostat",
		Doc:    "iostat, plain, -x, -s, -h, -k, -m, -c, -d, -g, -p, --compact, --human, with or without -t and -y; sysstat 7 to 12.7",
		Source: "iostat(1)",
		Specimen: "Linux 6.1.0-13-amd64 (node-01) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n" +
			"avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n" +
			"          16.28    0.00    7.24    0.27    0.19   76.01\n\n" +
			"Device             tps    kB_read/s    kB_wrtn/s    kB_dscd/s    kB_read    kB_wrtn    kB_dscd\n" +
			"vda             149.94      3255.40     16030.90     12607.71    1709929    8420392    6622328\n",
		Tables: []string{"cpu", "disk"},
		Match: func(h Head) int {
			if sysstatTool(h) == "iostat" {
				return 90
			}
			return 0
		},
		Parse:  func(l *Log) error { return newIostatReader(l).read() },
		PerRun: true,
	})
}

// iostatReader reads the text of iostat: reports of an avg-cpu table, device tables,
// or both, each after a line of time when -t was given.
type iostatReader struct {
	l     *Log
	sheet *sheet
	time  iostatTime
	boot  bootReport

	headed bool // there was a banner
	report int  // number of the current report after the banner, -1 before the first
	opened bool // the report has a line of time and no table yet
	cpuRow bool // the next line is the row of avg-cpu
	cpu    *layout
	device *layout   // the device table that rows belong to
	tables []*layout // of devices in this report, in order
	rows   int       // of the current device table
	from   rowMark   // where the report begins
	first  int64     // its line
	lost   bool      // its time is not known, while others' is
	words  [][]byte
}

func newIostatReader(l *Log) *iostatReader {
	r := &iostatReader{l: l, sheet: newSheet(l), report: -1}
	r.time.l = l
	return r
}

func (r *iostatReader) read() error {
	before := r.l.said()
	for r.l.Next() {
		if isBlank(r.l.Line()) {
			r.cpuRow = false
			continue
		}
		r.line(r.l.Line())
	}
	r.endReport()
	r.boot.finish(r.l)
	r.time.settle()
	r.l.sayNoData(before)
	return nil
}

func (r *iostatReader) line(line []byte) {
	if b, ok := parseBanner(line); ok {
		r.endReport()
		r.boot.finish(r.l)
		r.time.banner(b)
		r.report, r.opened, r.device, r.headed = -1, false, nil, true
		return
	}
	r.words = cutFields(line, r.words)
	switch {
	case text(r.words[0]) == "avg-cpu:":
		r.cpuHeader(r.words[1:])
	case isDeviceHeader(r.words):
		r.deviceHeader(r.words)
	case r.cpuRow:
		r.cpuRow = false
		r.addCPU(r.words)
	case r.time.line(r.words):
		r.newReport()
		r.opened = true
	case r.device != nil:
		r.addDevice(line)
	default:
		r.l.Skip(schemas.ForeignText, text(line))
	}
}

// newReport closes the report before and begins another.
func (r *iostatReader) newReport() {
	r.endReport()
	r.report++
	r.opened, r.device, r.tables = false, nil, r.tables[:0]
	r.from, r.first = r.l.mark(), r.l.Num()
	if r.report == 0 && r.headed {
		r.boot = bootReport{from: r.from, line: r.l.Num(), open: true}
	}
}

// endReport tells the decision about the first report what this one was like. A report
// whose line of time could not be read has no place among those that have one.
func (r *iostatReader) endReport() {
	if r.lost {
		r.lost = false
		r.l.takeBack(r.from, r.l.mark())
		r.l.SkipAt(r.first, schemas.CutRow, "a report whose line of time is missing or cannot be read")
	}
	if r.report >= 0 {
		r.boot.seen(r.l, r.report, r.time.last, r.time.clocked)
	}
}

func (r *iostatReader) cpuHeader(words [][]byte) {
	if !r.opened {
		r.newReport()
		r.time.count(r.report)
		r.lost = r.time.lost
	}
	r.opened = false
	r.cpuRow = true
	r.cutHeader()
	if !r.cpu.same(words) {
		r.cpu = newLayout(r.sheet, words)
		r.cpu.kind = cpuTable
		for i, w := range words {
			r.cpu.cols[i] = r.sheet.usage(cpuTable, w)
		}
	}
}

// addCPU adds the row of avg-cpu.
func (r *iostatReader) addCPU(cells [][]byte) {
	if reason := r.l.lengthFault(cells, len(r.cpu.cols)); reason != "" {
		r.l.Skip(reason, text(r.l.Line()))
		return
	}
	r.sheet.begin(cpuTable, "cpu", allCPUs)
	for i, u := range r.cpu.cols {
		r.sheet.put(u, cells[i])
	}
	if sum, ok := r.sheet.cpu.sum(); ok && r.report == 0 && sum < 0.02 {
		r.boot.sample = true
	}
	r.sheet.end(r.time.ts, r.time.step)
}

// deviceHeader takes the words of a device table. Without avg-cpu and without times
// a table with columns that the report has already had begins the next one.
func (r *iostatReader) deviceHeader(words [][]byte) {
	r.cutHeader()
	for i, w := range words {
		if w = bytes.TrimSuffix(w, []byte(":")); text(w) == "Device" {
			words[i] = deviceKey
		}
	}
	if !r.opened && (r.report < 0 || r.hasColumnOf(words)) {
		r.newReport()
		r.time.count(r.report)
		r.lost = r.time.lost
	}
	r.opened = false
	r.device = r.sheet.layoutOf(words)
	r.tables = append(r.tables, r.device)
	r.rows = 0
}

// hasColumnOf tells whether the report has had one of the columns.
func (r *iostatReader) hasColumnOf(words [][]byte) bool {
	for _, t := range r.tables {
		for _, w := range words {
			if text(w) != text(deviceKey) && slices.Contains(t.names, text(w)) {
				return true
			}
		}
	}
	return false
}

// cutHeader says that the text ends within a header.
func (r *iostatReader) cutHeader() {
	if r.l.unfinished() {
		r.l.Skip(schemas.CutRow, text(r.l.Line()))
	}
}

var deviceKey = []byte("DEV")
