package fetch

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of the search for what a sentence is about; more tables or strata
// than this no sentence tells apart.
const (
	maxClaimCurves = 64
	maxClaimStrata = 64
)

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
		if !h.named && len(h.c.series) == 2 {
			h.base, h.head = t.sides(h.c)
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
	if !h.named && !h.all && t.baseline.line > 0 && t.baseline.plausible(mean(h.base.ys[h.at])) {
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
