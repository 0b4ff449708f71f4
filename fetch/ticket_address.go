package fetch

import (
	"regexp"
	"strings"
)

// A ticketAddr is an address inside a line.
type ticketAddr struct {
	start, end int    // in ticketLine.text
	ref        string // without the punctuation that ended the sentence
}

// barePath finds local paths of archives and addresses of S3 hosts that were
// pasted without their scheme.
var barePath = regexp.MustCompile(`(?:^|[\s|(="'])((?:\.{0,2}/|~/)[^\s|"'<>]+\.(?i:zip|tar\.gz|tgz|tar\.zst|tar\.xz|tar)|[A-Za-z0-9.-]+\.amazonaws\.com(?:\.cn)?/[^\s|"'<>]+)`)

// findAddresses returns the addresses of a line and the line with them
// blanked out, so that nothing in an address is taken for text.
func findAddresses(text string) ([]ticketAddr, string) {
	var addrs []ticketAddr
	for from := 0; ; {
		i := strings.Index(text[from:], "://")
		if i < 0 {
			break
		}
		at := from + i
		start := schemeStart(text, at, from)
		if !knownScheme(text[start:at]) {
			from = at + 3
			continue
		}
		end := cutGlued(text, at+3, addressEnd(text, at+3))
		if ref := trimSentence(text[start:end]); len(ref) > at+3-start {
			addrs = append(addrs, ticketAddr{start, start + len(ref), ref})
		}
		from = end
	}
	if strings.Contains(text, ".") && strings.Contains(text, "/") {
		addrs = addBarePaths(addrs, text)
	}
	if len(addrs) == 0 {
		return nil, text
	}
	masked := []byte(text)
	for _, a := range addrs {
		for i := a.start; i < a.end; i++ {
			masked[i] = ' '
		}
	}
	return addrs, string(masked)
}

func addBarePaths(addrs []ticketAddr, text string) []ticketAddr {
	found := barePath.FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return addrs
	}
	var merged []ticketAddr
	for _, m := range found {
		for len(addrs) > 0 && addrs[0].start < m[2] {
			merged, addrs = append(merged, addrs[0]), addrs[1:]
		}
		if n := len(merged); n > 0 && merged[n-1].end > m[2] {
			continue // inside an address
		}
		ref := trimSentence(text[m[2]:m[3]])
		merged = append(merged, ticketAddr{m[2], m[2] + len(ref), ref})
	}
	return append(merged, addrs...)
}

var gluedAddress = regexp.MustCompile(`(?i)\.(?:zip|tgz|tar|tar\.(?:gz|zst|xz|bz2))(https?://|s3://)`)

// cutGlued ends an address where another follows its archive without a blank.
func cutGlued(text string, from, end int) int {
	if m := gluedAddress.FindStringSubmatchIndex(text[from:end]); m != nil {
		return from + m[2]
	}
	return end
}

func schemeStart(text string, at, floor int) int {
	for at > floor && (isAlnum(text[at-1]) || strings.IndexByte("+.-", text[at-1]) >= 0) {
		at--
	}
	return at
}

func knownScheme(s string) bool {
	switch strings.ToLower(s) {
	case "http", "https", "s3", "s3a", "s3n", "file":
		return true
	}
	return false
}

// addressEnd finds the end of an address that starts before i: a blank, a
// quote, a cell border, or a closing bracket without its partner.
func addressEnd(s string, i int) int {
	round, square := 0, 0
	for ; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '<', '>', '"', '|', '`', '\r', '\f', '\v', '\\', '^':
			return i
		case '(':
			round++
		case ')':
			if round--; round < 0 {
				return i
			}
		case '[':
			square++
		case ']':
			if square--; square < 0 {
				return i
			}
		case ',', ';':
			if startsAddress(s[i+1:]) {
				return i
			}
		case '*':
			if strings.HasPrefix(s[i:], "**") || i+1 == len(s) || strings.IndexByte(" \t).,;|", s[i+1]) >= 0 {
				return i
			}
		case 0xe2, 0xc2: // typographic quotes, dots and dashes begin with these bytes
			for _, mark := range []string{"”", "’", "“", "…", "»", "—"} {
				if strings.HasPrefix(s[i:], mark) {
					return i
				}
			}
		}
	}
	return i
}

func startsAddress(s string) bool {
	scheme, _, ok := strings.Cut(s[:min(len(s), 12)], "://")
	return ok && knownScheme(scheme)
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
