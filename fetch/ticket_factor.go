package fetch

import (
	"regexp"
	"strings"
)

// titleFacts is what the title of a test, or a heading over runs, says.
type titleFacts struct {
	factors      map[string]string
	free         bool // the only factor is free text, under the name "variant"
	metric, unit string
}

var (
	keyValue     = regexp.MustCompile(`([A-Za-z][\w.-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s,;|()]+)`)
	topology     = regexp.MustCompile(`\b(\d+)\s*(?:->|→|=>|-->)\s*(\d+)\b`)
	unitParens   = regexp.MustCompile(`[(\[]\s*((?:[A-Za-zµ%]+\s*/\s*)?[A-Za-zµ%]+(?:\s*/\s*[A-Za-z]+|\s+per\s+[A-Za-z]+)?)\s*[)\]]`)
	bracketed    = regexp.MustCompile(`\(([^()]*)\)|\[([^\[\]]*)\]`)
	countNoun    = regexp.MustCompile(`^(\d[\d.,]*[kKmMgG]?)\s*[- ]?\s*([A-Za-z][A-Za-z _-]*)$`)
	nounCount    = regexp.MustCompile(`^([A-Za-z][A-Za-z _-]*?)\s*[ #]\s*(\d[\w.]*)$`)
	nounValue    = regexp.MustCompile(`^((?:[\w.+-]+ )*?)([A-Za-z][\w+-]*) ([A-Za-z]+[-_.]?\d[\w.]*|[A-Z]|[A-Z]{2,5})$`)
	productShape = regexp.MustCompile(`\d\S*(?:\s+\w+)?\s*[x×*]\s*\d`)
	titleLead    = regexp.MustCompile(`(?i)^(?:(?:results?|runs?|numbers?|tests?|data|measurements?|jobs?)\s+)?(?:for|with|on|using|under|at|of)\s+(?:the\s+)?`)
	titleTail    = regexp.MustCompile(`(?i)\s+(?:clients?|runs?|results?|case|only|setup|config(?:uration)?|numbers?)$`)
	pronouns     = wordSet(`we i these this that those following then again it here they our you`)
)

// readTitle takes a title apart: parts between commas are the metric, key and
// value pairs, counts, flags; what stands in brackets the same, or a unit, or
// a remark that is left out.
func readTitle(title string) titleFacts {
	f := titleFacts{factors: map[string]string{}}
	title = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(title), ":"))
	title = bracketed.ReplaceAllStringFunc(title, func(in string) string {
		inside := strings.TrimSpace(in[1 : len(in)-1])
		switch {
		case isUnit(inside):
			f.unit = inside
		case hasWord(inside, remarkWords) && !strings.ContainsAny(inside, "="):
		default:
			return ", " + inside + ", "
		}
		return " "
	})
	parts := titleParts(title)
	for _, part := range parts {
		f.readPart(part, len(parts) == 1)
	}
	if f.metric == "" {
		f.unit = ""
	}
	return f
}

func titleParts(title string) []string {
	var parts []string
	title = titleTail.ReplaceAllString(titleLead.ReplaceAllString(title, ""), "")
	for _, p := range strings.FieldsFunc(title, func(r rune) bool { return r == ',' || r == ';' || r == '|' }) {
		for _, q := range strings.Split(p, " - ") {
			if q = strings.Trim(q, " \t-–—"); q != "" {
				parts = append(parts, q)
			}
		}
	}
	return parts
}

func (f *titleFacts) readPart(part string, alone bool) {
	if m := topology.FindStringSubmatchIndex(part); m != nil {
		f.factors["topology"] = part[m[2]:m[3]] + " -> " + part[m[4]:m[5]]
		part = strings.TrimSpace(part[:m[0]] + " " + part[m[1]:])
	}
	if pairs := keyValue.FindAllStringSubmatch(part, -1); pairs != nil {
		for _, m := range pairs {
			f.factors[strings.ToLower(m[1])] = factorValue(strings.Trim(m[2], `"'`))
		}
		return
	}
	if key, value, ok := strings.Cut(part, ": "); ok && len(wordsOf(key)) == 1 && !hasWord(key, neutralHeadings) {
		f.factors[slug(key)] = factorValue(strings.TrimSpace(value))
		return
	} else if ok {
		f.readPart(key, false)
		part = value
	}
	part = strings.TrimSpace(part)
	if part == "" {
		return
	}
	if productShape.MatchString(part) {
		f.factors["data"] = part
		return
	}
	if m := countNoun.FindStringSubmatch(part); m != nil {
		f.factors[plural(slug(m[2]))] = m[1]
		return
	}
	if m := nounCount.FindStringSubmatch(part); m != nil {
		f.factors[slug(m[1])] = m[2]
		return
	}
	if hasWord(part, metricWords) && f.metric == "" {
		f.metric = part
		return
	}
	if m := nounValue.FindStringSubmatch(part); m != nil && len(wordsOf(m[1])) <= 3 {
		key := strings.TrimRight(slug(m[1]+m[2]), "0123456789._")
		if key != "" {
			f.factors[key] = factorValue(m[3])
			return
		}
	}
	f.readFree(part, alone)
}

// readFree makes a flag of a part among others, and a variant of a heading
// that has only this. Sentences say nothing about factors.
func (f *titleFacts) readFree(part string, alone bool) {
	words := wordsOf(part)
	if isRemark(part) || len(words) == 0 || len(words) > 4 || hasWord(part, pronouns) {
		return
	}
	if !alone {
		f.factors[slug(part)] = "true"
		return
	}
	if !allWords(part, neutralHeadings) {
		f.factors["variant"] = strings.ToLower(part)
		f.free = true
	}
}
