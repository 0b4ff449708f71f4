package parse

import (
	"errors"
	"fmt"
	"io"
	"math"

	"inquest/schemas"
)

var errArchiveShape = errors.New("not the shape of a stats archive")

// archiveReader reads the document
//
//	{ <set>: { <period>: { "status": "ok", "samples": [ { "ts": n, "sample": { <key>: n, ... } }, ... ] } } }
//
// whose sets and periods come in any order.
type archiveReader struct {
	l       *Log
	t       *jsonTokens
	file    schemas.Source
	sources map[string]*schemas.Source // by period
	left    int64                      // values left out when there are too many

	words *names[struct{}] // names of members, which are the same in all samples

	set    string
	period string
	step   float64                // of the period, seconds
	shift  int64                  // from a sample's time to the end of what it covers, microseconds
	keys   *names[*archiveColumn] // of the set
	order  []*archiveColumn       // keys of the sample before, which come in the same order again
	last   float64                // time of the sample before, milliseconds
	values []archiveValue         // of the sample being read
	share  schemas.CPU            // its row of table cpu
}

// object calls member for each name of an object whose brace was read.
func (r *archiveReader) object(member func(name string) error) error {
	for {
		kind, err := r.t.next()
		switch {
		case err != nil:
			return err
		case kind == '}':
			return nil
		case kind == jsonEnd:
			return r.cut()
		case kind != jsonString:
			return r.unlike()
		}
		name := r.words.find(r.t.value)
		if name == nil {
			name = r.words.add(r.t.value, struct{}{})
		}
		if err := member(name.name); err != nil {
			return err
		}
	}
}

// enter reads an opening brace or bracket. ok is false when another value stands
// there, which is passed over.
func (r *archiveReader) enter(open byte) (ok bool, err error) {
	kind, err := r.t.next()
	if err != nil || kind == open {
		return err == nil, err
	}
	return false, r.skip(kind)
}

// skip passes over the value whose first token was read.
func (r *archiveReader) skip(kind byte) error {
	for depth := 0; ; {
		switch kind {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case jsonEnd:
			return r.cut()
		}
		if depth < 0 {
			return r.unlike()
		}
		if depth == 0 {
			return nil
		}
		var err error
		if kind, err = r.t.next(); err != nil {
			return err
		}
	}
}

func (r *archiveReader) cut() error {
	return fmt.Errorf("line %d: the text ends before the document does: %w", r.t.line, io.ErrUnexpectedEOF)
}

func (r *archiveReader) unlike() error {
	return fmt.Errorf("line %d: %w", r.t.line, errArchiveShape)
}

// document reads all sets.
func (r *archiveReader) document() error {
	kind, err := r.t.next()
	if err != nil {
		return err
	}
	if kind != '{' {
		return r.unlike()
	}
	return r.object(func(set string) error {
		if ok, err := r.enter('{'); !ok {
			return err
		}
		r.set, r.keys = set, newNames[*archiveColumn](r.l)
		return r.object(r.archive)
	})
}

// archive reads one period of a set.
func (r *archiveReader) archive(period string) error {
	if ok, err := r.enter('{'); !ok {
		return err
	}
	r.begin(period)
	status, failure := "", ""
	err := r.object(func(name string) error {
		if name == "samples" {
			if ok, err := r.enter('['); !ok {
				return err
			}
			return r.samples()
		}
		kind, err := r.t.next()
		if err != nil {
			return err
		}
		if kind == jsonString && name == "status" {
			status = string(r.t.value)
		}
		if kind == jsonString && name == "error" {
			failure = string(r.t.value)
		}
		return r.skip(kind)
	})
	if err == nil && status != "ok" {
		r.l.SkipAt(r.t.line, schemas.NoData, fmt.Sprintf("the collector could not read the archive %s of %s: %s %s", period, r.set, status, failure))
	}
	return err
}

// begin prepares for the samples of a period.
func (r *archiveReader) begin(period string) {
	r.period, r.step, r.shift, r.last, r.order = period, schemas.Null, 0, math.Inf(-1), r.order[:0]
	for i, p := range archivePeriods {
		if p.name == period {
			r.step = p.step
			if i > 0 {
				r.shift = int64(p.step * 1e6)
			}
		}
	}
	if r.sources[period] == nil {
		r.l.hold(keyBytes + len(period))
		src := r.file
		src.Member += "#" + period
		r.sources[period] = &src
	}
	r.l.Source = r.sources[period]
}
