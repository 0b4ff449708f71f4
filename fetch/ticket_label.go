package fetch

import (
	"regexp"
	"strings"
)

// A labelKind is how sure the shape of a token makes it a build.
type labelKind int

const (
	noLabel     labelKind = iota
	bareVersion           // 10.2, 712-3456: a build only where the line says so
	hashLabel             // 6c39a81548: the same
	namedLabel            // Oak-10.3-patch1: the same
	versioned             // 10.11.19, v1.2.3-rc1, 10.2-base: the same
	numbered              // 7.1.2-3456: a build wherever it stands
)

// A labelSpan is a token of a line that has the shape of a build label.
type labelSpan struct {
	start, end int // in the masked text
	label      string
	kind       labelKind
}

var (
	tokenShape    = regexp.MustCompile(`[0-9A-Za-z][0-9A-Za-z._~+@/-]*`)
	numberedShape = regexp.MustCompile(`^v?\d+(?:\.\d+)+-b?\d{2,}(?:[-.~+][0-9A-Za-z]+)*$`)
	versionShape  = regexp.MustCompile(`^v?\d+(?:\.\d+)+(?:[-.~+_]?[A-Za-z][0-9A-Za-z.~+_-]*|[-~+_][0-9A-Za-z.~+_-]+)?$`)
	shortShape    = regexp.MustCompile(`^\d{3,4}-\d{3,5}$`)
	bareShape     = regexp.MustCompile(`^\d+\.\d+$`)
	measureShape  = regexp.MustCompile(`^\d{5,7}\.\d+$`) // 191277.98
	addressShape  = regexp.MustCompile(`^\d{1,3}(?:\.\d{1,3}){3}$`)
	dateShape     = regexp.MustCompile(`^(?:\d{4}[.-]\d{1,2}[.-]\d{1,2}|\d{1,2}\.\d{1,2}\.(?:19|20)\d{2})(?:[T_-].*)?$`)
	hashShape     = regexp.MustCompile(`^(?:[\w./-]+@)?[0-9a-f]{7,40}$`)
	namedShape    = regexp.MustCompile(`^[A-Za-z][0-9A-Za-z]*(?:[-_./][0-9A-Za-z]+)*[-_@/.]?v?\d[0-9A-Za-z]*(?:[-_.][0-9A-Za-z]+)*$`)
	otherProduct  = regexp.MustCompile(`(?i)\b(?:kernel|linux|os|ubuntu|debian|centos|rhel|windows|java|jdk|openjdk|jvm|python|gcc|clang|glibc|docker|sdk|driver|client|jdbc|golang|nodejs|sysstat|sysbench|ycsb|openssl|erlang)\s*(?:version|release)?\s*[:=]?\s*$`)
	kernelSuffix  = regexp.MustCompile(`(?i)-(?:generic|aws|azure|gcp|amd64|arm64|el\d.*|lts|virtual|cloud.*)$`)
	instanceType  = regexp.MustCompile(`^[a-z]+\d[0-9a-z]*\.(?:\d*x?large|metal|medium|small|micro|nano)`)
	unitTail      = regexp.MustCompile(`(?i)^\d+(?:\.\d+)*-?(?:x|k|m|g|t|kb|mb|gb|tb|kib|mib|gib|ms|us|ns|s|sec|min|h|hours?|days?|%|th|st|nd|rd|bit|gbps|mbps|way|node|nodes|threads?|fold)$`)
)

// labelsIn finds the tokens of a masked line that look like builds.
func labelsIn(masked string) []labelSpan {
	if !strings.ContainsAny(masked, "0123456789") {
		return nil
	}
	var spans []labelSpan
	for _, m := range tokenShape.FindAllStringIndex(masked, -1) {
		tok := strings.TrimRight(masked[m[0]:m[1]], "._~+@/-")
		if kind := shapeOf(tok); kind != noLabel && !otherProduct.MatchString(masked[max(0, m[0]-24):m[0]]) {
			spans = append(spans, labelSpan{m[0], m[0] + len(tok), tok, kind})
		}
	}
	return spans
}

// shapeOf classifies one token.
func shapeOf(tok string) labelKind {
	if len(tok) < 3 || len(tok) > 80 || isDigits(tok) || !strings.ContainsAny(tok, "0123456789") {
		return noLabel
	}
	if !strings.ContainsAny(tok, ".-_@/") { // only a commit looks like that
		if hashShape.MatchString(tok) && isHash(tok) {
			return hashLabel
		}
		return noLabel
	}
	switch {
	case measureShape.MatchString(tok), addressShape.MatchString(tok), dateShape.MatchString(tok), unitTail.MatchString(tok):
		return noLabel
	case numberedShape.MatchString(tok):
		if kernelSuffix.MatchString(tok) {
			return noLabel
		}
		return numbered
	case bareShape.MatchString(tok), shortShape.MatchString(tok):
		return bareVersion
	case versionShape.MatchString(tok):
		return versioned
	case hashShape.MatchString(tok) && isHash(tok[strings.LastIndexByte(tok, '@')+1:]):
		return hashLabel
	case namedShape.MatchString(tok) && !instanceType.MatchString(tok):
		return namedLabel
	}
	return noLabel
}

// isHash wants letters and digits, so that neither "deadline" nor a count is
// taken for a commit.
func isHash(tok string) bool {
	return strings.ContainsAny(tok, "0123456789") && strings.ContainsAny(tok, "abcdef") && len(tok) <= 40
}

// bestLabel picks the label that a line is about: the surest shape, then the
// nearestMentions before column at, then the first after it.
func bestLabel(spans []labelSpan, at int) (best labelSpan, found bool) {
	for _, s := range spans {
		if !found || s.kind > best.kind || s.kind == best.kind && s.end <= at {
			best, found = s, true
		}
	}
	return best, found
}

// versionOf is the part of a numbered label before its build number.
func versionOf(label string) (version, number string) {
	i := strings.IndexByte(label, '-')
	if i < 0 || !numberedShape.MatchString(label) {
		return "", ""
	}
	number, _, _ = strings.Cut(label[i+1:], "-")
	return label[:i], strings.TrimPrefix(number, "b")
}
