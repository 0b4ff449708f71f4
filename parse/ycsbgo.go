package parse

import (
	"bytes"
	"slices"
	"strconv"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:    "ycsb",
		Variant: "go",
		Doc:     "go-ycsb: its periodic reports and its end, in plain style; versions 0.1 to 1.0",
		Source:  "pingcap/go-ycsb: pkg/measurement/histogram.go and cmd/go-ycsb",
		Specimen: "***************** properties *****************\n" + `"threadcount"="16"` + "\n" +
			"**********************************************\n" +
			"READ   - Takes(s): 9.7, Count: 110092, OPS: 11380.1, Avg(us): 3822, Min(us): 236, Max(us): 342821, 99th(us): 51000\n" +
			"Run finished, takes 19.7s\n",
		Tables: []string{"stats", "settings"},
		Match: func(h Head) int {
			if h.HasLine(func(b []byte) bool { _, _, ok := cutGoYCSB(b); return ok }) ||
				h.HasPrefix("***************** properties *****************") {
				return 90
			}
			return 0
		},
		Parse: parseGoYCSB,
	})
}

// goYCSB is a member being read. The numbers of a report count from the start of the load, so
// the rate of an interval is the difference of two counts.
type goYCSB struct {
	y       ycsb
	ops     map[string]*goYCSBOperation
	list    []*goYCSBOperation
	sum     float64 // of the operations of the report being read
	sumTS   int64
	sumStep float64
	total   bool // the report has a line of all operations
	ended   bool // the whole run is told from here on
	all     float64
	fromAll bool
}

// goYCSBOperation is what is known of one operation.
type goYCSBOperation struct {
	keys       *ycsbKeys
	rate       *schemas.StatKey
	total      bool
	seen       bool // in the report being read
	sec, count float64
	all        bool
}

// cutGoYCSB cuts "READ   - Takes(s): 9.7, ...".
func cutGoYCSB(line []byte) (op, numbers []byte, ok bool) {
	op, numbers, ok = bytes.Cut(line, []byte(" - Takes(s): "))
	op = bytes.TrimSpace(op)
	return op, numbers, ok && len(op) > 0 && len(op) < 60 && bytes.IndexByte(op, ' ') < 0
}

func parseGoYCSB(l *Log) error {
	g := &goYCSB{y: ycsb{l: l, keys: map[string]*ycsbKeys{}, settings: newBenchOptions(l, "ycsb")}, ops: map[string]*goYCSBOperation{}}
	before := l.said()
	for l.Next() {
		line := l.Line()
		op, numbers, ok := cutGoYCSB(line)
		if !ok {
			g.endReport()
		}
		switch {
		case isBlank(line) || bytes.HasPrefix(line, []byte("*****")):
		case ok && l.unfinished() && bytes.Count(numbers, []byte("th(us)")) == 0:
			l.Skip(schemas.CutRow, text(line))
		case ok && g.ended:
			g.whole(op, numbers)
		case ok:
			g.report(op, numbers)
		case g.y.settings.property(line):
		case hasAnyPrefix(line, "Run finished, takes ", "Load finished, takes "):
			g.finish(line)
		case bytes.Contains(line, []byte("warm up")), hasAnyPrefix(line, "Start to ", "Finished warm"):
			l.Skip(schemas.Comment, text(line))
		case l.unfinished():
			l.Skip(schemas.CutRow, text(line))
		default:
			l.Skip(schemas.Comment, text(line))
		}
	}
	g.endReport()
	g.endRun()
	l.sayNoData(before)
	return nil
}

// operation finds what is known of an operation.
func (g *goYCSB) operation(op []byte) *goYCSBOperation {
	if o, ok := g.ops[string(op)]; ok {
		return o
	}
	o := &goYCSBOperation{keys: g.y.operation(op), total: text(op) == "TOTAL"}
	o.rate = g.y.l.Key("throughput", o.keys.labels, schemas.Gauge, "per_second")
	if o.total {
		o.rate = g.y.l.Key("throughput", "", schemas.Gauge, "per_second")
		o.keys.labels = ""
	}
	if o.keys.failed {
		o.rate = o.keys.rate
	}
	g.ops[string(op)] = o
	g.list = append(g.list, o)
	return o
}

// report adds a line of a periodic report.
func (g *goYCSB) report(op, numbers []byte) {
	l := g.y.l
	o := g.operation(op)
	if o.seen {
		g.endReport()
	}
	part, rest, _ := bytes.Cut(numbers, []byte(", "))
	sec, ok1 := parseNumber(part)
	part, rest, _ = bytes.Cut(rest, []byte(", "))
	counted, isCount := bytes.CutPrefix(part, []byte("Count: "))
	count, ok2 := parseNumber(counted)
	if !ok1 || !ok2 || !isCount || sec < 0 || count < 0 {
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	}
	o.seen = true
	if sec < o.sec || count < o.count {
		l.Skip(schemas.CounterReset, text(l.Line()))
		o.sec, o.count = sec, count
		return
	}
	step, first := sec-o.sec, o.sec == 0
	ts := l.relative(g.y.base + sec)
	if step > 0 {
		rate := (count - o.count) / step
		l.Stat(ts, o.rate, rate, step)
		if !o.keys.failed && !o.total {
			g.sum += rate
			g.sumTS, g.sumStep = max(g.sumTS, ts), max(g.sumStep, step)
		}
		g.total = g.total || o.total
	}
	if !o.keys.failed && first {
		g.latencies(ts, step, o, rest)
	} else if !first {
		g.y.sinceStart()
	}
	o.sec, o.count = sec, count
	g.y.last.sec = max(g.y.last.sec, sec)
}

// latencies adds those of the first report, which are of its interval.
func (g *goYCSB) latencies(ts int64, step float64, o *goYCSBOperation, b []byte) {
	for len(b) > 0 {
		var part []byte
		part, b, _ = bytes.Cut(b, []byte(", "))
		name, value, _ := bytes.Cut(part, []byte(": "))
		name, isTime := bytes.CutSuffix(name, []byte("(us)"))
		if !isTime {
			continue // OPS, the rate since the start
		}
		v, ok := parseNumber(value)
		if !ok || v < 0 {
			g.y.l.Skip(schemas.BadCell, text(part))
			continue
		}
		g.y.l.Stat(ts, g.y.latency(o.keys, bytes.TrimSuffix(name, []byte("th"))), v/1e6, step)
	}
}

// endReport adds the rate of all operations of a report that has no line of them. One that lacks
// an operation of those before was cut.
func (g *goYCSB) endReport() {
	whole := !slices.ContainsFunc(g.list, func(o *goYCSBOperation) bool { return !o.seen && !o.keys.failed })
	if g.sumStep > 0 && !g.total && whole {
		g.y.l.Stat(g.sumTS, g.y.l.Key("throughput", "", schemas.Gauge, "per_second"), g.sum, g.sumStep)
	}
	for _, o := range g.list {
		o.seen = false
	}
	g.sum, g.sumTS, g.sumStep, g.total = 0, 0, 0, false
}

// finish reads how long the run took; what follows is of all of it.
func (g *goYCSB) finish(line []byte) {
	i := bytes.LastIndexByte(line, ' ')
	sec, ok := goDuration(line[i+1:])
	if !ok {
		g.y.l.Skip(schemas.BadCell, text(line))
		return
	}
	g.endRun()
	g.y.l.Skip(schemas.Average, text(line))
	g.y.l.Setting("ycsb.total_time", strconv.FormatFloat(sec, 'f', -1, 64), schemas.ScopeBench)
	g.ended = true
	g.y.last.sec = sec
}

// whole takes the count of a run from a line of its end. An operation that comes again belongs
// to another run.
func (g *goYCSB) whole(op, numbers []byte) {
	o := g.operation(op)
	if o.all {
		g.endRun()
		g.report(op, numbers)
		return
	}
	o.all = true
	_, rest, _ := bytes.Cut(numbers, []byte("Count: "))
	counted, _, _ := bytes.Cut(rest, []byte{','})
	switch n, ok := parseNumber(counted); {
	case !ok:
		g.y.l.Skip(schemas.BadCell, text(g.y.l.Line()))
	case o.total:
		g.all, g.fromAll = n, true
	case !o.keys.failed && !g.fromAll:
		g.all += n
	}
}

// endRun says how much was done and starts another run.
func (g *goYCSB) endRun() {
	if !g.ended {
		return
	}
	if g.all > 0 {
		g.y.l.Setting("ycsb.transactions", strconv.FormatFloat(g.all, 'f', 0, 64), schemas.ScopeBench)
	}
	g.y.base += g.y.last.sec
	g.y.last.sec, g.ended, g.all, g.fromAll = 0, false, 0, false
	for _, o := range g.list {
		o.all, o.sec, o.count = false, 0, 0
	}
	g.y.settings.begin()
}
