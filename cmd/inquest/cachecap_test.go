//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"inquest/fetch"
)

// age makes the downloads of a cache look unused for an hour.
func age(t *testing.T, cache string) {
	t.Helper()
	uses, err := filepath.Glob(filepath.Join(cache, "objects", "v1", "objects", "*", "*", "use"))
	if err != nil || len(uses) == 0 {
		t.Fatalf("%d downloads, %v", len(uses), err)
	}
	for _, use := range uses {
		if err := os.Chtimes(use, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
}

// cached are the addresses in a cache.
func cached(t *testing.T, cache string) string {
	t.Helper()
	entries, err := fetch.CacheEntries(filepath.Join(cache, "objects"))
	if err != nil {
		t.Fatal(err)
	}
	var refs []string
	for _, e := range entries {
		refs = append(refs, e.Ref)
	}
	return strings.Join(refs, " ")
}

// TestCacheSize bounds the cache after a run: what was unused longest goes, what the run
// used stays even where that alone is too much, and -v says both.
func TestCacheSize(t *testing.T) {
	s := newObjectServer(t)
	for _, node := range []string{"a", "b", "c"} {
		s.objects["perf/run-1/"+node+".zip"] = newStoredZip(storedMember{"iostat.log", 400_000})
	}
	cache := t.TempDir()
	fetched := func(address string, more ...string) string {
		t.Helper()
		return mustRun(t, 0, append(append([]string{"fetch", address, "--cache", cache}, more...), s.flags()...)...).stderr
	}
	fetched("s3://perf/run-1/a.zip")
	age(t, cache)
	fetched("s3://perf/run-1/b.zip", "--cache-size", "1MB")
	if got := cached(t, cache); got != "s3://perf/run-1/a.zip s3://perf/run-1/b.zip" {
		t.Errorf("under the bound there is %s", got)
	}
	says(t, fetched("s3://perf/run-1/c.zip", "--cache-size", "1MB", "-v"), "the cache is kept below 977 KiB: 1 object unused since")
	if got := cached(t, cache); got != "s3://perf/run-1/b.zip s3://perf/run-1/c.zip" {
		t.Errorf("over the bound there is %s", got)
	}
	age(t, cache)
	fetched("s3://perf/run-1/b.zip", "--cache-size", "0")
	if got := cached(t, cache); got != "s3://perf/run-1/c.zip s3://perf/run-1/b.zip" {
		t.Errorf("without a bound there is %s", got)
	}
	says(t, fetched("s3://perf/run-1/b.zip", "--cache-size", "100kB", "-v"), "1 object unused", "more than the 98 KiB of --cache-size, because this run used it")
	if got := cached(t, cache); got != "s3://perf/run-1/b.zip" {
		t.Errorf("over the bound alone there is %s", got)
	}
	s.reset(nil)
	fetched("s3://perf/run-1/c.zip")
	if _, _, sent := s.counted(); sent < 400_000 {
		t.Errorf("%d bytes were sent of what was removed", sent)
	}
}

// TestCacheSizeAtOnce bounds the cache after runs that follow each other at once: each
// removes what the one before used.
func TestCacheSizeAtOnce(t *testing.T) {
	s := newObjectServer(t)
	cache := t.TempDir()
	for _, node := range []string{"a", "b", "c"} {
		s.objects["perf/run-1/"+node+".zip"] = newStoredZip(storedMember{"iostat.log", 400_000})
		mustRun(t, 0, append([]string{"fetch", "s3://perf/run-1/" + node + ".zip", "--cache", cache, "--cache-size", "500kB"}, s.flags()...)...)
		if got, want := cached(t, cache), "s3://perf/run-1/"+node+".zip"; got != want {
			t.Errorf("after %s there is %s", want, got)
		}
	}
}

// TestPruneBesideFetch prunes everything while another process is in the middle of a
// download: that stays, and is finished without a byte being sent twice.
func TestPruneBesideFetch(t *testing.T) {
	s := newObjectServer(t)
	object := newStoredZip(storedMember{"run/iostat.log", 24 << 20})
	s.objects["perf/run-1/node-a.zip"] = object
	s.objects["perf/run-1/other.zip"] = newStoredZip(storedMember{"iostat.log", 400_000})
	cache := t.TempDir()
	args := func(address string) []string {
		return append([]string{"fetch", address, "--cache", cache}, s.flags()...)
	}
	mustRun(t, 0, args("s3://perf/run-1/other.zip")...)
	s.reset(nil)
	s.holdAt(object.size / 2)
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), commandToRun+"="+strings.Join(args("s3://perf/run-1/node-a.zip"), "\n"))
	var out bytes.Buffer
	process.Stdout, process.Stderr = &out, &out
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); time.Since(began) < 30*time.Second && heldIn(cache) < object.size/4; {
		time.Sleep(5 * time.Millisecond)
	}
	pruned := mustRun(t, 0, "cache", "prune", "--older-than", "0", "--cache", cache)
	says(t, pruned.stdout, "s3://perf/run-1/other.zip", "1 object removed")
	s.holdAt(0)
	if err := process.Wait(); err != nil {
		t.Errorf("%v: %s", err, &out)
	}
	if _, _, sent := s.counted(); sent > object.size+200<<10 {
		t.Errorf("%d bytes were sent of %d", sent, object.size)
	}
	if got := cached(t, cache); got != "s3://perf/run-1/node-a.zip" {
		t.Errorf("then there is %s", got)
	}
}
