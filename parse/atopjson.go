package parse

import (
	"bytes"
	"fmt"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "atop", Variant: "-J",
		Doc:    "atop -J, one JSON object a line, of any labels; atop 2.6 to 2.11",
		Source: "atop(1), json.c of atop",
		Specimen: `{"host": "node-01", "timestamp": 1796035123, "elapsed": 668, "CPU": {"hertz": 100, "nrcpu": 2, "stime": 14710}}` + "\n" +
			`{"host": "node-01", "timestamp": 1796035125, "elapsed": 2, "CPU": {"hertz": 100, "nrcpu": 2, "stime": 70}}` + "\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			b := bytes.TrimLeft(h.Bytes, " \t\r\n")
			if bytes.HasPrefix(b, []byte(`{"host"`)) && bytes.Contains(b[:min(300, len(b))], []byte(`"timestamp"`)) &&
				bytes.Contains(b[:min(300, len(b))], []byte(`"elapsed"`)) {
				return 90
			}
			return 0
		},
		Parse: readAtopJSON,
	})
}

// atopJSONReader reads the objects of atop -J.
type atopJSONReader struct {
	*atopReader
	atopScan
	blocks  atopBlocks
	stray   bool // a comma was left out
	clocked bool // timestamp and elapsed of the object are known
	boot    bool // the object is since boot
	told    bool // what the object covers was asked
	hasTS   bool
	hasStep bool
}

func readAtopJSON(l *Log) error {
	before := l.said()
	l.SetTSSource(schemas.Zoned)
	r := &atopJSONReader{atopReader: newAtopReader(l)}
	r.inBytes = true
	for l.Next() {
		line := bytes.TrimLeft(l.Line(), " \t,[")
		switch {
		case isBlank(line) || text(line) == "]":
		case line[0] != '{':
			l.Skip(schemas.ForeignText, text(line))
			r.blocks.gap = true
		default:
			r.object(line)
		}
	}
	if r.stray {
		l.SkipAt(0, schemas.JSONRepaired, "a comma that does not belong there was left out")
	}
	l.sayNoData(before)
	return nil
}

// object reads the object of a sample. What is complete of one that breaks off is kept.
func (r *atopJSONReader) object(line []byte) {
	l := r.l
	r.atopScan = atopScan{b: line, stray: r.stray}
	r.hasTS, r.hasStep, r.told, r.boot = false, false, false, false
	r.sample++
	r.take('{')
	for r.more('}') {
		key := r.text()
		if !r.take(':') {
			break
		}
		r.member(key)
	}
	if r.bad {
		r.blocks.gap = true
		l.Skip(schemas.JSONTruncated, fmt.Sprintf("the object breaks off at byte %d, what is complete before was kept", r.pos))
	} else if rest := bytes.TrimRight(r.b[r.pos:], " \t,]"); len(rest) > 0 {
		l.Skip(schemas.ForeignText, text(rest))
	}
	r.atopScan, r.stray = atopScan{}, r.stray || r.atopScan.stray
}

// member reads the value of a key of the object itself.
func (r *atopJSONReader) member(key []byte) {
	t := r.labels[text(key)]
	switch c := r.peek(); {
	case text(key) == "timestamp":
		r.ts, r.hasTS = readEpoch(r.scalar())
	case text(key) == "elapsed":
		v, ok := parseNumber(r.scalar())
		r.step, r.hasStep = v, ok && v >= 0
	case c != '{' && c != '[':
		r.scalar()
	case !r.dated() || r.boot:
		r.value()
	case t == nil || t.use == atopLeftOut:
		from := r.pos
		switch r.value(); {
		case r.pos-from <= len("[]"):
		case t != nil:
			r.leaveOut(t)
		default:
			r.l.Skip(schemas.Unsupported, "label "+string(key))
		}
	case c == '[':
		r.take('[')
		for r.more(']') {
			r.fields(t)
		}
	default:
		r.fields(t)
	}
}

// dated tells whether the time of the sample is known, and at the first label of an
// object whether it is one.
func (r *atopJSONReader) dated() bool {
	if r.told {
		return r.clocked
	}
	r.told, r.clocked = true, r.hasTS && r.hasStep
	switch {
	case !r.clocked:
		r.l.Skip(schemas.ForeignText, "an object without timestamp and elapsed")
	default:
		if r.boot = r.blocks.sinceBoot(r.ts, r.step); r.boot {
			r.l.Skip(schemas.SinceBoot, fmt.Sprintf("elapsed %.0f s: since boot", r.step))
		}
	}
	return r.clocked
}

// fields reads the object of a label, or one of its list.
func (r *atopJSONReader) fields(t *atopTable) {
	if r.peek() != '{' {
		r.value()
		return
	}
	t.begin()
	r.take('{')
	for r.more('}') {
		key := r.text()
		if !r.take(':') {
			return
		}
		i, known := t.at[text(key)]
		if c := r.peek(); c == '{' || c == '[' {
			r.value()
		} else if v := r.scalar(); known && !r.bad {
			r.set(t, i, v)
		} else if j := t.nameAt(key); j >= 0 {
			t.cells[j] = v
		}
	}
	if !r.bad {
		r.end(t)
	}
}

// nameAt is the column of a name that goes by another key: each label of volumes has its
// own, and that of tasks was called name before atop 2.9.
func (t *atopTable) nameAt(key []byte) int {
	switch {
	case t.use == atopDisk && (text(key) == "lvmname" || text(key) == "mddname"):
		return 0
	case t.use == atopNames && text(key) == "name":
		return 1
	}
	return -1
}
