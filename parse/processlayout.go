package parse

import (
	"bytes"

	"inquest/schemas"
)

// processColumns are the columns of pidstat that have a metric name of ours; the name
// is that of a process, threads have their own. Source: pidstat(1).
var processColumns = map[string]statColumn{
	"%usr": {metric: "cpu_user", unit: "ratio", scale: percent}, "%user": {metric: "cpu_user", unit: "ratio", scale: percent},
	"%system": {metric: "cpu_system", unit: "ratio", scale: percent}, "%wait": {metric: "cpu_wait", unit: "ratio", scale: percent},
	"%CPU":     {metric: "cpu", unit: "ratio", scale: percent},
	"kB_rd/s":  {metric: "read_bytes", unit: "bytes_per_second", scale: kibi},
	"kB_wr/s":  {metric: "written_bytes", unit: "bytes_per_second", scale: kibi},
	"minflt/s": {metric: "minor_faults", unit: "per_second", scale: asPrinted},
	"majflt/s": {metric: "major_faults", unit: "per_second", scale: asPrinted},
	"cswch/s":  {metric: "context_switches", unit: "per_second", scale: asPrinted}, "nvcswch/s": {metric: "involuntary_switches", unit: "per_second", scale: asPrinted},
	"VSZ": {metric: "virtual", unit: "bytes", scale: kibi}, "RSS": {metric: "resident", unit: "bytes", scale: kibi},
}

// processLayout is the header of a table of pidstat.
type processLayout struct {
	names           []string
	process, thread []*usage // by column; nil: not a value
	pid, tgid, tid  int      // columns, -1 when there is none
}

func newProcessLayout(s *sheet, words [][]byte) *processLayout {
	t := &processLayout{pid: -1, tgid: -1, tid: -1}
	for i, w := range words {
		t.names = append(t.names, string(w))
		var p, th *usage
		switch text(w) {
		case "PID":
			t.pid = i
		case "TGID":
			t.tgid = i
		case "TID":
			t.tid = i
		case "UID", "USER", "CPU", "Command", "policy":
		default:
			p, th = s.usage(processTable, w), s.usage(threadTable, w)
		}
		t.process, t.thread = append(t.process, p), append(t.thread, th)
	}
	return t
}

// same tells whether the words are those of this header.
func (t *processLayout) same(words [][]byte) bool { return t != nil && sameWords(t.names, words) }

// add adds the values of a row. The last column, the command, may hold blanks. A row
// that cannot be read gives the reason.
func (t *processLayout) add(r *pidstatReader, cells [][]byte, ts int64, stepS float64) (reason string) {
	n := len(t.names)
	if len(cells) < n {
		if r.l.unfinished() {
			return schemas.CutRow
		}
		return schemas.MissingCell
	}
	line := r.l.Line()
	command := bytes.TrimRight(line[cap(line)-cap(cells[n-1]):], " \t")
	cols := t.process
	r.sheet.begin(statTable, "", nil)
	switch {
	case t.tgid < 0 || t.tid < 0:
		r.pid = append(r.pid[:0], cells[max(t.pid, t.tgid, 0)]...)
	case text(cells[t.tgid]) != "-":
		r.pid = append(r.pid[:0], cells[t.tgid]...)
	default:
		cols = t.thread
		command = bytes.TrimPrefix(command, []byte("|__"))
	}
	if len(r.pid) == 0 || !hasDigit(r.pid) {
		return schemas.BadCell
	}
	r.sheet.label("command", command)
	r.sheet.label("pid", r.pid)
	if t.tid >= 0 && text(cells[t.tid]) != "-" {
		r.sheet.label("tid", cells[t.tid])
	}
	for i, u := range cols {
		if u != nil && cells[i][0] != '-' { // -1.00 stands for what could not be read
			r.sheet.put(u, cells[i])
		}
	}
	r.sheet.end(ts, stepS)
	return ""
}
