package parse

import (
	"bytes"
	"fmt"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "pgbench",
		Doc:    "pgbench with --progress, also with --progress-timestamp and --rate, and its final summary; PostgreSQL 9.4 to 18",
		Source: "pgbench(1); printProgressReport and printResults of src/bin/pgbench/pgbench.c",
		Specimen: "pgbench (15.18)\nstarting vacuum...end.\n" +
			"progress: 5.0 s, 4687.8 tps, lat 0.851 ms stddev 0.345, 0 failed\n" +
			"transaction type: <builtin: TPC-B (sort of)>\nscaling factor: 2\nquery mode: simple\nnumber of clients: 4\nnumber of threads: 2\n",
		Tables: []string{"stats", "settings"},
		Match: func(h Head) int {
			switch {
			case h.HasLine(func(b []byte) bool { _, _, ok := cutPgbenchProgress(b); return ok }):
				return 95
			case h.HasPrefix("transaction type: ") && h.HasPrefix("number of clients: "), h.HasPrefix("pgbench ("), h.HasPrefix("pgbench: error: "):
				return 85
			}
			return 0
		},
		Parse: parsePgbench,
	})
}

// pgbench is a member being read. Time counts from the start of the load, or is the clock of
// --progress-timestamp; that of a second run goes on from the end of the first.
type pgbench struct {
	l       *Log
	base    float64 // seconds at which the run began
	last    float64 // clock of the last progress line, 0: none
	begun   bool    // lines of a run were read
	banner  bool    // its results go to this member
	summary bool    // they have begun
	words   string  // with which it stopped
	result  pgbenchResult
	f       [][]byte
}

func parsePgbench(l *Log) error {
	p := &pgbench{l: l}
	before := l.said()
	for l.Next() {
		line := l.Line()
		switch sec, rest, ok := cutPgbenchProgress(line); {
		case isBlank(line):
		case ok:
			p.progress(sec, rest)
		case bytes.HasPrefix(line, []byte("pgbench (")):
			p.begin()
			p.banner = true
			version := bytes.TrimPrefix(line, []byte("pgbench ("))
			l.Setting("pgbench.version", string(version[:len(version)-len(bytes.TrimLeft(version, "0123456789.betarcdvl"))]), schemas.ScopeBench)
		case isPgbenchError(line):
			p.failed(line)
		case p.results(line):
		case l.unfinished() && bytes.HasPrefix(line, []byte("progress:")):
			l.Skip(schemas.CutRow, text(line))
		case bytes.HasPrefix(line, []byte("starting vacuum")):
			p.begin()
		case p.summary: // statements and their latencies
		default:
			l.Skip(schemas.Comment, text(line))
		}
	}
	p.end()
	l.sayNoData(before)
	return nil
}

// cutPgbenchProgress cuts "progress: 5.0 s, 4687.8 tps, lat 0.851 ms stddev 0.345, 0 failed".
func cutPgbenchProgress(line []byte) (sec float64, rest []byte, ok bool) {
	rest, ok = bytes.CutPrefix(line, []byte("progress: "))
	if !ok {
		return 0, nil, false
	}
	clock, rest, ok := bytes.Cut(rest, []byte(" s, "))
	if !ok || !bytes.Contains(rest, []byte(" tps, lat ")) {
		return 0, nil, false
	}
	sec, ok = parseNumber(clock)
	return sec, rest, ok && sec >= 0
}

// leastEpoch is a clock that counts from 1970 and not from the start of the load.
const leastEpoch = 1e9

// progress adds the numbers of a progress line.
func (p *pgbench) progress(sec float64, rest []byte) {
	l := p.l
	if p.summary || p.last > 0 && sec < p.last {
		p.begin()
	}
	p.begun = true
	step, ts := sec-p.last, int64(0)
	if sec >= leastEpoch {
		l.SetTSSource(schemas.Zoned)
		ts = int64(sec*microsecond + 0.5)
		if p.last == 0 {
			step = schemas.Null
		}
	} else {
		ts = l.relative(p.base + sec)
	}
	p.last = sec
	p.f = cutFields(rest, p.f)
	for i := 0; i+1 < len(p.f); i++ {
		switch word := text(bytes.TrimRight(p.f[i+1], ",")); word {
		case "tps":
			p.number(ts, step, "throughput", "per_second", 1, p.f[i])
		case "failed":
			p.number(ts, step, "errors", "per_second", 1/step, p.f[i])
		case "skipped", "retried", "retries":
			p.number(ts, step, pgbenchCounts[word], "per_second", 1/step, p.f[i])
		}
		switch text(p.f[i]) {
		case "lat":
			p.number(ts, step, "latency.mean", "seconds", 1e-3, p.f[i+1])
		case "stddev":
			p.number(ts, step, "pgbench.stddev", "seconds", 1e-3, bytes.TrimRight(p.f[i+1], ","))
		case "lag":
			p.number(ts, step, "pgbench.lag", "seconds", 1e-3, p.f[i+1])
		}
	}
}

// pgbenchCounts are the numbers of transactions of an interval, given as rates.
var pgbenchCounts = map[string]string{"skipped": "pgbench.skipped", "retried": "pgbench.retried", "retries": "pgbench.retries"}

// number adds a number of a progress line; without a transaction latencies are none: NaN.
func (p *pgbench) number(ts int64, step float64, metric, unit string, factor float64, b []byte) {
	v, ok := parseNumber(b)
	switch {
	case !ok && (bytes.EqualFold(b, []byte("nan")) || bytes.EqualFold(b, []byte("-nan"))):
	case !ok || v < 0:
		p.l.Skip(schemas.BadCell, text(b))
	case factor == 1e-3:
		p.l.Stat(ts, p.l.Key(metric, "", schemas.Gauge, unit), v/1e3, step)
	default:
		p.l.Stat(ts, p.l.Key(metric, "", schemas.Gauge, unit), v*factor, step)
	}
}

// begin starts a run, unless nothing was read of the one before.
func (p *pgbench) begin() {
	if !p.begun {
		return
	}
	p.end()
	if p.last > 0 && p.last < leastEpoch {
		p.l.Skip(schemas.ClockBack, "another run begins here; its time goes on from the end of the one before")
		p.base += p.last
	}
	*p = pgbench{l: p.l, base: p.base, f: p.f}
}

// isPgbenchError tells the words of a client or a run that stopped.
func isPgbenchError(line []byte) bool {
	return hasAnyPrefix(line, "pgbench: error: ", "pgbench: fatal: ", "Run was aborted", "connection to ") ||
		hasAnyPrefix(line, "client ", "Client ") && bytes.Contains(line, []byte(" aborted "))
}

func (p *pgbench) failed(line []byte) {
	p.l.Skip(schemas.CommandFailed, text(line))
	if p.words == "" {
		p.words = string(line[:min(len(line), 200)])
	}
}

// end tells what the log says of how a run ended. A client that stopped leaves the others at
// work; their results are said to be incomplete.
func (p *pgbench) end() {
	p.result.give(p.l)
	switch {
	case p.l.Err() != nil:
	case p.words != "":
		when := fmt.Sprintf("after %g s", p.last)
		if p.last == 0 || p.last >= leastEpoch {
			when = "in its run"
		}
		p.l.Problem(LoadAborted, fmt.Sprintf("the load generator stopped with an error %s: %s", when, p.words))
	case p.banner && !p.summary && p.last > 0:
		p.l.Problem(NoSummary, "the load generator's log ends without its summary: it was killed, or the log is cut")
	}
}
