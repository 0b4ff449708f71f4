package fetch

import (
	"regexp"
	"strings"
)

// A headingClass says what a heading is about. A heading closes those of its
// own class and of the classes after it.
type headingClass int

const (
	noHeading      headingClass = iota
	closingHeading              // Analysis, Changelog: about no run
	factorHeading               // SDK3 Alpha6; a test's title
	buildHeading                // 6.5.0-4131
	roleHeading                 // c1
	neutralHeading              // Logs
)

// A ticketHeading is a line that says what the lines after it are about.
type ticketHeading struct {
	titleFacts
	class  headingClass
	text   string
	line   int
	build  string
	role   string
	level  int // of a Markdown or wiki heading, else 0
	depth  int // of a bullet
	bullet bool
	keyed  bool // "Build: x"
	commit bool // the build is only a commit, a branch or a tag
	side   bool // no label, only "Baseline" or "Head"
}

var (
	buildKey = regexp.MustCompile(`(?i)^(?:(?:\w+ )?(build|version|release|branch|commit|revision|sha|tag)(?:[ -]?(?:no\.?|number|label|id|under test))?)\s*[:=]\s*(\S+)(.*)$`)
	roleText = regexp.MustCompile(`(?i)^(?:(?:the|cluster|side|on)\s+)?(c\d+|source|src|target|tgt|dst|destination|primary|secondary|replica|master|slave|leader|follower)(?:\s+(?:cluster|nodes?|side|zips?|logs?|artifacts?))*\s*(?:\((.*)\))?\s*:?$`)
	sideName = regexp.MustCompile(`(?i)\bc\d+\b`)
)

// headingAt reads line i as a heading. Whether a plain line is one depends on
// what follows it.
func (t *ticketReader) headingAt(i int) (h ticketHeading, ok bool) {
	l := &t.lines[i]
	if l.blank() || l.table || len(l.text) > 300 {
		return h, false
	}
	text := strings.TrimSpace(l.masked)
	if len(l.addrs) > 0 && (t.leadsSomewhere(l) || !buildKey.MatchString(text)) {
		return h, false
	}
	h = ticketHeading{text: strings.TrimRight(text, ": "), line: l.no, level: l.heading, depth: l.depth, bullet: l.bullet}
	marked := l.heading > 0 || l.bold || strings.HasSuffix(text, ":")
	follows := t.after(i)
	if h.readBuild(text, marked, follows) {
		return h, true
	}
	if m := roleText.FindStringSubmatch(text); m != nil && (marked || follows == archiveFollows) {
		h.class, h.role = roleHeading, strings.ToLower(m[1])
		if side := sideName.FindString(text); side != "" {
			h.role = strings.ToLower(side)
		}
		return h, true
	}
	first := t.first == i
	if first && !strings.HasSuffix(text, ":") {
		return h, false // the ticket's title
	}
	words := wordsOf(text)
	switch {
	case len(words) == 0, len(words) > 40:
		return h, false
	case marked && len(words) <= 4 && hasWord(words[0], closingHeadings):
		h.class = closingHeading
		return h, true
	case marked && allWords(text, neutralHeadings):
		h.class = neutralHeading
		return h, true
	}
	if marked && len(words) <= 3 && isSmall(text) && (hasWord(text, baseWords) || hasWord(text, headWords)) {
		h.class, h.build, h.side = buildHeading, strings.ToLower(h.text), true
		return h, true
	}
	h.titleFacts = readTitle(text)
	strict := len(h.factors) > 0 && !h.free
	runs := follows == runFollows || follows == labelFollows || follows == deeperFollows
	if marked || runs && (l.bullet && follows == deeperFollows || strict || len(words) <= 5 && !strings.HasSuffix(text, ".")) {
		h.class = factorHeading
		return h, true
	}
	return h, false
}

// leadsSomewhere reports a run, an artifact or a folder among the addresses;
// "Build: 7.0.0-2147 https://..." is a heading all the same.
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

// readBuild takes "6.5.0-4131", "Build: 6.5.0-4131", "Logs for 6.5.0-4131:".
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

// A followKind is what comes after a line.
type followKind int

const (
	nothingFollows followKind = iota
	textFollows
	runFollows     // a line with a CI address
	archiveFollows // a line with an archive
	addressFollows // a line with another address
	labelFollows   // a line that is only a build
	deeperFollows  // a deeper bullet with a CI address or a build
)

func (t *ticketReader) after(i int) followKind {
	j := i + 1
	for j < len(t.lines) && t.lines[j].blank() {
		j++
	}
	if j >= len(t.lines) {
		return nothingFollows
	}
	l := &t.lines[j]
	kind := textFollows
	for _, a := range l.addrs {
		switch _, isRun := ciRunOf(a.ref); {
		case isArchive(a.ref) && kind != runFollows:
			kind = archiveFollows
		case isRun:
			kind = runFollows
		case kind == textFollows:
			kind = addressFollows
		}
	}
	if kind == textFollows {
		if labels := labelsIn(l.text); len(labels) == 1 && labels[0].end-labels[0].start >= len(strings.Trim(l.text, ": ")) {
			kind = labelFollows
		}
	}
	if l.bullet && l.depth > t.lines[i].depth && t.lines[i].bullet && (kind == runFollows || kind == labelFollows) {
		kind = deeperFollows
	}
	return kind
}
