package report

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"inquest/report/diff"
)

// clean makes a label that came from an artifact or a ticket safe to print on one line:
// line breaks become spaces, and control and direction characters, which could drive a
// terminal or reorder a line, become visible escapes.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, unsafeRune) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '\n' || c == '\r' || c == '\t' || c == '\u2028' || c == '\u2029':
			b.WriteByte(' ')
		case unsafeRune(c):
			fmt.Fprintf(&b, "\\u%04x", c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// unsafeRune reports control (Cc), format (Cf: direction marks, zero width) and line separators.
func unsafeRune(c rune) bool {
	return unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp)
}

// cleaned is a copy of r with every string clean; the points of charts are shared.
func cleaned(r *diff.Result) *diff.Result {
	c := copier{clean, map[string]map[string]bool{"ChartLine": set("Points")}}
	out := c.copy(reflect.ValueOf(*r)).Interface().(diff.Result)
	return &out
}

// distinct shortens two long values that differ to at most width runes each, beginning
// shortly before the place where they part.
func distinct(base, head string, width int) (b, h string) {
	x, y := []rune(base), []rune(head)
	if len(x) <= width && len(y) <= width {
		return string(x), string(y)
	}
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	from := same
	for from > 0 && x[from-1] != ',' && x[from-1] != ' ' { // the beginning of an entry of a list
		from--
	}
	if same-from > width/2 {
		from = same - width/3
	}
	return shorten(x, from, width), shorten(y, from, width)
}

// shorten cuts value[from:] to width runes, marking what was left out with an ellipsis.
func shorten(value []rune, from, width int) string {
	from = min(from, len(value))
	s, front := value[from:], ""
	if from > 0 {
		front, width = "…", width-1
	}
	if len(s) > width {
		return front + string(s[:max(width-1, 0)]) + "…"
	}
	return front + string(s)
}
