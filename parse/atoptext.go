package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "atop", Variant: "text",
		Doc:    "atop INTERVAL and atop -r to a file or pipe: the lines of the system and the list of processes; atop 1.26 to 2.11",
		Source: "atop(1), section OUTPUT DESCRIPTION, showsys.c, showgeneric.c and various.c of atop",
		Specimen: "ATOP - node-01          2022/07/17  16:56:12  --------------    2h11m35s elapsed\n" +
			"CPU | sys       7% | user    300% | irq       1% | idle   1289% | wait      3% |\n" +
			"DSK |          sda | busy      4% | read   89817 | write 390177 | avio 0.60 ms |\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isAtopHeader) {
				return 90
			}
			return 0
		},
		Parse: readAtopText,
	})
}

// atopHeader is the first line of a block: host, date, clock and how long it covers.
type atopHeader struct {
	y, m, d int
	sec     float64
	elapsed float64 // seconds
}

const atopBegin = "ATOP - "

func isAtopHeader(line []byte) bool {
	_, ok := parseAtopHeader(line)
	return ok
}

// parseAtopHeader reads ATOP - host 2022/07/17 16:56:12 -------- 2h11m35s elapsed; old
// versions print 10 seconds elapsed.
func parseAtopHeader(line []byte) (h atopHeader, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte(atopBegin))
	if !ok {
		return h, false
	}
	var room [12][]byte
	f := cutFields(rest, room[:0])
	dated := false
	for i := 0; i+1 < len(f) && !dated; i++ {
		if len(f[i]) != len("2022/07/17") {
			continue
		}
		if h.y, h.m, h.d, _, dated = parseDate(f[i], false); dated {
			h.sec, _, dated = parseClock(f[i+1 : i+2])
		}
	}
	n := len(f)
	if !dated || n < 4 || text(f[n-1]) != "elapsed" {
		return h, false
	}
	if last := f[n-2]; text(last) == "seconds" || text(last) == "second" {
		h.elapsed, ok = parseNumber(f[n-3])
	} else {
		h.elapsed, ok = atopDuration(last)
	}
	return h, ok && h.elapsed >= 0
}

// atopDuration reads 2h11m35s, 6d00h12m3s, 0.09s, 8m05s and 3d02h; seconds.
func atopDuration(b []byte) (sec float64, ok bool) {
	from := 0
	for i, c := range b {
		factor := 0.0
		switch c {
		case 'd':
			factor = 24 * 60 * 60
		case 'h':
			factor = 60 * 60
		case 'm':
			factor = 60
		case 's':
			factor = 1
		default:
			continue
		}
		v, isNumber := parseNumber(b[from:i])
		if !isNumber || v < 0 {
			return schemas.Null, false
		}
		sec += v * factor
		from = i + 1
	}
	return sec, from == len(b) && from > 0
}

// atopTextReader reads the blocks of atop's text.
type atopTextReader struct {
	l      *Log
	clock  *datedClock
	blocks atopBlocks
	count  atopCount

	n      int // blocks begun
	ts     int64
	step   float64
	boot   bool    // the block is since boot
	from   rowMark // where its rows begin
	line   int64   // where it begins
	series map[string]*schemas.StatKey
	names  map[string]string
	said   map[string]bool // labels that were said to be left out
	items  []atopItem
	cells  [][]byte
	nameOf []byte
	tasks  atopTasks
}

func readAtopText(l *Log) error {
	before := l.said()
	r := &atopTextReader{l: l, clock: newDatedClock(l), series: map[string]*schemas.StatKey{}, names: map[string]string{}, said: map[string]bool{}}
	r.tasks.keys = map[string]*atopTaskKeys{}
	for l.Next() {
		line := l.Line()
		h, isHeader := parseAtopHeader(line)
		switch {
		case isHeader:
			r.begin(h)
		case bytes.HasPrefix(line, []byte(atopBegin)): // no block is known to go on after it
			r.n = 0
			l.Skip(schemas.CutRow, "the first line of a block cannot be read, its lines have no time: "+text(line))
		case isBlank(line):
		case r.n == 0:
			l.Skip(schemas.ForeignText, text(line))
		case isAtopBootLine(line):
			r.sinceBoot()
		case r.tasks.isHeader(line):
			r.tasks.header(r, line)
		case isAtopLine(line):
			r.tasks.open = false
			r.system(line)
		case r.tasks.open:
			r.task(line)
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

// begin begins a block.
func (r *atopTextReader) begin(h atopHeader) {
	l := r.l
	l.SetTSSource(l.clockSource())
	r.ts, r.step = r.clock.at(h.y, h.m, h.d, h.sec), h.elapsed
	r.n++
	r.tasks.open = false
	r.from, r.line = l.mark(), l.Num()
	if r.boot = r.blocks.sinceBoot(r.ts, r.step); r.boot {
		l.Skip(schemas.SinceBoot, text(l.Line()))
	}
}

// isAtopBootLine tells the line before the processes of a block that is since boot.
func isAtopBootLine(line []byte) bool {
	b := bytes.TrimLeft(line, " *")
	return len(b) > 0 && len(b) < len(line) && bytes.EqualFold(b[:min(len(b), len("system and process activity since boot"))],
		[]byte("system and process activity since boot"))
}

// sinceBoot takes the rows of the block out, which the line says only after them.
func (r *atopTextReader) sinceBoot() {
	if !r.boot {
		r.boot = true
		r.l.takeBack(r.from, r.l.mark())
		r.l.SkipAt(r.line, schemas.SinceBoot, "a block that says so")
	}
}

// isAtopLine tells a line of the system: a label of three letters and cells between bars.
func isAtopLine(line []byte) bool {
	return len(line) > 6 && line[3] == ' ' && bytes.IndexByte(line[4:min(len(line), 8)], '|') >= 0 && isAtopLabel(line[:3])
}

func isAtopLabel(b []byte) bool {
	for _, c := range b {
		if (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// key is the series of a metric, with a label where the line is about one thing.
func (r *atopTextReader) key(metric, unit, thing string, name []byte) *schemas.StatKey {
	r.nameOf = append(append(append(append(r.nameOf[:0], metric...), 0), thing...), name...)
	if k, ok := r.series[string(r.nameOf)]; ok {
		return k
	}
	labels := ""
	if thing != "" {
		labels = label(thing, string(name))
	}
	k := r.l.Key(metric, labels, schemas.Gauge, unit)
	r.series[string(r.nameOf)] = k
	return k
}

func (r *atopTextReader) stat(metric, unit, thing string, name []byte, v float64) {
	if v >= 0 {
		r.l.Stat(r.ts, r.key(metric, unit, thing, name), v, r.step)
	}
}

// name interns a name that occurs on many rows.
func (r *atopTextReader) name(b []byte) string {
	if n, ok := r.names[string(b)]; ok {
		return n
	}
	n := string(b)
	r.names[n] = n
	return n
}

// own is the metric of a cell that has no name of ours.
func (r *atopTextReader) own(name []byte) string {
	r.nameOf = append(append(r.nameOf[:0], "atop."...), name...)
	return r.name(r.nameOf)
}

// atopCount is the number of processors of a machine, which atop's text divides nothing
// by: the line of all of them goes up to 100 % for each.
type atopCount struct {
	told  bool // the number was printed
	n     int
	other int // another number, seen once
}

// of is the number of processors by the sum of the shares, 0 when that cannot be, or the last one
// when the sum is not known. A number once found stands until another comes twice in a row.
func (c *atopCount) of(sum float64) int {
	if c.told {
		return c.n
	}
	if !(sum >= 0 && sum < 1<<20) {
		return c.n
	}
	n := int(sum + 0.5)
	if n == c.n || c.n == 0 || n == c.other {
		c.n, c.other = n, 0
		return n
	}
	c.other = n
	return c.n
}
