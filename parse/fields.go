package parse

import (
	"bytes"
	"unsafe"
)

// cutFields splits a line at blanks and tabs into dst, which is reused; the fields
// point into the line.
func cutFields(line []byte, dst [][]byte) [][]byte {
	dst = dst[:0]
	for i := 0; ; {
		for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
		if i == len(line) {
			return dst
		}
		start := i
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		dst = append(dst, line[start:i])
	}
}

// cutFew is cutFields for lines of few fields: ok is false where there are more than dst
// has room for.
func cutFew(line []byte, dst [][]byte) (fields [][]byte, ok bool) {
	dst = dst[:0]
	for i := 0; ; {
		for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
		if i == len(line) || len(dst) == cap(dst) {
			return dst, i == len(line)
		}
		start := i
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		dst = append(dst, line[start:i])
	}
}

// cutSep splits a line at every sep into dst, which is reused.
func cutSep(line []byte, sep byte, dst [][]byte) [][]byte {
	dst = dst[:0]
	for {
		i := bytes.IndexByte(line, sep)
		if i < 0 {
			return append(dst, line)
		}
		dst = append(dst, line[:i])
		line = line[i+1:]
	}
}

// text views b as a string without a copy; b must not change while it is in use.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// stripColour takes terminal colour codes (ESC [ ... letter) out of a line, in place.
func stripColour(line []byte) []byte {
	if bytes.IndexByte(line, 0x1b) < 0 {
		return line
	}
	out := line[:0]
	for i := 0; i < len(line); i++ {
		if line[i] != 0x1b {
			out = append(out, line[i])
			continue
		}
		if i+1 < len(line) && line[i+1] == '[' {
			i += 2
			for i < len(line) && (line[i] < '@' || line[i] > '~') {
				i++
			}
		}
	}
	return out
}
