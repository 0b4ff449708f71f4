package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHostileDisk has a disk that is full while a zip is downloaded: one line says so, the
// exit code is 1 and not that of a bad artifact, what was there before is intact, and with
// space again the same command ends well (aws/aws-cli#2430, scylladb/scylla-cluster-tests#3220).
func TestHostileDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full, a file on a full disk, on this system")
	}
	m := partM()
	m.packed, m.stored = randomBytes(3, 200_000), true // more than the first request brings
	m.data = m.packed
	h := newHostileRun(t, zipOf(zipFrame{}, m, partG()))
	server := httptest.NewServer(http.FileServer(http.Dir(h.folder)))
	defer server.Close()
	address := server.URL + "/node-g.zip"
	if got := h.run("ingest", address, "--format", "json"); got.code != 0 {
		t.Fatal(got)
	}
	before := treeText(t, filepath.Join(h.root, "lake"))

	objects := filepath.Join(h.root, "cache", "objects", "v1", "objects")
	files, err := filepath.Glob(filepath.Join(objects, "*", "*", "data"))
	if err != nil || len(files) != 1 {
		t.Fatalf("data files %q, %v", files, err)
	}
	published := filepath.Join(filepath.Dir(files[0]), "map.json")
	for _, name := range []string{files[0], published} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/dev/full", files[0]); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	for _, args := range [][]string{{"fetch"}, {"ingest"}, {"ingest", "--strict"}, {"inspect"}, {"inspect", "--format", "json"}} {
		got := h.run(args[0], address, args[1:]...)
		last := lastLine(got.stderr)
		if got.code != 1 || !strings.Contains(last, "no space left on device") || !strings.Contains(last, "free some space") {
			t.Errorf("%s: exit %d, %q", strings.Join(args, " "), got.code, last)
		}
		if n := strings.Count(got.stderr, "cannot write the cache"); n != 1 {
			t.Errorf("%s: the disk is named %d times: %s", strings.Join(args, " "), n, got.stderr)
		}
	}
	if b, err := os.ReadFile(published); err == nil && strings.Contains(string(b), "[0,") {
		t.Errorf("bytes were published that are not there: %s", b)
	}
	if after := treeText(t, filepath.Join(h.root, "lake")); after != before {
		t.Error("the lake was changed")
	}
	if left := h.outside(); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}

	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	hostileZip{rows: map[string]int{memberG: rowsG}, status: "ok"}.compare(t, "with space again", h.run("inspect", address, "--format", "json"), 0)
}

// TestNestedZipWithoutSpace has no place for the copy that a zip within a zip is read from:
// that is the disk's fault and not the artifact's.
func TestNestedZipWithoutSpace(t *testing.T) {
	inner := zipOf(zipFrame{}, partG())
	h := newHostileRun(t, zipOf(zipFrame{}, partG(), zipPart{name: "inner.zip", data: inner}))
	layout := filepath.Join(h.root, "cache", "objects", "v1")
	if err := os.MkdirAll(layout, 0o777); err != nil {
		t.Fatal(err)
	}
	inTheWay := filepath.Join(layout, "tmp")
	if err := os.WriteFile(inTheWay, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := h.run("inspect", h.artifact); got.code != 1 || !strings.Contains(lastLine(got.stderr), "cannot write the cache") {
		t.Errorf("exit %d: %s", got.code, got.stderr)
	}
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	if got := h.run("inspect", h.artifact); got.code != 0 || !strings.Contains(got.stdout, "inner.zip/"+memberG) {
		t.Errorf("with a place for it: exit %d: %s%s", got.code, got.stdout, got.stderr)
	}
}

// treeText is the names and contents of all files below a folder.
func treeText(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %x\n", path, sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
