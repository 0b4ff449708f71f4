package parse

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/tsdb/index"
)

// memoryFile is a member that is held in memory.
func memoryFile(name string, b []byte) File {
	return File{Name: name, Size: int64(len(b)), Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(b)), nil
	}}
}

// zipMembers lists the members of a zip.
func zipMembers(t testing.TB, path string) []File {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = z.Close() })
	var out []File
	for _, f := range z.File {
		out = append(out, File{Name: f.Name, Size: int64(f.UncompressedSize64), Modified: f.Modified,
			Open: func(context.Context) (io.ReadCloser, error) { return f.Open() }})
	}
	return out
}

// series is one series of a block made for a test: samples 10 s apart.
type series struct {
	labels []string // name, value, ...
	values []float64
	from   int64 // seconds
}

const testULID = "01HABCDEFGHJKMNPQRSTVWXYZ0"

// makeBlock writes a block the way Prometheus does and gives its files by path.
func makeBlock(t *testing.T, all []series) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	w, err := chunks.NewWriter(filepath.Join(dir, "chunks"))
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.NewWriter(t.Context(), filepath.Join(dir, "index"))
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(a, b series) int {
		return labels.Compare(labels.FromStrings(a.labels...), labels.FromStrings(b.labels...))
	})
	symbols := map[string]bool{}
	for _, s := range all {
		for _, word := range s.labels {
			symbols[word] = true
		}
	}
	for _, word := range slices.Sorted(maps.Keys(symbols)) {
		if err := x.AddSymbol(word); err != nil {
			t.Fatal(err)
		}
	}
	meta := struct {
		MinTime int64 `json:"minTime"`
		MaxTime int64 `json:"maxTime"`
	}{math.MaxInt64, 0}
	for i, s := range all {
		c := chunkenc.NewXORChunk()
		app, err := c.Appender()
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range s.values {
			app.Append(0, (s.from+int64(j)*10)*1000, v)
		}
		last := (s.from + int64(len(s.values)-1)*10) * 1000
		metas := []chunks.Meta{{Chunk: c, MinTime: s.from * 1000, MaxTime: last}}
		meta.MinTime, meta.MaxTime = min(meta.MinTime, s.from*1000), max(meta.MaxTime, last)
		if err := w.WriteChunks(metas...); err != nil {
			t.Fatal(err)
		}
		if err := x.AddSeries(storage.SeriesRef(i), labels.FromStrings(s.labels...), metas...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	files := readFolder(t, dir)
	if files["meta.json"], err = json.Marshal(meta); err != nil {
		t.Fatal(err)
	}
	return files
}

func readFolder(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// members gives a block's files the names they have in a zip.
func members(ulid string, block map[string][]byte) []File {
	var out []File
	for _, name := range slices.Sorted(maps.Keys(block)) {
		out = append(out, memoryFile("cbcollect_info_ns_1@a_20240101-000000/./stats_snapshot/"+ulid+"/"+name, block[name]))
	}
	return out
}

// lines shows rows in short.
func lines(blocks []tsdbBlock) []string {
	var out []string
	for _, b := range blocks {
		for _, r := range b.Rows.CPU {
			out = append(out, fmt.Sprintf("%d cpu user %.3g system %.3g irq %.3g busy %.3g step %g", r.TS/1e6, r.User, r.System, r.IRQ, r.Busy, r.StepS))
		}
		for _, r := range b.Rows.Stats {
			out = append(out, fmt.Sprintf("%d %s%s %s %s %.6g step %g", r.TS/1e6, r.Key.Metric, r.Key.Labels, r.Key.Kind, r.Key.Unit, r.Value, r.StepS))
		}
		for _, s := range b.Rows.Skips {
			out = append(out, s.Reason+": "+s.Text)
		}
	}
	return out
}

// recordedBlock is a block that Prometheus wrote.
func recordedBlock(t *testing.T) (ulid string, block map[string][]byte) {
	t.Helper()
	dir := "testdata/tsdb/recorded"
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return list[0].Name(), readFolder(t, filepath.Join(dir, list[0].Name()))
}
