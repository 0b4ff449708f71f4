package parse

import (
	"bytes"
	"math"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "top",
		Doc:    "top -b of procps 3.2 to procps-ng 4, tasks or threads (-H), one line of CPU or one for each (-1), in any of its languages",
		Source: "top(1) of procps-ng",
		Specimen: "top - 10:37:24 up 9 min,  0 user,  load average: 4.05, 2.09, 0.84\n" +
			"Tasks:  93 total,   5 running,  88 sleeping,   0 stopped,   0 zombie\n" +
			"%Cpu(s):  5.9 us,  5.9 sy,  0.0 ni, 88.2 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st\n",
		Tables: []string{"cpu", "stats"},
		Match: func(h Head) int {
			for _, line := range h.dataLines(6) {
				if isTopLine(line) {
					return 90
				}
			}
			return 0
		},
		Parse: parseTop,
	})
}

// isTopLine tells the line that begins a block: top - 10:37:24 up 9 min, ...
func isTopLine(line []byte) bool {
	_, ok := topClock(line)
	return ok
}

const topBegin = "top - "

func topClock(line []byte) (sec float64, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte(topBegin))
	if !ok {
		return 0, false
	}
	word, _, ok := bytes.Cut(rest, []byte{' '})
	room := [1][]byte{word}
	sec, _, isClock := parseClock(room[:])
	return sec, ok && isClock
}

// topBlock is a block of top's output being read.
type topBlock struct {
	l     *Log
	snaps *snapshots // of lines of time between the blocks
	wall  *clock
	dated bool // a date stood before the blocks

	n         int     // blocks begun
	sec       float64 // clock of the block
	ts        int64
	step      float64
	sinceBoot bool
	lost      bool // the first line of the block could not be read
	threads   bool
	table     topTable
	memory    [topSizes]float64 // bytes; null: not in this block
	ordered   bool              // the memory lines have the order of topMemoryOrder
	share     schemas.CPU       // the row of table cpu being read
	items     []topItem
	fields    [][]byte
}

func parseTop(l *Log) error {
	t := &topBlock{l: l, snaps: newSnapshots(l), wall: newClock(l)}
	t.forgetMemory()
	before, from := l.said(), l.mark()
	inTable := false
	for l.Next() {
		line := l.Line()
		label, rest, hasLabel := bytes.Cut(line, []byte{':'})
		switch {
		case isTopLine(line):
			t.endBlock()
			t.begin(line)
			inTable = false
		case bytes.HasPrefix(line, []byte(topBegin)): // a block without a time
			t.endBlock()
			t.lost, inTable = true, false
			l.Skip(schemas.CutRow, "the first line of a block cannot be read, its lines have no time: "+text(line))
		case isBlank(line):
		case t.lost: // said at its first line
			_ = t.snaps.timeLine(line) || t.isDate(line)
		case t.n > 0 && t.table.isHeader(line):
			t.endBlock()
			t.table.readHeader(l, line)
			inTable = true
		case inTable && isPID(line):
			t.process(line)
		case t.snaps.timeLine(line):
			inTable = false
		case t.isDate(line):
		case t.n == 0 || inTable:
			l.Skip(schemas.ForeignText, text(line))
		case hasLabel && isCPULabel(label):
			t.cpus(line)
		case hasLabel && t.isMemory(label):
			t.readMemory(line)
		case hasLabel && topWord(label) == "Tasks":
			t.tasks(rest)
		case hasLabel && topWord(label) == "Threads":
			t.threads = true
			t.tasks(rest)
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	t.endBlock()
	if !t.dated && !t.snaps.stamped {
		l.dateByNear(from)
	}
	l.sayNoData(before)
	return nil
}

// topWord is the English of a label without the blanks around it, valid as long as the label.
func topWord(b []byte) string { return procpsView(bytes.TrimSpace(b)) }

// isDate takes the bare date that some collectors print before top's output.
func (t *topBlock) isDate(line []byte) bool {
	f := bytes.TrimSpace(line)
	y, m, d, ambiguous, ok := t.l.date(f)
	if !ok || len(f) == len("20261130") {
		return false
	}
	if ambiguous {
		t.l.Skip(schemas.DateAmbiguous, text(line))
	}
	t.wall.setDate(y, m, d)
	t.dated = true
	return true
}

// begin starts a block at its first line, which ends with the load averages.
func (t *topBlock) begin(line []byte) {
	l := t.l
	sec, _ := topClock(line)
	last, run := t.ts, t.n == 0
	switch {
	case t.snaps.pending: // each line of time stands before a run of its own
		t.snaps.begin()
		t.ts, run = t.snaps.ts, true
	case t.snaps.stamped && !run:
		t.ts += int64(math.Mod(sec-t.sec+secondsOfDay, secondsOfDay) * microsecond)
	case t.dated:
		source := schemas.Assumed
		if l.ZoneKnown {
			source = schemas.Zoned
		}
		l.SetTSSource(source)
		t.ts = t.wall.at(sec)
	default:
		l.SetTSSource(schemas.Relative) // dateByNear may know better at the end
		t.ts = t.wall.at(sec)
	}
	t.step, t.sec = schemas.Null, sec
	if t.n > 0 && t.ts > last {
		t.step = float64(t.ts-last) / 1e6
	}
	if t.lost {
		t.step, t.lost = schemas.Null, false // from the block that was lost
	}
	t.sinceBoot = run
	t.threads = false
	t.n++
	if t.sinceBoot {
		l.Skip(schemas.SinceBoot, text(line))
	}
	t.fields = cutFields(line, t.fields)
	f := t.fields
	if len(f) < 3 {
		return
	}
	for i, name := range [...]string{"system.load1", "system.load5", "system.load15"} {
		v := l.cell(bytes.TrimRight(f[len(f)-3+i], ","))
		t.gauge(name, "count", v)
	}
}

func (t *topBlock) gauge(metric, unit string, v float64) {
	t.l.Stat(t.ts, t.l.Key(metric, "", schemas.Gauge, unit), v, t.step)
}

// tasks reads how many tasks or threads there are in each state.
func (t *topBlock) tasks(rest []byte) {
	names := [...]string{"system.processes", "top.running", "top.sleeping", "top.stopped", "top.zombie"}
	if t.threads { // of threads the running are the run queue, as vmstat counts it
		names[0], names[1] = "top.threads", "system.run_queue"
	}
	t.items = cutTopItems(rest, t.items)
	if len(t.items) < 2 {
		t.l.Skip(schemas.CutRow, text(t.l.Line()))
		return
	}
	items := t.items
	if len(items) == len(names)+1 { // since procps-ng 4.0.5: sleep, d-sleep
		t.gauge("top.d_sleeping", "count", items[3].value)
		items = append(items[:3:3], items[4:]...)
	}
	for i, it := range items { // the order is the same in all languages
		if i < len(names) {
			t.gauge(names[i], "count", it.value)
		}
	}
}

const secondsOfDay = 24 * 60 * 60
