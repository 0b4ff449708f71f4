package fetch

import (
	"regexp"
	"strings"
)

// leadsSomewhere reports a run, an artifact or a folder among the addresses;
// "Build: 7.1.2-3456 https://..." is a heading all the same.
func (t *ticketReader) leadsSomewhere(l *ticketLine) bool {
	for _, a := range l.addrs {
		if _, run := ciRunOf(a.ref); run || isArchive(a.ref) {
			return true
		}
		if ref, err := ParseRef(a.ref); err == nil && ref.Bucket != "" {
			return true
		}
	}
	return false
}

// largeNumber is more likely a measurement than a version.
var largeNumber = regexp.MustCompile(`^\d{3,}\.\d+$`)

// readBuild takes "7.1.2-3456", "Build: 7.1.2-3456", "Logs for 7.1.2-3456:".
func (h *ticketHeading) readBuild(text string, marked bool, f followKind) bool {
	if m := buildKey.FindStringSubmatch(text); m != nil && len(wordsOf(m[3])) <= 8 {
		label := strings.Trim(m[2], ".,;()[]\"'")
		if otherProduct.MatchString(text[:len(text)-len(m[2])-len(m[3])]) || label == "" {
			return false
		}
		h.class, h.build, h.keyed = buildHeading, label, true
		word := strings.ToLower(m[1])
		h.commit = word != "build" && word != "version"
		return true
	}
	labels := labelsIn(text)
	best, ok := bestLabel(labels, len(text))
	if !ok || countKind(labels, best.kind) > 1 {
		return false
	}
	rest := strings.TrimSpace(strings.Trim(text[:best.start], " ") + ", " + strings.Trim(text[best.end:], ": "))
	sure := best.kind == numbered || best.kind == versioned
	addressed := f == runFollows || f == archiveFollows || f == addressFollows
	words := len(wordsOf(rest))
	switch {
	case words == 0 && (sure || marked || addressed):
	case largeNumber.MatchString(best.label) && !addressed: // "Baseline: 5120.5"
		return false
	case isSmall(rest) && words <= 5 && (marked || addressed || strings.HasSuffix(strings.TrimSpace(text[:best.start]), ":")):
	case words <= 4 && marked && sure && !hasWord(rest, pronouns):
		if !hasWord(rest, closingHeadings) {
			h.titleFacts = readTitle(withoutSmall(rest))
		}
		if h.free {
			h.titleFacts = titleFacts{}
		}
	default:
		return false
	}
	h.class, h.build = buildHeading, best.label
	return true
}

// withoutSmall drops the parts of a heading that only introduce its build.
func withoutSmall(rest string) string {
	var parts []string
	for _, p := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(",;()[]", r) }) {
		if !isSmall(p) {
			parts = append(parts, strings.TrimSpace(p))
		}
	}
	return strings.Join(parts, ", ")
}

func countKind(spans []labelSpan, kind labelKind) (n int) {
	seen := map[string]bool{}
	for _, s := range spans {
		if s.kind == kind && !seen[s.label] {
			seen[s.label] = true
			n++
		}
	}
	return n
}
