package parse

import (
	"bytes"

	"inquest/schemas"
)

// ycsbStatus is a status line: [label]2026-11-30 10:41:12:123 10 sec: 12345 operations; 1234.5
// current ops/sec; est completion in 1 minute [READ: Count=..., ...] [UPDATE: ...].
type ycsbStatus struct {
	clock   []byte
	sec     float64
	done    float64
	rate    float64 // null when not printed
	numbers []byte
}

func readYCSBStatus(line []byte) (s ycsbStatus, ok bool) {
	i := bytes.Index(line, []byte(" sec: "))
	if i < 1 {
		return s, false
	}
	done, rest, ok := bytes.Cut(line[i+len(" sec: "):], []byte(" operations"))
	if !ok {
		return s, false
	}
	at := bytes.LastIndexByte(line[:i], ' ')
	var ok1, ok2 bool
	s.sec, ok1 = parseNumber(line[at+1 : i])
	s.done, ok2 = parseNumber(done)
	if !ok1 || !ok2 || s.sec < 0 || s.done < 0 {
		return s, false
	}
	s.clock = bytes.TrimSpace(line[:max(at, 0)])
	s.rate = schemas.Null
	if j := bytes.Index(rest, []byte(" current ops/sec")); j >= 0 {
		k := bytes.LastIndexByte(rest[:j], ' ')
		s.rate = sysbenchNumber(rest[k+1 : j])
	}
	if j := bytes.IndexByte(rest, '['); j >= 0 {
		s.numbers = rest[j:]
	}
	return s, true
}

// status adds the numbers of a status line.
func (y *ycsb) status(s ycsbStatus) {
	l := y.l
	if y.any && (s.sec < y.last.sec || y.summary && s.done < y.last.done) {
		y.begin()
	}
	ts, ok := y.instant(s)
	if !ok {
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	}
	step := s.sec - y.last.sec
	if y.any && y.dated {
		step = float64(ts-y.ts) / microsecond
	}
	if !y.any {
		step = s.sec
		y.first = ts - int64(s.sec*microsecond)
	}
	before := l.said()
	if step > 0 {
		y.throughput(ts, step, s)
		y.operations(ts, step, s.numbers)
	}
	if l.said() == before {
		l.Skip(schemas.Comment, text(l.Line()))
	}
	y.last.sec, y.last.done, y.ts, y.any = s.sec, s.done, ts, true
}

// throughput adds the rate of all operations, which YCSB-cpp leaves to be worked out.
func (y *ycsb) throughput(ts int64, step float64, s ycsbStatus) {
	rate := s.rate
	if schemas.IsNull(rate) && s.done >= y.last.done {
		rate = (s.done - y.last.done) / step
	}
	y.l.Stat(ts, y.l.Key("throughput", "", schemas.Gauge, "per_second"), rate, step)
}

// instant is when a status line was printed.
func (y *ycsb) instant(s ycsbStatus) (ts int64, ok bool) {
	l := y.l
	d, at := ycsbDate(s.clock)
	if at < 0 {
		y.dated = false
		y.wall.wall = 0
		return l.relative(y.base + s.sec), true
	}
	y.dated = true
	l.SetTSSource(l.clockSource())
	return y.wall.at(d.y, d.m, d.d, d.sec), true
}

// ycsbDate reads the clock at the end of what stands before the seconds; at is -1 when there
// is none. The milliseconds stand after a colon.
func ycsbDate(b []byte) (t timeLine, at int) {
	const long, short = len("2026-11-30 10:41:12:123"), len("2026-11-30 10:41:12")
	for _, n := range [...]int{long, short} {
		if len(b) < n {
			continue
		}
		c := b[len(b)-n:]
		y, m, d, _, ok := parseDate(c[:10], false)
		sec, _, isClock := parseClock([][]byte{c[11:short]})
		if !ok || !isClock || c[10] != ' ' {
			continue
		}
		t.y, t.m, t.d, t.sec = y, m, d, sec
		if n == long {
			ms, ok := digitsOf(c[short+1:])
			if !ok || c[short] != ':' {
				continue
			}
			t.sec += float64(ms) / 1e3
		}
		return t, len(b) - n
	}
	return t, -1
}
