package parse

import (
	"fmt"
	"io"

	"inquest/schemas"
)

// maxHeld bounds what the names of a member may take of memory: of series, devices,
// columns and settings. A busy server's recording of a day takes a few megabytes.
const maxHeld = 64 << 20

const pointerBytes = 8

// held counts the memory that the names of a member take, those of its sections together.
type held struct{ bytes, most int }

// hold takes n bytes for a name. When the names of a member take too much, the rest of
// the log is left out, and said to be.
func (l *Log) hold(n int) {
	l.held.bytes += n
	if l.held.bytes <= l.held.most || l.ended {
		return
	}
	l.Skip(schemas.Unsupported, fmt.Sprintf("the names of series and settings up to here take more than %d MiB; the rest of the log is left out", l.held.most>>20))
	l.end()
}

// end makes the current line the last.
func (l *Log) end() {
	l.ended = true
	if l.err == nil {
		l.err = io.EOF
	}
}

// restOf reads what follows in a log, for formats that are not lines.
type restOf struct{ l *Log }

func (r restOf) Read(p []byte) (int, error) {
	if r.l.ended {
		return 0, io.EOF
	}
	n, err := r.l.r.Read(p)
	if n > 0 {
		r.l.index.past = p[n-1] == '\n' // a reader that counts ends of lines counts one line too many
	}
	return n, err
}
