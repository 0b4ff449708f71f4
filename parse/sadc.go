package parse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "sadc",
		Doc:      "binary file of sadc (sa30, sar.bin), sysstat 8.1 to 12.7: read through sadf where that is installed",
		Source:   "sa.h of sysstat",
		Specimen: "\x96\xd5\x75\x21\x0c\x06\x01\x00",
		Tables:   []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if isSadc(h.Bytes) {
				return 100
			}
			return 0
		},
		Parse: parseSadc,
	})
}

// Sadf turns a binary file of sadc, read from r, into what `sadf -j FILE -- -A` prints of
// it, and gives that to use. An error that use returned is part of its own. Its error says
// why sadf did not read the file, or not to the end.
type Sadf func(r io.Reader, use func(json io.Reader) error) error

// isSadc looks for the magic number 0xd596 and that of a format, in either byte order.
func isSadc(b []byte) bool {
	return len(b) >= 4 && (bytes.HasPrefix(b, []byte{0x96, 0xd5}) && b[3] == 0x21 || bytes.HasPrefix(b, []byte{0xd5, 0x96}) && b[2] == 0x21)
}

// sadcOf names the file and the version that wrote it, where it can be told.
func sadcOf(b []byte) string {
	if len(b) >= 7 && b[0] == 0x96 {
		return fmt.Sprintf("binary file of sadc, written by sysstat %d.%d.%d", b[4], b[5], b[6])
	}
	return "binary file of sadc"
}

// parseSadc has sadf read the file. Its layout changes with each version of sysstat and
// with the machine, so only sysstat's own tools read it.
func parseSadc(l *Log) error {
	head, _ := l.r.Peek(8)
	what := sadcOf(head)
	if l.Sadf == nil {
		return l.refuse(what + ": turn it into text with `sadf -d FILE -- -A`, by a sysstat of the same version or, after `sadf -c`, a later one")
	}
	before := l.said()
	file := &watchedReader{r: l.Reader()}
	err := l.Sadf(file, func(json io.Reader) error {
		sub := newLog(l.file, l.Source.Member, "sadf", bufio.NewReaderSize(json, headSize), l.Rows, l.Options)
		err := readJSON(sub, false)
		sub.finish()
		return errors.Join(err, sub.Err())
	})
	switch {
	case err != nil && file.err == nil && l.said() == before:
		return l.refuse(fmt.Sprintf("%s, which sadf does not read: %v", what, err))
	case err != nil && file.err == nil:
		l.SkipAt(0, schemas.CutRow, fmt.Sprintf("%s, which sadf does not read to its end: %v", what, err))
	case err == nil:
		l.sayNoData(before)
	}
	return file.err
}

// watchedReader remembers the error that reading ended with.
type watchedReader struct {
	r   io.Reader
	err error
}

func (f *watchedReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

// refuse records that the member cannot be read here.
func (l *Log) refuse(why string) error {
	l.SkipAt(0, schemas.Unsupported, why)
	return fmt.Errorf("%s: %w", why, ErrUnsupported)
}
