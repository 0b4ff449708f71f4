package fetch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A sentence is a stretch of prose with the line of every part of it.
type sentence struct {
	text  string // addresses blanked out
	lines []lineStart
	first *ticketLine
}

// A lineStart says where in a sentence a line begins.
type lineStart struct{ at, line int }

// maxSentence bounds a sentence, for text without full stops.
const maxSentence = 2000

// sentences joins the lines of a paragraph, which exports wrap, and cuts them
// at full stops. Tables, code and addresses are left out; bullets and headings
// stand alone.
func (t *ticketReader) sentences(each func(*sentence)) {
	var s sentence
	end := func() {
		if strings.TrimSpace(s.text) != "" {
			each(&s)
		}
		s = sentence{}
	}
	var text strings.Builder
	flush := func() {
		s.text = text.String()
		text.Reset()
		end()
	}
	for i := range t.lines {
		l := &t.lines[i]
		if l.blank() || l.table || l.fenced {
			flush()
			continue
		}
		alone := l.bullet || l.heading > 0 || l.bold || l.title || l.run != nil
		if alone || i == t.first+1 || text.Len() > 0 && !continues(text.String()[max(0, text.Len()-16):], l.masked) {
			flush()
		}
		for _, part := range splitSentences(l.masked) {
			if text.Len() > 0 {
				text.WriteByte(' ')
			} else {
				s.first = l
			}
			if n := len(s.lines); n == 0 || s.lines[n-1].line != l.no {
				s.lines = append(s.lines, lineStart{text.Len(), l.no})
			}
			text.WriteString(part.text)
			if part.ended || text.Len() > maxSentence {
				flush()
			}
		}
		if l.heading > 0 || l.title || l.run != nil || i == t.first {
			flush()
		}
	}
	flush()
}

// continues reports that a line goes on with the sentence before it: it begins
// with a small letter, or the sentence so far cannot end there.
func continues(before, line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	if !unicode.IsUpper(first) || strings.HasSuffix(before, ",") {
		return true
	}
	words := wordsOf(before)
	return len(words) > 0 && unfinished[words[len(words)-1]]
}

var unfinished = wordSet(`for and with of to the in on by a an than at from about around or under is was over but between`)

// lineAt is the line of the text at offset at.
func (s *sentence) lineAt(at int) int {
	i, found := slices.BinarySearchFunc(s.lines, at, func(l lineStart, at int) int { return l.at - at })
	if !found {
		i--
	}
	return s.lines[max(i, 0)].line
}

type sentencePart struct {
	text  string
	ended bool
}

// splitSentences cuts a line after . ! ? and before the blank that follows,
// and pieces without any at maxSentence.
func splitSentences(text string) []sentencePart {
	var parts []sentencePart
	start := 0
	for i := 0; i < len(text); i++ {
		stop := strings.IndexByte(".!?", text[i]) >= 0 && (i+1 == len(text) || text[i+1] == ' ') && !isAbbreviation(text[start:i])
		if stop || i-start > maxSentence && text[i] == ' ' {
			parts = append(parts, sentencePart{strings.TrimSpace(text[start : i+1]), true})
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		for len(rest) > 2*maxSentence { // no blank in it either: nothing to read
			parts, rest = append(parts, sentencePart{"", true}), rest[2*maxSentence:]
		}
		parts = append(parts, sentencePart{rest, false})
	}
	return parts
}

var abbreviations = wordSet("avg vs approx ca e.g i.e eg ie no max min resp etc cf st")

func isAbbreviation(before string) bool {
	word := before[strings.LastIndexAny(before, " (")+1:]
	return abbreviations[strings.ToLower(word)]
}
