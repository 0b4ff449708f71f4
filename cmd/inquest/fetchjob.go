package main

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"inquest/fetch"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// A fetchReport is one artifact in the JSON of fetch.
type fetchReport struct {
	Ref              string         `json:"ref"`
	Node             string         `json:"node"`
	Run              string         `json:"run"`
	Status           string         `json:"status"` // ok, degraded, failed, missing
	Error            string         `json:"error,omitempty"`
	Bytes            int64          `json:"bytes"` // of the object
	Members          int            `json:"members"`
	WantedMembers    int            `json:"wanted_members"`
	WantedBytes      int64          `json:"wanted_bytes"`
	CachedBytes      int64          `json:"cached_bytes"` // of the wanted ones, before the fetch
	DownloadBytes    int64          `json:"download_bytes"`
	DownloadRequests int            `json:"download_requests"`
	FetchedBytes     int64          `json:"fetched_bytes"` // so far, the directory included
	Requests         int            `json:"requests"`
	InLake           bool           `json:"in_lake,omitempty"`
	Problems         []fetchProblem `json:"problems"`
}

type fetchProblem struct {
	Kind   string `json:"kind"`
	Member string `json:"member,omitempty"`
	Text   string `json:"text"`
}

// A fetchJob is one artifact on its way.
type fetchJob struct {
	run    *runSpec
	spec   artifactSpec
	art    *fetch.Artifact // open; nil otherwise
	report fetchReport
}

func fetchJobs(runs []*runSpec) []*fetchJob {
	var out []*fetchJob
	for _, r := range runs {
		for _, s := range r.Artifacts {
			out = append(out, &fetchJob{run: r, spec: s, report: fetchReport{Ref: s.Ref.String(), Node: s.Node, Run: r.ID,
				Status: schemas.StatusOK, Problems: []fetchProblem{}}})
		}
	}
	return out
}

func closeJobs(jobs []*fetchJob) {
	for _, j := range jobs {
		if j.art != nil {
			_ = j.art.Close() // nothing more is read from it
			j.art = nil
		}
	}
}

// readDirectories opens the artifacts and asks what each would cost; the first keep of
// them stay open. The error ends all: ctx, the disk, the lake.
func (a *app) readDirectories(ctx context.Context, client *fetch.Client, l *lake.Lake, jobs []*fetchJob, keep int) error {
	known := map[string][]lake.Entry{}
	for _, j := range jobs {
		if _, done := known[j.run.ID]; l == nil || done {
			continue
		}
		entries, err := l.Committed(ctx, j.run.ID)
		if err != nil {
			return err
		}
		known[j.run.ID] = entries
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(artifactsAtATime)
	for i, j := range jobs {
		g.Go(func() error {
			art, err := client.Open(ctx, j.spec.Ref)
			if err != nil {
				return j.fail(ctx, err)
			}
			j.art = art
			wanted := wantedOf(art)
			r := &j.report
			r.FetchedBytes, r.Requests = art.FetchedBytes(), art.Requests()
			if e := inLake(known[j.run.ID], art.ID, inputsWith(inputsOf(j.run, j.spec), a.sadf(ctx), art)); e != nil {
				r.InLake, wanted = true, nil
			}
			cost := art.Cost(wanted)
			r.WantedMembers, r.WantedBytes, r.CachedBytes = len(wanted), cost.Wanted, cost.Cached
			r.DownloadBytes, r.DownloadRequests = cost.Download, cost.Requests
			j.see(nil)
			if i < keep {
				return nil
			}
			j.art = nil
			return art.Close()
		})
	}
	return g.Wait()
}

// see takes what the artifact says of itself, and which of the members were fetched and
// are wrong.
func (j *fetchJob) see(fetched []*fetch.Member) {
	r := &j.report
	r.Bytes, r.Members, r.Status, r.Problems = j.art.Size, len(j.art.Members), schemas.StatusOK, []fetchProblem{}
	for _, p := range j.art.Found() {
		if p.Degrades() {
			r.Status = schemas.StatusDegraded
		}
		r.Problems = append(r.Problems, fetchProblem{p.Kind, p.Member, p.String()})
	}
	for _, m := range fetched {
		if m.Damaged() {
			r.Status = schemas.StatusDegraded
			r.Problems = append(r.Problems, fetchProblem{fetch.KindChecksum, m.Name,
				fmt.Sprintf("member %s was downloaded twice and is wrong both times: it is damaged in the zip", m.Name)})
		}
	}
}

// fail notes why an artifact cannot be had. The error is not nil when that ends all.
func (j *fetchJob) fail(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, fetch.ErrDisk) {
		return err
	}
	j.report.Status, j.report.Error = schemas.StatusFailed, err.Error()
	if isMissing(err) {
		j.report.Status = schemas.StatusMissing
	}
	return nil
}

// inLake finds an artifact among what a lake has of its run, read by this parser with
// these inputs; nil when it has to be read.
func inLake(known []lake.Entry, id, inputs string) *lake.Entry {
	for i, e := range known {
		if e.ArtifactID == id && e.Parser == parserVersion && e.Inputs == inputs &&
			(e.Status == schemas.StatusOK || e.Status == schemas.StatusDegraded) {
			return &known[i]
		}
	}
	return nil
}
