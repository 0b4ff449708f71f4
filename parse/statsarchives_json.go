package parse

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// jsonTokens reads a JSON document token by token, so that a document of any size is
// never held. It does not check that brackets match and passes over commas and
// colons; what the document must look like is the reader's business.
type jsonTokens struct {
	r     io.Reader
	buf   []byte
	pos   int
	end   int
	err   error // of r
	line  int64
	value []byte // of a string without its quotes, of a number or word; valid until next
	text  []byte // holds value where it is not a part of buf
}

// The kinds of token; brackets and braces stand for themselves.
const (
	jsonString = 's'
	jsonNumber = 'n'
	jsonWord   = 'w' // true, false, null, or a word that JSON does not know
	jsonEnd    = 0
)

const maxJSONValue = 1 << 20 // bytes of a string or number

func newJSONTokens(r io.Reader) *jsonTokens {
	return &jsonTokens{r: r, buf: make([]byte, headSize), line: 1}
}

// fill reads more, keeping what is from start on at the beginning of the buffer.
func (t *jsonTokens) fill(start int) bool {
	if t.err != nil {
		return false
	}
	copy(t.buf, t.buf[start:t.end])
	t.end -= start
	t.pos -= start
	if t.end == len(t.buf) {
		t.buf = append(t.buf, make([]byte, len(t.buf))...)
	}
	n, err := 0, error(nil)
	for tries := 0; n == 0 && err == nil; tries++ {
		if tries == 100 {
			err = io.ErrNoProgress
			break
		}
		n, err = t.r.Read(t.buf[t.end:])
	}
	t.end += n
	t.err = err
	return n > 0
}

// next reads a token and gives its kind. At the end it is jsonEnd; the error tells
// that reading failed or that the text is no JSON.
func (t *jsonTokens) next() (byte, error) {
	for {
		for t.pos < t.end {
			c := t.buf[t.pos]
			switch {
			case c == '\n':
				t.line++
				t.pos++
			case c == ' ' || c == ',' || c == ':' || c == '\t' || c == '\r':
				t.pos++
			case c == '{' || c == '}' || c == '[' || c == ']':
				t.pos++
				return c, nil
			case c == '"':
				return jsonString, t.readString()
			case c == '-' || c >= '0' && c <= '9':
				return jsonNumber, t.readWord()
			case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_':
				return jsonWord, t.readWord()
			default:
				return jsonEnd, fmt.Errorf("line %d: %q cannot stand here", t.line, c)
			}
		}
		if !t.fill(t.pos) {
			if errors.Is(t.err, io.EOF) {
				return jsonEnd, nil
			}
			return jsonEnd, t.err
		}
	}
}

// readString reads a string into value.
func (t *jsonTokens) readString() error {
	start, escaped := t.pos, false
	t.pos++
	for {
		for t.pos < t.end {
			switch t.buf[t.pos] {
			case '"':
				t.value = t.buf[start+1 : t.pos]
				t.pos++
				if escaped {
					return t.unescape()
				}
				return nil
			case '\\':
				escaped = true
				t.pos++ // and the character after it
			}
			t.pos++
		}
		if t.end-start > maxJSONValue {
			return fmt.Errorf("line %d: a string is longer than %d bytes", t.line, maxJSONValue)
		}
		if !t.fill(start) {
			return t.cut("a string")
		}
		start = 0
	}
}

// readWord reads a number or a word into value.
func (t *jsonTokens) readWord() error {
	start := t.pos
	for {
		for t.pos < t.end {
			c := t.buf[t.pos]
			if c != '-' && c != '+' && c != '.' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
				t.value = t.buf[start:t.pos]
				return nil
			}
			t.pos++
		}
		if t.end-start > maxJSONValue {
			return fmt.Errorf("line %d: a number is longer than %d bytes", t.line, maxJSONValue)
		}
		if !t.fill(start) { // a number may be cut, and then is not the number that was meant
			return t.cut("a number")
		}
		start = 0
	}
}

// unescape replaces the escapes in value.
func (t *jsonTokens) unescape() error {
	var s string
	if err := json.Unmarshal([]byte(`"`+string(t.value)+`"`), &s); err != nil {
		return fmt.Errorf("line %d: %w", t.line, err)
	}
	t.text = append(t.text[:0], s...)
	t.value = t.text
	return nil
}

// cut is the error of a document that ends within a value.
func (t *jsonTokens) cut(what string) error {
	if errors.Is(t.err, io.EOF) {
		return fmt.Errorf("line %d: the text ends within %s: %w", t.line, what, io.ErrUnexpectedEOF)
	}
	return t.err
}
