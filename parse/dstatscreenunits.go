package parse

import (
	"bytes"
	"strings"
)

// sniff finds in which units the flows of disks and networks are printed under a header,
// from the suffixes of the rows that follow: dstat prints bytes (B, k) or, with --bits,
// bits (b, k); dool bits (b, k) or, with --bytes, bytes (B, K). dool is known by the lines
// that it draws.
func (s *dstatScreen) sniff(names []byte) dstatUnits {
	u := dstatUnits{program: "dstat"}
	dool := strings.ContainsAny(text(s.titles), "┄─┬") || strings.ContainsAny(text(names), "│")
	bits := dool
	head, _ := s.t.l.r.Peek(s.t.l.r.Buffered())
	for n := 0; len(head) > 0 && n < 200; n++ {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		line = stripColour(bytes.Clone(bytes.TrimRight(line, "\r")))
		for i := 0; ; i++ {
			part, rest, more := cutBar(line)
			if title, ok := s.titleOf(i, names); ok && (strings.Contains(title, "dsk/") || strings.Contains(title, "net/")) {
				for _, c := range cutScreenCells(part, nil) {
					switch last := c[len(c)-1]; {
					case last == 'b' && len(c) > 1, last == 'k' && dool:
						return dstatUnits{program: "dool", disk: 1.0 / 8, network: 1.0 / 8, bits: true}
					case last == 'B', last == 'K':
						return u
					}
				}
			}
			if !more {
				break
			}
			line = rest
		}
	}
	if bits {
		u = dstatUnits{program: "dool", disk: 1.0 / 8, network: 1.0 / 8, bits: true}
	}
	return u
}

// titleOf is the title above the nth part of the line of names.
func (s *dstatScreen) titleOf(n int, names []byte) (string, bool) {
	from := 0
	titles, r := []rune(string(s.titles)), []rune(string(names))
	for i, c := range r {
		if c != '|' && c != '│' {
			continue
		}
		if n == 0 {
			return string(titles[min(from, len(titles)):min(i, len(titles))]), true
		}
		n--
		from = i + 1
	}
	return string(titles[min(from, len(titles)):]), n == 0
}
