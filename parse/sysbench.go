package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "sysbench",
		Doc:    "sysbench 1.0 and 0.5 with --report-interval: database, rate-limited (--rate), file and event tests",
		Source: "akopytov/sysbench src/sysbench.c, src/db_driver.c and src/lua/internal/sysbench.lua",
		Specimen: "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nNumber of threads: 16\n\nThreads started!\n\n" +
			"[ 1s ] thds: 16 tps: 1359.25 qps: 1359.25 (r/w/o: 0.00/1359.25/0.00) lat (ms,95%): 31.37 err/s: 0.00 reconn/s: 0.00\n",
		Tables: []string{"stats", "settings"},
		Match: func(h Head) int {
			banner := h.HasLine(func(b []byte) bool { return sysbenchVersion(b) != "" })
			interval := h.HasLine(func(b []byte) bool {
				_, rest, ok := sysbenchClock(b)
				return ok && isSysbenchReport(rest)
			})
			switch {
			case banner && interval:
				return 95
			case interval:
				return 90
			case banner && h.Contains("Number of threads:"):
				return 85
			}
			return 0
		},
		Parse: parseSysbench,
	})
}

// sysbenchVersion is the version in "sysbench 1.0.20 (using ...)" or "sysbench 0.5:  multi-threaded ...".
func sysbenchVersion(line []byte) string {
	rest, ok := bytes.CutPrefix(line, []byte("sysbench "))
	if !ok || len(rest) == 0 || !isDigit(rest[0]) {
		return ""
	}
	version, _, _ := bytes.Cut(rest, []byte{' '})
	return string(bytes.TrimSuffix(version, []byte{':'}))
}

// sysbenchClock reads the seconds since the start: "[ 5s ] thds: ..." or "[   2s] threads: ...".
func sysbenchClock(line []byte) (sec float64, rest []byte, ok bool) {
	if len(line) < len("[1s]") || line[0] != '[' {
		return 0, nil, false
	}
	inside, rest, ok := bytes.Cut(line[1:], []byte{']'})
	inside = bytes.TrimSpace(inside)
	if !ok || len(inside) < 2 || inside[len(inside)-1] != 's' {
		return 0, nil, false
	}
	sec, ok = parseNumber(inside[:len(inside)-1])
	return sec, bytes.TrimLeft(rest, " "), ok
}

// isSysbenchReport tells what stands after the clock of an interval line.
func isSysbenchReport(rest []byte) bool {
	for _, p := range [...]string{"thds: ", "threads: ", "queue length: ", "reads: "} {
		if bytes.HasPrefix(rest, []byte(p)) {
			return true
		}
	}
	return false
}

// sysbench is a member being read. Time counts from the start of the load; that of a
// second run in the member goes on from the end of the first, since how long the pause
// was is not known.
type sysbench struct {
	l        *Log
	base     float64 // seconds at which the run began
	last     float64 // clock of the last interval line
	interval float64 // of the reports, null when not stated
	threads  bool    // the number of threads is known
	summary  bool    // the final summary has begun
	counted  bool    // the number of transactions was found
	words    string  // with which it stopped; empty: it did not say
	stopped  float64 // clock of the last interval line before them
	since    int     // whole interval lines after them
	runs     int
	items    map[byte]int // numbers in a line, by the line's first letter
	report   sysbenchReport
}

func parseSysbench(l *Log) error {
	s := &sysbench{l: l, interval: schemas.Null, items: map[byte]int{}}
	s.report.others = newNames[string](l)
	before := l.said()
	for l.Next() {
		line := l.Line()
		version := sysbenchVersion(line)
		sec, rest, isReport := sysbenchClock(line)
		switch {
		case isBlank(line):
		case version != "":
			s.begin()
			l.Setting("sysbench.version", version, schemas.ScopeBench)
		case isReport && isSysbenchReport(rest):
			s.summary, s.counted = false, false
			s.line(sec, rest)
		case isReport: // a report of --report-checkpoints follows
			s.average(line)
		case s.summary:
			s.fromSummary(line)
		case isSysbenchSummary(line):
			s.average(line)
		default:
			s.header(line)
		}
	}
	l.sayNoData(before)
	s.ends()
	return nil
}

// begin starts a run at its banner.
func (s *sysbench) begin() {
	if s.runs > 0 || s.last > 0 {
		s.l.Skip(schemas.ClockBack, "another run begins here; its time goes on from the end of the one before")
	}
	s.base += s.last
	s.last, s.interval, s.threads, s.summary, s.counted = 0, schemas.Null, false, false, false
	s.words, s.stopped, s.since = "", 0, 0
	clear(s.items)
	s.runs++
}

// line adds an interval line and the line of the queue that --rate adds to it.
func (s *sysbench) line(sec float64, rest []byte) {
	l := s.l
	if sec < s.last {
		s.begin()
	}
	step := sec - s.last
	switch {
	case step == 0: // the line of the queue
		step = s.report.step
	case s.last == 0 && !schemas.IsNull(s.interval):
		step = s.interval
	}
	s.report.step = step
	s.last = sec
	ts := l.relative(s.base + sec)
	kind := rest[0] // of thds, queue, reads: each has the same numbers throughout
	if !s.report.read(rest) || len(s.report.items) < s.items[kind] {
		l.Skip(schemas.CutRow, text(l.Line()))
		return
	}
	s.items[kind] = len(s.report.items)
	if kind != 'q' { // the line of the queue belongs to the one before
		s.since++
	}
	for i := range s.report.items {
		it := &s.report.items[i]
		if it.metric == "sysbench.threads" {
			if !s.threads {
				s.threads = true
				l.Setting("sysbench.threads", string(it.text), schemas.ScopeBench)
			}
			continue
		}
		if schemas.IsNull(it.value) {
			l.Skip(schemas.BadCell, text(it.text))
			continue
		}
		l.Stat(ts, l.Key(it.metric, "", schemas.Gauge, it.unit), it.value, step)
	}
}
