package fetch

import (
	"archive/zip"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// sharedDir is the folder of shared recordings; the test is skipped without it.
func sharedDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("INQUEST_SHARED")
	if dir == "" {
		dir = "../shared"
	}
	if !filepath.IsAbs(dir) { // from the root of the module
		dir = filepath.Join("..", dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "corpus")); err != nil {
		t.Skipf("no shared recordings at %s: set INQUEST_SHARED to their folder", dir)
	}
	return dir
}

// TestCorpusMembersAsArchiveZip compares every member of every real zip with
// what the standard library reads.
func TestCorpusMembersAsArchiveZip(t *testing.T) {
	root := filepath.Join(sharedDir(t), "corpus")
	c := NewClient(Options{})
	zips, members := 0, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".zip" {
			return err
		}
		zips++
		members += compareWithStd(t, c, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if zips == 0 || members == 0 {
		t.Fatalf("compared %d members of %d zips: the corpus has moved", members, zips)
	}
	t.Logf("compared %d members of %d zips", members, zips)
}

func compareWithStd(t *testing.T, c *Client, path string) int {
	t.Helper()
	std, err := zip.OpenReader(path)
	if err != nil {
		t.Errorf("%s: archive/zip: %v", path, err)
		return 0
	}
	defer std.Close()
	a, err := c.Open(context.Background(), fileRef(path))
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return 0
	}
	defer a.Close()
	for _, p := range a.Problems {
		t.Logf("%s: %s: %s", path, p.Kind, p)
	}
	files := map[string]*zip.File{}
	for _, f := range std.File {
		if !f.Mode().IsDir() {
			files[f.Name] = f
		}
	}
	if len(files) != len(a.Members) {
		t.Errorf("%s: %d members, archive/zip has %d", path, len(a.Members), len(files))
	}
	for _, m := range a.Members {
		f := files[m.RawName]
		if f == nil {
			t.Errorf("%s: archive/zip has no %q", path, m.RawName)
			continue
		}
		want, got := readAllOf(t, f.Open), readAllOf(t, func() (io.ReadCloser, error) { return m.open(context.Background()) })
		if string(want) != string(got) {
			t.Errorf("%s: %s: %d bytes differ from the %d of archive/zip", path, m.Name, len(got), len(want))
		}
		if !m.Modified.Equal(f.Modified) || m.Size != int64(f.UncompressedSize64) || m.CRC32 != f.CRC32 {
			t.Errorf("%s: %s: %v, %d, %x, archive/zip %v, %d, %x", path, m.Name,
				m.Modified, m.Size, m.CRC32, f.Modified, f.UncompressedSize64, f.CRC32)
		}
	}
	if late := a.Found()[len(a.Problems):]; len(late) > 0 {
		t.Errorf("%s: problems while reading: %v", path, late)
	}
	return len(a.Members)
}

func readAllOf(t *testing.T, open func() (io.ReadCloser, error)) []byte {
	t.Helper()
	r, err := open()
	if err != nil {
		t.Error(err)
		return nil
	}
	b, err := io.ReadAll(r)
	if err2 := r.Close(); err != nil || err2 != nil {
		t.Error(err, err2)
	}
	return b
}
