//go:build unix

package lake

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// fullStore is a store whose disk fills up: it takes some objects and then no more.
type fullStore struct {
	store
	room atomic.Int64
}

func (s *fullStore) publish(ctx context.Context, key string, f *os.File) (bool, error) {
	if s.room.Add(-1) < 0 {
		return false, &fs.PathError{Op: "link", Path: key, Err: syscall.ENOSPC}
	}
	return s.store.publish(ctx, key, f)
}

func TestFullDisk(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	l := openLake(t, root)
	mustCommit(t, l, testRun(), testBatches(50))
	before := snap(t, root)

	next := testRun()
	next.RunID = "hebe-dura-txn-445"
	real := l.store
	for room := range 15 {
		full := &fullStore{store: real}
		full.room.Store(int64(room))
		l.store = full
		_, err := l.Commit(ctx, next, testBatches(60))
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "earlier commits are intact") {
			t.Fatalf("room for %d: error %v, want a clear one", room, err)
		}
		for name, b := range before {
			if b.content != snap(t, root)[name].content {
				t.Errorf("room for %d: %s of the earlier commit changed", room, name)
			}
		}
		if runs, err := l.Runs(ctx); err != nil || len(runs) != 1 {
			t.Errorf("room for %d: runs %v, %v; want the earlier one", room, runs, err)
		}
	}
	if names := leftovers(t, root); len(names) != 0 {
		t.Errorf("unfinished files %v were left", names)
	}

	l.store = real
	mustCommit(t, l, next, testBatches(60))
	check, err := l.Verify(ctx, true)
	if err != nil || len(check.Problems) != 0 || check.Runs != 2 {
		t.Errorf("after there is room again: %+v, %v", check, err)
	}
}

// The disk may also fill up while a file is written. Only part of it is there then, and
// that part must not get the file's name.
//
// The limit that stands for a full disk holds for the whole process, so the test runs in one
// of its own: the test binary itself writes files too.
func TestFullDiskInTheMiddleOfAFile(t *testing.T) {
	const alone = "INQUEST_TEST_FULL_DISK"
	if os.Getenv(alone) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), alone+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	root := t.TempDir()
	l := openLake(t, root)
	mustCommit(t, l, testRun(), testBatches(1)[:1])
	next := testRun()
	next.RunID = "hebe-dura-txn-445"
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	limit := old
	limit.Cur = 4096 // no file may grow beyond; writing more fails with EFBIG
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skipf("file sizes cannot be limited here: %v", err)
	}
	_, err := l.Commit(context.Background(), next, testBatches(1000))
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("error %v, want that of the write", err)
	}
	for name, file := range snap(t, root) {
		if strings.Contains(name, "run=hebe-dura-txn-445") && !strings.HasSuffix(file.content, "PAR1") {
			t.Errorf("%s was published without its end", name)
		}
	}
	if names := leftovers(t, root); len(names) != 0 {
		t.Errorf("unfinished files %v were left", names)
	}
}

func TestNoPlaceForUnfinishedFiles(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "_inquest"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := openLake(t, root).Commit(context.Background(), testRun(), testBatches(1)); err == nil {
		t.Error("no error though no file could be written")
	}
}
