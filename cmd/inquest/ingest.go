package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"inquest/fetch"
	"inquest/parse"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// artifactsAtATime bounds the artifacts that are fetched or parsed at once.
const artifactsAtATime = 6

// ingested is what became of one run.
type ingested struct {
	Spec      *runSpec
	Artifacts []lake.Artifact // one for each of the spec, in its order
	New       int             // read now; the others were in the lake already
}

// ingest fetches, parses and commits runs. What is in the lake already is neither
// fetched nor parsed. A bad artifact costs a node; the error is not nil only when
// the lake could not be written or ctx ended.
func (a *app) ingest(ctx context.Context, client *fetch.Client, l *lake.Lake, runs []*runSpec) ([]*ingested, error) {
	out := make([]*ingested, len(runs))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(artifactsAtATime)
	parsing := semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))
	batches := make([][]*lake.Batch, len(runs))
	for i, r := range runs {
		out[i] = &ingested{Spec: r, Artifacts: make([]lake.Artifact, len(r.Artifacts))}
		batches[i] = make([]*lake.Batch, len(r.Artifacts))
		known, err := l.Committed(ctx, r.ID)
		if err != nil {
			return nil, err
		}
		for j, s := range r.Artifacts {
			g.Go(func() error {
				b, err := a.ingestArtifact(gctx, client, r, s, known, parsing)
				if err != nil {
					return err
				}
				batches[i][j] = b
				return nil
			})
		}
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	for i, r := range runs {
		var fresh []lake.Batch
		for _, b := range batches[i] {
			if b.Rows != nil || b.Artifact.Status != schemas.StatusOK && b.Artifact.Status != schemas.StatusDegraded {
				fresh = append(fresh, *b)
			}
		}
		for _, b := range fresh {
			if b.Rows != nil {
				out[i].New++
			}
		}
		if len(fresh) > 0 {
			c, err := l.Commit(ctx, runRow(r), fresh)
			if err != nil {
				return nil, err
			}
			for _, copied := range c.Copies {
				a.say("run %s: %s is a second copy of an artifact and is left out", r.ID, copied.URI)
			}
		}
		for j, b := range batches[i] {
			out[i].Artifacts[j] = b.Artifact
		}
	}
	return out, nil
}

// ingestArtifact reads one artifact. The batch has no rows when the lake has them.
func (a *app) ingestArtifact(ctx context.Context, client *fetch.Client, r *runSpec, s artifactSpec, known []lake.Entry, parsing *semaphore.Weighted) (*lake.Batch, error) {
	b := &lake.Batch{Artifact: lake.Artifact{Node: s.Node, URI: s.Ref.String(), Status: schemas.StatusFailed}}
	b.Artifact.Inputs = inputsOf(r, s)
	art, err := client.Open(ctx, s.Ref)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, fetch.ErrDisk) {
			return nil, err
		}
		if isMissing(err) {
			b.Artifact.Status = schemas.StatusMissing
		}
		b.Artifact.Error = err.Error()
		return b, nil
	}
	defer art.Close()
	b.Artifact.ArtifactID, b.Artifact.ETag, b.Artifact.Bytes = art.ID, art.ETag, art.Size
	reader := a.sadf(ctx)
	b.Artifact.Inputs = inputsWith(b.Artifact.Inputs, reader, art)
	if e := inLake(known, art.ID, b.Artifact.Inputs); e != nil {
		b.Artifact.Node, b.Artifact.Status = e.Node, e.Status
		b.Artifact.FetchedBytes = art.FetchedBytes()
		return b, nil
	}
	wanted := wantedOf(art)
	if err := art.Prefetch(ctx, wanted); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, fetch.ErrDisk) {
			return nil, err
		}
		b.Artifact.Error = err.Error()
		return b, nil
	}
	b.Artifact.ArtifactID, b.Artifact.ETag, b.Artifact.Bytes = art.ID, art.ETag, art.Size // it may have been replaced meanwhile
	if err := parsing.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer parsing.Release(1)
	files := filesOf(ctx, art)
	parsed, err := parse.ReadArtifact(ctx, files.list, parse.ArtifactOptions{File: s.Ref.String(), Name: s.Node, Sadf: reader,
		Manifest: r.Manifest.Node(path.Base(s.Ref.String()), s.Node)})
	if err := errors.Join(err, files.diskError()); err != nil {
		return nil, err
	}
	return b, fill(b, art, parsed, s.Role)
}

// inputsWith tells in the inputs of an artifact that its binary files were read.
func inputsWith(inputs string, reader parse.Sadf, art *fetch.Artifact) string {
	if reader != nil && mayHoldSadc(art) {
		inputs += "+sadf" // without it the rows are fewer
	}
	return inputs
}

// fill puts what was parsed into the batch.
func fill(b *lake.Batch, art *fetch.Artifact, p *parse.Artifact, role string) error {
	info := infoOf(p, role, art.Found())
	info.Unread = unreadOf(art)
	row := &b.Artifact
	row.Node, row.Container = p.Node, p.Container
	row.FetchedBytes, row.Members = art.FetchedBytes(), int64(len(art.Members))
	row.Status = schemas.StatusOK
	for _, f := range art.Found() {
		if f.Degrades() {
			row.Status = schemas.StatusDegraded
		}
	}
	for _, m := range p.Members { // the container's problems of a member were judged above
		row.Skipped += int64(m.Skips)
		for _, x := range m.Problems {
			if x.Kind != schemas.Unsupported && x.Degrades() {
				row.Status = schemas.StatusDegraded
			}
		}
	}
	info.Problems = append(info.Problems, disagreements(&info, p)...)
	for _, x := range wholeProblems(art, p, row.Status == schemas.StatusDegraded) {
		info.Problems = append(info.Problems, x)
		if x.Kind == severalNodes {
			row.Status = schemas.StatusDegraded
		}
	}
	var err error
	if row.Info, err = info.text(); err != nil {
		return err
	}
	if row.Status == schemas.StatusDegraded && !hasRows(p.Rows) {
		row.Status, row.Error = schemas.StatusFailed, nothingUsable(art, info.Problems)
		return nil
	}
	b.Rows = p.Rows
	return nil
}

// isMissing tells whether an artifact does not exist, as against cannot be read.
func isMissing(err error) bool {
	var status *fetch.StatusError
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, &status) && status.Status == http.StatusNotFound
}

// inputsOf is a digest of what a manifest and the plan add to the rows of an artifact.
func inputsOf(r *runSpec, s artifactSpec) string {
	node := r.Manifest.Node(path.Base(s.Ref.String()), s.Node)
	if node == nil && s.Role == "" {
		return ""
	}
	b, err := json.Marshal(struct {
		Node *parse.ManifestNode
		Role string
	}{node, s.Role})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// runRow is the run's row in the lake.
func runRow(r *runSpec) lake.Run {
	row := lake.Run{RunID: r.ID, BuildID: r.Build, Job: r.Job, JobNumber: r.Number, Nodes: int64(len(r.Artifacts))}
	labels, err := json.Marshal(r.factors())
	if err == nil && string(labels) != "{}" {
		row.Labels = string(labels)
	}
	if r.Manifest != nil {
		row.Test, row.Manifest = r.Manifest.Workload, string(r.Manifest.Raw)
	}
	return row
}

// factors are the plan's and the manifest's factors of a run; the plan wins.
func (r *runSpec) factors() map[string]string {
	out := r.Manifest.FactorText()
	for k, v := range r.Factors {
		out[k] = v
	}
	return out
}

// describe says in one line what became of an artifact.
func describe(run string, x *lake.Artifact) string {
	s := fmt.Sprintf("run %s, node %s: %s", run, x.Node, x.Status)
	if x.Error != "" {
		s += ": " + strings.ReplaceAll(x.Error, "\n", "; ")
	}
	return s
}
