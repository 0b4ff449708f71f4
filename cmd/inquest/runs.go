package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"inquest/fetch"
	"inquest/parse"
)

// runSpec is a run to be ingested: where its artifacts are and what is known of it.
type runSpec struct {
	ID        string
	Build     string
	Factors   map[string]string
	Job       string
	Number    int64
	Artifacts []artifactSpec
	Manifest  *parse.Manifest
	Problems  []runProblem // why it may have more artifacts, or a manifest
}

// artifactSpec is one artifact of a run.
type artifactSpec struct {
	Ref  fetch.Ref
	Node string // as the plan or the file name says
	Role string
}

// runOf finds the artifacts of a run from one address: a folder, a prefix, a zip or a
// quoted glob; the manifest beside them is read.
func (a *app) runOf(ctx context.Context, client *fetch.Client, address string) (*runSpec, error) {
	ref, err := fetch.ParseRef(address)
	if err != nil {
		return nil, &exitError{2, err}
	}
	listing, err := client.Expand(ctx, ref)
	if err != nil {
		return nil, err
	}
	if len(listing.Artifacts) == 0 {
		return nil, fmt.Errorf("run %s: no zips found there; a run is a folder or prefix with one zip per node", ref)
	}
	r := &runSpec{ID: runID(ref, listing.Artifacts), Factors: map[string]string{}}
	for _, z := range listing.Artifacts {
		r.Artifacts = append(r.Artifacts, artifactSpec{Ref: z, Node: z.Node()})
	}
	a.listingProblems(r, listing)
	if err := a.readManifest(ctx, client, r, listing.Manifest); err != nil {
		return nil, err
	}
	a.addMissing(r, strings.TrimRight(ref.String(), "/")+"/")
	return r, nil
}

// listingProblems notes what a listing could not tell.
func (a *app) listingProblems(r *runSpec, l *fetch.Listing) {
	for _, p := range l.Problems {
		kind := "manifest"
		if p.Kind == fetch.KindListing {
			kind = "listing"
		}
		a.lose(r, kind, "%s", p.String())
	}
}

// readManifest reads the manifest of a run, if there is one. One that cannot be read
// costs what it would have said, not the run.
func (a *app) readManifest(ctx context.Context, client *fetch.Client, r *runSpec, ref *fetch.Ref) error {
	if ref == nil {
		return nil
	}
	b, err := client.ReadFile(ctx, *ref, 16<<20)
	if err == nil {
		r.Manifest, err = parse.ParseManifest(b)
	}
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		a.lose(r, "manifest", "the manifest %s is left out: %v", ref, err)
		return nil
	}
	if r.Manifest.RunID != "" {
		r.ID = strings.TrimPrefix(r.Manifest.RunID, "jenkins-")
	}
	r.Build = cmp.Or(r.Build, r.Manifest.BuildLabel)
	return nil
}

// runID names a run by its address: the glob's fixed part, the folder of several zips,
// else the zip's own name. What follows the path of an address, such as the signature of
// a presigned one, has no part in it.
func runID(ref fetch.Ref, zips []fetch.Ref) string {
	at := pathOf(ref)
	base := path.Base(path.Clean(at))
	isGlob := (ref.Scheme == "s3" || ref.Scheme == "file") && !strings.HasPrefix(pathOf(zips[0]), at)
	if i := strings.IndexAny(base, "*?["); i >= 0 && isGlob {
		if fixed := strings.TrimRight(base[:i], "_-. "); fixed != "" {
			return fixed
		}
		return cmp.Or(zips[0].RunID(), "run")
	}
	if strings.HasSuffix(strings.ToLower(base), ".zip") {
		return ref.Node()
	}
	return cmp.Or(zips[0].RunID(), strings.TrimPrefix(base, "jenkins-"))
}

// pathOf is where an address leads to, with the bucket or the host in front.
func pathOf(r fetch.Ref) string {
	switch {
	case r.Bucket != "":
		return r.Bucket + "/" + r.Key
	case r.Scheme == "file":
		return filepath.ToSlash(r.Path)
	}
	return r.Host + r.Path
}

// readPlan reads a plan file; ok is false when the file is not one.
func readPlan(name string) (*fetch.Plan, bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false, nil
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return nil, false, nil
	}
	var head [1]byte
	if n, _ := f.Read(head[:]); n == 0 || head[0] != '{' {
		return nil, false, nil
	}
	if _, err := f.Seek(0, 0); err != nil {
		return nil, false, err
	}
	plan, err := fetch.ReadPlan(f)
	return plan, true, err
}

// runsOfPlan turns a plan into runs. Runs without artifacts are noted and left out.
func (a *app) runsOfPlan(ctx context.Context, client *fetch.Client, plan *fetch.Plan) ([]*runSpec, error) {
	var out []*runSpec
	for _, pr := range plan.Runs {
		r := &runSpec{ID: pr.ID, Build: pr.BuildLabel(), Factors: pr.Factors}
		if pr.Job != nil {
			r.Job = *pr.Job
		}
		if pr.Number != nil {
			r.Number = *pr.Number
		}
		for _, pa := range plan.ArtifactsOf(pr.ID) {
			ref, err := fetch.ParseRef(pa.Ref)
			if err != nil {
				a.lose(r, "address", "the address on line %d is left out: %v", pa.Line, err)
				continue
			}
			s := artifactSpec{Ref: ref, Node: pa.Node}
			if pa.Role != nil {
				s.Role = *pa.Role
			}
			r.Artifacts = append(r.Artifacts, s)
		}
		if len(r.Artifacts) > 0 {
			if listing, err := client.Expand(ctx, r.Artifacts[0].Ref); err == nil {
				a.listingProblems(r, listing)
				if err := a.readManifest(ctx, client, r, listing.Manifest); err != nil {
					return nil, err
				}
				r.ID = pr.ID // the ticket's name for it
			}
		}
		if len(r.Artifacts) == 0 && pr.Prefix != nil {
			listed, err := a.runOf(ctx, client, *pr.Prefix)
			if err != nil {
				return nil, err
			}
			r.Artifacts, r.Manifest = listed.Artifacts, listed.Manifest
			r.Problems = append(r.Problems, listed.Problems...)
		}
		if len(r.Artifacts) == 0 {
			a.leftOut = append(append(a.leftOut, r.Problems...), runProblem{r.ID, "no-artifacts", "the plan names no artifact of it, so it is left out"})
			continue
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil, incomplete("the plan %s names no artifact: nothing can be fetched", plan.Source.Name)
	}
	return out, nil
}

// runsOf reads what a command was given: plans, or addresses of runs.
func (a *app) runsOf(ctx context.Context, client *fetch.Client, args []string) ([]*runSpec, error) {
	var out []*runSpec
	for _, arg := range args {
		plan, isPlan, err := readPlan(arg)
		if err != nil {
			return nil, err
		}
		if isPlan {
			runs, err := a.runsOfPlan(ctx, client, plan)
			if err != nil {
				return nil, err
			}
			out = append(out, runs...)
			continue
		}
		r, err := a.runOf(ctx, client, arg)
		if err != nil {
			return nil, errors.Join(err)
		}
		out = append(out, r)
	}
	distinct(out)
	return out, nil
}

// distinct gives runs of one name and different artifacts different names.
func distinct(runs []*runSpec) {
	seen := map[string]*runSpec{}
	for _, r := range runs {
		other := seen[r.ID]
		if other != nil && !sameArtifacts(other, r) {
			for n := 2; seen[r.ID] != nil; n++ {
				r.ID = fmt.Sprintf("%s-%d", strings.TrimSuffix(r.ID, fmt.Sprintf("-%d", n-1)), n)
			}
		}
		seen[r.ID] = r
	}
}

func sameArtifacts(a, b *runSpec) bool {
	if len(a.Artifacts) != len(b.Artifacts) {
		return false
	}
	for i := range a.Artifacts {
		if a.Artifacts[i].Ref.String() != b.Artifacts[i].Ref.String() {
			return false
		}
	}
	return true
}

// clientAndRuns makes a client and finds the runs that the arguments name.
func (a *app) clientAndRuns(ctx context.Context, args []string) (*fetch.Client, []*runSpec, error) {
	client, err := a.client()
	if err != nil {
		return nil, nil, err
	}
	runs, err := a.runsThere(ctx, client, args)
	return client, runs, err
}

// runsThere is runsOf for commands that do one run after another: what cannot be found of
// several is said, and costs none of the others. Each is taken once.
func (a *app) runsThere(ctx context.Context, client *fetch.Client, args []string) ([]*runSpec, error) {
	var out []*runSpec
	var lost []error
	for _, arg := range args {
		runs, err := a.runsOf(ctx, client, []string{arg})
		var usage *exitError
		if err != nil && (len(args) == 1 || ctx.Err() != nil || errors.Is(err, fetch.ErrDisk) || errors.As(err, &usage) && usage.code == 2) {
			return nil, err
		}
		if err != nil {
			lost = append(lost, err)
			p := runProblem{shownAddress(arg), "address", "it is left out: " + strings.ReplaceAll(err.Error(), "\n", "; ")}
			a.leftOut = append(a.leftOut, p)
			a.say("%s", p)
		}
		out = append(out, runs...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("none of %d addresses leads to a run: %w", len(lost), lost[0])
	}
	distinct(out)
	return a.once(out), nil
}

// shownAddress is an argument without secrets.
func shownAddress(arg string) string {
	if ref, err := fetch.ParseRef(arg); err == nil {
		return ref.String()
	}
	return "(an address that cannot be read)"
}

// once leaves out runs that were named before, in whatever form.
func (a *app) once(runs []*runSpec) []*runSpec {
	seen := map[string]bool{}
	return slices.DeleteFunc(runs, func(r *runSpec) bool {
		again := seen[r.ID] // distinct has renamed those of other artifacts
		seen[r.ID] = true
		if again {
			a.say("run %s is named more than once: it is taken once", r.ID)
		}
		return again
	})
}
