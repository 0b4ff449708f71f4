package main

import (
	"fmt"

	"inquest/fetch"
	"inquest/parse"
	"inquest/schemas"
)

// hasRows tells whether anything can be compared; lines that were refused cannot.
func hasRows(r *schemas.Rows) bool {
	return len(r.CPU)+len(r.Disk)+len(r.Stats)+len(r.Settings) > 0
}

// nothingUsable says why an artifact is lost though it could be opened: what was damaged in
// it is all that could have held rows.
func nothingUsable(art *fetch.Artifact, problems []parse.Problem) string {
	text := fmt.Sprintf("%s: it holds no row that could be used", art.Ref)
	for i, p := range problems {
		if p.Member != "" {
			p.Text = "member " + shortLabel(p.Member) + ": " + p.Text
		}
		switch {
		case i == 0:
			text += ": " + p.Text
		case i == len(problems)-1:
			text += fmt.Sprintf("; and %d more %s", i, plural(i, "problem", "problems"))
		}
	}
	return text
}

// problemsOfAKind is how many problems of one kind are listed of an artifact.
const problemsOfAKind = 1000

// boundProblems counts what is over problemsOfAKind instead of listing it, so that a zip of
// many members cannot make the report as large.
func boundProblems(all []parse.Problem) []parse.Problem {
	var kinds []string
	n := map[string]int{}
	out := all[:0:0]
	for _, p := range all {
		if n[p.Kind]++; n[p.Kind] <= problemsOfAKind {
			out = append(out, p)
		} else if n[p.Kind] == problemsOfAKind+1 {
			kinds = append(kinds, p.Kind)
		}
	}
	for _, kind := range kinds {
		out = append(out, parse.Problem{Kind: kind, Text: fmt.Sprintf("%d more such problems are not listed", n[kind]-problemsOfAKind)})
	}
	return out
}

// shortLabel cuts a member's name to what fits a line.
func shortLabel(name string) string {
	const most = 120
	r := []rune(name)
	if len(r) <= most {
		return name
	}
	return string(r[:most/2]) + "…" + string(r[len(r)-most/2:])
}
