package lake

import (
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"inquest/schemas"
)

// RunData is a run read back.
type RunData struct {
	Run       Run
	Artifacts []Artifact      // by node; those without rows too
	Rows      []*schemas.Rows // of each artifact, in the order of the files: series by series, in time
}

// Nodes are the names of the nodes, sorted, each once.
func (d *RunData) Nodes() []string {
	var nodes []string
	for i := range d.Artifacts {
		nodes = append(nodes, d.Artifacts[i].Node)
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// Node returns the rows of one node, from all of its artifacts. Most nodes have one, and
// then nothing is copied.
func (d *RunData) Node(node string) *schemas.Rows {
	var all *schemas.Rows
	merged := false
	for i := range d.Artifacts {
		switch {
		case d.Artifacts[i].Node != node:
		case all == nil:
			all = d.Rows[i]
		case !merged:
			first := all
			all, merged = &schemas.Rows{}, true
			all.Append(first)
			fallthrough
		default:
			all.Append(d.Rows[i])
		}
	}
	if all == nil {
		return &schemas.Rows{}
	}
	return all
}

// Load reads a run with the rows of the named tables, or of all. The rows are those that
// were committed; only columns that rows hold are read. The error is [fs.ErrNotExist]
// when the lake has no such run.
func (l *Lake) Load(ctx context.Context, runID string, tables ...string) (*RunData, error) {
	return l.load(ctx, runID, func(*Entry) bool { return true }, tables)
}

// LoadNode is [Lake.Load] of one node.
func (l *Lake) LoadNode(ctx context.Context, runID, node string, tables ...string) (*RunData, error) {
	return l.load(ctx, runID, func(e *Entry) bool { return e.Node == node }, tables)
}

func (l *Lake) load(ctx context.Context, runID string, wanted func(*Entry) bool, tables []string) (*RunData, error) {
	d, err := l.loadCurrent(ctx, runID, wanted, tables)
	return d, l.wrap("reading run "+runID+" from", err)
}

func (l *Lake) loadCurrent(ctx context.Context, runID string, wanted func(*Entry) bool, tables []string) (*RunData, error) {
	if err := known(tables); err != nil {
		return nil, err
	}
	h, err := l.known(ctx, runID)
	if err != nil {
		return nil, err
	}
	entries := slices.DeleteFunc(h.current, func(c current) bool { return !wanted(&c.Entry) })
	d := &RunData{Artifacts: make([]Artifact, len(entries)), Rows: make([]*schemas.Rows, len(entries))}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	group.Go(func() error {
		runs, err := readFile(ctx, l, h.commits[0].RunFile, runBinding, newInterner())
		if err == nil {
			d.Run = runs[0]
		}
		return err
	})
	for i, e := range entries {
		group.Go(func() error { return l.loadEntry(ctx, &e.Entry, tables, &d.Artifacts[i], &d.Rows[i]) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return d, nil
}

// known is the history of a run that the lake has.
func (l *Lake) known(ctx context.Context, runID string) (*history, error) {
	if _, err := l.marked(ctx); err != nil {
		return nil, err
	}
	h, err := l.history(ctx, runID)
	if err == nil && len(h.commits) == 0 {
		err = fmt.Errorf("no such run: %w", fs.ErrNotExist)
	}
	return h, err
}

// loadEntry reads one artifact; its tables share texts, sources and series.
func (l *Lake) loadEntry(ctx context.Context, e *Entry, tables []string, a *Artifact, rows **schemas.Rows) error {
	in := newInterner()
	*rows = &schemas.Rows{}
	for _, f := range e.Files {
		if f.Table == artifactsName {
			read, err := readFile(ctx, l, f, artifactBinding, in)
			if err != nil {
				return err
			}
			*a = read[0]
			a.FetchedBytes = e.FetchedBytes
			continue
		}
		if len(tables) > 0 && !slices.Contains(tables, f.Table) {
			continue
		}
		for _, t := range sampleTables {
			if t.name() != f.Table {
				continue
			}
			if err := t.decode(l.reader(ctx, f.Key, f.Bytes), f, in, *rows); err != nil {
				return damaged(f.Key, err)
			}
		}
	}
	return nil
}

// readFile reads a file of one of the tables about runs and artifacts, which have one row.
func readFile[R any](ctx context.Context, l *Lake, f File, b binding[R], in *interner) ([]R, error) {
	rows, err := decode(l.reader(ctx, f.Key, f.Bytes), f.Bytes, f.Rows, b, in)
	if err == nil && len(rows) != 1 {
		err = fmt.Errorf("%d rows instead of one", len(rows))
	}
	return rows, damaged(f.Key, err)
}

func damaged(key string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w; inquest lake verify says more", key, err)
}

// known refuses names of tables that there are not, which would read as empty.
func known(tables []string) error {
	for _, name := range tables {
		if !slices.ContainsFunc(sampleTables, func(t sampleTable) bool { return t.name() == name }) {
			return fmt.Errorf("no table %q with rows of artifacts", name)
		}
	}
	return nil
}
