package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

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
	r := &diff.Run{ID: in.Spec.ID, Build: in.Spec.Build, Stratum: in.Spec.factors()}
	var warnings []diff.Warning
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
		r.Nodes = append(r.Nodes, n)
		warnings = append(warnings, w...)
	}
	return r, warnings, nil
}

// loadRun reads a run that was ingested earlier.
func (a *app) loadRun(ctx context.Context, l *lake.Lake, run lake.Run) (*diff.Run, []diff.Warning, error) {
	data, err := l.Load(ctx, run.RunID)
	if err != nil {
		return nil, nil, err
	}
	r := &diff.Run{ID: run.RunID, Build: run.BuildID, Stratum: map[string]string{}}
	if run.Labels != "" {
		if err := json.Unmarshal([]byte(run.Labels), &r.Stratum); err != nil {
			return nil, nil, fmt.Errorf("reading the factors of run %s: %w", run.RunID, err)
		}
	}
	var warnings []diff.Warning
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
	return r, warnings, nil
}

// nodeOf makes a node of an artifact's rows; its problems become warnings.
func nodeOf(x *lake.Artifact, rows *schemas.Rows) (*diff.Node, []diff.Warning, error) {
	info, err := readInfo(x.Info)
	if err != nil {
		return nil, nil, fmt.Errorf("reading what is known of artifact %s: %w", x.URI, err)
	}
	n := &diff.Node{Name: x.Node, Role: info.Role, Artifact: x.URI, Container: x.Container, CPUs: info.CPUs, Settings: rows.Settings,
		Series: schemas.SeriesOf(rows, info.Device),
		Rows:   map[string]int{"cpu": len(rows.CPU), "disk": len(rows.Disk), "stats": len(rows.Stats), "settings": len(rows.Settings), "skips": len(rows.Skips)},
		Skips:  map[string]int{}}
	for _, l := range info.Legs {
		n.Legs = append(n.Legs, diff.Leg{Name: l.Name, Factors: l.Factors, From: l.From, To: l.To, Source: l.WindowSource, EdgeS: l.EdgeS})
	}
	var warnings []diff.Warning
	for _, p := range info.Problems {
		warnings = append(warnings, diff.Warning{Kind: p.Kind, Artifact: x.URI, Member: p.Member, Text: p.Text})
	}
	lost := map[[2]string]int{}
	first := map[[2]string]schemas.Skip{}
	for _, s := range rows.Skips {
		n.Skips[s.Severity()]++
		if s.Severity() == schemas.Loss {
			k := [2]string{s.Member, s.Reason}
			if lost[k] == 0 {
				first[k] = s
			}
			lost[k]++
		}
	}
	for _, s := range rows.Skips {
		k := [2]string{s.Member, s.Reason}
		if f, ok := first[k]; ok {
			delete(first, k)
			text := f.Text
			if lost[k] > 1 {
				text = fmt.Sprintf("%s (and %d more of this kind)", text, lost[k]-1)
			}
			warnings = append(warnings, diff.Warning{Kind: f.Reason, Artifact: x.URI, Member: f.Member, Line: f.Line, Text: text})
		}
	}
	return n, warnings, nil
}
