package fetch

import (
	"regexp"
	"slices"
	"strings"
)

// compute finds the ticket's own number for a statement: the stratum that the
// words around it name, or the series of a table. nil when the statement is
// about something else, or could be about several.
func (t *ticketReader) compute(s *sentence, kept []statement, k int) (pct *float64, of string, isTime bool) {
	st := &kept[k]
	if partOfRun.MatchString(s.text[max(0, st.start-70):min(len(s.text), st.end+50)]) {
		return nil, "", false
	}
	clause := clauseOf(s.text, kept, k)
	if len(t.measured) > 0 {
		return t.fromStrata(s, kept, k, clause)
	}
	return t.fromCurves(s, st, clause)
}

// clauseOf is the text that says what a statement is about: from the statement
// before it to the next stop behind it.
func clauseOf(text string, kept []statement, k int) string {
	lo, hi := 0, len(text)
	if k > 0 {
		lo = kept[k-1].end
	}
	if k+1 < len(kept) {
		hi = kept[k+1].start
	}
	behind := text[kept[k].end:hi]
	if m := clauseEnd.FindStringIndex(behind); m != nil {
		behind = behind[:m[0]]
	}
	return text[lo:kept[k].start] + " " + behind
}

var clauseEnd = regexp.MustCompile(`(?i)[,;()]|\s(?:and|but|while|whereas|although|for|with)\s`)

// fromStrata picks the stratum of a statement, and in it the metric.
func (t *ticketReader) fromStrata(s *sentence, kept []statement, k int, clause string) (pct *float64, of string, isTime bool) {
	with := t.measured
	chosen := with
	if r := s.first.run; r != nil {
		chosen = slices.DeleteFunc(slices.Clone(with), func(x *ticketStratum) bool { return !slices.Contains(x.base, r) && !slices.Contains(x.head, r) })
	} else if named := t.namedStrata(s.text, kept, k, with); named != nil {
		chosen = named
	} else if f := s.first.factors; f != nil && len(with) > 1 {
		chosen = slices.DeleteFunc(slices.Clone(with), func(x *ticketStratum) bool { return factorKey(x.factors) != factorKey(f) })
	}
	if len(chosen) != 1 || !t.aboutPair(s.text) {
		return nil, "", false
	}
	c, ok := chosen[0].about(clause)
	if !ok {
		return nil, "", false
	}
	pct, of = c.Pct, t.plan.Pairing.Head+" against "+t.plan.Pairing.Base
	if len(chosen[0].all) > 1 && c.Metric != nil {
		of += ", " + *c.Metric
	}
	if len(t.measured) > 1 {
		of += ", " + factorText(t.differing(chosen[0].factors))
	}
	if t.reversed(s.text, kept[k].start) {
		pct = pctChange(*c.Head, *c.Base)
	}
	return pct, of, measuresTime(deref(c.Metric), deref(c.Unit))
}

// differing are those of the factors in which the strata differ.
func (t *ticketReader) differing(factors map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range factors {
		if slices.ContainsFunc(t.measured, func(s *ticketStratum) bool { return s.factors[k] != v }) {
			out[k] = v
		}
	}
	return out
}

// aboutPair refuses a sentence about builds other than the pair.
func (t *ticketReader) aboutPair(text string) bool {
	other := 0
	for _, l := range t.confirmedIn(text) {
		if p := t.plan.Pairing; p != nil && l.label != p.Base && l.label != p.Head {
			other++
		}
	}
	return other == 0
}

// reversed reports that a sentence says it of the base: "3456 is 20 % faster
// than 3470".
func (t *ticketReader) reversed(text string, at int) bool {
	p := t.plan.Pairing
	labels := t.confirmedIn(text)
	for i := 0; i+1 < len(labels); i++ {
		a, b := labels[i], labels[i+1]
		if a.label == p.Base && b.label == p.Head && a.end <= at && at < b.start &&
			backwards.MatchString(strings.ToLower(strings.TrimSpace(text[at:b.start]))) {
			return true
		}
	}
	return false
}
