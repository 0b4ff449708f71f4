package parse

import (
	"bytes"
	"unicode/utf8"

	"inquest/schemas"
)

// row reads a line of values.
func (s *dstatScreen) row(line []byte) {
	if n := utf8.RuneCount(line); s.width > 0 && n > s.width && n%s.width == 0 { // intermediate updates on one line
		r := []rune(string(line))
		line = []byte(string(r[n-s.width:]))
	}
	if i := bytes.Index(line, []byte(" missed ")); i > 0 && bytes.HasSuffix(line, []byte("ticks")) {
		s.t.l.Skip(schemas.Comment, text(line[i+1:]))
		line = line[:i]
	}
	s.cells = s.cut(bytes.TrimRight(line, "> "), s.cells[:0])
	s.newRun()
	s.t.row(s.cells)
	if s.t.last > s.before && s.before > 0 {
		s.step = float64(s.t.last-s.before) / 1e6
	}
	s.before = s.t.last
}

// newRun tells the header of another run from one that was printed again: the clock does
// not go on with the step of the rows before.
func (s *dstatScreen) newRun() {
	if !s.again {
		return
	}
	s.again = false
	t := s.t
	if t.clockAt < 0 && t.epochAt < 0 || s.step == 0 || len(s.cells) < len(t.cols) {
		return
	}
	before, dated, wall := *t.clock, *t.clock.wall, *t.clock.wall.clock
	ts, step, ok := t.time(s.cells)
	*t.clock, *before.wall, *before.wall.clock = before, dated, wall
	if ok && (ts < t.last || step > 1.5*s.step+1) {
		t.rows = 0
	}
}

// cut splits a row at the bars and each part at its blanks. A time is a part of its own.
func (s *dstatScreen) cut(line []byte, cells [][]byte) [][]byte {
	for n := 0; ; n++ {
		part, rest, more := cutBar(line)
		if n < len(s.parts) && s.parts[n] == 1 && s.isTime(len(cells)) {
			cells = append(cells, bytes.TrimSpace(part))
		} else {
			cells = cutScreenCells(part, cells)
		}
		if !more {
			return cells
		}
		line = rest
	}
}

func (s *dstatScreen) isTime(column int) bool { return column == s.t.clockAt }

// cutBar cuts at the next bar.
func cutBar(line []byte) (part, rest []byte, found bool) {
	for i, c := range line {
		switch {
		case c == '|':
			return line[:i], line[i+1:], true
		case c == bar[0] && bytes.HasPrefix(line[i:], bar):
			return line[:i], line[i+len(bar):], true
		}
	}
	return line, nil, false
}

// cutScreenCells splits a part at blanks and at the marks between devices.
func cutScreenCells(part []byte, cells [][]byte) [][]byte {
	start := -1
	for i := 0; i <= len(part); i++ {
		if i == len(part) || part[i] == ' ' || part[i] == ':' || part[i] >= 0x80 {
			if start >= 0 {
				cells = append(cells, part[start:i])
			}
			start = -1
		} else if start < 0 {
			start = i
		}
	}
	return cells
}

// dstatSuffixed reads a number with a suffix that counts in powers of base.
func dstatSuffixed(cell []byte, base float64) (float64, bool) {
	n := len(cell)
	factor := 1.0
	if n > 1 && !isDigit(cell[n-1]) {
		switch cell[n-1] {
		case 'B', 'b':
		case 'k', 'K':
			factor = base
		case 'M':
			factor = base * base
		case 'G':
			factor = base * base * base
		case 'T':
			factor = base * base * base * base
		case 'P':
			factor = base * base * base * base * base
		default:
			return schemas.Null, false
		}
		n--
	}
	v, ok := parseNumber(cell[:n])
	return v * factor, ok
}
