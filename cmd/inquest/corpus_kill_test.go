//go:build unix

package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killedArgs are the arguments of the command that the test binary runs for
// TestCorpusKilledIngest; it is killed from outside.
const killedArgs = "INQUEST_TEST_COMMAND"

func TestCorpusKilledProcess(t *testing.T) {
	args := os.Getenv(killedArgs)
	if args == "" {
		t.Skip("only the process that TestCorpusKilledIngest starts")
	}
	os.Exit(runCommand(strings.Split(args, "\n")...).code)
}

// An ingest may be killed at any time: the lake keeps whole runs only, and the next
// ingest makes it what it would have been, byte by byte.
func TestCorpusKilledIngest(t *testing.T) {
	args := []string{"ingest"}
	for _, run := range []string{lateBase, lateHead, replicaHead, sweepBase} {
		args = append(args, corpusPath(t, "mariadb", run))
	}
	whole := t.TempDir()
	began := time.Now()
	mustRun(t, 0, append(args, "--lake", whole, "--cache", t.TempDir())...)
	took := time.Since(began)
	want := parquetFiles(t, whole)

	killed := 0
	for _, share := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
		t.Run(fmt.Sprintf("%.0f %% of the time", 100*share), func(t *testing.T) {
			lake, cache := t.TempDir(), t.TempDir()
			again := append(slices.Clone(args), "--lake", lake, "--cache", cache)
			if killAfter(t, time.Duration(share*float64(took)), again) {
				killed++
			}
			for name, data := range parquetFiles(t, lake) {
				if want[name] != data && !strings.Contains(name, "_inquest/tmp") {
					t.Errorf("after the kill %s is not what a whole ingest writes", name)
				}
			}
			mustRun(t, 0, again...)
			if got := parquetFiles(t, lake); !maps.Equal(got, want) {
				t.Errorf("the second ingest wrote %d files, an ingest in peace %d, or some differ", len(got), len(want))
			}
		})
	}
	if killed == 0 {
		t.Error("every process ended before it was killed")
	}
}

// killAfter runs a command in a process of its own and kills it; it reports whether the
// process was still at work.
func killAfter(t *testing.T, d time.Duration, args []string) bool {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestCorpusKilledProcess$")
	process.Env = append(os.Environ(), killedArgs+"="+strings.Join(args, "\n"))
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(d, func() { _ = process.Process.Kill() }) // it may have ended
	defer timer.Stop()
	err := process.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
		return true
	}
	if err != nil {
		t.Fatalf("the process ended by itself: %v", err)
	}
	return false
}

// parquetFiles are the contents of the data files of a lake, by name.
func parquetFiles(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name := range fileTree(t, root) {
		if strings.HasSuffix(name, ".parquet") {
			data, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.ToSlash(name)] = string(data)
		}
	}
	return files
}
