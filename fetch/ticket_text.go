package fetch

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeTicket makes lines of the bytes as given. It drops a byte order mark,
// reads UTF-16 behind one, and takes bytes that are not UTF-8 for
// Windows-1252, in which bullets and dashes are often pasted. It reports
// false when the bytes are no text.
func decodeTicket(b []byte) (lines []string, isText bool) {
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		b = fromUTF16(b[2:], binary.LittleEndian)
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		b = fromUTF16(b[2:], binary.BigEndian)
	}
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if !looksLikeText(b) {
		return nil, false
	}
	s := strings.ReplaceAll(string(b), "\r\n", "\n")
	if !strings.Contains(s, "\n") {
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	if s = strings.TrimSuffix(s, "\n"); s == "" {
		return nil, true
	}
	lines = strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = plainRunes(line)
	}
	return lines, true
}

func fromUTF16(b []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return []byte(string(utf16.Decode(units)))
}

// looksLikeText looks for control characters: more than one in a hundred
// bytes is a zip, an image or a program given by mistake.
func looksLikeText(b []byte) bool {
	control := 0
	for _, c := range b {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != 0x1b {
			control++
		}
	}
	return control*100 <= len(b)
}

// plainRunes replaces every kind of blank by a space, drops invisible runes,
// and reads stray bytes as Windows-1252. Tabs stay.
func plainRunes(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < utf8.RuneSelf && (s[i] >= ' ' || s[i] == '\t')
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			r = fromWindows1252(s[0])
		}
		s = s[n:]
		switch {
		case r == '\t':
			b.WriteByte('\t')
		case isInvisible(r): // dropped
		case isBlank(r):
			b.WriteByte(' ')
		case r < ' ': // dropped
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isInvisible reports the runes that take no width and that word processors
// put inside addresses.
func isInvisible(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\ufeff', 0x7f:
		return true
	}
	return false
}

func fromWindows1252(c byte) rune {
	switch c {
	case 0x85:
		return '…'
	case 0x91, 0x92:
		return '\''
	case 0x93, 0x94:
		return '"'
	case 0x95:
		return '•'
	case 0x96:
		return '–'
	case 0x97:
		return '—'
	}
	if c >= 0xa0 {
		return rune(c)
	}
	return utf8.RuneError
}
