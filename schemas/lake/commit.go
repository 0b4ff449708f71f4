package lake

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sync/errgroup"

	"inquest/schemas"
)

// writers bounds the files written at once; each takes up to 40 MB.
const writers = 2

// artifactsName and runsName are the tables about artifacts and runs.
var artifactsName, runsName = schemas.ArtifactTable.Name, schemas.RunTable.Name

// Commit adds artifacts of a run with their rows. Either all of it becomes part of the
// lake or, on an error, nothing does, and what was committed before stays. Committing
// the same again changes nothing; other rows of an artifact take the place of the
// earlier ones. The rows are sorted in the files, not in memory.
//
// Product, BuildID and RunID of the artifacts are those of the run; their row counts are
// taken from the rows. A node may be given the same artifact twice, as a copy; the first
// counts, and the others are listed in the commit.
func (l *Lake) Commit(ctx context.Context, run Run, batches []Batch) (Commit, error) {
	c, err := l.commit(ctx, run, batches)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		err = fmt.Errorf("%w (the disk is full: free space there or choose another --lake; earlier commits are intact)", err)
	}
	if err != nil {
		return Commit{}, fmt.Errorf("committing run %s to lake %s: %w", run.RunID, l.uri, err)
	}
	return *c, nil
}

func (l *Lake) commit(ctx context.Context, run Run, batches []Batch) (*Commit, error) {
	batches, copies, err := l.settle(run, batches)
	if err != nil {
		return nil, err
	}
	if err := l.prepare(ctx); err != nil {
		return nil, err
	}
	h, err := l.history(ctx, run.RunID)
	if err != nil {
		return nil, err
	}
	c := l.draft(run, batches, h)
	c.Copies = copies
	if old := h.holds(c); old != nil {
		old.Existed, old.Copies = true, copies
		return old, nil
	}
	if err := l.writeFiles(ctx, c, batches); err != nil {
		return nil, err
	}
	c.replace(h)
	c.FetchedAt = l.opt.Now().UTC()
	return c, l.publish(ctx, c)
}

// settle checks the batches and returns them with their identity, sorted by node, and
// the artifacts of which there was a second copy.
func (l *Lake) settle(run Run, batches []Batch) (settled []Batch, copies []Artifact, err error) {
	if run.RunID == "" {
		return nil, nil, errors.New("the run has no id")
	}
	seen := make(map[identity]bool)
	for _, b := range batches {
		a := &b.Artifact
		a.Product, a.BuildID, a.RunID, a.ParserVersion = run.Product, run.BuildID, run.RunID, l.opt.Parser
		id := identityOf(a.Node, a.ArtifactID, a.URI)
		if seen[id] {
			copies = append(copies, *a)
			continue
		}
		seen[id] = true
		if b.Rows == nil {
			b.Rows = &schemas.Rows{}
		}
		a.RowsCPU, a.RowsDisk, a.RowsStats = int64(len(b.Rows.CPU)), int64(len(b.Rows.Disk)), int64(len(b.Rows.Stats))
		for _, t := range sampleTables {
			if err := t.check(b.Rows); err != nil {
				return nil, nil, fmt.Errorf("node %s: %w", a.Node, err)
			}
		}
		settled = append(settled, b)
	}
	slices.SortFunc(settled, func(a, b Batch) int {
		return cmp.Or(strings.Compare(a.Artifact.Node, b.Artifact.Node),
			strings.Compare(a.Artifact.ArtifactID, b.Artifact.ArtifactID), strings.Compare(a.Artifact.URI, b.Artifact.URI))
	})
	return settled, copies, nil
}

// draft is the commit with everything but its files.
func (l *Lake) draft(run Run, batches []Batch, h *history) *Commit {
	c := &Commit{Format: manifestFormat, Schema: schemas.Version, Tool: strings.TrimSpace("inquest " + l.opt.Tool.Version),
		Sequence: h.sequence() + 1, Run: run, Artifacts: []Entry{}, Replaces: []string{}}
	c.RunFile = File{Table: runsName, Rows: 1,
		Key: fileKey(runsName, run.BuildID, run.RunID, "run", rowDigest(schemas.RunTable, &run))}
	for i := range batches {
		a := &batches[i].Artifact
		c.Artifacts = append(c.Artifacts, Entry{Node: a.Node, ArtifactID: a.ArtifactID, URI: a.URI, Status: a.Status,
			Error: a.Error, Inputs: a.Inputs, Parser: a.ParserVersion, Digest: artifactDigest(a), Bytes: a.Bytes,
			FetchedBytes: a.FetchedBytes})
	}
	c.seal()
	return c
}

// writeFiles writes the files of a commit, a few at a time, and lists them in it.
func (l *Lake) writeFiles(ctx context.Context, c *Commit, batches []Batch) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(writers)
	write := func(to *File, table, key string, rows int64, encode func(io.Writer) error) {
		group.Go(func() (err error) {
			*to, err = l.put(ctx, table, key, rows, encode)
			return err
		})
	}
	for i := range batches {
		b, e := &batches[i], &c.Artifacts[i]
		key := func(table string) string {
			return fileKey(table, b.Artifact.BuildID, b.Artifact.RunID, b.Artifact.Node, e.Digest)
		}
		tables := slices.DeleteFunc(slices.Clone(sampleTables), func(t sampleTable) bool { return t.count(b.Rows) == 0 })
		e.Files = make([]File, len(tables)+1)
		for j, t := range tables {
			write(&e.Files[j], t.name(), key(t.name()), t.count(b.Rows), func(w io.Writer) error {
				return t.encode(w, b.Rows, &b.Artifact, l.opt.Tool)
			})
		}
		write(&e.Files[len(tables)], artifactsName, key(artifactsName), 1, func(w io.Writer) error {
			return encode(w, file[Artifact]{table: schemas.ArtifactTable, rows: []Artifact{b.Artifact}, tool: l.opt.Tool})
		})
	}
	write(&c.RunFile, runsName, c.RunFile.Key, 1, func(w io.Writer) error {
		return encode(w, file[Run]{table: schemas.RunTable, rows: []Run{c.Run}, tool: l.opt.Tool})
	})
	return group.Wait()
}

// replace lists what the new entries take the place of.
func (c *Commit) replace(h *history) {
	for _, old := range h.current {
		if slices.ContainsFunc(c.Artifacts, func(e Entry) bool { return e.replaces(&old.Entry) }) {
			c.Replaces = append(c.Replaces, old.Digest)
		}
	}
	slices.Sort(c.Replaces)
}

// publish writes the manifest, by which the files become part of the lake. A manifest of
// the same name that another writer made in the meantime says the same.
func (l *Lake) publish(ctx context.Context, c *Commit) error {
	b, err := c.marshal()
	if err != nil {
		return err
	}
	created, err := l.putText(ctx, c.key(), b)
	c.Existed = !created
	return err
}
