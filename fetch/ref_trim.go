package fetch

import (
	"os"
	"strings"
	"unicode"
)

// undress removes what people put round an address: blanks (also no-break and
// zero-width ones), quotes, angle brackets, and the punctuation that ended the
// sentence. The ends of a local path are left alone unless it names a zip,
// because "." and "runs (old)" are paths.
func undress(s string) string {
	for {
		t := strings.TrimFunc(s, isBlank)
		t = unquote(t)
		if isURL(t) || hasZipSuffix(trimSentence(t)) {
			t = trimSentence(t)
		}
		if t == s {
			return s
		}
		s = t
	}
}

// isBlank includes the invisible runes that word processors leave behind.
func isBlank(r rune) bool {
	switch r {
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u200e', '\u200f':
		return true
	}
	return unicode.IsSpace(r)
}

// quotes are the pairs that may enclose an address.
var quotes = [][2]string{
	{"<", ">"}, {`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"},
	{"‘", "’"}, {"«", "»"}, {"(", ")"}, {"[", "]"}, {"{", "}"},
}

// unquote removes one enclosing pair; a round, square or curly pair only when
// the address inside is a URL, because a folder may be named "(old)".
func unquote(s string) string {
	for _, q := range quotes {
		inner, ok := strings.CutPrefix(s, q[0])
		if !ok {
			continue
		}
		if in, closed := strings.CutSuffix(inner, q[1]); closed && in != "" &&
			(!strings.Contains("([{", q[0]) || isURL(in)) {
			return in
		}
		if isURL(inner) { // never closed, or followed by punctuation
			if i := strings.LastIndex(inner, q[1]); i > 0 && trimSentence(inner[i+len(q[1]):]) == "" {
				return inner[:i]
			}
			return inner
		}
	}
	return s
}

// trimSentence cuts the punctuation after an address. A closing bracket stays
// when its partner is part of the address.
func trimSentence(s string) string {
	for s != "" {
		switch last := s[len(s)-1]; last {
		case '.', ',', ';', ':', '!', '?', '>', '"', '\'', '`', '|', '\\':
		case ')', ']', '}':
			open := map[byte]string{')': "(", ']': "[", '}': "{"}[last]
			if strings.Count(s, open) >= strings.Count(s, string(last)) {
				return s
			}
		default:
			if t := strings.TrimRight(s, "”’»…。，、"); t != s {
				s = t
				continue
			}
			return s
		}
		s = s[:len(s)-1]
	}
	return s
}

func isURL(s string) bool {
	scheme, _, ok := strings.Cut(s, "://")
	return ok && isScheme(scheme)
}

// isScheme reports whether s is a scheme of RFC 3986.
func isScheme(s string) bool {
	for i, c := range s {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+.-", c)) {
			return false
		}
	}
	return s != ""
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}

// toSlash makes the local separator a slash.
func toSlash(s string) string {
	if os.PathSeparator == '/' {
		return s
	}
	return strings.ReplaceAll(s, string(os.PathSeparator), "/")
}
