//go:build unix

package main

import (
	"errors"
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

// An ingest may be killed at any time: the lake keeps whole files only, and the next
// ingest makes it what it would have been, byte by byte.
func TestCorpusKilledIngest(t *testing.T) {
	args := []string{"ingest"}
	for _, run := range []string{lateBase, lateHead, replicaHead} {
		args = append(args, corpusPath(t, "mariadb", run))
	}
	whole := t.TempDir()
	began := time.Now()
	mustRun(t, 0, append(args, "--lake", whole, "--cache", t.TempDir())...)
	took := time.Since(began)
	want := parquetFiles(t, whole)

	killed := 0
	for name, when := range map[string]func(lake string, at time.Duration) bool{
		"while parsing":      func(_ string, at time.Duration) bool { return at > took/3 },
		"at the first files": func(lake string, _ time.Duration) bool { return filesThere(lake) > 0 },
		"amid the files":     func(lake string, _ time.Duration) bool { return filesThere(lake) > len(want)/2 },
	} {
		t.Run(name, func(t *testing.T) {
			lake := t.TempDir()
			again := append(slices.Clone(args), "--lake", lake, "--cache", t.TempDir())
			if killWhen(t, again, func(at time.Duration) bool { return when(lake, at) }) {
				killed++
			}
			for name, data := range parquetFiles(t, lake) {
				if want[name] != data {
					t.Errorf("after the kill %s is not what an ingest in peace writes", name)
				}
			}
			mustRun(t, 0, again...)
			if got := parquetFiles(t, lake); !maps.Equal(got, want) {
				t.Errorf("the second ingest left %d files, an ingest in peace %d, or some differ", len(got), len(want))
			}
		})
	}
	if killed == 0 {
		t.Error("every process ended before it was killed")
	}
}

// killWhen runs a command in a process of its own and kills it at a time; it reports
// whether the process was still at work.
func killWhen(t *testing.T, args []string, when func(at time.Duration) bool) bool {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), commandToRun+"="+strings.Join(args, "\n"))
	began := time.Now()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	for {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
				return true
			}
			if err != nil {
				t.Fatalf("the process ended by itself: %v", err)
			}
			return false
		case <-time.After(time.Millisecond):
			if when(time.Since(began)) {
				_ = process.Process.Kill() // it may have ended
			}
		}
	}
}

// filesThere counts the data files of a lake that another process may be writing.
func filesThere(lake string) int {
	names, err := filepath.Glob(filepath.Join(lake, "*", "v1", "*", "*", "*.parquet"))
	if err != nil {
		return 0
	}
	return len(names)
}
