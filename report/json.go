package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"inquest/report/diff"
)

// JSON writes r as findings.json: indented, keys in the order of the contract, the same
// bytes for the same result. A list of plain values stands on one line. It fails on a
// number that JSON cannot hold (NaN, infinity) and on w's errors.
func JSON(w io.Writer, r *diff.Result) error {
	compact, err := encode(normal(r), false)
	if err != nil {
		return err
	}
	if _, err := w.Write(indentJSON(compact)); err != nil {
		return fmt.Errorf("write the JSON report: %w", err)
	}
	return nil
}

// encode writes v as compact JSON; for HTML also <, > and & as escapes, so that no text
// can end the element around it.
func encode(v any, forHTML bool) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(forHTML)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode the findings as JSON (a number that is not known must be null): %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// indentJSON lays compact JSON out with two blanks a level; an array that holds no object
// stays on one line.
func indentJSON(compact []byte) []byte {
	var out bytes.Buffer
	level := 0
	newline := func() {
		out.WriteByte('\n')
		for range level {
			out.WriteString("  ")
		}
	}
	for i := 0; i < len(compact); i++ {
		switch c := compact[i]; c {
		case '"':
			end := stringEnd(compact, i)
			out.Write(compact[i:end])
			i = end - 1
		case '[', '{':
			if end, flat := flatEnd(compact, i); flat {
				writeFlat(&out, compact[i:end])
				i = end - 1
				continue
			}
			level++
			out.WriteByte(c)
			newline()
		case ']', '}':
			level--
			newline()
			out.WriteByte(c)
		case ',':
			out.WriteByte(c)
			newline()
		case ':':
			out.WriteString(": ")
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// stringEnd is the index after the JSON string that begins at from.
func stringEnd(b []byte, from int) int {
	for i := from + 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// flatEnd returns the index after the value that begins at from, and whether it is an
// empty object or an array without objects.
func flatEnd(b []byte, from int) (int, bool) {
	if b[from] == '{' {
		return from + 2, from+1 < len(b) && b[from+1] == '}'
	}
	depth := 0
	for i := from; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = stringEnd(b, i) - 1
		case '{':
			return 0, false
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return 0, false
}

// writeFlat writes an array without objects, a blank after each comma between its values.
func writeFlat(out *bytes.Buffer, b []byte) {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '"':
			end := stringEnd(b, i)
			out.Write(b[i:end])
			i = end - 1
		case ',':
			out.WriteByte(c)
			if depth == 1 {
				out.WriteByte(' ')
			}
		default:
			switch c {
			case '[':
				depth++
			case ']':
				depth--
			}
			out.WriteByte(c)
		}
	}
}
