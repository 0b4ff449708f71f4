package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

// stats adds each field of a label as a series of its own.
func (r *atopReader) stats(t *atopTable) {
	var name []byte
	if t.thing != "" {
		name = t.cells[0]
		if len(name) == 0 {
			r.l.Skip(schemas.BadCell, text(r.l.Line()))
			return
		}
	}
	if v := t.get("pagesize"); v > 0 {
		r.pagesize = v
	}
	if v := t.get("vmwballoon"); r.inBytes && v < 0 {
		r.pagesize = -v // minus one page stands for none
	}
	if t.name == "PSI" && text(t.cells[0]) == "n" {
		return // the kernel does not tell
	}
	keys, ok := t.keys[string(name)]
	if !ok {
		keys = r.keys(t, string(name))
		t.keys[string(name)] = keys
	}
	for i := range t.columns {
		c := &t.columns[i]
		v := t.values[i]
		if c.metric == "" || !(v >= 0) {
			continue
		}
		key := keys[i]
		switch {
		case c.pages && c.rate && schemas.IsNull(r.pagesize):
			key = keys[len(t.columns)+i] // so many pages, of a size that is not told
		case c.pages && (c.rate || !r.inBytes):
			v *= r.pagesize
		}
		v *= c.factor
		if c.rate {
			v /= r.step
		}
		if v > wrapped && c.rate || !(r.step > 0) {
			r.l.Skip(schemas.BadCell, text(r.l.Line()))
			return
		}
		r.l.Stat(r.ts, key, v, r.step)
	}
	if t.name == "MEM" {
		used := t.get("physmem") - t.get("freemem") - t.get("cachemem") - t.get("buffermem")
		if !r.inBytes {
			used *= r.pagesize
		}
		if used >= 0 {
			r.l.Stat(r.ts, keys[len(keys)-1], used, r.step)
		}
	}
}

// keys are those of the columns, then those of pages of unknown size, then memory.used.
func (r *atopReader) keys(t *atopTable, name string) []*schemas.StatKey {
	n := len(t.columns)
	keys := make([]*schemas.StatKey, 2*n+1)
	for i, c := range t.columns {
		labels := ""
		switch {
		case t.thing != "":
			labels = label(t.thing, name)
		case t.name == "PSI":
			labels = label("resource", atopResource(c.key))
		}
		if c.metric != "" {
			keys[i] = r.l.Key(c.metric, labels, schemas.Gauge, c.unit)
		}
		if c.pages && c.rate {
			keys[n+i] = r.l.Key("atop."+c.key, labels, schemas.Gauge, "per_second")
		}
	}
	keys[2*n] = r.l.Key("memory.used", "", schemas.Gauge, "bytes")
	return keys
}

// atopTask are the series of a process or thread, by the label and column.
type atopTask struct {
	keys map[*atopTable][]*schemas.StatKey
	cpu  *schemas.StatKey
	wait *schemas.StatKey
}

// atopWho is what a label of -J told of a task: its name and whether it is a thread.
type atopWho struct {
	sample  int // in which
	command []byte
	thread  bool
}

// keepWho keeps who a task is for the labels that do not tell.
func (r *atopReader) keepWho(t *atopTable) {
	w := r.who[string(t.cells[0])]
	if w == nil {
		w = &atopWho{}
		r.who[string(t.cells[0])] = w
	}
	if w.sample != r.sample {
		w.sample, w.command = r.sample, w.command[:0]
	}
	is := t.cell("isproc")
	w.thread = len(is) == 1 && (is[0] == '0' || is[0] == 'n')
	if command := bytes.TrimSuffix(bytes.TrimPrefix(t.cells[1], []byte("(")), []byte(")")); len(command) > 0 {
		w.command = append(w.command[:0], command...)
	}
}

// whois is who the task of the line is.
func (r *atopReader) whois(t *atopTable) (command []byte, thread bool) {
	is := t.cell("isproc")
	command, thread = t.cells[1], len(is) == 1 && is[0] == 'n'
	if !r.inBytes {
		return command, thread
	}
	if len(is) > 0 {
		r.keepWho(t)
	}
	w := r.who[string(t.cells[0])]
	if w == nil || w.sample != r.sample {
		return command, thread
	}
	if len(command) == 0 {
		command = w.command
	}
	return command, w.thread
}

// task adds what a line says of a process or thread.
func (r *atopReader) task(t *atopTable) {
	l := r.l
	pid := t.cells[0]
	if n, ok := digitsOf(pid); !ok || len(pid) == 0 || !(r.step > 0) {
		l.Skip(schemas.BadCell, text(l.Line()))
		return
	} else if n == 0 {
		l.Skip(schemas.NotCounted, text(l.Line())) // it has ended, and its number is not known
		return
	}
	if io := t.cell("iostat"); len(io) > 0 && io[0] == 'n' {
		return // the kernel does not count it
	}
	command, thread := r.whois(t)
	task, keys := r.taskKeys(t, pid, command, thread)
	hertz := 1.0
	if t.name == "PRC" {
		if v := t.get("hertz"); v > 0 {
			r.hertz = v
		}
		hertz = r.hertz // NaN when -J has no label CPU: then no time is known
	}
	ended := text(t.cell("state")) == "E" // its memory is gone, not 0 before
	for i := range t.columns {
		c := &t.columns[i]
		v := t.values[i]
		if c.metric == "" || !(v >= 0) || !c.rate && ended {
			continue
		}
		v *= c.factor
		if c.rate {
			v /= r.step
		}
		if strings.HasPrefix(c.metric, "cpu_") {
			v /= hertz
		}
		l.Stat(r.ts, keys[i], v, r.step)
	}
	if t.name != "PRC" {
		return
	}
	l.Stat(r.ts, task.cpu, (t.get("utime")+t.get("stime"))/hertz/r.step, r.step)
	unit := 1e-9
	if r.inBytes {
		unit = 1e-3 // milliseconds in -J since it has blkdelay too; before, the unit is not sure
		if schemas.IsNull(t.get("blkdelay")) {
			return
		}
	}
	if v := t.get("rundelay"); v >= 0 {
		l.Stat(r.ts, task.wait, v*unit/r.step, r.step)
	}
}

// taskKeys finds the series of a task.
func (r *atopReader) taskKeys(t *atopTable, pid, command []byte, thread bool) (*atopTask, []*schemas.StatKey) {
	kind := byte('p')
	if thread {
		kind = 't'
	}
	r.nameOf = append(append(append(r.nameOf[:0], pid...), kind), command...)
	task := r.processes[string(r.nameOf)]
	if task == nil {
		task = &atopTask{keys: map[*atopTable][]*schemas.StatKey{}}
		r.processes[string(r.nameOf)] = task
	}
	keys := task.keys[t]
	if keys == nil {
		group, labels := taskGroup(thread), taskLabels(pid, command, thread)
		keys = make([]*schemas.StatKey, len(t.columns))
		for i, c := range t.columns {
			if name, ok := strings.CutPrefix(c.metric, "atop."); c.metric != "" && !ok {
				keys[i] = r.l.Key(group+name, labels, schemas.Gauge, taskUnit(c))
			}
		}
		task.keys[t] = keys
		if t.name == "PRC" {
			task.cpu = r.l.Key(group+"cpu", labels, schemas.Gauge, "ratio")
			task.wait = r.l.Key(group+"cpu_wait", labels, schemas.Gauge, "ratio")
		}
	}
	return task, keys
}

func taskUnit(c atopColumn) string {
	if strings.HasPrefix(c.metric, "cpu_") {
		return "ratio"
	}
	return c.unit
}
