package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "pidstat",
		Doc:    "pidstat -u, -d, -r, -w, -s, -v, with or without -h, -H, -t and -l; sysstat 8 to 12.7",
		Source: "pidstat(1)",
		Specimen: "Linux 6.1.0-13-amd64 (node-01) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n" +
			"10:37:16      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command\n" +
			"10:37:17        0     17217   14.00   20.00    0.00   59.00   34.00     0  stress-ng-hdd\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			if sysstatTool(h) == "pidstat" {
				return 90
			}
			return 0
		},
		Parse:  readPidstat,
		PerRun: true,
	})
}

// pidstatReader reads the text of pidstat. Its tables have a row for each process or,
// with -t, for each process and after it for each of its threads.
type pidstatReader struct {
	l      *Log
	sheet  *sheet
	time   *intervals
	epochs epochSteps
	table  *processLayout
	tables *names[*processLayout] // by the words of their headers
	words  []byte
	dated  bool
	from   rowMark // rows from here on have no date
	clocks bool    // rows are dated by a clock
	clock  clockMemo
	fields [][]byte
	pid    []byte // process that thread rows belong to
	boot   bool   // said that this table counts since boot
}

func readPidstat(l *Log) error {
	before := l.said()
	r := &pidstatReader{l: l, sheet: newSheet(l), time: newIntervals(l), from: l.mark(), tables: newNames[*processLayout](l)}
	for l.Next() {
		if !isBlank(l.Line()) {
			r.line(l.Line())
		}
	}
	r.settle()
	l.sayNoData(before)
	return nil
}

// settle finds the date of rows that were read without one.
func (r *pidstatReader) settle() {
	if !r.dated && r.clocks {
		r.l.dateByNear(r.from)
	}
}

func (r *pidstatReader) line(line []byte) {
	if b, ok := parseBanner(line); ok {
		r.settle()
		r.time.restart()
		r.epochs = epochSteps{}
		r.dated = r.time.clk.dateFrom(b)
		r.l.SetTSSource(r.l.clockSource())
		r.table, r.clocks, r.from = nil, false, r.l.mark()
		return
	}
	r.fields = cutFields(line, r.fields)
	if text(r.fields[0]) == "#" && len(r.fields) > 2 && isProcessHeader(r.fields[2:]) {
		r.header(r.fields[2:])
		return
	}
	if ts, ok := readEpoch(r.fields[0]); ok && r.table != nil {
		r.l.SetTSSource(schemas.Zoned)
		r.row(r.fields[1:], ts, r.epochs.step(ts))
		return
	}
	sec, used, ok := r.clock.parse(r.fields)
	switch {
	case !ok || used == len(r.fields):
		r.noClock(line)
	case isProcessHeader(r.fields[used:]):
		r.time.header(sec, r.header(r.fields[used:]))
	case r.table == nil:
		r.l.Skip(schemas.ForeignText, text(line))
	default:
		r.clocked(sec, r.fields[used:])
	}
}

// header takes the words of a table and tells whether they are those of the last one.
func (r *pidstatReader) header(words [][]byte) (same bool) {
	r.pid, r.boot = r.pid[:0], false
	same = r.table.same(words)
	if !same {
		r.table = r.layoutOf(words)
	}
	return same
}

// layoutOf gives the layout of a header's words.
func (r *pidstatReader) layoutOf(words [][]byte) *processLayout {
	r.words = joinWords(r.words[:0], words)
	if e := r.tables.find(r.words); e != nil {
		return e.value
	}
	r.l.hold(len(words) * wordBytes)
	return r.tables.add(r.words, newProcessLayout(r.sheet, words)).value
}

// clocked adds a row that begins with a clock. At the clock of its header it counts
// since boot: pidstat was called without an interval.
func (r *pidstatReader) clocked(sec float64, cells [][]byte) {
	headed := r.time.known
	ts, step := r.time.row(sec)
	r.clocks = true
	if headed && r.time.last.valid && ts == r.time.begin {
		if !r.boot {
			r.l.Skip(schemas.SinceBoot, "the rows of this table count since boot: "+text(r.l.Line()))
		}
		r.boot = true
		return
	}
	r.row(cells, ts, step)
}

func (r *pidstatReader) row(cells [][]byte, ts int64, stepS float64) {
	if reason := r.table.add(r, cells, ts, stepS); reason != "" {
		r.l.Skip(reason, text(r.l.Line()))
	}
}

// noClock takes a line that begins with neither a clock nor a number of seconds.
func (r *pidstatReader) noClock(line []byte) {
	n := averageLabel(r.fields)
	switch {
	case n > 0 && isProcessHeader(r.fields[n:]):
		r.time.ended = true
	case n > 0 && hasDigit(line):
		r.time.ended = true
		r.l.Skip(schemas.Average, text(line))
	default:
		r.l.Skip(schemas.ForeignText, text(line))
	}
}

// averageLabel counts the words before the columns of a line of averages, which begins
// with a label in the language of the locale and a colon: one, or two where a blank
// stands before the colon. 0: it is no such line.
func averageLabel(f [][]byte) int {
	switch {
	case len(f) > 2 && text(f[1]) == ":":
		return 2
	case len(f) > 1 && bytes.HasSuffix(f[0], []byte(":")):
		return 1
	}
	return 0
}
