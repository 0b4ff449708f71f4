package parse

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"inquest/schemas"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// sample is one file of testdata: testdata/<format>/<sample>, with the rows expected
// of it in <sample>.golden.
type sample struct {
	format string // the folder: name of the format
	path   string
	data   []byte
}

// samples reads testdata.
func samples(t testing.TB) []sample {
	t.Helper()
	var out []sample
	err := filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".golden") {
			return err
		}
		parts := strings.Split(filepath.ToSlash(path), "/")
		if len(parts) != 3 || parts[1] == "fuzz" || findFormat(parts[1]) == nil {
			return nil // not of a format: belongs to another test
		}
		data, err := os.ReadFile(path)
		out = append(out, sample{parts[1], path, data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// findFormat gives a format of that name, nil if there is none.
func findFormat(name string) *Format {
	for _, f := range Formats() {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// shared gives a path below the folder of recordings that is not part of the
// repository and skips the test where it is absent.
func shared(t testing.TB, sub string) string {
	t.Helper()
	root := os.Getenv("INQUEST_SHARED")
	if root == "" {
		root = "../../shared"
	}
	path := filepath.Join(root, filepath.FromSlash(sub))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("recordings not found: set INQUEST_SHARED to the folder that holds %s", sub)
	}
	return path
}

// headOf is what Detect sees of a file.
func headOf(data []byte) Head {
	if len(data) > headSize {
		return newHead(data[:headSize], false)
	}
	return newHead(data, true)
}

// matching lists the formats that match a file.
func matching(data []byte) []string {
	var ids []string
	for _, f := range Formats() {
		if f.Match(headOf(data)) > 0 {
			ids = append(ids, f.ID())
		}
	}
	return ids
}

// TestSamples reads every sample: exactly one format matches it, that of its folder,
// and the rows and skips are those of the golden file.
func TestSamples(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range samples(t) {
		t.Run(filepath.ToSlash(s.path), func(t *testing.T) {
			if ids := matching(s.data); len(ids) != 1 {
				t.Fatalf("formats that match: %q, want exactly one", ids)
			}
			f := Detect(headOf(s.data))
			seen[f.ID()] = true
			if f.Name != s.format {
				t.Fatalf("format %s, want %s", f.Name, s.format)
			}
			var rows schemas.Rows
			_, err := Read("sample", filepath.Base(s.path), bytes.NewReader(s.data), &rows, Options{})
			got := dump(f, &rows, err)
			golden := s.path + ".golden"
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("%v (write it with: go test ./parse -run TestSamples -update)", err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("rows differ from %s (rewrite it with -update and look at the difference):\n%s", golden, firstDifference(got, want))
			}
		})
	}
	for _, f := range Formats() {
		if !seen[f.ID()] {
			t.Errorf("format %s has no sample in testdata/%s", f.ID(), f.Name)
		}
	}
}

// TestFormats checks what each format says about itself.
func TestFormats(t *testing.T) {
	tables := map[string]bool{"cpu": true, "disk": true, "stats": true, "settings": true}
	for _, f := range Formats() {
		if f.Doc == "" || f.Source == "" || f.Specimen == "" {
			t.Errorf("%s: doc, source or specimen is missing", f.ID())
		}
		for _, table := range f.Tables {
			if !tables[table] {
				t.Errorf("%s fills table %q, which does not exist", f.ID(), table)
			}
		}
		if got := Detect(newHead([]byte(f.Specimen), true)); got == nil || got.ID() != f.ID() {
			t.Errorf("%s is not found by its own specimen: %v", f.ID(), got)
		}
	}
}

// TestUnknown gives the parser what is no log.
func TestUnknown(t *testing.T) {
	for _, text := range []string{"", "\n", "hello\n", "\x00\x01\x02", "{}", "[]", "a,b,c\n1,2,3\n", "<html></html>", "# comment\n",
		"2026-11-30 10:00:00 INFO started\n", strings.Repeat("x", 2*headSize), "PK\x03\x04zip", "\x1f\x8b\x08gzip"} {
		if ids := matching([]byte(text)); len(ids) != 0 {
			t.Errorf("%.40q is taken for %q", text, ids)
		}
	}
}

// firstDifference shows the first line that is not the same.
func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			wanted := "nothing more"
			if i < len(w) {
				wanted = w[i]
			}
			return "got  " + g[i] + "\nwant " + wanted
		}
	}
	return "rows are missing at the end: " + w[len(g)]
}
