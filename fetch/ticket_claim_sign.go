package fetch

import (
	"math"
	"regexp"
	"strings"
)

// notAShare follows a percentage that is a mix or a level and no change.
var notAShare = regexp.MustCompile(`(?i)^\s*(?:-?\s*(?:reads?|writes?|updates?|inserts?|deletes?|gets?|sets?|percentile|ile|confidence|quota|full|resident|idle|busy|utili[sz]ed|utili[sz]ation|ci)\b|of (?:the |all |its )?(?:cpus?|nodes?|requests?|runs?|tests?|time|work|quota|memory|cores?|keys?|documents?|transactions?|queries|operations)\b)`)

// resolve gives a statement its sign, false when it is no change.
func (t *ticketReader) resolve(st *statement, text string, words []spokenWord) bool {
	if notAShare.MatchString(text[st.end:]) {
		return false
	}
	isTime := timeNear(text, st)
	d := directionAround(words, st.start, st.end)
	sign := d.sign(isTime)
	st.verdict = (d == getsWorse || d == getsBetter) && !isTime && !st.signed && !st.level
	switch {
	case st.own != nil:
		if st.own.Pct == nil || sign == 0 && !hasWord(text, metricWords) {
			return false
		}
		st.pct, st.signed = *st.own.Pct, true
	case st.times > 0:
		return st.resolveTimes(text, d, sign)
	case st.level:
		st.pct -= 100
	case st.signed:
	case sign == 0:
		return false
	default:
		st.pct *= sign
	}
	if st.span != nil && st.pct < 0 && st.span[1] > 0 {
		st.span = &[2]float64{-st.span[1], -st.span[0]}
	}
	return true
}

var asWord = regexp.MustCompile(`(?i)^\s*(?:as|the)\s+(\w+)`)

// resolveTimes reads what a multiple means: 2x slower is half the rate, 2x
// faster and "increased 2x" is double. A multiple of a time is the time's.
func (st *statement) resolveTimes(text string, d direction, sign float64) bool {
	if m := asWord.FindStringSubmatch(text[st.end:]); m != nil { // "twice as slow"
		if as := directionOf(strings.ToLower(m[1])); as != noDirection {
			d, sign = as, as.sign(timeNear(text, st))
		}
		switch strings.ToLower(m[1]) {
		case "long":
			d, sign = getsWorse, -1
		case "high", "much", "many", "large":
			d, sign = goesUp, 1
		}
	}
	if d == noDirection && strings.HasPrefix(strings.ToLower(text[st.start:]), "doub") {
		d, sign = goesUp, 1
	}
	switch {
	case d == noDirection || st.times <= 1:
		return false
	case sign < 0:
		st.pct = (1/st.times - 1) * 100
	default:
		st.pct = (st.times - 1) * 100
	}
	st.pct = math.Round(st.pct*10) / 10
	st.signed = true
	return true
}

// timeNear reports that the statement is about a latency or a duration: such
// a word stands beside it and none for a rate.
func timeNear(text string, st *statement) bool {
	near := text[max(0, st.start-60):st.start] + " " + text[st.end:min(len(text), st.end+25)]
	return hasWord(near, timeWords) && !hasWord(near, rateWords)
}

// turnForTime gives a verdict the sign it has for a time: 80 % slower is 80 %
// more of it, 2x slower is twice.
func (st *statement) turnForTime() {
	switch {
	case st.times > 0 && st.pct < 0:
		st.pct = (st.times - 1) * 100
	case st.times > 0:
		st.pct = (1/st.times - 1) * 100
	default:
		st.pct = -st.pct
		if st.span != nil {
			st.span = &[2]float64{-st.span[1], -st.span[0]}
		}
	}
}
