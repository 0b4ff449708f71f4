package parse

import (
	"bytes"

	"inquest/schemas"
)

// topTable is the list of processes of a block. Columns are found by name; a column
// that is not there is -1.
type topTable struct {
	pid, cpu, virt, res int
	columns             int // with the command, which is the last and may hold blanks
	fields              [][]byte
	label               []byte
	keys                *names[topKeys] // by pid, command and mode
	cpus                *names[struct{}]
}

// topKeys are the series of one process or thread.
type topKeys struct{ cpu, virt, res *schemas.StatKey }

// isHeader tells the line of column names.
func (t *topTable) isHeader(line []byte) bool {
	trimmed := bytes.TrimLeft(line, " ")
	return bytes.Contains(trimmed, []byte("%CPU")) &&
		(bytes.HasPrefix(trimmed, []byte("PID ")) || bytes.HasPrefix(trimmed, []byte("进程号 ")))
}

func (t *topTable) readHeader(l *Log, line []byte) {
	t.pid, t.cpu, t.virt, t.res = -1, -1, -1, -1
	t.fields = cutFields(line, t.fields)
	t.columns = len(t.fields)
	for i, b := range t.fields {
		switch procpsView(b) {
		case "PID":
			t.pid = i
		case "%CPU":
			t.cpu = i
		case "VIRT":
			t.virt = i
		case "RES":
			t.res = i
		}
	}
	if t.pid < 0 {
		l.Skip(schemas.NamesLost, text(line))
	}
}

// isPID tells whether a line begins with a number.
func isPID(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	return len(line) > 0 && isDigit(line[0])
}

// process adds what a block says of a process. How much CPU it used is since its start
// in the first block; in batch mode %CPU is of one processor.
func (t *topBlock) process(line []byte) {
	table := &t.table
	table.fields = cutFields(line, table.fields)
	f := table.fields
	if table.pid < 0 {
		return // said at the header
	}
	if len(f) < table.columns {
		t.l.Skip(schemas.CutRow, text(line))
		return
	}
	command := commandFrom(line, f[table.columns-1])
	keys := table.keysOf(t.l, f[table.pid], command, t.threads)
	if table.cpu >= 0 && !t.sinceBoot {
		t.l.Stat(t.ts, keys.cpu, t.l.cell(f[table.cpu])/100, t.step)
	}
	for _, size := range [...]struct {
		column int
		key    *schemas.StatKey
	}{{table.virt, keys.virt}, {table.res, keys.res}} {
		if size.column < 0 {
			continue
		}
		v, suffix, ok := sizeOf(f[size.column])
		if !ok {
			t.l.Skip(schemas.BadCell, text(f[size.column]))
		}
		if !suffix {
			v *= 1024
		}
		t.l.Stat(t.ts, size.key, v, t.step)
	}
}

// commandFrom is the rest of the line from the field on, which points into it.
func commandFrom(line, field []byte) []byte {
	return bytes.TrimRight(line[cap(line)-cap(field):], " ")
}

func (t *topTable) keysOf(l *Log, pid, command []byte, threads bool) topKeys {
	mode := byte('p')
	if threads {
		mode = 't'
	}
	t.label = append(append(append(t.label[:0], pid...), mode), command...)
	if t.keys == nil {
		t.keys = newNames[topKeys](l)
	}
	if e := t.keys.find(t.label); e != nil {
		return e.value
	}
	group, id := "process.", "pid"
	if threads {
		group, id = "thread.", "tid"
	}
	labels := label("command", string(command), id, string(pid))
	k := topKeys{
		cpu:  l.Key(group+"cpu", labels, schemas.Gauge, "ratio"),
		virt: l.Key(group+"virtual", labels, schemas.Gauge, "bytes"),
		res:  l.Key(group+"resident", labels, schemas.Gauge, "bytes"),
	}
	t.keys.add(t.label, k)
	return k
}

// cpuName interns the name of a processor.
func (t *topTable) cpuName(l *Log, cpu []byte) string {
	if t.cpus == nil {
		t.cpus = newNames[struct{}](l)
	}
	e := t.cpus.find(cpu)
	if e == nil {
		e = t.cpus.add(cpu, struct{}{})
	}
	return e.name
}
