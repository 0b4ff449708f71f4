//go:build unix

package lake

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The test binary plays the writer that is killed: it commits to the lake in killRoot
// and kills itself at the first step whose name begins with killStep.
const (
	killRoot = "INQUEST_TEST_KILL_ROOT"
	killStep = "INQUEST_TEST_KILL_STEP"
)

func TestMain(m *testing.M) {
	if root := os.Getenv(killRoot); root != "" {
		commitAndDie(root, os.Getenv(killStep))
	}
	os.Exit(m.Run())
}

func commitAndDie(root, at string) {
	opt := testOptions()
	opt.step = func(step string) {
		if strings.HasPrefix(step, at) {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	l, err := Open(root, opt)
	if err == nil {
		_, err = l.Commit(context.Background(), testRun(), testBatches(100))
	}
	if err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
	os.Exit(0)
}

// A writer may be killed anywhere: what it left is not in the lake, and the next writer
// makes the lake what it would have been.
func TestKilledWriter(t *testing.T) {
	whole := t.TempDir()
	mustCommit(t, openLake(t, whole), testRun(), testBatches(100))
	want := snap(t, whole)
	for _, at := range []string{
		"created runs/v1/build=_none", "written _inquest/lake.json", "created cpu/v1/build=6", "written cpu/v1/build=6", "published stats",
		"published artifacts", "written runs/v1/build=6", "created _inquest/commits", "written _inquest/commits",
	} {
		t.Run(strings.NewReplacer("/", "-", " ", "-").Replace(at), func(t *testing.T) {
			root := t.TempDir()
			killed(t, root, at)
			if len(leftovers(t, root)) == 0 {
				t.Error("the killed writer left no unfinished file, so it was not killed where it should be")
			}
			l := openLake(t, root)
			if runs, err := l.Runs(context.Background()); err != nil || len(runs) != 0 {
				t.Errorf("before the second writer: runs %v, %v; want none", runs, err)
			}
			mustCommit(t, l, testRun(), testBatches(100))
			sameContent(t, want, snap(t, root))
		})
	}
}

func killed(t *testing.T, root, at string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killRoot+"="+root, killStep+"="+at)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("the writer ended with %v, not by SIGKILL at %q: %s", err, at, out)
	}
}

func leftovers(t *testing.T, root string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, tempPrefix, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// What a writer that is alive works on must survive the next one.
func TestSweepSparesLiveWriters(t *testing.T) {
	root := t.TempDir()
	l := openLake(t, root)
	live, err := l.temp.create()
	if err != nil {
		t.Fatal(err)
	}
	defer live.discard()
	dead := filepath.Join(l.temp.dir, "lake-LEFTOVER.tmp")
	other := filepath.Join(l.temp.dir, "notes.txt")
	for _, name := range []string{dead, other} {
		if err := os.WriteFile(name, []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mustCommit(t, l, testRun(), testBatches(1))
	for name, want := range map[string]bool{live.Name(): true, dead: false, other: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", filepath.Base(name), err == nil, want)
		}
	}
}
