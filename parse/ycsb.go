package parse

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "ycsb",
		Doc:    "YCSB's status lines (-s) and results, with histograms or time series; YCSB 0.1 to 0.18 and YCSB-cpp",
		Source: "brianfrankcooper/YCSB: StatusThread.java, Client.java and the measurements; ls4154/YCSB-cpp",
		Specimen: "2026-11-30 10:41:12:123 10 sec: 12345 operations; 1234.5 current ops/sec; est completion in 1 minute " +
			"[READ: Count=6100, Max=120063, Min=240, Avg=643.08, 90=1007, 99=4687, 99.9=18527, 99.99=20063]\n" +
			"[OVERALL], RunTime(ms), 20012\n[OVERALL], Throughput(ops/sec), 1234.25\n",
		Tables: []string{"stats", "settings"},
		Match: func(h Head) int {
			if h.HasLine(func(b []byte) bool { _, ok := readYCSBStatus(b); return ok }) || h.HasPrefix("[OVERALL], ") ||
				h.HasPrefix("YCSB Client ") {
				return 90
			}
			return 0
		},
		Parse: parseYCSB,
	})
}

// ycsb is a member being read. A status line has a clock of the machine in YCSB 0.2 and
// later; without one time counts from the start of the load.
type ycsb struct {
	l    *Log
	wall *datedClock
	base float64 // seconds at which the run began, of runs without a clock
	last ycsbStatus
	ts   int64 // of the last status line
	any  bool  // a status line was read
	keys map[string]*ycsbKeys

	told     bool   // that they do
	first    int64  // instant at which the load began
	dated    bool   // it is by the clock
	means    bool   // status lines gave latencies
	summary  bool   // the results have begun
	runTime  string // of the results, ms
	series   ycsbSeries
	settings benchOptions
}

// ycsbKeys are the series of one operation.
type ycsbKeys struct {
	name    string // as printed
	failed  bool
	rate    *schemas.StatKey // operations a second, of errors the errors
	mean    *schemas.StatKey
	labels  string
	numbers map[string]*schemas.StatKey
	count   float64 // at the line before
}

func parseYCSB(l *Log) error {
	y := &ycsb{l: l, wall: newDatedClock(l), keys: map[string]*ycsbKeys{}, settings: newBenchOptions(l, "ycsb")}
	before := l.said()
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		if s, ok := readYCSBStatus(line); ok {
			y.status(s)
			continue
		}
		switch op, name, value, ok := cutYCSBResult(line); {
		case ok:
			y.result(op, name, value)
		case l.unfinished() && (line[0] == '[' || y.any && isDigit(line[0])):
			l.Skip(schemas.CutRow, text(line))
		default:
			y.header(line)
		}
	}
	y.endSeries()
	l.sayNoData(before)
	return nil
}

// begin starts another run in the member.
func (y *ycsb) begin() {
	y.endSeries()
	if !y.dated {
		y.l.Skip(schemas.ClockBack, "another run begins here; its time goes on from the end of the one before")
	}
	y.base += y.last.sec
	y.last, y.any, y.summary, y.means = ycsbStatus{}, false, false, false
	for _, k := range y.keys {
		k.count = 0
	}
	y.settings.begin()
}

// header reads a line before or between the reports.
func (y *ycsb) header(line []byte) {
	l := y.l
	switch {
	case bytes.HasPrefix(line, []byte("YCSB Client ")):
		if y.any || y.summary {
			y.begin()
		}
		if version := bytes.TrimSpace(line[len("YCSB Client "):]); len(version) > 0 && isDigit(version[0]) {
			l.Setting("ycsb.version", string(version), schemas.ScopeBench)
		}
	case bytes.Contains(line, []byte("Command line:")) || bytes.Contains(line, []byte("ycsb.Client ")):
		y.settings.command(line)
	case hasAnyPrefix(line, "Exception in thread", "Error", "java.lang.OutOfMemoryError"):
		l.Skip(schemas.CommandFailed, text(line))
	case hasAnyPrefix(line, "Loading workload", "Starting test", "DBWrapper:", "/", "java "):
	default:
		l.Skip(schemas.Comment, text(line))
	}
}

// result reads a line of the results, of which only the time series are samples.
func (y *ycsb) result(op, name, value []byte) {
	l := y.l
	if isWhole(name) {
		y.series.add(y, op, name, value)
		return
	}
	y.endSeries()
	if text(op) == "OVERALL" && text(name) == "RunTime(ms)" {
		if y.summary { // results of another run
			y.begin()
		}
		y.runTime = string(value)
		if ms, ok := parseNumber(value); ok {
			l.Setting("ycsb.total_time", strconv.FormatFloat(ms/1e3, 'f', -1, 64), schemas.ScopeBench)
		}
	}
	if text(op) == "OVERALL" && text(name) == "Throughput(ops/sec)" {
		ms, ok1 := parseNumber([]byte(y.runTime))
		rate, ok2 := parseNumber(value)
		if n := math.Round(ms * rate / 1e3); ok1 && ok2 && n < 1e15 { // what the rate was worked out from
			l.Setting("ycsb.transactions", strconv.FormatFloat(n, 'f', 0, 64), schemas.ScopeBench)
		}
	}
	if !y.summary {
		y.summary = true
		l.Skip(schemas.Average, text(l.Line()))
	}
}

// cutYCSBResult cuts "[READ], AverageLatency(us), 643.08".
func cutYCSBResult(line []byte) (op, name, value []byte, ok bool) {
	if line[0] != '[' {
		return nil, nil, nil, false
	}
	op, rest, ok1 := bytes.Cut(line[1:], []byte("], "))
	name, value, ok2 := bytes.Cut(rest, []byte(", "))
	value = bytes.TrimSpace(value)
	return op, name, value, ok1 && ok2 && len(op) > 0 && len(name) > 0 && len(value) > 0
}

// goDuration reads what Go prints of a time: 1m0.01s, 344.689486ms.
func goDuration(b []byte) (sec float64, ok bool) {
	d, err := time.ParseDuration(string(b))
	return d.Seconds(), err == nil && d > 0
}
