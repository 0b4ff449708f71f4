package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"inquest/parse"
	"inquest/report/diff"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// load reads ingested runs back from the lake: what a comparison sees is what a lake user sees.
func (a *app) load(ctx context.Context, l *lake.Lake, in *ingested) (*diff.Run, []diff.Warning, error) {
	data, err := l.Load(ctx, in.Spec.ID)
	if err != nil {
		return nil, nil, err
	}
	r := &diff.Run{ID: in.Spec.ID, Build: in.Spec.Build, Stratum: in.Spec.factors(), Facts: in.Spec.Manifest.Facts(), Failed: in.Spec.Manifest.Failed(), Control: in.Spec.Manifest.Control()}
	warnings := extentWarnings(r.ID, in.Artifacts, in.Spec.Problems)
	for _, x := range in.Artifacts {
		if x.Status == schemas.StatusMissing || x.Status == schemas.StatusFailed {
			r.Missing = append(r.Missing, x.Node)
			warnings = append(warnings, diff.Warning{Kind: "artifact_" + x.Status, Artifact: x.URI, Text: describe(r.ID, &x)})
			continue
		}
		i := slices.IndexFunc(data.Artifacts, func(y lake.Artifact) bool { return y.ArtifactID == x.ArtifactID && y.Node == x.Node })
		if i < 0 {
			return nil, nil, fmt.Errorf("reading run %s from lake %s: artifact of node %s is not there; inquest lake verify says more", r.ID, l.URI(), x.Node)
		}
		n, w, err := nodeOf(&data.Artifacts[i], data.Rows[i])
		if err != nil {
			return nil, nil, err
		}
		if other := nodeNamed(r.Nodes, n.Name); other != nil {
			warnings = append(warnings, diff.Warning{Kind: "artifact_node_twice", Artifact: x.URI,
				Text: fmt.Sprintf("run %s has two zips of node %s, %s and %s; the second is left out (a run is one zip per node)", r.ID, n.Name, other.Artifact, x.URI)})
			continue
		}
		r.Nodes = append(r.Nodes, n)
		warnings = append(warnings, w...)
	}
	r.Failed = failedOf(r, warnings)
	return r, warnings, nil
}

// failedOf is in which words a run failed: its manifest's, else those of a load generator
// that stopped with an error.
func failedOf(r *diff.Run, warnings []diff.Warning) string {
	if r.Failed != "" {
		return r.Failed
	}
	words, more := "", 0
	for _, w := range warnings {
		if w.Kind != parse.LoadAborted {
			continue
		}
		if more++; words == "" {
			node := w.Artifact
			for _, n := range r.Nodes {
				if n.Artifact == w.Artifact {
					node = n.Name
				}
			}
			words = fmt.Sprintf("%s, %s: %s", node, w.Member, w.Text)
		}
	}
	if more > 1 {
		words += fmt.Sprintf(", and %d more", more-1)
	}
	return words
}

func nodeNamed(nodes []*diff.Node, name string) *diff.Node {
	for _, n := range nodes {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// loadRun reads a run that was ingested earlier, with the rows of the named tables, or of all.
func (a *app) loadRun(ctx context.Context, l *lake.Lake, run lake.Run, tables ...string) (*diff.Run, []diff.Warning, error) {
	data, err := l.Load(ctx, run.RunID, tables...)
	if err != nil {
		return nil, nil, err
	}
	r := &diff.Run{ID: run.RunID, Build: run.BuildID, Stratum: map[string]string{}}
	if run.Labels != "" {
		if err := json.Unmarshal([]byte(run.Labels), &r.Stratum); err != nil {
			return nil, nil, fmt.Errorf("reading the factors of run %s: %w", run.RunID, err)
		}
	}
	if text := data.Run.Manifest; text != "" { // a list of runs does not have it
		m, err := parse.ParseManifest([]byte(text))
		if err != nil {
			return nil, nil, fmt.Errorf("reading the manifest of run %s: %w", run.RunID, err)
		}
		r.Facts, r.Failed, r.Control = m.Facts(), m.Failed(), m.Control()
	}
	warnings := extentWarnings(r.ID, data.Artifacts, nil)
	for i := range data.Artifacts {
		x := &data.Artifacts[i]
		if x.Status == schemas.StatusMissing || x.Status == schemas.StatusFailed {
			r.Missing = append(r.Missing, x.Node)
			warnings = append(warnings, diff.Warning{Kind: "artifact_" + x.Status, Artifact: x.URI, Text: describe(r.ID, x)})
			continue
		}
		n, w, err := nodeOf(x, data.Rows[i])
		if err != nil {
			return nil, nil, err
		}
		r.Nodes = append(r.Nodes, n)
		warnings = append(warnings, w...)
	}
	r.Failed = failedOf(r, warnings)
	return r, warnings, nil
}

// nodeOf makes a node of an artifact's rows; its problems become warnings.
func nodeOf(x *lake.Artifact, rows *schemas.Rows) (*diff.Node, []diff.Warning, error) {
	info, err := readInfo(x.Info)
	if err != nil {
		return nil, nil, fmt.Errorf("reading what is known of artifact %s: %w", x.URI, err)
	}
	n := &diff.Node{Name: x.Node, Role: info.Role, Artifact: x.URI, Container: x.Container, CPUs: info.CPUs, Kernel: info.Kernel, Device: info.Device, Settings: rows.Settings,
		Damaged: x.Status == schemas.StatusDegraded,
		Series:  schemas.SeriesOf(rows, info.Device),
		Rows:    map[string]int{"cpu": len(rows.CPU), "disk": len(rows.Disk), "stats": len(rows.Stats), "settings": len(rows.Settings), "skips": len(rows.Skips)},
		Skips:   map[string]int{}, Legs: legsOf(&info)}
	for i := range info.Lines {
		n.Lines = append(n.Lines, info.Lines[i].lines())
	}
	var warnings []diff.Warning
	unsupported := -1
	for _, p := range info.Problems {
		if p.Kind == parse.SourcesDisagree {
			continue // a comparison says it over its own window
		}
		if p.Kind == schemas.Unsupported {
			if unsupported >= 0 {
				warnings[unsupported].Text = strings.TrimSuffix(warnings[unsupported].Text, " (and more like it)") + " (and more like it)"
				continue
			}
			unsupported = len(warnings)
		}
		warnings = append(warnings, diff.Warning{Kind: p.Kind, Artifact: x.URI, Member: p.Member, Text: p.Text})
	}
	warnings = append(warnings, gapWarnings(&info, x.URI)...)
	n.Reasons = reasonsOf(&info)
	n.Skips, warnings = skipWarnings(rows.Skips, x.URI, warnings)
	return n, warnings, nil
}

func legsOf(info *nodeInfo) (legs []diff.Leg) {
	for _, l := range info.Legs {
		legs = append(legs, diff.Leg{Name: l.Name, Factors: l.Factors, From: l.From, To: l.To, Source: l.WindowSource, EdgeS: l.EdgeS})
	}
	return legs
}

// notInstalled tells whether a collector's command failed because the machine lacks the
// program; collectors try many that most machines do not have.
func notInstalled(text string) bool {
	return strings.Contains(text, "not found") || strings.Contains(text, "No such file or directory")
}

// skipWarnings counts skips by severity and makes one warning for each member and reason
// of what was lost; the sections of a section file are one member.
func skipWarnings(skips []schemas.Skip, uri string, warnings []diff.Warning) (map[string]int, []diff.Warning) {
	bySeverity := map[string]int{}
	type key struct{ member, reason string }
	at := map[key]int{}
	count := map[key]int{}
	for _, s := range skips {
		bySeverity[s.Severity()] += s.Count()
		if s.Severity() == schemas.Note || s.Reason == schemas.CommandFailed && notInstalled(s.Text) {
			continue
		}
		member, _, _ := strings.Cut(s.Member, "#")
		k := key{member, s.Reason}
		if count[k] += s.Count(); count[k] == s.Count() {
			at[k] = len(warnings)
			warnings = append(warnings, diff.Warning{Kind: s.Reason, Artifact: uri, Member: s.Member, Line: s.Line, Text: s.Text})
		}
	}
	for k, i := range at {
		if n := count[k]; n > 1 {
			warnings[i].Text = fmt.Sprintf("%s (and %d more of this kind in %s)", warnings[i].Text, n-1, k.member)
		}
	}
	return bySeverity, warnings
}
