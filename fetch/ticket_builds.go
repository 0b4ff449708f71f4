package fetch

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A buildBook collects the build labels of a text: those that its structure
// confirms, and every place that names one of them in full.
type buildBook struct {
	byLabel   map[string]*buildFacts
	confirmed int // how often confirm was called: the order of labels on a line
}

type buildFacts struct {
	label string
	lines []int // confirmed, or named
	first [2]int
	runs  bool // a run has it
	side  int  // -1 the text calls it base, 1 head
}

func newBuildBook() *buildBook { return &buildBook{byLabel: map[string]*buildFacts{}} }

// confirm notes that the structure of the text makes label a build, and the
// line that names it.
func (b *buildBook) confirm(label string, line int) {
	if label == "" || line == 0 {
		return
	}
	f := b.byLabel[label]
	if f == nil {
		f = &buildFacts{label: label, first: [2]int{1 << 30, 0}, side: sideOf(label)}
		b.byLabel[label] = f
	}
	b.confirmed++
	f.at(line, 1<<20+b.confirmed) // scan finds the column, if the label is one word
}

// sideOf tells the side that a label itself names: baseline, 10.2-patched.
func sideOf(label string) int {
	side := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(label), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if baseWords[w] {
			side--
		}
		if headWords[w] {
			side++
		}
	}
	return max(-1, min(1, side))
}

func (f *buildFacts) at(line, column int) {
	if n := len(f.lines); n == 0 || f.lines[n-1] != line {
		f.lines = append(f.lines, line)
	}
	if p := [2]int{line, column}; slices.Compare(p[:], f.first[:]) < 0 {
		f.first = p
	}
}

var buildWord = regexp.MustCompile(`(?i)\b(?:build|version|release|upgrade|upgrading|commit|cset|sha)\s*[:=#]?\s*$`)

// scan confirms labels that prose makes builds: numbered ones anywhere, other
// versions behind the word build or set against another, and then notes every
// line that names a confirmed label.
func (b *buildBook) scan(lines []ticketLine) {
	for i := range lines {
		l := &lines[i]
		if l.fenced || l.table {
			continue
		}
		for _, s := range labelsIn(l.masked) {
			if s.kind == numbered || s.kind >= versioned && buildWord.MatchString(l.masked[:s.start]) {
				b.confirm(s.label, l.no)
			}
		}
		if strings.ContainsAny(l.masked, "0123456789") {
			b.scanPairs(l)
		}
	}
	for i := range lines {
		l := &lines[i]
		for _, m := range tokenShape.FindAllStringIndex(l.masked, -1) {
			tok := strings.TrimRight(l.masked[m[0]:m[1]], "._~+@/-")
			if f := b.byLabel[tok]; f != nil {
				f.at(l.no, m[0])
			}
		}
	}
	for _, f := range b.byLabel {
		slices.Sort(f.lines)
		f.lines = slices.Compact(f.lines)
	}
}

// scanPairs confirms two versions that a sentence sets against each other.
func (b *buildBook) scanPairs(l *ticketLine) {
	labels := labelsIn(l.masked)
	for i := 0; i+1 < len(labels); i++ {
		first, second := labels[i], labels[i+1]
		if first.kind == versioned && second.kind == versioned && first.label != second.label && relate(l.masked, first, second) != noRelation {
			b.confirm(first.label, l.no)
			b.confirm(second.label, l.no)
		}
	}
}

// ordered returns the builds in the order they are first named.
func (b *buildBook) ordered() []*buildFacts {
	var out []*buildFacts
	for _, f := range b.byLabel {
		out = append(out, f)
	}
	slices.SortFunc(out, func(x, y *buildFacts) int {
		if c := slices.Compare(x.first[:], y.first[:]); c != 0 {
			return c
		}
		return strings.Compare(x.label, y.label)
	})
	return out
}
