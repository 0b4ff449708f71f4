package lake

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"inquest/schemas"
)

// Run is one execution of a test.
type Run = schemas.Run

// Artifact is one node's zip of one run, and the identity that its rows carry.
type Artifact = schemas.Artifact

// Batch is an artifact with the rows read from it. Rows is nil when there are none,
// because the artifact is missing or not readable.
type Batch struct {
	Artifact Artifact
	Rows     *schemas.Rows
}

// Options say how a lake is opened.
type Options struct {
	// Parser is the version of the parsers. Artifacts read by another version count as
	// not committed yet.
	Parser string
	// Tool is the program, named in the footer of each file and in the manifests.
	Tool Tool
	// Objects are the calls of the object store of an s3:// lake; a folder needs none.
	Objects *Objects
	// TempDir is for unfinished files of an object store's lake; empty: the system's.
	// A folder keeps them within itself.
	TempDir string
	// Now is the clock of the manifests; nil: the system's.
	Now func() time.Time

	step func(name string) // called between the steps of a commit; for tests
}

// Lake is an open lake. Its methods may be called by several goroutines, and any number
// of processes may use one lake at a time.
type Lake struct {
	uri   string
	store store
	temp  temp
	opt   Options

	prepared sync.Mutex // guards ready
	ready    bool
}

// Open opens the lake at a folder, a file:// address or s3://bucket/prefix. Nothing is
// created before the first commit, and a lake without one reads as empty.
func Open(uri string, opt Options) (*Lake, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	l := &Lake{uri: uri, opt: opt}
	switch name, rest := scheme(uri); {
	case uri == "" || rest == "":
		return nil, fmt.Errorf("opening lake %q: it names no folder; pass a folder or s3://bucket/prefix", uri)
	case name == "" || name == "file":
		root := filepath.Clean(filepath.FromSlash(rest))
		if info, err := os.Stat(root); err == nil && !info.IsDir() {
			return nil, fmt.Errorf("opening lake %s: it is a file; pass a folder", uri)
		}
		l.store, l.temp = folder{root}, temp{filepath.Join(root, filepath.FromSlash(tempPrefix))}
	case name == "s3":
		if !opt.Objects.complete() {
			return nil, fmt.Errorf("opening lake %s: no object store is connected", uri)
		}
		dir := opt.TempDir
		if dir == "" {
			dir = os.TempDir()
		}
		l.store, l.temp = bucket{*opt.Objects}, temp{dir}
	default:
		return nil, fmt.Errorf("opening lake %s: scheme %q is not known; pass a folder or s3://bucket/prefix", uri, name)
	}
	return l, nil
}

// URI is the address that the lake was opened with.
func (l *Lake) URI() string { return l.uri }

// at reports a step of a commit to the test that asked for it.
func (l *Lake) at(step string) {
	if l.opt.step != nil {
		l.opt.step(step)
	}
}

// wrap names the lake in an error.
func (l *Lake) wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s lake %s: %w", doing, l.uri, err)
}

// prepare makes the lake ready for writing: it marks it with its format and gives every
// table a file without rows, so that a query finds each table from the first commit on.
func (l *Lake) prepare(ctx context.Context) error {
	l.prepared.Lock()
	defer l.prepared.Unlock()
	if l.ready {
		return nil
	}
	if err := l.temp.sweep(); err != nil {
		return err
	}
	marked, err := l.marked(ctx)
	if err != nil {
		return err
	}
	if !marked {
		if err := l.writeEmptyTables(ctx); err != nil {
			return err
		}
		if err := l.mark(ctx); err != nil {
			return err
		}
	}
	l.ready = true
	return nil
}
