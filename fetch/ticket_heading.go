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
	factorHeading               // SDK3 Alpha2; a test's title
	buildHeading                // 7.1.2-3456
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
