package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"inquest/report/diff"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// noiseBook gives a comparison the earlier runs of its test that a lake holds, so that
// run noise can be known without replicates. Only a lake that --lake names is asked: the
// default one holds what happened to be compared on this machine before, and an answer
// must not depend on that.
func (a *app) noiseBook(ctx context.Context, l *lake.Lake, in *diff.Input) error {
	if !a.book || a.lakeURI == "" {
		return nil
	}
	rows, err := l.Runs(ctx)
	if err != nil {
		return err
	}
	s := &shelf{app: a, lake: l, window: in.Window}
	compared := slices.Concat(in.Base, in.Head)
	var earlier []*diff.Run
	taken, err := s.marksOf(ctx, compared)
	if err != nil {
		return err
	}
	have := map[string]bool{}
	tests := map[string]lake.Run{} // by stratum
	for _, x := range compared {
		i := slices.IndexFunc(rows, func(r lake.Run) bool { return r.RunID == x.ID })
		if i < 0 {
			continue
		}
		stratum := diff.StratumKey(x.Stratum)
		if first, ok := tests[stratum]; ok && !sameTest(first, rows[i]) {
			if a.verbose {
				a.say("noise book: %s and %s are not known to be of one test with equal factors, so no earlier runs are used", first.RunID, x.ID)
			}
			return nil
		} else if !ok {
			tests[stratum] = rows[i]
		}
		for _, row := range siblings(rows, rows[i]) {
			if have[row.RunID] {
				continue
			}
			have[row.RunID] = true
			r, err := s.open(ctx, row, taken)
			if err != nil {
				return err
			}
			if r != nil {
				r.Stratum = x.Stratum
				earlier = append(earlier, r)
			}
		}
	}
	chosen, left := diff.ChooseBook(compared, earlier)
	if a.verbose {
		for _, why := range slices.Concat(s.left, left) {
			a.say("noise book: left out %s", why)
		}
	}
	in.Book, err = s.measure(ctx, chosen)
	return err
}

// siblings are the runs of a test that could tell its noise: same test, job and factors
// as the row, with a known build of which there are several.
func siblings(rows []lake.Run, of lake.Run) []lake.Run {
	count := map[string]int{}
	var out []lake.Run
	for _, r := range rows {
		if r.BuildID != "" && sameTest(r, of) {
			out = append(out, r)
			count[r.BuildID]++
		}
	}
	return slices.DeleteFunc(out, func(r lake.Run) bool { return count[r.BuildID] < 2 })
}

// sameTest tells whether two runs are known to be of one test: its name or the job must
// be known, and what is known of both must be equal.
func sameTest(a, b lake.Run) bool {
	job := a.Job == b.Job || a.Job == "" || b.Job == ""
	named := a.Test != "" || a.Job != "" && b.Job != ""
	return named && job && a.Test == b.Test && a.Labels == b.Labels
}

// shelf reads earlier runs from a lake.
type shelf struct {
	app    *app
	lake   *lake.Lake
	window *[2]float64
	left   []string // runs that were left out, and why
}

// marksOf are the artifacts of runs in the lake, and when their loads began, so that no
// copy of one under another name is taken for another run.
func (s *shelf) marksOf(ctx context.Context, runs []*diff.Run) (map[string]string, error) {
	taken := map[string]string{}
	for _, r := range runs {
		entries, err := s.lake.Committed(ctx, r.ID)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.ArtifactID != "" {
				taken[e.ArtifactID] = r.ID
			}
		}
		for _, at := range starts(r) {
			taken[at] = r.ID
		}
	}
	return taken, nil
}

// open reads what is known of a run beside its samples; nil when it cannot count. taken
// holds the marks of runs that count already.
func (s *shelf) open(ctx context.Context, row lake.Run, taken map[string]string) (*diff.Run, error) {
	entries, err := s.lake.Committed(ctx, row.RunID)
	if err != nil {
		return nil, err
	}
	why := ""
	if int64(len(entries)) < row.Nodes {
		why = fmt.Sprintf("only %d of its %d nodes are in the lake", len(entries), row.Nodes)
	}
	for _, e := range entries {
		switch other := taken[e.ArtifactID]; {
		case e.Status != schemas.StatusOK:
			why = fmt.Sprintf("node %s is %s", e.Node, e.Status)
		case e.Parser != parserVersion:
			why = "it was read by another version of the parsers; ingest it again"
		case other == row.RunID && row.RunID != "":
			return nil, nil // compared now
		case other != "":
			why = "it holds an artifact of run " + other
		}
	}
	if why != "" {
		s.left = append(s.left, row.RunID+": "+why)
		return nil, nil
	}
	r, _, err := s.app.loadRun(ctx, s.lake, row, schemas.SettingTable.Name)
	if err != nil {
		return nil, err
	}
	for _, at := range starts(r) {
		if other := taken[at]; other != "" {
			s.left = append(s.left, fmt.Sprintf("%s: it is run %s under another name: %s", row.RunID, other, at))
			return nil, nil
		}
	}
	for _, at := range starts(r) {
		taken[at] = row.RunID
	}
	for _, e := range entries {
		if e.ArtifactID != "" {
			taken[e.ArtifactID] = row.RunID
		}
	}
	return r, nil
}

// starts are the instants at which the load of a run began: a node makes one load at a
// time, so that two runs that share one are one run, packed twice.
func starts(r *diff.Run) []string {
	var out []string
	for _, n := range r.Nodes {
		for _, l := range n.Legs {
			if l.From > 0 {
				out = append(out, fmt.Sprintf("load on %s from %s", n.Name, time.UnixMicro(l.From).UTC().Format(time.RFC3339Nano)))
			}
		}
	}
	return out
}

// measure reads the samples of runs, one run at a time, and keeps what is compared.
func (s *shelf) measure(ctx context.Context, runs []*diff.Run) ([]*diff.BookRun, error) {
	var out []*diff.BookRun
	for _, r := range runs {
		full, _, err := s.app.loadRun(ctx, s.lake, lake.Run{RunID: r.ID, BuildID: r.Build}, sampleTables...)
		if err != nil {
			return nil, err
		}
		full.Stratum = r.Stratum
		for i, n := range full.Nodes { // the same artifacts in the same order
			n.Settings = r.Nodes[i].Settings
		}
		out = append(out, diff.NewBookRun(full, s.window))
	}
	return out, nil
}

// sampleTables are the tables that a noise book measures runs by.
var sampleTables = []string{schemas.CPUTable.Name, schemas.DiskTable.Name, schemas.StatTable.Name}
