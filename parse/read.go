package parse

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"

	"inquest/schemas"
)

// ErrUnknownFormat tells that no known format matches the member.
var ErrUnknownFormat = errors.New("format not known")

// ErrUnsupported tells that the format is known but cannot be read here.
var ErrUnsupported = errors.New("not readable here")

// heads are buffers for the beginnings of members. Those of members that nobody parses
// come back: an artifact can have very many.
var heads = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, headSize) }}

// Read parses one log. Rows are added to rows even when an error is returned: an
// error means that reading stopped there, that the format is not known
// (ErrUnknownFormat) or that it cannot be read here (ErrUnsupported). The format
// found is returned for reports; nil when unknown.
func Read(file, member string, r io.Reader, rows *schemas.Rows, opt Options) (*Format, error) {
	f, _, err := readIndexed(file, member, r, rows, opt)
	return f, err
}

// readIndexed is Read that also tells by which lines the rows came out.
func readIndexed(file, member string, r io.Reader, rows *schemas.Rows, opt Options) (*Format, []*lineIndex, error) {
	br := heads.Get().(*bufio.Reader)
	br.Reset(r)
	b, err := br.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) && len(b) == 0 {
		return nil, nil, fmt.Errorf("read %s: %w", member, err)
	}
	head := newHead(b, err != nil)
	f := Detect(head)
	if f == nil {
		rows.Skips = append(rows.Skips, schemas.Skip{File: file, Member: member, Reason: schemas.UnknownFormat, Text: firstWords(b)})
		br.Reset(nil)
		heads.Put(br)
		return nil, nil, fmt.Errorf("parse %s: %w", member, ErrUnknownFormat)
	}
	l := newLog(file, member, f.Name, br, rows, opt)
	if head.stamped {
		err = guarded(l, func(l *Log) error { return parseRuns(f, l) })
	} else {
		err = guarded(l, f.Parse)
	}
	l.finish()
	if err == nil {
		err = l.Err()
	}
	if err != nil {
		return f, l.indexes(), fmt.Errorf("parse %s as %s: %w", member, f.Name, err)
	}
	return f, l.indexes(), nil
}

// errParser says that a reader came to a state it does not know. The member is lost from
// there on, the artifact's others are not.
var errParser = errors.New("a fault of the reader, not of the log: please report it with these lines")

// guarded reads a log and makes an error of a panic.
func guarded(l *Log, read func(*Log) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			l.Skip(schemas.BadCell, text(l.Line()))
			err = fmt.Errorf("line %d: %w (%v)", l.Num(), errParser, p)
		}
	}()
	return read(l)
}

// finish ends the index and writes one skip for each reason of which more were met than
// were kept.
func (l *Log) finish() {
	l.closeIndex()
	for reason, n := range l.sum {
		if n > maxSkipsEach {
			l.Rows.Skips = append(l.Rows.Skips, schemas.Skip{File: l.file, Member: l.Source.Member,
				Reason: reason, Text: schemas.FoldedText(n - maxSkipsEach)})
		}
	}
}

// firstWords is the printable beginning of b, to show what an unknown member looks like.
func firstWords(b []byte) string {
	const most = 60
	out := make([]byte, 0, most)
	for _, c := range b {
		if len(out) == most || c == '\n' {
			break
		}
		if c < ' ' || c > '~' {
			c = '.'
		}
		out = append(out, c)
	}
	return string(out)
}
