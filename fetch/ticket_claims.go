package fetch

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// partOfRun marks statements about a stretch of the run and not its mean.
var partOfRun = regexp.MustCompile(`(?i)\b(?:(?:close to|near|towards?|at|until|by) the (?:very )?(?:end|start|beginning)|end of the (?:run|test)|starting at|starts? at|start(?:s|ed|ing)? with|at first|initially|later|peaks?|spikes?|for a (?:while|moment)|at some point|drop[- ]off|drops? off|gradual\w*|over time|in the (?:last|first|final) |after \d+ ?(?:s|sec\w*|min\w*)\b|from the \d+)`)

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

// addClaim sets what the ticket's numbers give beside a statement.
func (t *ticketReader) addClaim(s *sentence, kept []statement, k int) {
	st := &kept[k]
	claimed := rounded(st.pct, 1)
	if claimed == nil || math.Abs(*claimed) > largestValue {
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
