package lake

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Check is what [Lake.Verify] found.
type Check struct {
	Runs, Commits, Artifacts int
	Files                    int
	Rows, Bytes              int64
	// Problems are things that a reader will stumble over.
	Problems []Problem
	// Superseded are files of artifacts that later commits replaced, and Orphans files
	// that no commit lists: of a writer at work, or of one that was killed and never ran
	// again. Readers that go by the commits do not see them; [Lake.Expire] removes the superseded.
	Superseded, Orphans []Object
}

// Problem is one damaged or missing file.
type Problem struct {
	Key, Text string
}

// Verify compares the lake with its commits: every file is there and has the size that
// its commit says and, when deep, the bytes and a readable footer.
func (l *Lake) Verify(ctx context.Context, deep bool) (*Check, error) {
	c, err := l.verify(ctx, deep)
	return c, l.wrap("verifying", err)
}

func (l *Lake) verify(ctx context.Context, deep bool) (*Check, error) {
	histories, err := l.histories(ctx)
	if err != nil {
		return nil, err
	}
	objects, err := l.store.list(ctx, "")
	if err != nil {
		return nil, err
	}
	there := make(map[string]Object, len(objects))
	for _, o := range objects {
		there[o.Key] = o
	}
	check := &Check{Runs: len(histories)}
	counts := make(map[string]bool) // keys that count
	listed := make(map[string]bool) // keys that any commit lists
	for _, h := range histories {
		check.Commits += len(h.commits)
		check.Artifacts += len(h.current)
		for _, f := range h.files() {
			counts[f.Key] = true
			if err := l.verifyFile(ctx, check, h, f, there, deep); err != nil {
				return nil, err
			}
		}
		for _, c := range h.commits {
			listed[c.RunFile.Key] = true
			for _, e := range c.Artifacts {
				for _, f := range e.Files {
					listed[f.Key] = true
				}
			}
		}
	}
	for _, o := range objects {
		switch {
		case !strings.HasSuffix(o.Key, ".parquet") || counts[o.Key] || isEmptyTable(o.Key):
		case listed[o.Key]:
			check.Superseded = append(check.Superseded, o)
		default:
			check.Orphans = append(check.Orphans, o)
		}
	}
	return check, nil
}

// files are the files that count, each once.
func (h *history) files() []File {
	files := []File{h.commits[0].RunFile}
	for _, e := range h.current {
		files = append(files, e.Files...)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Key, b.Key) })
	return slices.CompactFunc(files, func(a, b File) bool { return a.Key == b.Key })
}

func (l *Lake) verifyFile(ctx context.Context, check *Check, h *history, f File, there map[string]Object, deep bool) error {
	check.Files++
	check.Rows += f.Rows
	check.Bytes += f.Bytes
	problem := func(format string, args ...any) {
		check.Problems = append(check.Problems, Problem{f.Key, fmt.Sprintf(format, args...)})
	}
	o, ok := there[f.Key]
	switch {
	case !ok:
		problem("missing; remove %s and ingest the run again", commitPrefix(h.run().RunID))
		return nil
	case o.Bytes != f.Bytes:
		problem("%d bytes where the commit says %d", o.Bytes, f.Bytes)
		return nil
	case !deep:
		return nil
	}
	sum, err := l.sum(ctx, o)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Key, err)
	}
	if sum != f.SHA256 {
		problem("other bytes than were committed (SHA-256 %s, not %s)", sum, f.SHA256)
		return nil
	}
	if err := isWhole(l.reader(ctx, f.Key, o.Bytes), o.Bytes, f.Rows); err != nil {
		problem("not readable: %v", err)
	}
	return nil
}

// isEmptyTable tells whether the key is that of a file without rows.
func isEmptyTable(key string) bool {
	return strings.Contains(key, "/build="+noValue+"/run="+noValue+"/"+emptyName+"-")
}

// Expire removes the files of artifacts that later commits replaced, for readers that
// take every file they find. Commits stay.
func (l *Lake) Expire(ctx context.Context) (removed []Object, err error) {
	check, err := l.verify(ctx, false)
	if err != nil {
		return nil, l.wrap("expiring", err)
	}
	for _, o := range check.Superseded {
		if err := l.store.remove(ctx, o.Key); err != nil {
			return removed, l.wrap("expiring", fmt.Errorf("%s: %w", o.Key, err))
		}
		removed = append(removed, o)
	}
	return removed, nil
}
