package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// knownLine is a line by which a format is known, from its specimen.
type knownLine struct {
	format *Format
	text   string
	words  []string
}

// knownLines are those of all formats; formats do not change after the start.
var knownLines = sync.OnceValue(func() []knownLine {
	var out []knownLine
	for _, f := range formats {
		for _, e := range why(f, newHead([]byte(f.Specimen), true)) {
			if words := wordsOf([]byte(e.Text)); len(words) >= minNear {
				out = append(out, knownLine{f, e.Text, words})
			}
		}
	}
	return out
})

// nearMisses finds the formats among some that a member resembles.
func nearMisses(h Head, among []*Format) []NearMiss {
	var out []NearMiss
	best := map[*Format]int{}
	for i, line := range h.Lines {
		has := map[string]bool{}
		for _, w := range wordsOf(line) {
			has[w] = true
		}
		for _, known := range knownLines() {
			if len(has) < minNear || !slices.Contains(among, known.format) {
				continue
			}
			m := NearMiss{Format: known.format, Evidence: Evidence{int64(i) + 1, shown(line)}, Wanted: known.text, Of: len(known.words)}
			for _, w := range known.words {
				if has[w] {
					m.Has++
				} else {
					m.Lacks = append(m.Lacks, w)
				}
			}
			if m.Has < minNear || m.Has*2 < m.Of {
				continue
			}
			at, known := best[m.Format]
			switch {
			case !known:
				best[m.Format] = len(out)
				out = append(out, m)
			case m.nearer(&out[at]) < 0:
				out[at] = m
			}
		}
	}
	slices.SortFunc(out, func(a, b NearMiss) int { return cmp.Or(a.nearer(&b), strings.Compare(a.Format.ID(), b.Format.ID())) })
	return out[:min(len(out), maxNear)]
}

// nearer is negative when m has a larger share of the words than o.
func (m *NearMiss) nearer(o *NearMiss) int { return o.Has*m.Of - m.Has*o.Of }

// wordsOf are the words of a line that have a letter, once each; numbers are none.
func wordsOf(line []byte) []string {
	var out []string
	for _, w := range bytes.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`",:;{}[]()=<>`, r) }) {
		if s := string(w); strings.IndexFunc(s, unicode.IsLetter) >= 0 && !slices.Contains(out, s) && len(out) < 64 {
			out = append(out, s)
		}
	}
	return out
}
