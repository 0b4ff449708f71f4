package fetch

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	// failedWord matches the words for a run that did not end well: in capitals anywhere, else where a
	// remark begins, and never before what is counted ("failed ops").
	failedWord = regexp.MustCompile(`(?:^|[\s([:=,|–—-])(FAILED|FAILURE|ABORTED|CRASHED|CANCELLED|CANCELED|KILLED|TIMED OUT|TIMEOUT)(?:[\s)\],.:;|]|$)` +
		`|(?i:(?:^|[([:=,|]|\s[–—-])\s*(?:run |test |job )?(?:was |has )?(failed|aborted|crashed|cancelled|canceled|killed|timed out)(?:[)\],.;|]|$|\s+(?:after|at|with|by|due|because|during|early)\b))`)
	statusKey = regexp.MustCompile(`(?i)^(?:run |test |job )?(?:status|state|result|outcome|conclusion)\s*[:=]\s*(failed|failure|aborted|crashed|cancelled|canceled|killed|timed out)\.?$`)
	notFailed = regexp.MustCompile(`(?i)\b(?:not|never|no|none|0|without|nothing|zero)\s*$`)
)

// failedIn finds the words with which a line says that its run failed; empty: it does not.
func failedIn(text string) string {
	for _, m := range failedWord.FindAllStringSubmatchIndex(text, -1) {
		at := m[2:4]
		if at[0] < 0 {
			at = m[4:6]
		}
		if !notFailed.MatchString(strings.TrimRight(text[:at[0]], " (")) {
			return text[at[0]:at[1]]
		}
	}
	return ""
}

// markStatus keeps what a line made for a run says of how it ended.
func (r *ticketRun) markStatus(text string) {
	if words := failedIn(text); words != "" && r.plan.Status == nil {
		r.plan.Status = given(words)
	}
}

// readStatus reads "Status: FAILED" below a run. It reports whether the line is one.
func (t *ticketReader) readStatus(l *ticketLine) bool {
	m := statusKey.FindStringSubmatch(l.text)
	if m == nil || l.table || l.fenced || t.ctx.lastRun == nil {
		return false
	}
	if r := t.ctx.lastRun; r.plan.Status == nil {
		r.plan.Status = given(m[1])
	}
	return true
}

// whole are the runs of a side that did not fail: what the others gave is no result of
// their build. Where all failed there is none.
func whole(runs []*ticketRun) []*ticketRun {
	var out []*ticketRun
	for _, r := range runs {
		if r.plan.Status == nil {
			out = append(out, r)
		}
	}
	return out
}

// sayFailed says which runs the ticket calls failed.
func (t *ticketReader) sayFailed() {
	for _, r := range t.runs {
		if r.plan.Status != nil {
			t.problem(LevelWarning, "run-failed", []int{r.plan.Line}, "the text says %s of run %s, so its numbers are left out", fmt.Sprintf("%q", *r.plan.Status), r.plan.ID)
		}
	}
}
