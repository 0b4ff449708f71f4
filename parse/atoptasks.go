package parse

import (
	"bytes"

	"inquest/schemas"
)

// atopTasks is the list of processes of a block of atop's text. Which columns it has
// depends on the width and the flags; they are found by name.
type atopTasks struct {
	open    bool
	pid     int // columns, -1 when there is none
	tid     int
	use     []*atopTaskColumn // by column, nil: not read
	fields  [][]byte
	keys    map[string]*atopTaskKeys
	labelOf []byte
}

// atopTaskKeys are the series of a process or thread, by atopTaskColumn.at.
type atopTaskKeys [12]*schemas.StatKey

// atopTaskColumn is a column that has a metric of ours.
type atopTaskColumn struct {
	at     int
	metric string
	unit   string
	span   bool // time spent, a share of the interval
	rate   bool // an amount of the interval
}

// atopTaskColumns name the columns. Source: atop(1), section OUTPUT DESCRIPTION.
var atopTaskColumns = map[string]*atopTaskColumn{
	"CPU":    {0, "cpu", "ratio", false, false},
	"USRCPU": {1, "cpu_user", "ratio", true, false}, "SYSCPU": {2, "cpu_system", "ratio", true, false},
	"RDELAY": {3, "cpu_wait", "ratio", true, false},
	"RDDSK":  {4, "read_bytes", "bytes_per_second", false, true}, "WRDSK": {5, "written_bytes", "bytes_per_second", false, true},
	"MINFLT": {6, "minor_faults", "per_second", false, true}, "MAJFLT": {7, "major_faults", "per_second", false, true},
	"NVCSW": {8, "context_switches", "per_second", false, true}, "NIVCSW": {9, "involuntary_switches", "per_second", false, true},
	"VSIZE": {10, "virtual", "bytes", false, false}, "RSIZE": {11, "resident", "bytes", false, false},
}

// isHeader tells the line of column names.
func (t *atopTasks) isHeader(line []byte) bool {
	b := bytes.TrimLeft(line, " ")
	if !bytes.HasPrefix(b, []byte("PID ")) && !bytes.HasPrefix(b, []byte("TID ")) && !bytes.HasPrefix(b, []byte("NPROCS ")) {
		return false
	}
	return bytes.Contains(b, []byte(" CPU")) || bytes.Contains(b, []byte(" CMD")) || bytes.Contains(b, []byte("CPU ")) ||
		bytes.Contains(b, []byte(" COMMAND-LINE"))
}

// header reads the names; NPROCS begins sums over users, programs or containers.
func (t *atopTasks) header(r *atopTextReader, line []byte) {
	t.open, t.pid, t.tid, t.use = true, -1, -1, t.use[:0]
	t.fields = cutFields(line, t.fields)
	for i, f := range t.fields {
		t.use = append(t.use, atopTaskColumns[string(f)])
		switch text(f) {
		case "PID":
			t.pid = i
		case "TID":
			t.tid = i
		case "CMD", "COMMAND-LINE":
			if t.pid >= 0 {
				return // page numbers or a hint follow
			}
		}
	}
	t.pid = -1
	if !r.boot {
		r.l.Skip(schemas.GroupTotal, text(line))
	}
}

// task reads a process or thread. One that has ended may have no number left.
func (r *atopTextReader) task(line []byte) {
	t, l := &r.tasks, r.l
	if t.pid < 0 || r.boot {
		return // said at the header or at the block
	}
	t.fields = cutFields(line, t.fields)
	f := t.fields
	if len(f) < len(t.use) {
		l.Skip(l.shortLine(), text(line))
		return
	}
	if text(f[t.pid]) == "?" {
		l.Skip(schemas.NotCounted, text(line))
		return
	}
	if n, ok := digitsOf(f[t.pid]); !ok || n == 0 || !(r.step > 0) {
		l.Skip(schemas.BadCell, text(line))
		return
	}
	id, command := f[t.pid], commandFrom(line, f[len(t.use)-1])
	if n := len(command); n > 2 && command[0] == '<' && command[n-1] == '>' {
		command = command[1 : n-1] // it has ended
	}
	thread := t.tid >= 0 && len(f[t.tid]) > 0 && isDigit(f[t.tid][0])
	if thread {
		id = f[t.tid]
	}
	keys := t.keysOf(id, command, thread)
	for i, c := range t.use {
		if c == nil || f[i][0] == '-' || f[i][0] == '?' || f[i][0] == 'N' { // none, or not available
			continue
		}
		v, _, rate := atopValue(f[i])
		if c.span {
			v, _ = atopDuration(f[i])
			v /= r.step
		}
		if schemas.IsNull(v) || v < 0 {
			l.Skip(schemas.BadCell, text(f[i]))
			continue
		}
		if c.rate && !rate {
			v /= r.step
		}
		if keys[c.at] == nil {
			keys[c.at] = l.Key(taskGroup(thread)+c.metric, taskLabels(id, command, thread), schemas.Gauge, c.unit)
		}
		l.Stat(r.ts, keys[c.at], v, r.step)
	}
}

func (t *atopTasks) keysOf(id, command []byte, thread bool) *atopTaskKeys {
	t.labelOf = append(append(append(t.labelOf[:0], taskGroup(thread)...), id...), ' ')
	t.labelOf = append(t.labelOf, command...)
	k := t.keys[string(t.labelOf)]
	if k == nil {
		k = new(atopTaskKeys)
		t.keys[string(t.labelOf)] = k
	}
	return k
}

func taskGroup(thread bool) string {
	if thread {
		return "thread."
	}
	return "process."
}

// taskLabels are the labels of a process or thread; -J may not tell its name.
func taskLabels(id, command []byte, thread bool) string {
	kind := "pid"
	if thread {
		kind = "tid"
	}
	if len(command) == 0 {
		return label(kind, string(id))
	}
	return label("command", string(command), kind, string(id))
}
