package fetch

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Bounds of the search for what a sentence is about; more tables or strata
// than this no sentence tells apart.
const (
	maxClaimCurves = 64
	maxClaimStrata = 64
)

// A statedNumber is a baseline that prose gives: "compared to baseline 1912".
type statedNumber struct {
	value float64
	line  int
}

var baselineShape = regexp.MustCompile(`(?i)\bbase(?:line)?\s*(?:value|result|number)?\s*(?:of|is|was|at|:|=|\()?\s*(` + bigNumber + `)`)

// findBaseline takes the baseline of the prose when there is one.
func (t *ticketReader) findBaseline() {
	for i := range t.lines {
		l := &t.lines[i]
		if l.table || l.fenced || !strings.Contains(strings.ToLower(l.masked), "base") {
			continue
		}
		for _, m := range baselineShape.FindAllStringSubmatchIndex(l.masked, 4) {
			if m[3] < len(l.masked) && strings.IndexByte("%.-", l.masked[m[3]]) >= 0 && !strings.HasPrefix(l.masked[m[3]:], ". ") || shapeOf(l.masked[m[2]:m[3]]) > bareVersion {
				continue
			}
			if v := quantity(l.masked[m[2]:m[3]], ""); v > 0 && t.baseline.line == 0 {
				t.baseline = statedNumber{v, l.no}
			}
		}
	}
}

// A curveHit is a table that a statement could be about.
type curveHit struct {
	c          *curveTable
	base, head *curve
	named      bool // the sentence names the series
	at         int
	all        bool // no point is named: the mean of all
}

// fromCurves compares the two series of a table that a sentence names, or the
// two it has. Of several tables the one counts whose title the sentence names.
// A baseline given in prose takes the place of the first series.
func (t *ticketReader) fromCurves(s *sentence, st *statement, clause string) (pct *float64, of string, isTime bool) {
	var hits []curveHit
	for i := range min(len(t.curves), maxClaimCurves) {
		h := curveHit{c: &t.curves[i]}
		if h.base, h.head, h.named = h.c.namedIn(s.text, st.start); h.base == nil {
			continue
		}
		ok := false
		if h.at, h.all, ok = h.c.pointOf(s.text, clause); ok && aboutHeadline(clause, PlanChange{Metric: given(h.c.metricAt(h.at))}) {
			hits = append(hits, h)
		}
	}
	if len(hits) > 1 {
		hits = slices.DeleteFunc(hits, func(h curveHit) bool { return !sharesWord(clause, h.c.title) })
	}
	if len(hits) != 1 {
		return nil, "", false
	}
	h := hits[0]
	pct, of = h.c.changeAt(h.base, h.head, h.at, h.all)
	if !h.named && !h.all && t.baseline.line > 0 {
		pct = pctChange(t.baseline.value, mean(h.head.ys[h.at]))
		of = fmt.Sprintf("%s against the baseline %s of line %d", h.head.label, trimFloat(t.baseline.value), t.baseline.line)
	}
	return pct, of, measuresTime(h.c.metricAt(h.at), "")
}

// namedIn finds the two series of a sentence: both named, the one before the
// statement against the other; or one named, or none, of a table with two.
func (c *curveTable) namedIn(text string, at int) (base, head *curve, named bool) {
	if len(c.series) < 2 || len(c.series) > maxClaimStrata {
		return nil, nil, false
	}
	var found []*curve
	var places []int
	lower := strings.ToLower(text)
	for i := range c.series {
		if p := c.placeOf(lower, i); p >= 0 {
			found, places = append(found, &c.series[i]), append(places, p)
		}
	}
	switch {
	case len(found) == 2:
		base, head = found[0], found[1]
		if places[0] < places[1] {
			base, head = head, base
		}
		if between := text[min(places[0], places[1]):max(places[0], places[1])]; !strings.Contains(between, "than") && !strings.Contains(between, "compared") && !strings.Contains(between, "against") && !strings.Contains(between, "relative") {
			base, head = head, base // "from a to b", "a and b"
		}
		return base, head, true
	case len(c.series) == 2 && len(found) < 2:
		return &c.series[0], &c.series[1], false
	case len(found) == 1 && found[0] != &c.series[0]:
		return &c.series[0], found[0], true
	}
	return nil, nil, false
}

// placeOf is where a sentence names series i, by its label or by the first
// word of it when no other series begins so; -1 when it does not.
func (c *curveTable) placeOf(lower string, i int) int {
	label := strings.ToLower(c.series[i].label)
	if p := wordIndex(lower, label); p >= 0 {
		return p
	}
	first := firstWord(label)
	if len(first) < 3 {
		return -1
	}
	for j := range c.series {
		if j != i && firstWord(strings.ToLower(c.series[j].label)) == first {
			return -1
		}
	}
	return wordIndex(lower, first)
}

func firstWord(label string) string {
	if i := strings.IndexFunc(label, func(r rune) bool { return !(r >= 'a' && r <= 'z') }); i >= 0 {
		return label[:i]
	}
	return label
}

// wordIndex finds word between word borders.
func wordIndex(s, word string) int {
	for from := 0; word != ""; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			break
		}
		i += from
		end := i + len(word)
		if (i == 0 || !isAlnum(s[i-1])) && (end == len(s) || !isAlnum(s[end])) {
			return i
		}
		from = end
	}
	return -1
}

// pointOf is the point a sentence is about: the one it names, or the only one.
// all means that it names none of several, so the mean of all is meant.
func (c *curveTable) pointOf(text, clause string) (at int, all, ok bool) {
	if len(c.xs) == 1 {
		return 0, false, true
	}
	for _, where := range []string{clause, text} {
		for i := range c.xs {
			if c.xLabels == nil && c.xNamed(where, i) || c.xLabels != nil && sharesWord(where, c.xLabels[i]) {
				return i, false, true
			}
		}
	}
	return 0, true, c.xLabels == nil
}

// metricAt is what the numbers of a point are, as far as the text says.
func (c *curveTable) metricAt(at int) string {
	metric := c.title + " " + c.series[0].label
	if c.xLabels != nil {
		metric = c.xLabels[at] + " " + metric
	}
	return metric
}

// xNamed reports "at 20 threads", "with 20 clients", "threads=20".
func (c *curveTable) xNamed(text string, i int) bool {
	x := trimFloat(c.xs[i])
	for from := 0; ; {
		p := wordIndex(text[from:], x)
		if p < 0 {
			return false
		}
		p += from
		behind := wordsOf(text[p+len(x) : min(len(text), p+len(x)+24)])
		before := wordsOf(text[max(0, p-24):p])
		if len(behind) > 0 && axisWords[behind[0]] || len(before) > 0 && axisWords[before[len(before)-1]] {
			return true
		}
		from = p + len(x)
	}
}

func sharesWord(clause, label string) bool {
	have := map[string]bool{}
	for _, w := range wordsOf(clause) {
		have[w], have[strings.TrimSuffix(w, "s")] = true, true
	}
	for _, w := range wordsOf(label) {
		w = strings.TrimSuffix(w, "s")
		if (len(w) > 2 || len(w) == 2 && w[1] <= '9') && have[w] {
			return true
		}
	}
	return false
}

// changeAt compares two series at one point, or as the mean of the logarithms
// of all ratios.
func (c *curveTable) changeAt(base, head *curve, at int, all bool) (*float64, string) {
	of := head.label + " against " + base.label
	if !all {
		switch {
		case c.xLabels != nil:
			of += ", " + c.xLabels[at]
		case len(c.xs) > 1:
			of += " at " + strings.TrimSpace(c.axis+" "+trimFloat(c.xs[at]))
		}
		return pctChange(mean(base.ys[at]), mean(head.ys[at])), of
	}
	sum, n := 0.0, 0
	for i := range c.xs {
		if r := mean(head.ys[i]) / mean(base.ys[i]); r > 0 && !math.IsInf(r, 0) {
			sum += math.Log(r)
			n++
		}
	}
	if n == 0 {
		return nil, ""
	}
	return rounded((math.Exp(sum/float64(n))-1)*100, 1), of + ", mean of " + countOf(n, "point")
}

func trimFloat(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
