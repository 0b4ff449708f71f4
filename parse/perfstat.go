package parse

import (
	"bytes"

	"inquest/schemas"
)

// perfStat adds the counts of perf stat -I to table stats, whatever form they are printed in.
// Time counts from the start of perf, which a line "# started on" dates when the output went
// to a file; a second run in the member without one goes on from the end of the first.
type perfStat struct {
	l    *Log
	base float64 // seconds at which the run began
	last float64 // clock of the last interval
	step float64
	keys map[string]perfSeries
	name []byte // room to put the name of a series together

	started bool // the instant of second 0 is known
	start   int64
	wall    *datedClock
}

// perfSeries is one event, of one processor or socket if the output is by them.
type perfSeries struct {
	key    *schemas.StatKey
	factor float64
}

// perfCount is one number that perf prints.
type perfCount struct {
	time   float64 // seconds since the start
	of     []byte  // CPU0, S0, S0-D0-C1, N0 or command-pid, empty for all
	label  string  // what of names, when it is said
	value  []byte
	unit   []byte
	event  []byte
	cgroup []byte
}

func newPerfStat(l *Log) *perfStat {
	return &perfStat{l: l, keys: map[string]perfSeries{}, wall: newDatedClock(l)}
}

// comment reads a line that begins with #: the header of the text form, or when perf was
// started, on the clock of the machine: # started on Mon Nov 30 19:15:35 2026.
func (p *perfStat) comment(line []byte) {
	rest, ok := bytes.CutPrefix(line, []byte("# started on "))
	if !ok {
		if !isPerfHeader(line) {
			p.l.Skip(schemas.Comment, text(line))
		}
		return
	}
	var t timeLine
	if !t.readDate(cutFields(rest, nil), false) {
		p.l.Skip(schemas.BadCell, text(line))
		return
	}
	p.start, p.started = p.wall.at(t.y, t.m, t.d, t.sec), true
	p.base, p.last = 0, 0
}

// isPerfHeader tells the header of the text form: # time counts unit events.
func isPerfHeader(line []byte) bool {
	return line[0] == '#' && bytes.Contains(line, []byte(" time ")) && bytes.HasSuffix(bytes.TrimRight(line, " "), []byte("events"))
}

// add adds a count. One that was not counted gives no row.
func (p *perfStat) add(c *perfCount) {
	l := p.l
	if c.time < p.last {
		l.Skip(schemas.ClockBack, "another run begins here; its time goes on from the end of the one before")
		p.base += p.last
		p.last = 0
	}
	if c.time > p.last {
		p.step = c.time - p.last
		p.last = c.time
	}
	if bytes.HasPrefix(c.value, []byte("<not ")) {
		l.Skip(schemas.NotCounted, text(l.Line()))
		return
	}
	v, ok := perfNumber(c.value)
	if !ok || v < 0 {
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	}
	s := p.series(c)
	l.Stat(p.instant(c.time), s.key, v*s.factor, p.step)
}

// instant is the end of an interval, microseconds UTC.
func (p *perfStat) instant(sec float64) int64 {
	if p.started && p.l.Start.IsZero() {
		p.l.SetTSSource(p.l.clockSource())
		return p.start + int64((p.base+sec)*1e6+0.5)
	}
	return p.l.relative(p.base + sec)
}

// series finds the key of a count and the factor to its base unit.
func (p *perfStat) series(c *perfCount) perfSeries {
	p.name = append(append(p.name[:0], c.of...), 0)
	p.name = append(append(p.name, c.unit...), 0)
	p.name = append(append(p.name, c.event...), 0)
	p.name = append(p.name, c.cgroup...)
	if s, ok := p.keys[string(p.name)]; ok {
		return s
	}
	unit, factor := "count", 1.0
	switch text(c.unit) {
	case "":
	case "msec":
		unit, factor = "seconds", 1e-3
	case "ns":
		unit, factor = "seconds", 1e-9
	case "KiB", "MiB", "GiB":
		unit, factor = "bytes", prefixFactor(c.unit[0])
	case "Bytes", "bytes":
		unit = "bytes"
	default:
		unit = ""
	}
	var pairs []string
	if len(c.cgroup) > 0 {
		pairs = append(pairs, "cgroup", string(c.cgroup))
	}
	if len(c.of) > 0 {
		name, of := c.label, string(c.of)
		if name == "" {
			name, of = perfLabel(of)
		}
		pairs = append(pairs, name, of)
	}
	s := perfSeries{p.l.Key("perf."+string(c.event), labelOrNone(pairs), schemas.Gauge, unit), factor}
	p.keys[string(p.name)] = s
	return s
}

// labelOrNone is the JSON of labels, empty when there are none.
func labelOrNone(pairs []string) string {
	if len(pairs) == 0 {
		return ""
	}
	return labelJSON(pairs...)
}

// perfLabel tells what a count is of by the form of its name.
func perfLabel(of string) (name, value string) {
	switch {
	case perfPlace(of, "CPU"):
		return "cpu", of[len("CPU"):]
	case perfPlace(of, "S"):
		return "socket", of
	case perfPlace(of, "N"):
		return "node", of
	case isPerfPlace([]byte(of)):
		return "core", of
	}
	return "thread", of
}

// perfPlace tells a letter or word with a number after it.
func perfPlace(of, word string) bool {
	_, ok := digitsOf([]byte(of[min(len(word), len(of)):]))
	return ok && len(of) > len(word) && of[:len(word)] == word
}

// isPerfPlace tells the names of sockets, dies, cores and nodes, after which perf prints of
// how many processors they are: S0, N1, S0-D0-C1.
func isPerfPlace(b []byte) bool {
	for part := range bytes.SplitSeq(b, []byte{'-'}) {
		if len(part) < 2 || part[0] < 'A' || part[0] > 'Z' {
			return false
		}
		i := 1
		for i < len(part) && part[i] >= 'A' && part[i] <= 'Z' {
			i++
		}
		if _, ok := digitsOf(part[i:]); !ok || i == len(part) {
			return false
		}
	}
	return true
}

// perfTime reads the clock of an interval, which has nine decimals in every language.
func perfTime(b []byte) (sec float64, ok bool) {
	i := bytes.IndexByte(b, '.')
	if i < 1 || len(b)-i-1 != 9 {
		return 0, false
	}
	if _, whole := digitsOf(b[:i]); !whole {
		return 0, false
	}
	if _, frac := digitsOf(b[i+1:]); !frac {
		return 0, false
	}
	return parseNumber(b)
}

// perfNumber reads a count: two decimals or none, with or without marks between the
// thousands, which some languages set as a blank of their own; JSON has six decimals.
func perfNumber(b []byte) (float64, bool) {
	if v, ok := parseNumber(b); ok {
		i := bytes.IndexAny(b, ".,")
		if n := len(b) - i - 1; i < 0 || n != 3 {
			return v, true
		}
	}
	var room [40]byte
	out := room[:0]
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case isDigit(c):
			out = append(out, c)
		case (c == '.' || c == ',') && i+3 == len(b):
			out = append(out, '.')
		case c == '.' || c == ',' || c == '\'' || c >= 0x80:
		default:
			return schemas.Null, false
		}
		if len(out) > 30 {
			return schemas.Null, false
		}
	}
	return parseNumber(out)
}

// isPerfValue tells a number or the words that stand in its place.
func isPerfValue(b []byte) bool {
	if bytes.HasPrefix(b, []byte("<not ")) || text(b) == "<not" {
		return true
	}
	_, ok := perfNumber(b)
	return ok
}
