package fetch

import (
	"regexp"
	"strings"
)

var shareNames = map[string]float64{"third": 1. / 3, "quarter": .25, "fifth": .2, "tenth": .1}

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
			times = floatIn(s, m[2], m[3])
		case m[4] >= 0:
			times = floatIn(s, m[4], m[5])
		case m[6] >= 0:
			times = floatIn(s, m[6], m[7])
		default:
			times = map[byte]float64{'t': 2, 'd': 2, 'q': 4}[lower[m[8]]]
			if strings.HasPrefix(lower[m[8]:], "thr") || strings.HasPrefix(lower[m[8]:], "trip") {
				times = 3
			}
		}
		if times > 0 && times < 1e6 && !overlapsAny(found, m[0], m[1]) {
			found = append(found, statement{start: m[0], end: m[1], times: times})
		}
	}
	for _, m := range shareShape.FindAllStringSubmatchIndex(lower, -1) {
		share := .5
		if m[4] >= 0 {
			share = shareNames[strings.TrimSuffix(lower[m[4]:m[5]], "s")]
			if m[2] >= 0 {
				share *= map[byte]float64{'a': 1, 'o': 1, 't': 2}[lower[m[2]]]
			}
			if m[2] >= 0 && strings.HasPrefix(lower[m[2]:m[3]], "three") {
				share *= 1.5
			}
		}
		if overlapsAny(found, m[0], m[1]) || share <= 0 || share >= 1 {
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
