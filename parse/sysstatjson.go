package parse

import (
	"errors"
	"fmt"
	"io"

	"inquest/schemas"
)

// jsonReader reads the JSON of iostat, mpstat and sadf:
//
//	{"sysstat": {"hosts": [{"nodename": ..., "statistics": [ report, ... ], "restarts": [...]}]}}
//
// Reports that are complete are kept when the end is missing, as it is when the tool
// was killed.
type jsonReader struct {
	l      *Log
	tokens *jsonTokens
	stats  *statistics
	run    reportRun
	stack  []jsonFrame
	inside int    // depth of the stack within a report, 0 outside
	note   []byte // what a restart or a comment says
}

// jsonFrame is an open object or array.
type jsonFrame struct {
	name    string // key that it is the value of; inside an array that of the array
	key     []byte // of an object: the key whose value is next
	hasKey  bool
	isArray bool
}

const (
	maxJSONDepth = 64
	maxNote      = 1000 // bytes of a restart or a comment that are kept
)

// readJSON reads a log of JSON. boot tells that the first report of a run may cover the
// time since boot.
func readJSON(l *Log, boot bool) error {
	before := l.said()
	watch := &commaWatch{r: l.Reader()}
	r := &jsonReader{l: l, tokens: newJSONTokens(watch), stats: newStatistics(l)}
	r.run = newReportRun(l, r.stats, boot)
	err := r.read()
	l.num = r.tokens.line
	if len(r.stack) > 0 || err != nil {
		r.cut(err)
	}
	r.run.finish()
	if watch.stray {
		l.SkipAt(0, schemas.JSONRepaired, "a comma that does not belong there was left out")
	}
	l.sayNoData(before)
	if failed := r.tokens.err; failed != nil && !errors.Is(failed, io.EOF) {
		return failed
	}
	return nil
}

// cut ends a text that ends or breaks within its brackets.
func (r *jsonReader) cut(err error) {
	if r.inside > 0 {
		r.run.abandon()
	}
	why := "the closing brackets are missing"
	if err != nil {
		why = err.Error()
	}
	r.l.Skip(schemas.JSONTruncated, fmt.Sprintf("%s; %d complete reports were kept", why, r.run.total))
}

func (r *jsonReader) read() error {
	for {
		kind, err := r.tokens.next()
		r.l.num = r.tokens.line
		switch {
		case err != nil || kind == jsonEnd:
			return err
		case len(r.stack) > maxJSONDepth:
			return fmt.Errorf("line %d: nested more than %d deep", r.l.num, maxJSONDepth)
		case kind == '{' || kind == '[':
			r.open(kind == '[')
		case kind == '}' || kind == ']':
			if len(r.stack) == 0 {
				return fmt.Errorf("line %d: a closing bracket too many", r.l.num)
			}
			r.close()
		case len(r.stack) == 0:
			return fmt.Errorf("line %d: %q outside of any object", r.l.num, r.tokens.value)
		default:
			r.scalar(kind)
		}
	}
}

// open begins an object or array.
func (r *jsonReader) open(isArray bool) {
	f := jsonFrame{isArray: isArray}
	n := len(r.stack)
	if n < cap(r.stack) {
		f.key = r.stack[:n+1][n].key[:0] // room of the frame that was here before
	}
	if n > 0 {
		parent := &r.stack[n-1]
		f.name = parent.name
		if !parent.isArray {
			f.name = r.stats.sheet.name(parent.key)
			parent.hasKey = false
		}
		switch {
		case r.inside > 0 && !isArray:
			r.stats.begin(f.name)
		case r.inside == 0 && !isArray && parent.isArray && parent.name == "statistics":
			r.inside = n + 1
			r.run.begin()
		case r.inside == 0 && isArray && f.name == "statistics":
			r.run.restart()
		}
	}
	r.stack = append(r.stack, f)
}

// close ends an object or array.
func (r *jsonReader) close() {
	n := len(r.stack)
	f := r.stack[n-1]
	r.stack = r.stack[:n-1]
	switch {
	case r.inside == n:
		r.inside = 0
		r.run.end()
	case r.inside > 0 && !f.isArray:
		r.stats.end()
	case f.name == "boot":
		r.l.Skip(schemas.Restart, string(r.note))
	case f.name == "comment":
		r.l.Skip(schemas.Comment, string(r.note))
	}
	r.note = r.note[:0]
}

// scalar takes a key or a value.
func (r *jsonReader) scalar(kind byte) {
	f := &r.stack[len(r.stack)-1]
	value := r.tokens.value
	switch {
	case f.isArray:
	case !f.hasKey:
		f.key, f.hasKey = append(f.key[:0], value...), true
	default:
		f.hasKey = false
		r.pair(f, value, kind == jsonString)
	}
}

// pair takes a key with its value.
func (r *jsonReader) pair(f *jsonFrame, value []byte, isText bool) {
	switch {
	case r.inside == len(r.stack) || f.name == "timestamp":
		r.run.time.pair(f.key, value)
	case r.inside > 0:
		r.stats.pair(f.key, value, isText)
	case (f.name == "boot" || f.name == "comment") && len(r.note) > maxNote:
	case f.name == "boot" || f.name == "comment":
		r.note = append(append(append(r.note, f.key...), ' '), value...)
		r.note = append(r.note, ' ')
	default:
		r.run.time.fact(f.key, value)
	}
}
