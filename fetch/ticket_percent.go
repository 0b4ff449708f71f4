package fetch

import (
	"regexp"
	"strings"
)

func percents(s string, found []statement) []statement {
	for _, m := range betweenShape.FindAllStringSubmatchIndex(s, -1) {
		found = addRange(found, m[0], m[1], floatIn(s, m[2], m[3]), floatIn(s, m[4], m[5]), 0)
	}
	for _, m := range percentShape.FindAllStringSubmatchIndex(s, -1) {
		if overlapsAny(found, m[0], m[1]) || m[0] > 0 && isWordByte(s[m[0]-1]) && m[2] == m[3] {
			continue
		}
		sign := 0.0
		if m[3] > m[2] && (m[0] == 0 || strings.IndexByte(" \t(~[:", s[m[0]-1]) >= 0) {
			sign = -1
			if s[m[2]] == '+' {
				sign = 1
			}
		}
		v := floatIn(s, m[4], m[5])
		if m[8] >= 0 {
			found = addRange(found, m[0], m[1], v, floatIn(s, m[8], m[9]), sign)
			continue
		}
		st := statement{start: m[0], end: m[1], pct: v}
		if sign != 0 {
			st.pct, st.signed = v*sign, true
		}
		st.level = sign == 0 && isLevel(s, m[0], m[1])
		found = append(found, st)
	}
	return found
}

func addRange(found []statement, start, end int, a, b, sign float64) []statement {
	st := statement{start: start, end: end, pct: (a + b) / 2, span: &[2]float64{min(a, b), max(a, b)}}
	if sign != 0 {
		st.pct, st.signed = st.pct*sign, true
	}
	return append(found, st)
}

var (
	levelBefore = regexp.MustCompile(`(?i)\b(?:to|at|only|just|is|was|are|were|reach(?:es|ed)?|achiev(?:es|ed)?|deliver(?:s|ed)?|gets?|got)\s+(?:only |just |about |around |roughly |~\s?)*$`)
	levelAfter  = regexp.MustCompile(`(?i)^\s+of\s+(?:the\s+|its\s+|what\s+)?(?:base|baseline|original|previous|old|before|former|normal|expected|first|it was|reference|throughput|rate|performance|speed)`)
)

// isLevel reports "67% of the baseline": what is left, not what was lost.
func isLevel(s string, start, end int) bool {
	return levelAfter.MatchString(s[end:]) && (levelBefore.MatchString(s[max(0, start-40):start]))
}

// numberPairs reads "from 8000 to 6000" and "8000 -> 6000".
func numberPairs(s string, found []statement) []statement {
	for _, shape := range []*regexp.Regexp{fromToShape, arrowShape} {
		if shape == fromToShape && !strings.Contains(s, "rom") || shape == arrowShape && !strings.ContainsAny(s, ">→") {
			continue
		}
		for _, m := range shape.FindAllStringSubmatchIndex(s, -1) {
			group := func(k int) string {
				if m[2*k] < 0 {
					return ""
				}
				return s[m[2*k]:m[2*k+1]]
			}
			units := group(3) + " " + group(6)
			if overlapsAny(found, m[0], m[1]) || hasWord(units, axisWords) || strings.Contains(units, "%") || strings.HasPrefix(s[m[1]:], "%") {
				continue
			}
			suffix := group(2)
			if suffix == "" { // "from 390 to 283K"
				suffix = group(5)
			}
			base, head := quantity(group(1), suffix), quantity(group(4), group(5))
			if base <= 0 || shape == arrowShape && (base < 10 || head < 10) {
				continue // "5 -> 5" is a topology
			}
			found = append(found, statement{start: m[0], end: m[1], own: &PlanChange{Base: &base, Head: &head, Pct: pctChange(base, head)}})
		}
	}
	return found
}
