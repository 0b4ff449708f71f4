//go:build linux

package main

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"inquest/fetch"
)

// smallDisk is a folder on a disk of its own of so many bytes.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small disk cannot be mounted here (it takes root): %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fillDisk writes a file until nothing more goes in.
func fillDisk(t *testing.T, file string) {
	f, err := os.Create(file)
	if err != nil {
		t.Error(err)
		return
	}
	block := make([]byte, 4096)
	for err == nil {
		_, err = f.Write(block)
	}
	_ = f.Close() // the disk is full, that is wanted
}

// TestFullDiskOfCache fills the disk of the cache before and during a download: exit 1,
// what was fetched before is there, and of the new one nothing is said to be.
func TestFullDiskOfCache(t *testing.T) {
	s := newObjectServer(t)
	s.objects["perf/run-1/small.zip"] = newStoredZip(storedMember{"iostat.log", 300_000})
	s.objects["perf/run-1/large.zip"] = newStoredZip(storedMember{"iostat.log", 30 << 20})
	s.objects["perf/run-1/middle.zip"] = newStoredZip(storedMember{"iostat.log", 3 << 20})
	cache := smallDisk(t, "8m")
	filler := filepath.Join(cache, "filler")
	command := func(code int, name string) *commandAnswer {
		t.Helper()
		return mustRun(t, code, append([]string{"fetch", "s3://perf/run-1/" + name, "--cache", cache}, s.flags()...)...)
	}
	intact := func() {
		t.Helper()
		if err := os.RemoveAll(filler); err != nil {
			t.Fatal(err)
		}
		entries, err := fetch.CacheEntries(filepath.Join(cache, "objects"))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Ref, "small.zip") && e.Held > 200_000 {
				t.Errorf("%d bytes of %q are held", e.Held, e.Ref)
			}
		}
		s.reset(nil)
		command(0, "small.zip")
		if _, _, sent := s.counted(); sent > 1 {
			t.Errorf("%d bytes of what was fetched before had to be sent again", sent)
		}
	}
	command(0, "small.zip")

	says(t, command(1, "large.zip").stderr, "cannot write the cache", "are needed for", "free some space")
	intact()

	var once sync.Once
	s.reset(func(_ int, r *http.Request) *servedFault {
		if strings.HasSuffix(r.URL.Path, "middle.zip") && strings.HasPrefix(r.Header.Get("Range"), "bytes=0-") && r.Header.Get("If-Match") != "" {
			once.Do(func() { fillDisk(t, filler) })
		}
		return nil
	})
	says(t, command(1, "middle.zip").stderr, "cannot write the cache", "no space left", "free some space")
	intact()

	s.reset(nil)
	says(t, command(0, "middle.zip").stdout, "1 of 1 artifacts complete")
}

// TestFullDiskOfLake fills the disk of a lake, and then that of a cache, between two
// ingests: exit 1, the first run is as it was, and with space again the second goes in.
func TestFullDiskOfLake(t *testing.T) {
	first, second := filepath.Join(t.TempDir(), "run-1"), filepath.Join(t.TempDir(), "run-2")
	for i, folder := range []string{first, second} {
		if err := (smallRun{name: filepath.Base(folder), build: "1", workload: "w", tps: 700, busy: 0.3, day: i}).write(folder); err != nil {
			t.Fatal(err)
		}
	}
	disk := smallDisk(t, "8m")
	lake, filler := filepath.Join(disk, "lake"), filepath.Join(disk, "filler")
	mustRun(t, 0, "ingest", first, "--lake", lake, "--cache", t.TempDir())
	want := parquetFiles(t, lake)
	fillDisk(t, filler)
	got := mustRun(t, 1, "ingest", second, "--lake", lake, "--cache", t.TempDir())
	says(t, got.stderr, "no space left")
	if now := parquetFiles(t, lake); !maps.Equal(now, want) {
		t.Errorf("%d files of rows after the full disk, %d before, or some differ", len(now), len(want))
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	says(t, mustRun(t, 0, "ingest", first, "--lake", lake, "--cache", t.TempDir()).stdout, "2 artifacts, 0 new")
	says(t, mustRun(t, 0, "ingest", second, "--lake", lake, "--cache", t.TempDir()).stdout, "2 artifacts, 2 new")
	if now := parquetFiles(t, lake); len(now) <= len(want) {
		t.Errorf("%d files of rows of two runs, %d of one", len(now), len(want))
	}
}
