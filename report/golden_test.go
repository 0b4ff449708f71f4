package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/report/diff"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// formats are the renderers with the ending of their golden files.
var formats = map[string]func(io.Writer, *diff.Result) error{
	"txt":    func(w io.Writer, r *diff.Result) error { return Text(w, r, Options{}) },
	"80.txt": func(w io.Writer, r *diff.Result) error { return Text(w, r, Options{Width: 80, Verbose: true}) },
	"md":     func(w io.Writer, r *diff.Result) error { return Markdown(w, r, Options{}) },
	"jira":   func(w io.Writer, r *diff.Result) error { return Jira(w, r, Options{}) },
	"xml":    JUnit,
	"json":   JSON,
	"html":   func(w io.Writer, r *diff.Result) error { return HTML(w, r, Options{}) },
}

func render(t *testing.T, format string, r *diff.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := formats[format](&b, r); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for name, r := range results() {
		for format := range formats {
			t.Run(name+"."+format, func(t *testing.T) {
				got := render(t, format, r)
				file := filepath.Join("testdata", name+"."+format)
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatalf("%v (go test ./report -update writes it)", err)
				}
				if d := cmp.Diff(string(want), got); d != "" {
					t.Errorf("%s differs (-update rewrites it):\n%s", file, d)
				}
			})
		}
	}
}
