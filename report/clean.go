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
