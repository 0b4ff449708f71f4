package main

import (
	"bytes"
	"context"
	"io"

	"inquest/parse"
	"inquest/parse/generate"
	"inquest/report/diff"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// trialInput generates the runs of a spec and reads their text as a comparison does. The
// zips and the lake between are left out: what comes out of them is what went in.
func trialInput(ctx context.Context, s *generate.Spec) (*diff.Input, error) {
	runs, err := s.Runs()
	if err != nil {
		return nil, err
	}
	in := &diff.Input{}
	for _, g := range runs {
		r, err := trialRun(ctx, g)
		if err != nil {
			return nil, err
		}
		if g.Side == "base" {
			in.Base = append(in.Base, r)
		} else {
			in.Head = append(in.Head, r)
		}
	}
	return in, nil
}

func trialRun(ctx context.Context, g *generate.Run) (*diff.Run, error) {
	text, err := g.ManifestJSON()
	if err != nil {
		return nil, err
	}
	m, err := parse.ParseManifest(text)
	if err != nil {
		return nil, err
	}
	r := &diff.Run{ID: g.ID, Build: g.Build, Stratum: m.FactorText(), Facts: m.Facts()}
	for _, name := range g.Nodes() {
		var files []parse.File
		for _, f := range g.Files(name) {
			files = append(files, parse.File{Name: f.Name, Size: int64(len(f.Data)), Modified: f.Modified,
				Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Data)), nil }})
		}
		a, err := parse.ReadArtifact(ctx, files, parse.ArtifactOptions{File: name + ".zip", Name: name, Manifest: m.Node(name+".zip", name), Concurrency: 1})
		if err != nil {
			return nil, err
		}
		info, err := infoOf(a, "", nil).text()
		if err != nil {
			return nil, err
		}
		n, _, err := nodeOf(&lake.Artifact{Node: a.Node, URI: g.ID + "/" + name + ".zip", Container: a.Container, Info: info, Status: schemas.StatusOK}, a.Rows)
		if err != nil {
			return nil, err
		}
		r.Nodes = append(r.Nodes, n)
	}
	return r, nil
}
