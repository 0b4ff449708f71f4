package fetch

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// partOfRun marks statements about a stretch of the run and not its mean.
var partOfRun = regexp.MustCompile(`(?i)\b(?:(?:close to|near|towards?|at|until|by) the (?:very )?(?:end|start|beginning)|end of the (?:run|test)|starting at|starts? at|start(?:s|ed|ing)? with|at first|initially|later|peaks?|spikes?|for a (?:while|moment)|at some point|drop[- ]off|drops? off|gradual\w*|over time|in the (?:last|first|final) |after \d+ ?(?:s|sec\w*|min\w*)\b|from the \d+)`)

// notAShare follows a percentage that is a mix or a level and no change.
var notAShare = regexp.MustCompile(`(?i)^\s*(?:-?\s*(?:reads?|writes?|updates?|inserts?|deletes?|gets?|sets?|percentile|ile|confidence|quota|full|resident|idle|busy|utili[sz]ed|utili[sz]ation|ci)\b|of (?:the |all |its )?(?:cpus?|nodes?|requests?|runs?|tests?|time|work|quota|memory|cores?|keys?|documents?|transactions?|queries|operations)\b)`)

// readClaims finds the changes that prose states and sets the ticket's own
// numbers beside them.
func (t *ticketReader) readClaims() {
	defer t.readDeltaClaims()
	t.sentences(func(s *sentence) {
		text := s.text
		if !strings.ContainsAny(text, "0123456789") && !shareShape.MatchString(text) && !timesShape.MatchString(text) {
			return
		}
		found := statementsIn(text)
		if len(found) == 0 {
			return
		}
		words := spokenWords(text)
		var kept []statement
		for _, st := range found {
			if t.resolve(&st, text, words) {
				kept = append(kept, st)
			}
		}
		kept = foldPairs(kept)
		for k := range kept {
			lo, hi := 0, len(text)
			if k > 0 {
				lo = borderBetween(text, kept[k-1].end, kept[k].start)
			}
			if k+1 < len(kept) {
				hi = borderBetween(text, kept[k].end, kept[k+1].start)
			}
			kept[k].text = claimText(text, lo, hi, kept[k])
		}
		for k := range kept {
			t.addClaim(s, kept, k)
		}
	})
}

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

// foldPairs joins "dropped by 33 % from 9150 to 7706": the numbers belong to
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

// addClaim sets what the ticket's numbers give beside a statement.
func (t *ticketReader) addClaim(s *sentence, kept []statement, k int) {
	st := &kept[k]
	claimed := rounded(st.pct, 1)
	if claimed == nil || math.Abs(*claimed) > largest {
		return
	}
	c := PlanClaim{Text: st.text, ClaimedPct: *claimed, Range: st.span, Line: s.lineAt(st.start)}
	computed, of, isTime := t.compute(s, kept, k)
	if isTime && st.verdict && st.own == nil {
		st.turnForTime()
		c.ClaimedPct, c.Range = *rounded(st.pct, 1), st.span
	}
	if computed == nil && st.own != nil {
		computed, of = st.own.Pct, "the numbers of the sentence"
	}
	if computed != nil {
		c.ComputedPct, c.Of = computed, of
		agrees := agree(st, *computed)
		c.Agrees = &agrees
	}
	t.plan.Claims = append(t.plan.Claims, c)
}

// agree allows a quarter of the computed value or two points, whichever is
// larger; a range is widened by as much.
func agree(st *statement, computed float64) bool {
	slack := max(math.Abs(computed)/4, 2) + 1e-9
	lo, hi := st.pct, st.pct
	if st.span != nil {
		lo, hi = st.span[0], st.span[1]
	}
	return computed >= lo-slack && computed <= hi+slack
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

// readDeltaClaims checks the changes that tables state in columns of their
// own.
func (t *ticketReader) readDeltaClaims() {
	for i := range t.curves {
		c := &t.curves[i]
		for _, d := range c.deltas {
			claim := PlanClaim{Text: d.text, ClaimedPct: d.pct, Line: d.line}
			if computed := pctChange(mean(c.series[0].ys[d.i]), mean(c.series[1].ys[d.i])); computed != nil {
				agrees := agree(&statement{pct: d.pct}, *computed)
				claim.ComputedPct, claim.Agrees = computed, &agrees
				_, claim.Of = c.changeAt(&c.series[0], &c.series[1], d.i, false)
			}
			t.plan.Claims = append(t.plan.Claims, claim)
		}
	}
	slices.SortStableFunc(t.plan.Claims, func(a, b PlanClaim) int { return a.Line - b.Line })
}
