package fetch

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
)

// layers is a stream with its compressions taken off.
type layers struct {
	m       *Member
	r       *bufio.Reader // the innermost stream
	label   string        // of the file, as it is named
	kind    string        // what the innermost stream is, by sniff
	depth   int
	closers []io.Closer
}

func (l *layers) Read(p []byte) (int, error) { return l.r.Read(p) }

func (l *layers) Close() error {
	var errs []error
	for i := len(l.closers) - 1; i >= 0; i-- {
		errs = append(errs, l.closers[i].Close())
	}
	return errors.Join(errs...)
}

// unwrap takes compressions off r until something else comes or it is deep
// enough.
func (l *layers) unwrap(r io.Reader, depth int, label string) {
	l.r, l.label, l.depth = bufio.NewReaderSize(r, bufferFor(l.m.Size)), label, depth
	for {
		head, _ := l.r.Peek(512) // an error comes again with Read
		l.kind = sniff(head)
		var dec io.Reader
		var err error
		switch l.kind {
		case "gzip", "zstd", "bzip2", "xz":
			if l.depth >= l.m.artifact.client.opt.Limits.Depth {
				return
			}
		}
		switch l.kind {
		case "gzip":
			dec = &gzipStreams{r: l.r}
		case "zstd":
			var z io.ReadCloser
			if z, err = newZstd(l.r); err == nil {
				l.closers = append(l.closers, z)
				dec = z
			}
		case "bzip2":
			dec = bzip2.NewReader(l.r)
		case "xz":
			dec = &xzStreams{r: l.r}
		}
		if dec == nil || err != nil {
			return
		}
		outer := &layer{m: l.m, label: l.label, kind: l.kind, dec: dec, outer: l.r}
		l.r, l.depth = bufio.NewReaderSize(outer, 64<<10), l.depth+1
	}
}

// A layer is one compression within a member. Its end is the end of the stream
// around it, so that that is checked too.
type layer struct {
	m           *Member
	label, kind string
	dec         io.Reader
	outer       *bufio.Reader
	n           int64
	err         error
}

func (l *layer) Read(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.dec.Read(p)
	l.n += int64(n)
	if over := l.m.artifact.overLimit(l.n, l.m.CompressedSize, int64(n), !l.m.quiet); over != "" {
		l.err = l.fail(KindLimit, over, nil)
		return n, l.err
	}
	switch {
	case err == io.EOF:
		l.err = l.end()
	case err != nil:
		l.err = l.explain(err)
	}
	return n, l.err
}

// end reads on to the end of the stream around this one.
func (l *layer) end() error {
	left, err := io.Copy(io.Discard, l.outer)
	if err != nil {
		return err
	}
	if left > 0 {
		l.m.note(l.problem(KindTrailing, fmt.Sprintf("%d bytes after the end of its %s stream are ignored", left, l.kind)))
	}
	return io.EOF
}

func (l *layer) problem(kind, text string) Problem {
	p := l.m.problem(kind, text, "")
	p.Member = l.label
	if l.n > 0 {
		p.Kept = fmt.Sprintf("%d bytes", l.n)
	}
	return p
}

func (l *layer) fail(kind, text string, cause error) error {
	return l.m.fail(l.problem(kind, text), cause)
}

// explain says why the stream cannot be decoded, unless the stream around it
// has said so.
func (l *layer) explain(err error) error {
	var p *ProblemError
	switch {
	case errors.As(err, &p), isContextError(err):
		return err
	case errors.Is(err, errXZDictionary):
		return l.fail(KindLimit, err.Error(), err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return l.fail(KindTruncated, "its "+l.kind+" stream ends early", err)
	}
	return l.fail(KindCorrupt, "its "+l.kind+" stream cannot be decoded: "+err.Error(), err)
}
