package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "atop", Variant: "-P",
		Doc:    "atop -P, parsable lines of any labels, with or without -Z; atop 1.26 to 2.11",
		Source: "atop(1), section PARSABLE OUTPUT, parseable.c of atop",
		Specimen: "RESET\n" +
			"CPU node-01 1796035123 2026/11/30 10:38:43 668 100 2 14710 36290 5 80465 999 0 243 275 0 5192 100 0 0\n" +
			"SEP\n" +
			"CPU node-01 1796035125 2026/11/30 10:38:45 2 100 2 70 327 0 0 0 0 2 0 0 5192 100 0 0\n" +
			"SEP\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isAtopP) {
				return 90
			}
			return 0
		},
		Parse: readAtopP,
	})
}

// isAtopP tells whether the line begins with label, host, epoch, date, time and interval.
func isAtopP(line []byte) bool {
	var room [16][]byte
	f := cutFields(line, room[:0])
	if len(f) < 7 || len(f[0]) != 3 || len(f[2]) != 10 || len(f[3]) != len("2026/11/30") || len(f[4]) != len("10:38:43") {
		return false
	}
	_, isEpoch := digitsOf(f[2])
	_, isInterval := digitsOf(f[5])
	return isEpoch && isInterval && f[3][4] == '/' && f[3][7] == '/' && f[4][2] == ':' && f[4][5] == ':'
}

// atopPHeader is how many fields stand before those of the label.
const atopPHeader = 6

// atopPReader reads the lines of atop -P.
type atopPReader struct {
	*atopReader
	f [][]byte

	reset    bool // in a block that RESET begins: since boot
	hasReset bool // there was one
	begun    bool
	boot     atopBoot
	skipped  bool // the block is since boot
	blocks   atopBlocks
}

func readAtopP(l *Log) error {
	before := l.said()
	l.SetTSSource(schemas.Zoned)
	r := &atopPReader{atopReader: newAtopReader(l)}
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
		case text(line) == "SEP":
			r.separate(false)
		case text(line) == "RESET":
			r.separate(true)
		default:
			r.line(line)
		}
	}
	l.sayNoData(before)
	return nil
}

// separate ends a block; a RESET begins one that is since boot, and another run.
func (r *atopPReader) separate(reset bool) {
	r.reset, r.begun = reset, false
	if reset {
		r.hasReset = true
		r.l.Skip(schemas.SinceBoot, text(r.l.Line()))
		for _, t := range r.labels {
			t.fields = 0
		}
	}
}

func (r *atopPReader) line(line []byte) {
	l := r.l
	r.f = cutFields(line, r.f)
	t := r.labels[text(r.f[0])]
	if len(r.f) <= atopPHeader {
		reason := l.shortLine()
		if t == nil {
			reason = schemas.ForeignText
		}
		l.Skip(reason, text(line))
		return
	}
	ts, ok := readEpoch(r.f[2])
	step, isNumber := digitsOf(r.f[5])
	if !ok || !isNumber {
		l.Skip(schemas.ForeignText, text(line))
		return
	}
	if t == nil || len(r.f[0]) != 3 {
		l.Skip(schemas.Unsupported, text(line))
		return
	}
	if !r.begun || ts != r.ts || float64(step) != r.step {
		r.begin(ts, float64(step))
	}
	if r.reset || r.skipped {
		return // said at its beginning
	}
	f := r.f[atopPHeader:]
	switch {
	case t.use == atopLeftOut || t.use == atopNames: // the lines of tasks say themselves who they are
		r.leaveOut(t)
		return
	case t.use == atopProcess:
		if f, ok = r.cutTask(line, f); !ok {
			l.Skip(l.shortLine(), text(line))
			return
		}
	case t.name == "NET" && text(f[0]) == "upper":
		t, f = r.labels["NET_GENERAL"], f[1:]
	}
	if len(f) < max(t.least, t.fields) {
		l.Skip(l.shortLine(), text(line))
		return
	}
	t.fields = min(len(f), len(t.columns))
	t.begin()
	for i := range t.fields {
		r.set(t, i, f[i])
	}
	r.amend(t, f)
	r.end(t)
}

// shortLine tells why a line has too few fields.
func (l *Log) shortLine() string {
	if l.unfinished() {
		return schemas.CutRow
	}
	return schemas.MissingCell
}

// begin begins a block: another time or interval.
func (r *atopPReader) begin(ts int64, step float64) {
	l := r.l
	r.ts, r.step, r.begun, r.skipped = ts, step, true, false
	if r.hasReset {
		return
	}
	if r.boot.line == 0 {
		r.blocks.sinceBoot(ts, step)
		r.boot = atopBoot{from: l.mark(), line: l.Num(), elapsed: step, open: true}
		return
	}
	if r.boot.open {
		r.boot.to = l.mark()
		r.boot.next(l, step)
	}
	if r.blocks.sinceBoot(ts, step) {
		r.skipped = true
		l.Skip(schemas.SinceBoot, text(l.Line()))
	}
}

// amend moves what does not stand at its place in every version.
func (r *atopPReader) amend(t *atopTable, f [][]byte) {
	if r.l.unfinished() && !t.columns[t.fields-1].text {
		t.values[t.fields-1] = schemas.Null // its last digits may be missing
	}
	switch {
	case t.name == "PRD" && len(f) == len(t.columns)-1 && (text(f[len(f)-1]) == "y" || text(f[len(f)-1]) == "n"):
		t.cells[t.at["isproc"]] = f[len(f)-1] // without the unused field before it
	case t.use == atopDisk && len(f) == 8 && bytes.IndexByte(f[7], '.') >= 0: // in flight and average queue alone
		t.values[8], t.values[9] = t.values[6], t.values[7]
		t.values[6], t.values[7] = schemas.Null, schemas.Null
	}
}

// cutTask joins the name of a task to one field: it stands in brackets and may hold
// blanks and brackets. With -Z it has none.
func (r *atopPReader) cutTask(line []byte, f [][]byte) ([][]byte, bool) {
	if len(f) < 3 || len(f[1]) == 0 || f[1][0] != '(' {
		return f, len(f) >= 3
	}
	for i := 1; i < len(f)-1; i++ {
		if w := f[i]; w[len(w)-1] != ')' || len(f[i+1]) != 1 || isDigit(f[i+1][0]) {
			continue
		}
		from := cap(line) - cap(f[1])
		end := cap(line) - cap(f[i]) + len(f[i])
		f[1] = line[from+1 : end-1]
		return append(f[:2], f[i+1:]...), true
	}
	return f, false
}
