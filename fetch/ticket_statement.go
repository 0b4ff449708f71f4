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
	own        *PlanChange // the numbers of "from 8000 to 6000"
	times      float64     // of "2x slower": pct follows from the direction
	level      bool        // "to 67% of": pct is what is left less 100
	verdict    bool        // the sign comes from slower or better, for a rate
	text       string
}

const plainNumber = `\d+(?:[.,]\d+)?`

var (
	percentShape = regexp.MustCompile(`([+\x{2212}-]?)(` + plainNumber + `)(?:\s*%?\s*(?:-|–|—|\.{2,3}|to)\s*([+\x{2212}-]?)(` + plainNumber + `))?\s*(?:%|(?i:per ?cent|pct)\b)`)
	betweenShape = regexp.MustCompile(`(?i)\bbetween\s+(` + plainNumber + `)\s*%?\s*and\s+(` + plainNumber + `)\s*(?:%|per ?cent)`)
	timesShape   = regexp.MustCompile(`(?i)(?:\b(` + plainNumber + `)\s*(?:[x×]|times|-?\s?fold)(?:\s|[,;:.)]|$)|[x×](` + plainNumber + `)\b|\bfactor\s+(?:of\s+)?(` + plainNumber + `)|\b(twice|thrice|double[sd]?|doubling|triple[sd]?|quadrupled?)\b)`)
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

func quantity(n, suffix string) float64 {
	v, _ := separatorsOf([]string{n}).number(n)
	return v * factorOf(strings.ToUpper(suffix))
}

func floatIn(s string, from, to int) float64 {
	v, _ := strconv.ParseFloat(strings.Replace(s[from:to], ",", ".", 1), 64)
	return v
}

func overlapsAny(found []statement, start, end int) bool {
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
