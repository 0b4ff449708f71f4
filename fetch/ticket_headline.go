package fetch

import (
	"regexp"
	"strings"
)

// A rawHeadline is a number before its separators are decided, which takes
// all of them.
type rawHeadline struct {
	number, unit, metric string
	scale                float64
	line                 int
}

// addHeadlines keeps numbers that the run does not have yet from that line.
func (r *ticketRun) addHeadlines(found []rawHeadline) {
	for _, h := range found {
		known := false
		for _, k := range r.headline {
			known = known || k.number == h.number && (k.metric == h.metric || k.line == h.line)
		}
		if !known {
			r.headline = append(r.headline, h)
		}
	}
}

var (
	headlineShape = regexp.MustCompile(`^[\s([:=>~≈|–—-]*(.*?)[\s:=~≈]*([+-]?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,']*))\s*(?:([kKM])(?:\b|\s))?\s*([A-Za-zµ%][A-Za-zµ/%]*(?:\s+per\s+[a-z]+)?)?[\s.()\[\]|]*$`)
	trailingWord  = regexp.MustCompile(`(?i)[\s,;]+(?:vs\.?|versus|and|to|then|->|→)\s*$`)
)

// headlines reads the numbers beside a run's address: parts between commas,
// each a number with words of its metric before and a unit behind, at most.
func headlines(s string, line int, metric, unit string) []rawHeadline {
	s = bracketed.ReplaceAllStringFunc(s, func(in string) string {
		inside := strings.TrimSpace(in[1 : len(in)-1])
		if !strings.Contains(inside, "%") && (isUnit(inside) || hasUnit(inside) || isDigits(inside)) {
			return " " + inside + " "
		}
		return " "
	})
	s = trailingWord.ReplaceAllString(s, "")
	var out []rawHeadline
	for _, part := range splitOutside(s) {
		m := headlineShape.FindStringSubmatch(part)
		if m == nil || m[1] != "" && !hasWord(m[1], metricWords) || len(wordsOf(m[1])) > 4 {
			continue
		}
		u := m[4]
		if u != "" && !isUnit(u) && !metricWords[strings.ToLower(u)] {
			continue // "3 nodes", "2 runs"
		}
		h := rawHeadline{number: strings.TrimRight(m[2], ".,"), unit: u, metric: strings.TrimSpace(m[1]), scale: factorOf(m[3]), line: line}
		if h.metric == "" {
			h.metric = metric
		}
		if h.unit == "" && h.metric == metric {
			h.unit = unit
		}
		out = append(out, h)
	}
	return out
}

// splitOutside cuts at commas that do not stand inside a number, at
// semicolons, bars and dashes.
func splitOutside(s string) []string {
	var parts []string
	start := 0
	for i := 0; i < len(s); i++ {
		if i > start && strings.HasPrefix(s[i:], " - ") {
			parts, start = append(parts, s[start:i]), i+2
			continue
		}
		cut := s[i] == ';' || s[i] == '|' || s[i] == ',' && (i+1 == len(s) || s[i+1] < '0' || s[i+1] > '9')
		if cut {
			parts, start = append(parts, s[start:i]), i+1
		}
	}
	return append(parts, s[start:])
}

// settleHeadlines reads the numbers beside the runs; what their commas and
// blanks mean is decided over all of them.
func (t *ticketReader) settleHeadlines() {
	var all []string
	for _, r := range t.runs {
		for _, h := range r.headline {
			all = append(all, h.number)
		}
	}
	style := separatorsOf(all)
	var unread []int
	for _, r := range t.runs {
		for _, h := range r.headline {
			v, ok := style.number(h.number)
			if !ok {
				unread = append(unread, h.line)
				continue
			}
			r.plan.Headline = append(r.plan.Headline, PlanHeadline{Value: v * h.scale, Unit: given(h.unit), Metric: given(h.metric), Line: h.line})
		}
	}
	if unread != nil {
		t.problem(LevelAsk, "number-style", unread, "the numbers of %s group thousands in more than one way and were not read", lineList(unread))
	}
}
