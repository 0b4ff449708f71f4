package main

import (
	"fmt"
	"strings"

	"inquest/schemas"
)

// A tally counts what a command got of the artifacts it was to read.
type tally struct {
	all, bad int // bad: missing, failed or degraded
	lost     int // of these, missing or failed
	gaps     []runProblem
}

// A runProblem tells why a run may have more artifacts than are known, or was left out.
type runProblem struct {
	Run  string `json:"run"`
	Kind string `json:"kind"` // listing, manifest, address, no-artifacts
	Text string `json:"text"`
}

func (p runProblem) String() string { return fmt.Sprintf("run %s: %s", p.Run, p.Text) }

// count takes the status of one artifact.
func (t *tally) count(status string) {
	t.all++
	if status != schemas.StatusOK {
		t.bad++
	}
	if status == schemas.StatusFailed || status == schemas.StatusMissing {
		t.lost++
	}
}

// printGaps says on standard output, as a part of the answer, what of the runs is not known.
func (a *app) printGaps(gaps []runProblem) {
	for _, p := range gaps {
		fmt.Fprintf(a.stdout, "problem: %s\n", p)
	}
}

// complete is the verdict: nothing usable is exit 4, something lost is with --strict and
// is said without.
func (a *app) complete(t tally, done string) error {
	text := ""
	if t.bad > 0 {
		text = fmt.Sprintf("%d of %d artifacts are missing, failed or degraded", t.bad, t.all)
	}
	if len(t.gaps) > 0 {
		if text != "" {
			text += "; "
		}
		first := t.gaps[0] // it was said whole before
		first.Text, _, _ = strings.Cut(first.Text, ": ")
		text += fmt.Sprintf("what belongs to a run is not known for sure: %s", first)
		if n := len(t.gaps) - 1; n > 0 {
			text += fmt.Sprintf(" (and %d more)", n)
		}
	}
	switch {
	case t.lost == t.all:
		return incomplete("none of %d artifacts could be %s", t.all, done)
	case text == "":
		return nil
	case a.strict:
		return incomplete("%s", text)
	}
	a.say("%s; with --strict this is exit 4", text)
	return nil
}

// gapsOf are the problems of the runs, and of those that were left out.
func (a *app) gapsOf(runs []*runSpec) []runProblem {
	out := append([]runProblem{}, a.leftOut...)
	for _, r := range runs {
		out = append(out, r.Problems...)
	}
	return out
}

// lose notes a problem of a run and says it.
func (a *app) lose(r *runSpec, kind, format string, args ...any) {
	p := runProblem{r.ID, kind, fmt.Sprintf(format, args...)}
	r.Problems = append(r.Problems, p)
	a.say("%s", p)
}
