package parse

import (
	"bytes"

	"inquest/schemas"
)

// nmonTop are the lines TOP: one of each process that was busy in the interval.
type nmonTop struct {
	cols    []statColumn // after the number of the snapshot; empty metric: left out
	command int          // column of the command, -1 when there is none
	procs   map[string]*nmonProcess
	name    []byte
	cells   [][]byte
}

// nmonProcess is one process by its number and command.
type nmonProcess struct {
	keys []*schemas.StatKey
	snap int // last snapshot with a line, from 1
}

// nmonProcessColumns are the columns that have a name of ours. Sizes are in KiB, %CPU is
// of one processor, the faults are a second.
var nmonProcessColumns = map[string]statColumn{
	"%CPU": {metric: "process.cpu", unit: "ratio", scale: percent}, "%Usr": {metric: "process.cpu_user", unit: "ratio", scale: percent},
	"%Sys": {metric: "process.cpu_system", unit: "ratio", scale: percent},
	"Size": {metric: "process.virtual", unit: "bytes", scale: kibi}, "ResSet": {metric: "process.resident", unit: "bytes", scale: kibi},
	"ResText": {metric: "nmon.ResText", unit: "bytes", scale: kibi}, "ResData": {metric: "nmon.ResData", unit: "bytes", scale: kibi},
	"ShdLib":     {metric: "nmon.ShdLib", unit: "bytes", scale: kibi},
	"MinorFault": {metric: "process.minor_faults", unit: "per_second", scale: asPrinted},
	"MajorFault": {metric: "process.major_faults", unit: "per_second", scale: asPrinted},
}

// topLine takes a header or a process: +PID,Time,%CPU,... or 0001993,T0002,124.16,...
func (p *nmon) topLine(rest []byte) {
	t := &p.top
	t.cells = cutSep(rest, ',', t.cells)
	f := t.cells
	if len(f) > 1 && text(f[0]) == "+PID" {
		t.header(f[2:])
		return
	}
	if bytes.HasPrefix(rest, []byte("%CPU")) {
		return // the title
	}
	if len(f) < 3 {
		p.l.Skip(schemas.CutRow, text(p.l.Line()))
		return
	}
	n, ok := nmonNumber(f[1])
	pid, isNumber := digitsOf(f[0])
	switch {
	case !ok || !isNumber || len(f[0]) == 0:
		p.l.Skip(schemas.ForeignText, text(p.l.Line()))
	case len(t.cols) == 0:
		p.l.Skip(schemas.NamesLost, text(p.l.Line()))
	default:
		p.process(pid, n, f[2:])
	}
}

func (t *nmonTop) header(names [][]byte) {
	for len(names) > 0 && len(names[len(names)-1]) == 0 {
		names = names[:len(names)-1]
	}
	*t = nmonTop{command: -1, procs: map[string]*nmonProcess{}, cells: t.cells}
	for i, w := range names {
		c, ok := nmonProcessColumns[string(w)]
		switch text(w) {
		case "Command":
			t.command = i
		case "WLMclass":
		default:
			if !ok {
				c = nativeColumn("nmon", string(w))
			}
		}
		t.cols = append(t.cols, c)
	}
}

// process adds the numbers of a process. A command may hold commas; the columns after it
// are counted from the end.
func (p *nmon) process(pid, n int64, cells [][]byte) {
	t, l := &p.top, p.l
	more := len(cells) - len(t.cols)
	if more > 0 && t.command >= 0 {
		end := cells[t.command+more]
		first := cells[t.command]
		first = first[:cap(first)-cap(end)+len(end)]
		cells = append(append(cells[:t.command], first), cells[t.command+more+1:]...)
	}
	if reason := l.lengthFault(cells, len(t.cols)); reason != "" {
		l.Skip(reason, text(l.Line()))
		return
	}
	snap := p.time.snapshot(n)
	var command []byte
	if t.command >= 0 {
		command = cells[t.command]
	}
	proc := t.find(l, pid, command)
	if proc.snap == snap+1 {
		l.Skip(schemas.DuplicateRow, text(l.Line()))
		return
	}
	proc.snap = snap + 1
	ts, step := p.time.of(snap)
	bad := false
	for i, b := range cells {
		k := proc.keys[i]
		if k == nil {
			continue
		}
		v, ok := parseNumber(b)
		if !ok || (v < 0 && v != -1) {
			bad = true
			continue
		}
		if v >= 0 {
			l.Stat(ts, k, v*t.cols[i].scale.mul/t.cols[i].scale.div, step)
		}
	}
	if bad {
		l.Skip(schemas.BadCell, text(l.Line()))
	}
}

// find gives the keys of a process; they are made when it is met first.
func (t *nmonTop) find(l *Log, pid int64, command []byte) *nmonProcess {
	t.name = append(t.name[:0], command...)
	for n := pid; ; n /= 10 {
		t.name = append(t.name, byte('0'+n%10))
		if n < 10 {
			break
		}
	}
	if p, ok := t.procs[string(t.name)]; ok {
		return p
	}
	p := &nmonProcess{keys: make([]*schemas.StatKey, len(t.cols))}
	labels := label("command", string(command), "pid", itoa(pid))
	for i, c := range t.cols {
		if c.metric != "" {
			p.keys[i] = l.Key(c.metric, labels, schemas.Gauge, c.unit)
		}
	}
	t.procs[string(t.name)] = p
	return p
}
