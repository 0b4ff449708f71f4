package generate

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestWriteToIsFiles: what is on the disk is what the run gives in memory, with its times.
func TestWriteToIsFiles(t *testing.T) {
	s := spec(func(s *Spec) { s.Seconds, s.Threads = 20, []int{1, 4} })
	s.Effects = []Effect{{Kind: "missing", Nodes: []string{"node-2"}}, {Kind: "missing", Member: "vmstat.log"}}
	dir := t.TempDir()
	for _, r := range runs(t, s) {
		if err := r.WriteTo(context.Background(), dir); err != nil {
			t.Fatal(err)
		}
		found, err := os.ReadDir(filepath.Join(dir, r.ID))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range found {
			names = append(names, f.Name())
		}
		want := []string{"manifest.json", "node-1.zip", "node-2.zip"}
		if r.Side == "head" {
			want = want[:2]
		}
		if !reflect.DeepEqual(names, want) {
			t.Errorf("%s holds %q, want %q", r.ID, names, want)
		}
		z, err := zip.OpenReader(filepath.Join(dir, r.ID, "node-1.zip"))
		if err != nil {
			t.Fatal(err)
		}
		files := r.Files("node-1")
		if members := 4 + 2*5; r.Side == "base" && len(files) != members || r.Side == "head" && len(files) != members-2 {
			t.Errorf("%s: %d members", r.ID, len(files))
		}
		for i, f := range z.File {
			rc, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(rc)
			if err != nil || f.Name != files[i].Name || string(data) != string(files[i].Data) || !f.Modified.Equal(files[i].Modified) {
				t.Errorf("%s: %s of %s is not %s of %s (%v)", r.ID, f.Name, f.Modified, files[i].Name, files[i].Modified, err)
			}
		}
		if err := z.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSameSpecSameBytes(t *testing.T) {
	texts := func(seed uint64) []File {
		s := spec(func(s *Spec) { s.Seed, s.Process = seed, "bursty" })
		return runs(t, s)[3].Files("node-2")
	}
	if a, b := texts(7), texts(7); !reflect.DeepEqual(a, b) {
		t.Error("the same spec gave other bytes")
	}
	if a, b := texts(7), texts(8); reflect.DeepEqual(a, b) {
		t.Error("another seed gave the same bytes")
	}
}

// TestWriteToKeepsWhatIsThere: a folder of that name is not touched, and a run that was
// not written whole leaves nothing.
func TestWriteToKeepsWhatIsThere(t *testing.T) {
	r := runs(t, spec(func(*Spec) {}))[0]
	dir := t.TempDir()
	kept := filepath.Join(dir, r.ID, "notes.txt")
	if err := errors.Join(os.Mkdir(filepath.Dir(kept), 0o777), os.WriteFile(kept, []byte("mine"), 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteTo(context.Background(), dir); !errors.Is(err, os.ErrExist) {
		t.Errorf("a folder that is there: %v", err)
	}
	if b, err := os.ReadFile(kept); err != nil || string(b) != "mine" {
		t.Errorf("the file that was there: %q, %v", b, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir = t.TempDir()
	if err := r.WriteTo(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("cancelled: %v is left, %v", left, err)
	}
}

// BenchmarkFiles makes a run of 8 nodes, 600 seconds, in memory.
func BenchmarkFiles(b *testing.B) {
	b.ReportAllocs()
	bytes := 0
	for b.Loop() {
		bytes = 0
		r := runs(b, Default())[0]
		for _, node := range r.Nodes() {
			for _, f := range r.Files(node) {
				bytes += len(f.Data)
			}
		}
	}
	b.SetBytes(int64(bytes))
}

// BenchmarkWriteTo writes the same run as zips.
func BenchmarkWriteTo(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := runs(b, Default())[0].WriteTo(context.Background(), b.TempDir()); err != nil {
			b.Fatal(err)
		}
	}
}
