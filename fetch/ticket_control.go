package fetch

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// PlanControl is where a ticket calls a stratum unaffected: it is the control of the others,
// as far as the ticket knows.
type PlanControl struct {
	Text string `json:"text"` // the words
	Line int    `json:"line"`
}

var (
	// unaffected matches what a title, a remark or a sentence says of a test that lacks the change.
	unaffected = regexp.MustCompile(`(?i)\bno (?:visible |measurable |noticeable |observable )?(?:regressions?|degradations?|slow-?downs?|drops?|change|difference|impact)\b|` +
		`\b(?:is|are|was|were|looks?)(?: still)? (?:fine|unchanged|unaffected|alike|the same)\b|\bunaffected\b|\bnot (?:affected|impacted|regressed)\b|` +
		`\b(?:does|do|did)(?:n't| not) (?:happen|regress|occur|reproduce|(?:show|have|see)(?: up)? (?:it|this|that|(?:the |an? |any |such )?(?:same )?(?:regression|degradation|slow-?down|drop|problem|issue|effect))|show up)\b|\b(?:is|are|was|were)(?:n't| not) (?:seen|visible|observed|present|reproducible|there)\b`)
	// calledControl matches the word in a bracket or after a dash of a title, and "as a control".
	calledControl = regexp.MustCompile(`(?i)(?:[(\[:,]|\s[-–—])\s*(?:the )?(control)(?: run| runs| test| tests| group| pair| case)?\s*(?:[)\],:]|$)|^(control)(?: run| runs| test| tests| group| pair| case)?\s*(?:[,:(\[]|$)|\b((?:as|is|are) (?:an? |the )?controls?)\b`)
	// hedged matches what makes such words a guess, a question, a wish or a story of before or after.
	hedged = regexp.MustCompile(`(?i)\?|\b(?:if|whether|unless|until|before|yet|should|expect\w*|assum\w*|probably|perhaps|maybe|might|could|would|seems?|apparently|unclear|unknown|not sure|think|hop(?:e|ing)|no longer|any ?more|fix(?:ed|es)?|others?|elsewhere|rest|not un\w+)\b`)
	// sideMetrics are what a sentence may call unaffected while the result is not.
	sideMetrics = wordSet(`cpu memory mem rss disk latency latencies errors bytes iowait network p50 p75 p90 p95 p99 p999 percentile size binary plan`)
)

// unaffectedIn finds the words with which a title or a line of a run says that its test is
// unaffected; named tells that it is only called a control.
func unaffectedIn(text string) (words string, named bool) {
	text = strings.ReplaceAll(text, "’", "'")
	if hedged.MatchString(text) {
		return "", false
	}
	if words = unaffected.FindString(text); words != "" {
		return words, false
	}
	for _, m := range calledControl.FindAllStringSubmatch(text, -1) {
		return m[1] + m[2] + m[3], true
	}
	return "", false
}

// isRemark tells whether a part of a title says nothing else than that the test is unaffected.
func isRemark(part string) bool {
	words, _ := unaffectedIn(part)
	return words != "" && len(wordsOf(part)) <= len(wordsOf(words))+1
}

// readControls finds the strata that the text calls unaffected: in a title over both sides, on
// the lines of the runs, or in a sentence that names the stratum. Whose own numbers
// contradict that is none, and it is said.
func (t *ticketReader) readControls() {
	lines := map[*ticketRun][]*ticketLine{}
	for i := range t.lines {
		if l := &t.lines[i]; l.run != nil {
			lines[l.run] = append(lines[l.run], l)
		}
	}
	strata := make([]*ticketStratum, len(t.strata))
	for i := range t.strata {
		strata[i] = &t.strata[i]
		t.strata[i].control = t.strata[i].titled(lines)
	}
	if len(strata) > 1 && len(strata) <= maxClaimStrata {
		t.sentences(func(s *sentence) {
			if s.first != nil && !s.first.title && s.first.run == nil {
				readSpared(s, strata)
			}
		})
	}
	for _, s := range strata {
		if c := s.control; c != nil && s.changed.Pct != nil && math.Abs(*s.changed.Pct) >= movedPct {
			t.problem(LevelWarning, "control-contradicted", []int{c.Line}, "the text says %q of %s, but its own numbers give %s there, so it is taken for no control",
				c.Text, factorText(s.factors), percentText(*s.changed.Pct))
			s.control = nil
		}
	}
}

// movedPct is from which change on a ticket's own numbers speak against its words.
const movedPct = 5

// titled finds what the titles and the lines of the runs of a stratum say. "Control" may
// be the name of a side, so all runs must be called so; "no regression" is said of
// the head.
func (s *ticketStratum) titled(lines map[*ticketRun][]*ticketLine) *PlanControl {
	var found *PlanControl
	says := func(r *ticketRun) (said, named bool) {
		try := func(text string, line int) {
			words, control := unaffectedIn(text)
			if words == "" {
				return
			}
			said, named = true, control
			if found == nil {
				found = &PlanControl{Text: words, Line: line}
			}
		}
		for _, m := range r.mentions {
			if m.own && m.test != nil && !said {
				try(m.test.text, m.test.line)
			}
		}
		for _, l := range lines[r] {
			if !said {
				try(l.masked, l.no)
			}
		}
		return said, named
	}
	onlyNamed := false
	for _, r := range s.head {
		said, named := says(r)
		if !said {
			return nil
		}
		onlyNamed = onlyNamed || named
	}
	for _, r := range s.base {
		if said, _ := says(r); onlyNamed && !said {
			return nil
		}
	}
	return found
}

// readSpared reads a sentence of prose, clause by clause. It must name a stratum by its
// factors, not all of them, and no build other than the two compared.
func readSpared(s *sentence, strata []*ticketStratum) {
	lo := 0
	borders := append(clauseBorder.FindAllStringIndex(s.text, -1), []int{len(s.text), len(s.text)})
	for _, b := range borders {
		clause, at := strings.ReplaceAll(s.text[lo:b[0]], "’", "'"), lo
		lo = b[1]
		place := unaffected.FindStringIndex(clause)
		if place == nil || hedged.MatchString(clause) || hasWord(clause, sideMetrics) || partOfRun.MatchString(clause) || len(labelsIn(clause)) > 0 {
			continue
		}
		for _, x := range namedBy(clause, strata) {
			if x.control == nil {
				x.control = &PlanControl{Text: shorten(strings.Trim(clause, " .,;:"), 120), Line: s.lineAt(at + place[0])}
			}
		}
	}
}

var clauseBorder = regexp.MustCompile(`(?i)[;:,.!]\s+(?:(?:but|and|while|whereas|although|though)\s)?|\s(?:but|while|whereas|although|though)\s`)

// namedBy are the strata that a clause names; nil when that is none or all.
func namedBy(clause string, strata []*ticketStratum) []*ticketStratum {
	values := map[string][]string{}
	for _, m := range mentionsIn(clause, strata) {
		values[m.key] = append(values[m.key], m.value)
	}
	if len(values) == 0 {
		return nil
	}
	var found []*ticketStratum
	for _, s := range strata {
		named := true
		for k, list := range values {
			named = named && slices.Contains(list, s.factors[k])
		}
		if named {
			found = append(found, s)
		}
	}
	if len(found) == len(strata) {
		return nil
	}
	return found
}
