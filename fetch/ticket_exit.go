package fetch

import (
	"fmt"
	"strings"
)

// finish says what is missing and sets the exit: 4 when no artifacts and no
// tables, or contradictions, leave nothing to compare.
func (t *ticketReader) finish() {
	p := t.plan
	errors, asks := 0, 0
	for _, q := range p.Problems {
		switch q.Level {
		case LevelError:
			errors++
		case LevelAsk:
			asks++
		}
	}
	artifacts := len(p.Artifacts) > 0
	for _, r := range p.Runs {
		artifacts = artifacts || r.Prefix != nil
	}
	if !artifacts && !t.notText() {
		t.sayNoArtifacts(len(p.Sweeps) > 0)
	}
	switch {
	case errors > 0 && len(p.Strata) == 0 && len(p.Sweeps) == 0:
		p.Exit = PlanExit{4, fmt.Sprintf("nothing left to compare: refused because of %s", errorCodes(p.Problems))}
		if !artifacts && !t.notText() {
			p.Exit.Reason += "; and the ticket lists no artifacts"
		}
	case !artifacts && len(p.Sweeps) == 0:
		p.Exit = PlanExit{4, "nothing to compare: the ticket lists no artifacts and no tables"}
		if len(t.measured) > 0 {
			p.Exit.Reason = fmt.Sprintf("no artifacts and no tables: only the numbers of %s could be compared", countOf(len(t.measured), "pair"))
		}
	default:
		p.Exit.Reason = t.summary(artifacts, errors, asks)
	}
}

// notText reports that the input was refused as a whole.
func (t *ticketReader) notText() bool {
	return len(t.plan.Problems) > 0 && t.plan.Problems[0].Code == "not-text"
}

func (t *ticketReader) sayNoArtifacts(tables bool) {
	var lines []int
	for _, r := range t.runs {
		lines = append(lines, r.plan.Line)
	}
	text := "the ticket lists no artifacts (no address of a zip or of a folder in S3), so nothing can be fetched"
	if tables {
		text += "; its tables are compared as they stand"
	}
	t.problem(LevelWarning, "no-artifacts", lines, "%s", text)
}

// errorCodes names the errors, each once.
func errorCodes(problems []PlanProblem) string {
	var codes []string
	for _, q := range problems {
		if q.Level == LevelError {
			codes = appendNew(codes, q.Code)
		}
	}
	return strings.Join(codes, ", ")
}

func (t *ticketReader) summary(artifacts bool, errors, asks int) string {
	p := t.plan
	var parts []string
	add := func(n int, noun string) {
		if n > 0 {
			parts = append(parts, countOf(n, noun))
		}
	}
	add(len(p.Runs), "run")
	add(len(p.Artifacts), "artifact")
	add(len(p.Sweeps), "table")
	if len(p.Strata) == 1 {
		parts = append(parts, "1 stratum to compare")
	} else if len(p.Strata) > 1 {
		parts = append(parts, fmt.Sprintf("%d strata to compare", len(p.Strata)))
	}
	if !artifacts {
		parts = append(parts, "no artifacts")
	}
	text := "read: " + strings.Join(parts, ", ")
	if errors > 0 {
		text += fmt.Sprintf("; refused: %s", countOf(errors, "contradiction"))
	}
	if asks > 0 {
		text += fmt.Sprintf("; %s to answer", countOf(asks, "question"))
	}
	return text
}
