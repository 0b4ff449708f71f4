package lake

import (
	"context"
	"slices"
	"strings"

	"inquest/schemas"
)

// HasArtifact tells whether the rows of an artifact are in the lake as this parser
// version and these inputs give them. An artifact that could not be read does not count.
func (l *Lake) HasArtifact(ctx context.Context, runID, node, artifactID, inputs string) (bool, error) {
	entries, err := l.Committed(ctx, runID)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(entries, func(e Entry) bool {
		return e.Node == node && e.ArtifactID == artifactID && e.Parser == l.opt.Parser && e.Inputs == inputs &&
			(e.Status == schemas.StatusOK || e.Status == schemas.StatusDegraded)
	}), nil
}

// Committed lists the artifacts of a run that count, by node. It is empty when the lake
// does not have the run.
func (l *Lake) Committed(ctx context.Context, runID string) ([]Entry, error) {
	h, err := l.history(ctx, runID)
	if err != nil {
		return nil, l.wrap("reading run "+runID+" from", err)
	}
	entries := make([]Entry, len(h.current))
	for i, c := range h.current {
		entries[i] = c.Entry
	}
	return entries, nil
}

// Runs lists the runs of the lake by id. Their field Manifest is only known to [Lake.Load].
func (l *Lake) Runs(ctx context.Context) ([]Run, error) {
	histories, err := l.histories(ctx)
	if err != nil {
		return nil, l.wrap("listing", err)
	}
	runs := make([]Run, len(histories))
	for i, h := range histories {
		runs[i] = h.run()
	}
	return runs, nil
}

// RunsOfBuild lists the runs of one build label by id; the empty label stands for runs
// whose build is not known. Only the commits of these runs are read.
func (l *Lake) RunsOfBuild(ctx context.Context, build string) ([]Run, error) {
	prefix := tablePrefix(runsName) + "build=" + segment(build) + "/run="
	objects, err := l.store.list(ctx, prefix)
	if err != nil {
		return nil, l.wrap("listing", err)
	}
	var segments []string
	for _, o := range objects {
		segment, _, _ := strings.Cut(o.Key[len(prefix):], "/")
		segments = append(segments, segment)
	}
	slices.Sort(segments)
	var runs []Run
	for _, segment := range slices.Compact(segments) {
		h, err := l.historyAt(ctx, commitsPrefix+segment+"/")
		if err != nil {
			return nil, l.wrap("listing", err)
		}
		if len(h.commits) > 0 && h.run().BuildID == build {
			runs = append(runs, h.run())
		}
	}
	return sortRuns(runs), nil
}

// Commits lists all commits, by run and from the oldest to the newest.
func (l *Lake) Commits(ctx context.Context) ([]Commit, error) {
	histories, err := l.histories(ctx)
	if err != nil {
		return nil, l.wrap("listing", err)
	}
	var commits []Commit
	for _, h := range histories {
		for _, c := range slices.Backward(h.commits) {
			commits = append(commits, *c)
		}
	}
	return commits, nil
}

// histories reads the commits of all runs, by run id.
func (l *Lake) histories(ctx context.Context) ([]*history, error) {
	if _, err := l.marked(ctx); err != nil {
		return nil, err
	}
	objects, err := l.store.list(ctx, commitsPrefix)
	if err != nil {
		return nil, err
	}
	var segments []string
	for _, o := range objects {
		if segment, _, ok := strings.Cut(o.Key[len(commitsPrefix):], "/"); ok {
			segments = append(segments, segment)
		}
	}
	slices.Sort(segments)
	var histories []*history
	for _, segment := range slices.Compact(segments) {
		h, err := l.historyAt(ctx, commitsPrefix+segment+"/")
		if err != nil {
			return nil, err
		}
		if len(h.commits) > 0 {
			histories = append(histories, h)
		}
	}
	slices.SortFunc(histories, func(a, b *history) int { return strings.Compare(a.run().RunID, b.run().RunID) })
	return histories, nil
}

func sortRuns(runs []Run) []Run {
	slices.SortFunc(runs, func(a, b Run) int { return strings.Compare(a.RunID, b.RunID) })
	return runs
}
