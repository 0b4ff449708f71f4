package main

import (
	"fmt"
	"slices"
	"strings"

	"inquest/fetch"
	"inquest/report/diff"
	"inquest/schemas"
	"inquest/schemas/lake"
)

func specsOf(done []*ingested) []*runSpec {
	out := make([]*runSpec, len(done))
	for i, in := range done {
		out[i] = in.Spec
	}
	return out
}

// extent says in words how many artifacts of a run are there in whole, and which are not;
// empty when all are.
func extent(artifacts []lake.Artifact) string {
	var parts []string
	bad := 0
	for _, status := range []string{schemas.StatusMissing, schemas.StatusFailed, schemas.StatusDegraded} {
		var nodes []string
		for _, x := range artifacts {
			if x.Status == status {
				nodes = append(nodes, x.Node)
			}
		}
		if len(nodes) == 0 {
			continue
		}
		slices.Sort(nodes)
		count := len(nodes)
		bad += count
		more := ""
		if n := len(nodes) - 8; n > 0 {
			nodes, more = nodes[:8], fmt.Sprintf(" and %d more", n)
		}
		parts = append(parts, fmt.Sprintf("%d %s (%s%s)", count, status, strings.Join(nodes, ", "), more))
	}
	if bad == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d artifacts are complete: %s", len(artifacts)-bad, len(artifacts), strings.Join(parts, ", "))
}

// sayDegraded says on standard error what of an artifact is lost or in doubt.
func (a *app) sayDegraded(r *artifactReport) {
	said := 0
	for _, p := range r.Problems {
		if p.Kind == schemas.Unsupported || !p.Degrades() || !(fetch.Problem{Kind: p.Kind}).Degrades() {
			continue
		}
		if said++; said > mostSaid && !a.verbose {
			continue
		}
		member := ""
		if p.Member != "" {
			member = "member " + p.Member + ": "
		}
		a.say("run %s, node %s: degraded: %s%s", r.Run, r.Node, member, strings.ReplaceAll(p.Text, "\n", "; "))
	}
	if said > mostSaid && !a.verbose {
		a.sayMore(r.Run, r.Node, said-mostSaid)
	}
}

// mostSaid is how many problems of one artifact are said on standard error without -v.
const mostSaid = 5

// sayMore says that there are more.
func (a *app) sayMore(run, node string, n int) {
	a.say("run %s, node %s: and %d more %s (-v says %s)", run, node, n, plural(n, "problem", "problems"), plural(n, "it", "them"))
}

// extentText is the same as a part of a line.
func extentText(in *ingested) string {
	text := extent(in.Artifacts)
	if text != "" {
		text = "; " + text
	}
	return text
}

// extentWarnings say that findings rest on a part of a run.
func extentWarnings(run string, artifacts []lake.Artifact, gaps []runProblem) []diff.Warning {
	var out []diff.Warning
	if text := extent(artifacts); text != "" {
		out = append(out, diff.Warning{Kind: "artifact_incomplete", Text: "run " + run + ": " + text})
	}
	for _, p := range gaps {
		out = append(out, diff.Warning{Kind: "artifact_" + p.Kind, Artifact: run, Text: p.String()})
	}
	return out
}
