package fetch

import (
	"fmt"
	"hash/crc32"
	"strings"
	"unicode"
	"unicode/utf8"
)

// decodeName makes text of the name in a zip entry: UTF-8 if it is marked so,
// the Info-ZIP Unicode path extra if that belongs to this name, UTF-8 that a
// Unix program left unmarked, else code page 437.
func decodeName(raw string, utf8Flag, unix bool, unicodePath []byte) string {
	if name, ok := unicodeExtra(raw, unicodePath); ok {
		return name
	}
	if isASCII(raw) || (utf8Flag || unix) && utf8.ValidString(raw) {
		return raw
	}
	var b strings.Builder
	for i := range len(raw) {
		if c := raw[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune(cp437[c-0x80])
		}
	}
	return b.String()
}

// unicodeExtra reads the Info-ZIP Unicode Path extra field (0x7075): version 1,
// CRC-32 of the raw name, UTF-8 name (APPNOTE 4.6.9). A field whose CRC is of
// another name is out of date and not used.
func unicodeExtra(raw string, field []byte) (string, bool) {
	if len(field) < 5 || field[0] != 1 || le32(field[1:]) != crc32.ChecksumIEEE([]byte(raw)) {
		return "", false
	}
	name := string(field[5:])
	return name, utf8.ValidString(name)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// cp437 is the upper half of IBM code page 437.
var cp437 = []rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧" +
	"╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

// cleanName makes a label of a name: slashes for backslashes, no empty or "."
// segments, nothing invisible. It stays a label: ".." is kept, because no path
// is ever made of it.
func cleanName(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' })
	kept := parts[:0]
	for _, p := range parts {
		if p != "." {
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return "(unnamed)"
	}
	return label(strings.Join(kept, "/"))
}

// label escapes what could act on a terminal, break a line or turn the reading
// direction, so that a text of foreign origin can be shown.
func label(s string) string {
	if isPrintable(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case isHidden(r) && r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case isHidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isPrintable(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, isHidden) < 0
}

func isHidden(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}

// short cuts a label to what fits a sentence.
func short(s string) string {
	const most = 120
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	r := []rune(s)
	return string(r[:most/2]) + "…" + string(r[len(r)-most/2:])
}
