package fetch

import (
	"regexp"
	"strconv"
	"strings"
)

// A statement is a change that a sentence states, before it is compared.
type statement struct {
	start, end int // in the sentence
	pct        float64
	signed     bool        // pct has its sign; else the words around give it
	span       *[2]float64 // of "80-90%"
	own        *PlanChange // the numbers of "from 9150 to 7706"
	times      float64     // of "2x slower": pct follows from the direction
	level      bool        // "to 67% of": pct is what is left less 100
	verdict    bool        // the sign comes from slower or better, for a rate
	text       string
}

const number = `\d+(?:[.,]\d+)?`

var (
	percentShape = regexp.MustCompile(`([+\x{2212}-]?)(` + number + `)(?:\s*%?\s*(?:-|–|—|\.{2,3}|to)\s*([+\x{2212}-]?)(` + number + `))?\s*(?:%|(?i:per ?cent|pct)\b)`)
	betweenShape = regexp.MustCompile(`(?i)\bbetween\s+(` + number + `)\s*%?\s*and\s+(` + number + `)\s*(?:%|per ?cent)`)
	timesShape   = regexp.MustCompile(`(?i)(?:\b(` + number + `)\s*(?:[x×]|times|-?\s?fold)(?:\s|[,;:.)]|$)|[x×](` + number + `)\b|\bfactor\s+(?:of\s+)?(` + number + `)|\b(twice|thrice|double[sd]?|doubling|triple[sd]?|quadrupled?)\b)`)
	shareShape   = regexp.MustCompile(`(?i)\b(?:(?:(a|one|two|three)[ -])?(thirds?|quarters?|fifths?|tenths?)|half|halved|halves|halving)\b`)
	fromToShape  = regexp.MustCompile(`(?i)\bfrom\s+(?:about |around |roughly |approximately |some |~\s?)?(` + bigNumber + `)\s*([kmg])?(?:\s*([A-Za-z/%µ]+(?:\s+per\s+[a-z]+)?))?\s+(?:down |up )?to\s+(?:about |around |roughly |approximately |only |just |some |~\s?)?(` + bigNumber + `)\s*([kmg])?\b(?:\s*([A-Za-z/%µ]+(?:\s+per\s+[a-z]+)?))?`)
	arrowShape   = regexp.MustCompile(`(?i)(?:^|[\s(:])(` + bigNumber + `)\s*([kmg])?(?:\s*([A-Za-z/%µ]+))?\s*(?:->|→|=>|-->)\s*(` + bigNumber + `)\s*([kmg])?(?:\s*([A-Za-z/%µ]+))?(?:$|[\s).,;:])`)
)

const bigNumber = `\d{1,3}(?:[ ,']\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`

// statementsIn finds the changes that a sentence states, in its order.
func statementsIn(s string) []statement {
	var found []statement
	if strings.ContainsAny(s, "%") || strings.Contains(s, "per") || strings.Contains(s, "pct") {
		found = percents(s, found)
	}
	lower := strings.ToLower(s)
	found = multiples(s, lower, found)
	found = numberPairs(s, found)
	sortStatements(found)
	return found
}

func percents(s string, found []statement) []statement {
	for _, m := range betweenShape.FindAllStringSubmatchIndex(s, -1) {
		found = addRange(found, m[0], m[1], parse(s, m[2], m[3]), parse(s, m[4], m[5]), 0)
	}
	for _, m := range percentShape.FindAllStringSubmatchIndex(s, -1) {
		if overlaps(found, m[0], m[1]) || m[0] > 0 && isWordByte(s[m[0]-1]) && m[2] == m[3] {
			continue
		}
		sign := 0.0
		if m[3] > m[2] && (m[0] == 0 || strings.IndexByte(" \t(~[:", s[m[0]-1]) >= 0) {
			sign = -1
			if s[m[2]] == '+' {
				sign = 1
			}
		}
		v := parse(s, m[4], m[5])
		if m[8] >= 0 {
			found = addRange(found, m[0], m[1], v, parse(s, m[8], m[9]), sign)
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

var shares = map[string]float64{"third": 1. / 3, "quarter": .25, "fifth": .2, "tenth": .1}

// hasMultiple is a quick look for what multiples reads.
func hasMultiple(lower string) bool {
	for _, part := range []string{"x", "×", "times", "fold", "factor", "twice", "thrice", "doubl", "tripl", "quadrupl", "third", "quarter", "fifth", "tenth", "hal"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// multiples reads "2x slower", "twice as slow", "by a third", "halved".
func multiples(s, lower string, found []statement) []statement {
	if !hasMultiple(lower) {
		return found
	}
	for _, m := range timesShape.FindAllStringSubmatchIndex(s, -1) {
		times := 0.0
		switch {
		case m[2] >= 0:
			times = parse(s, m[2], m[3])
		case m[4] >= 0:
			times = parse(s, m[4], m[5])
		case m[6] >= 0:
			times = parse(s, m[6], m[7])
		default:
			times = map[byte]float64{'t': 2, 'd': 2, 'q': 4}[lower[m[8]]]
			if strings.HasPrefix(lower[m[8]:], "thr") || strings.HasPrefix(lower[m[8]:], "trip") {
				times = 3
			}
		}
		if times > 0 && times < 1e6 && !overlaps(found, m[0], m[1]) {
			found = append(found, statement{start: m[0], end: m[1], times: times})
		}
	}
	for _, m := range shareShape.FindAllStringSubmatchIndex(lower, -1) {
		share := .5
		if m[4] >= 0 {
			share = shares[strings.TrimSuffix(lower[m[4]:m[5]], "s")]
			if m[2] >= 0 {
				share *= map[byte]float64{'a': 1, 'o': 1, 't': 2}[lower[m[2]]]
			}
			if m[2] >= 0 && strings.HasPrefix(lower[m[2]:m[3]], "three") {
				share *= 1.5
			}
		}
		if overlaps(found, m[0], m[1]) || share <= 0 || share >= 1 {
			continue
		}
		st := statement{start: m[0], end: m[1], pct: share * 100}
		if strings.HasPrefix(lower[m[0]:m[1]], "hal") && m[1]-m[0] > 4 { // halved
			st.pct, st.signed = -50, true
		}
		st.level = isLevelShare(lower, m[0], m[1])
		found = append(found, st)
	}
	return found
}

var (
	shareTo = regexp.MustCompile(`\bto\s+(?:only |just |about |around |less than |roughly )*(?:a |one )?$`)
	shareAs = regexp.MustCompile(`^\s+(?:as\s+(?:fast|high|much|many|good)|the\s+(?:throughput|rate|speed|performance|tps|qps|ops)|of\s+(?:the|its|what)\b)`)
)

// isLevelShare reports "to half", "half as fast", "a third of the rate".
func isLevelShare(lower string, start, end int) bool {
	return shareTo.MatchString(lower[max(0, start-30):start]) || shareAs.MatchString(lower[end:])
}

// numberPairs reads "from 9150 to 7706" and "9150 -> 7706".
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
			if overlaps(found, m[0], m[1]) || hasWord(units, axisWords) || strings.Contains(units, "%") || strings.HasPrefix(s[m[1]:], "%") {
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

func quantity(n, suffix string) float64 {
	v, _ := separatorsOf([]string{n}).number(n)
	return v * factorOf(strings.ToUpper(suffix))
}

func parse(s string, from, to int) float64 {
	v, _ := strconv.ParseFloat(strings.Replace(s[from:to], ",", ".", 1), 64)
	return v
}

func overlaps(found []statement, start, end int) bool {
	for _, st := range found {
		if start < st.end && st.start < end {
			return true
		}
	}
	return false
}

func isWordByte(c byte) bool { return isAlnum(c) || c == '.' || c == '_' }

func sortStatements(found []statement) {
	for i := 1; i < len(found); i++ {
		for j := i; j > 0 && found[j].start < found[j-1].start; j-- {
			found[j], found[j-1] = found[j-1], found[j]
		}
	}
}
