package parse

import "io"

// commaWatch passes JSON on and notes commas that stand where none belongs: iostat -y
// of sysstat before 11.6.1 and 12.0.5 prints one before the first report.
type commaWatch struct {
	r      io.Reader
	stray  bool
	last   byte // last byte that is neither blank nor in a string
	quoted bool
	escape bool
}

func (w *commaWatch) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	for _, c := range p[:n] {
		switch {
		case w.escape:
			w.escape = false
		case w.quoted:
			w.escape = c == '\\'
			w.quoted = c != '"'
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		default:
			if c == ',' && (w.last == ',' || w.last == '[' || w.last == '{') || (c == ']' || c == '}') && w.last == ',' {
				w.stray = true
			}
			w.quoted = c == '"'
			w.last = c
		}
	}
	return n, err
}
