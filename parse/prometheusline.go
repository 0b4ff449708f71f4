package parse

import (
	"bytes"
	"math"

	"inquest/schemas"
)

// exposed is a line of a sample:
//
//	name{label="value",...} value [time] [# {label="value"} value [time]]
//
// What follows a # is an exemplar, one observation, and is not read. A name in quotes
// stands first within the braces. Its parts point into the line.
type exposed struct {
	name    []byte
	id      []byte // name and labels as they stand there
	pairs   []byte // the labels, without braces
	value   float64
	stamped bool
	ts      int64 // microseconds
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':'
}

// parse reads a line; false when it is no sample.
func (s *exposed) parse(line []byte) bool {
	*s = exposed{}
	n := 0
	for n < len(line) && (isNameStart(line[n]) || n > 0 && line[n] >= '0' && line[n] <= '9') {
		n++
	}
	s.name = line[:n]
	rest := line[n:]
	if blanks := bytes.TrimLeft(rest, " \t"); len(blanks) > 0 && blanks[0] == '{' {
		end := closingBrace(blanks)
		if end < 0 {
			return false
		}
		s.pairs = blanks[1:end]
		rest = blanks[end+1:]
		if !s.checkLabels() {
			return false
		}
	}
	s.id = line[:len(line)-len(rest)]
	if len(s.name) == 0 || len(rest) == 0 || len(s.pairs) == 0 && rest[0] != ' ' && rest[0] != '\t' && len(s.id) == n {
		return false
	}
	if i := bytes.Index(rest, []byte(" # ")); i >= 0 {
		rest = rest[:i]
	}
	number, stamp := cutBlank(bytes.TrimSpace(rest))
	var ok bool
	if s.value, ok = exposedNumber(number); !ok {
		return false
	}
	if len(stamp) == 0 {
		return true
	}
	s.stamped = true
	s.ts, ok = exposedTime(stamp)
	return ok
}

// cutBlank splits at the first run of blanks.
func cutBlank(b []byte) (before, after []byte) {
	i := bytes.IndexAny(b, " \t")
	if i < 0 {
		return b, nil
	}
	return b[:i], bytes.TrimLeft(b[i:], " \t")
}

// closingBrace finds the end of the labels that begin b; -1: there is none.
func closingBrace(b []byte) int {
	quoted := false
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == '}' && !quoted:
			return i
		}
	}
	return -1
}

// nextLabel takes the next label off b: its name and its value with escapes. The value is
// nil for a name in quotes that stands alone.
func nextLabel(b []byte) (name, value, rest []byte, ok bool) {
	b = bytes.TrimLeft(b, " \t,")
	if len(b) == 0 {
		return nil, nil, nil, true
	}
	if b[0] == '"' {
		n := quotedLength(b)
		if n < 2 || b[n-1] != '"' {
			return nil, nil, nil, false
		}
		name, b = b[1:n-1], bytes.TrimLeft(b[n:], " \t")
		if len(b) == 0 || b[0] == ',' {
			return name, nil, b, true
		}
		if b[0] != '=' {
			return nil, nil, nil, false
		}
		b = b[1:]
	} else {
		var found bool
		if name, b, found = bytes.Cut(b, []byte{'='}); !found {
			return nil, nil, nil, false
		}
		if name = bytes.TrimSpace(name); len(name) == 0 || bytes.ContainsAny(name, "\" \t,") {
			return nil, nil, nil, false
		}
	}
	b = bytes.TrimLeft(b, " \t")
	if len(b) == 0 || b[0] != '"' {
		return nil, nil, nil, false
	}
	n := quotedLength(b)
	if n < 2 || b[n-1] != '"' {
		return nil, nil, nil, false
	}
	return name, b[1 : n-1], b[n:], true
}

// checkLabels tells whether the labels can be read, and finds a name among them.
func (s *exposed) checkLabels() bool {
	for rest := s.pairs; ; {
		name, value, after, ok := nextLabel(rest)
		switch {
		case !ok:
			return false
		case name == nil:
			return true
		case value == nil && len(s.name) > 0:
			return false
		case value == nil:
			s.name = name
		}
		rest = after
	}
}

// labels are the names and values in turn, without those that are empty.
func (s *exposed) labels() []string {
	var out []string
	for rest := s.pairs; ; {
		name, value, after, ok := nextLabel(rest)
		if !ok || name == nil {
			return out
		}
		if len(value) > 0 {
			out = append(out, string(name), unescaped(value))
		}
		rest = after
	}
}

// unescaped resolves \\, \" and \n.
func unescaped(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		return string(bytes.ToValidUTF8(b, []byte("?")))
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c == '\\' && i+1 < len(b) {
			i++
			switch b[i] {
			case 'n':
				c = '\n'
			case '\\', '"':
				c = b[i]
			default: // stands for itself
				out = append(out, c)
				c = b[i]
			}
		}
		out = append(out, c)
	}
	return string(bytes.ToValidUTF8(out, []byte("?")))
}

// exposedNumber reads a value; NaN and the infinities are null.
func exposedNumber(b []byte) (float64, bool) {
	bare := bytes.TrimLeft(b, "+-")
	if bytes.EqualFold(bare, []byte("nan")) || bytes.EqualFold(bare, []byte("inf")) || bytes.EqualFold(bare, []byte("infinity")) {
		return schemas.Null, true
	}
	if bytes.IndexByte(b, ',') >= 0 {
		return schemas.Null, false
	}
	return parseNumber(b)
}

// exposedTime reads the time of a sample, as microseconds: milliseconds since 1970, or
// seconds in OpenMetrics. A number below 1e11 is seconds: as milliseconds it would be
// before 1973.
func exposedTime(b []byte) (int64, bool) {
	v, ok := exposedNumber(b)
	if !ok || schemas.IsNull(v) || math.Abs(v) > 1e15 {
		return 0, false
	}
	if math.Abs(v) < 1e11 || bytes.IndexByte(b, '.') >= 0 {
		v *= 1000
	}
	return int64(math.Round(v * 1000)), math.Abs(v) < 1e15
}
