package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// The answer is the same from a cold and a warm lake, and a second ingest changes no file.
func TestCorpusWarmIsCold(t *testing.T) {
	folder := corpusPath(t, "couchbase")
	base, head := filepath.Join(folder, "760-1782_*.zip"), filepath.Join(folder, "760-1816_*.zip")
	cache, other := t.TempDir(), t.TempDir()
	diff := func(cache, format string) string {
		return mustRun(t, 0, "diff", base, head, "--cache", cache, "--format", format).stdout
	}
	for _, format := range []string{"json", "text", "md", "jira", "junit"} {
		cold := diff(other, format)
		if err := os.RemoveAll(other); err != nil {
			t.Fatal(err)
		}
		if first, again := diff(cache, format), diff(cache, format); first != cold || again != cold {
			t.Errorf("%s: the answers from a cold and a warm lake differ", format)
		}
	}
	before := fileTree(t, cache)
	mustRun(t, 0, "ingest", base, head, "--cache", cache)
	if after := fileTree(t, cache); !maps.Equal(before, after) {
		t.Errorf("a second ingest changed files: %d before, %d after", len(before), len(after))
	}
}

// fileTree is the digest and time of every file of a folder.
func fileTree(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		files[rel] = fmt.Sprintf("%x %s", sha256.Sum256(data), info.ModTime())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
