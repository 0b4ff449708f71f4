package fetch

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
)

// A ticketRun gathers what the text says about one run.
type ticketRun struct {
	plan     PlanRun
	mentions []runMention
	headline []rawHeadline
	refused  bool
	hasCI    bool
}

// A runMention is one place where a run is given a build or a test.
type runMention struct {
	line     int
	build    string
	factors  map[string]string
	test     *ticketHeading
	own      bool // a line made for the run, not a remark in prose
	artifact bool // an artifact of the run
}

// A rawHeadline is a number before its separators are decided, which takes
// all of them.
type rawHeadline struct {
	number, unit, metric string
	scale                float64
	line                 int
}

// run returns the run of that id, made if it is new.
func (t *ticketReader) run(id string, line int) *ticketRun {
	if r := t.byID[id]; r != nil {
		return r
	}
	r := &ticketRun{plan: PlanRun{ID: id, Line: line}}
	t.byID[id] = r
	t.runs = append(t.runs, r)
	return r
}

// readRuns reads the CI addresses of a line.
func (t *ticketReader) readRuns(l *ticketLine) {
	labels := labelsIn(l.masked)
	own := isRunLine(l, labels)
	blanked := blankLabels(l.masked, labels)
	borders := addressBorders(l, labels)
	for k, a := range l.addrs {
		ci, ok := ciRunOf(a.ref)
		if !ok || isArchive(a.ref) {
			continue
		}
		r := t.ciRun(ci, a.ref, l.no)
		m := runMention{line: l.no, own: own, test: t.ctx.test()}
		if own && t.ctx.builtRun != nil && t.ctx.builtRun != r {
			t.ctx.build, t.ctx.builtRun = ticketHeading{}, nil
		}
		m.build, m.factors = t.runLabel(l, labels, a.start, l.masked[borders[k]:a.start], ci)
		if own {
			if f := t.ctx.allFactors(); f != nil {
				maps.Copy(f, m.factors)
				m.factors = f
			}
			metric, unit := t.ctx.metric()
			found := headlines(blanked[a.end:borders[k+1]], l.no, metric, unit)
			if found == nil {
				found = headlines(blanked[borders[k]:a.start], l.no, metric, unit)
			}
			r.addHeadlines(found)
			r.addHeadlines(t.ctx.pending)
			t.ctx.pending, t.ctx.lastRun, l.run = nil, r, r
		}
		r.mentions = append(r.mentions, m)
		if m.build == t.ctx.build.build {
			t.builds.confirm(m.build, t.ctx.build.line) // the heading names it
		} else {
			t.builds.confirm(m.build, l.no)
		}
	}
}

// addressBorders cuts a line with several addresses: each part begins with the
// label before its address, or where the address before it ends.
func addressBorders(l *ticketLine, labels []labelSpan) []int {
	borders := make([]int, len(l.addrs)+1)
	borders[len(l.addrs)] = len(l.masked)
	for k := 1; k < len(l.addrs); k++ {
		borders[k] = l.addrs[k-1].end
		for _, s := range labels {
			if s.kind >= versioned && s.start >= l.addrs[k-1].end && s.end <= l.addrs[k].start {
				borders[k] = s.start
			}
		}
	}
	return borders
}

func (t *ticketReader) ciRun(ci ciRun, ref string, line int) *ticketRun {
	r := t.run(ci.id(), line)
	if !r.hasCI {
		n := ci.number
		r.hasCI, r.plan.Job, r.plan.Number, r.plan.URL = true, given(ci.job), &n, given(ref)
		r.plan.Factors = matrixFactors(ref)
	}
	return r
}

// hasBuild reports whether any place gives the run a build.
func (r *ticketRun) hasBuild() bool {
	for _, m := range r.mentions {
		if m.build != "" {
			return true
		}
	}
	return false
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

// isRunLine reports a line made for a run: a build, an address, a number, and
// hardly a word beside them.
func isRunLine(l *ticketLine, labels []labelSpan) bool {
	if len(labels) > 0 && labels[0].start <= 2 && !strings.HasSuffix(l.masked, ".") {
		return true
	}
	words, content := wordsOf(blankLabels(l.masked, labels)), 0
	for _, w := range words {
		if !smallWords[w] && !metricWords[w] && !remarkWords[w] && !isUnit(w) && !startsWithDigit(w) {
			content++
		}
	}
	return content <= 3 && len(words) <= 10
}

// runLabel finds the build of a run: on its line, else from the heading, else
// a short name before the address. Other words before the address are factors.
func (t *ticketReader) runLabel(l *ticketLine, labels []labelSpan, at int, before string, ci ciRun) (build string, factors map[string]string) {
	heading := t.ctx.build.build
	var sure, weak []labelSpan
	for _, s := range labels {
		switch {
		case s.kind == numbered || s.kind == versioned:
			sure = append(sure, s)
		case s.end <= at && heading == "":
			weak = append(weak, s)
		}
	}
	best, ok := bestLabel(sure, at)
	if !ok {
		best, ok = bestLabel(weak, at)
	}
	rest := before
	if ok {
		build = best.label
		rest = strings.Replace(before, build, " ", 1)
	} else if isRunLine(l, labels) {
		build = heading
	}
	rest = strings.Trim(rest, " \t:=-–—>|,.()[]")
	words := wordsOf(rest)
	if wordIndex(rest, strconv.FormatInt(ci.number, 10)) >= 0 && !hasWord(rest, axisWords) {
		return build, nil // the text of a link: "#444", "run 444"
	}
	if len(words) == 0 || len(words) > 6 || isSmall(rest) && build != "" || !isRunLine(l, labels) {
		return build, nil
	}
	if build == "" {
		if len(words) <= 3 && !allWords(rest, neutralHeadings) && !hasWord(rest, pronouns) && (!isNumberCell(rest) || isDigits(rest) && len(rest) > 2 && strings.Contains(before, rest+":")) {
			build = rest
		}
		return build, nil
	}
	if hasWord(rest, remarkWords) || hasWord(rest, pronouns) {
		return build, nil
	}
	return build, readTitle(rest).factors
}

var (
	headlineShape = regexp.MustCompile(`^[\s([:=>~≈|–—-]*(.*?)[\s:=~≈]*([+-]?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,']*))\s*(?:([kKM])(?:\b|\s))?\s*([A-Za-zµ%][A-Za-zµ/%]*(?:\s+per\s+[a-z]+)?)?[\s.()\[\]|]*$`)
	trailingWord  = regexp.MustCompile(`(?i)[\s,;]+(?:vs\.?|versus|and|to|then|->|→)\s*$`)
)

// headlines reads the numbers beside a run's address: parts between commas,
// each a number with words of its metric before and a unit behind, at most.
func headlines(s string, line int, metric, unit string) []rawHeadline {
	s = parens.ReplaceAllStringFunc(s, func(in string) string {
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

func blankLabels(masked string, labels []labelSpan) string {
	b := []byte(masked)
	for _, s := range labels {
		if s.kind == bareVersion {
			continue // 9150.5 is a number here
		}
		for i := s.start; i < s.end; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}
