package fetch

import (
	"regexp"
	"strings"
)

// foldPairs joins "dropped by 33 % from 8000 to 6000": the numbers belong to
// the percentage beside them.
func foldPairs(kept []statement) []statement {
	var out []statement
	for _, st := range kept {
		if n := len(out); n > 0 && st.own != nil && out[n-1].own == nil && st.start-out[n-1].end < 60 {
			out[n-1].own, out[n-1].end = st.own, st.end
			continue
		} else if n > 0 && st.own == nil && out[n-1].own != nil && out[n-1].signed && st.start-out[n-1].end < 30 && out[n-1].pct == *out[n-1].own.Pct {
			st.own, st.start = out[n-1].own, out[n-1].start
			out[n-1] = st
			continue
		}
		out = append(out, st)
	}
	return out
}

// borderBetween is where one claim ends and the next begins: the last comma,
// "and" or "but" between them, else the end of the first.
func borderBetween(text string, from, to int) int {
	at := from
	for _, m := range claimBorder.FindAllStringIndex(text[from:to], -1) {
		at = from + m[0]
	}
	return at
}

var claimBorder = regexp.MustCompile(`(?i)[,;]|\s(?:and|but|while|whereas)\s`)

// claimText is the stretch of the sentence that belongs to a claim, no longer
// than a line.
func claimText(text string, lo, hi int, st statement) string {
	const limit = 100
	cutLo, cutHi := st.start-limit > lo, st.end+limit < hi
	lo, hi = max(lo, st.start-limit), min(hi, st.end+limit)
	for cutLo && lo > 0 && lo < st.start && text[lo-1] != ' ' && text[lo] != ' ' {
		lo++
	}
	for cutHi && hi < len(text) && hi > st.end && text[hi] != ' ' && text[hi-1] != ' ' {
		hi--
	}
	return strings.Trim(strings.Join(strings.Fields(text[lo:hi]), " "), " ,;:.-–—•")
}
