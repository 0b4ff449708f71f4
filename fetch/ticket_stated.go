package fetch

import (
	"regexp"
	"strings"
)

// A statedPair is a place where the text sets two builds against each other.
type statedPair struct {
	base, head string
	directed   bool // "from a to b", "b compared to a"; not "a vs b"
	line       int
	words      string
	changelog  bool
}

var (
	towards    = regexp.MustCompile(`^(?:to|->|→|=>|-->|\.{2,3}|up to|and then)$`)
	backwards  = regexp.MustCompile(`(?:^|\s)(?:than(?: (?:in|with|on|for|under))?|(?:as )?compared (?:to|with)|in comparison (?:to|with)|relative to|over|against(?: the)?(?: base(?:line)?)?)$`)
	fromToLink = regexp.MustCompile(`(?i)[?&](?:fromb|from|base|old|since)=([^&#\s]+)&(?:[^#\s]*&)?(?:tob|to|head|new|until)=([^&#\s]+)`)
	compareURL = regexp.MustCompile(`/compare/([^/?#\s]+?)\.{2,3}([^/?#\s]+)`)
	sideBehind = regexp.MustCompile(`^\s*[([]\s*([^()\[\]]{1,40})[)\]]`)
)

// findPairs collects the pairs that prose and changelog addresses state, and
// the words that call a build good or bad.
func (t *ticketReader) findPairs() {
	for i := range t.lines {
		l := &t.lines[i]
		for _, a := range l.addrs {
			for _, shape := range []*regexp.Regexp{fromToLink, compareURL} {
				if m := shape.FindStringSubmatch(a.ref); m != nil {
					t.addPair(unescape(m[1]), unescape(m[2]), true, true, l.no, "the changelog's address")
				}
			}
		}
		if l.fenced || l.table {
			continue
		}
		labels := t.confirmedIn(l.masked)
		for k, s := range labels {
			t.builds.hintBeside(s, l.masked)
			if k+1 < len(labels) && labels[k+1].label != s.label {
				t.readBetween(s, labels[k+1], l)
			}
		}
	}
}

func (t *ticketReader) readBetween(a, b labelSpan, l *ticketLine) {
	words := strings.Join(strings.Fields(l.masked[a.start:b.end]), " ")
	switch relate(l.masked, a, b) {
	case firstIsBase:
		t.addPair(a.label, b.label, true, false, l.no, words)
	case secondIsBase:
		t.addPair(b.label, a.label, true, false, l.no, words)
	case sideBySide:
		t.addPair(a.label, b.label, false, false, l.no, words)
	}
}

// A relation is how a sentence sets two labels against each other.
type relation int

const (
	noRelation   relation = iota
	firstIsBase           // from a to b, between a and b
	secondIsBase          // a is slower than b, a compared to b
	sideBySide            // a vs b
)

func relate(masked string, a, b labelSpan) relation {
	between := masked[a.end:b.start]
	if len(between) > 80 || strings.ContainsAny(between, ".;!?") && !strings.Contains(between, "..") {
		return noRelation
	}
	between = strings.Join(strings.Fields(strings.ToLower(bracketed.ReplaceAllString(between, " "))), " ")
	between = strings.Trim(between, ",: ")
	before := wordsOf(masked[max(0, a.start-40):a.start])
	switch {
	case between == "and" && len(before) > 0 && before[len(before)-1] == "between", towards.MatchString(between):
		return firstIsBase
	case backwards.MatchString(between):
		return secondIsBase
	case between == "vs" || between == "vs." || between == "versus" || between == "and":
		return sideBySide
	}
	return noRelation
}

func (t *ticketReader) addPair(base, head string, directed, changelog bool, line int, words string) {
	if base != head {
		t.pairs = append(t.pairs, statedPair{base, head, directed, line, words, changelog})
	}
}

// confirmedIn finds the labels of builds in a line, once builds are known.
func (t *ticketReader) confirmedIn(masked string) []labelSpan {
	var spans []labelSpan
	for _, m := range tokenShape.FindAllStringIndex(masked, -1) {
		tok := strings.TrimRight(masked[m[0]:m[1]], "._~+@/-")
		if t.builds.byLabel[tok] != nil {
			spans = append(spans, labelSpan{start: m[0], end: m[0] + len(tok), label: tok})
		}
	}
	return spans
}

// hint notes that the words beside a label call it the base or the head.
func (b *buildBook) hint(label, text string) {
	f := b.byLabel[label]
	if f == nil || f.side != 0 {
		return
	}
	base := hasWord(strings.Replace(text, label, "", 1), baseWords)
	head := hasWord(strings.Replace(text, label, "", 1), headWords)
	if base != head {
		f.side = map[bool]int{true: -1, false: 1}[base]
	}
}

// mark notes the verdict that a table gives a build.
func (b *buildBook) mark(label, verdict string) {
	if f := b.byLabel[label]; f != nil && f.side == 0 {
		f.side = map[string]int{"good": -1, "bad": 1}[verdict]
	}
}

// hintBeside reads "7.1.2-3456 (good)" and "baseline 7.1.2-3456".
func (b *buildBook) hintBeside(s labelSpan, masked string) {
	if m := sideBehind.FindStringSubmatch(masked[s.end:]); m != nil && len(wordsOf(m[1])) <= 3 {
		b.hint(s.label, m[1])
		return
	}
	before := wordsOf(masked[max(0, s.start-24):s.start])
	for k := len(before) - 1; k >= 0 && k >= len(before)-2; k-- {
		switch before[k] {
		case "before", "after": // a time, not a side
			return
		case "build", "version", "release":
		default:
			b.hint(s.label, before[k])
			return
		}
	}
}
