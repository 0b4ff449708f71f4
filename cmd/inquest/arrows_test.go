package main

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// arrows says who may import whom within the module. A package that is not here, or an
// import that is not, needs a reason that convinces a reader of DESIGN's picture: bytes
// flow from fetch to parse to the lake to diff to report, and only cmd knows them all.
var arrows = map[string][]string{
	"fetch":          {},
	"schemas":        {},
	"parse":          {"schemas"},
	"parse/generate": {},
	"schemas/lake":   {"schemas"},
	"report/stats":   {},
	"report/units":   {},
	"report/diff":    {"schemas", "report/stats", "report/units"},
	"report":         {"report/diff", "report/units"},
	"cmd/inquest":    {"fetch", "parse", "parse/generate", "schemas", "schemas/lake", "report", "report/diff", "report/stats", "report/units"},
}

// testArrows are imports that only tests of a package may have.
var testArrows = map[string][]string{
	"parse/generate":          {"parse", "schemas"},        // what is written is read back
	"schemas/lake/duckdbtest": {"schemas", "schemas/lake"}, // a module of its own, so that users get no DuckDB
}

// owners says which packages alone may import a library; other libraries are free. What is
// behind one of these can be replaced in one place. It holds for tests too, but for those of
// the whole command, which look at its work from outside.
var owners = map[string][]string{
	"github.com/parquet-go/":           {"schemas/lake", "schemas/lake/duckdbtest"},
	"github.com/aws/":                  {"fetch"},
	"github.com/schollz/progressbar/":  {"cmd/inquest"},
	"github.com/spf13/cobra":           {"cmd/inquest"},
	"github.com/prometheus/prometheus": {"parse"},
	"github.com/duckdb/":               {"schemas/lake/duckdbtest"},
	"gonum.org/":                       {"report/stats", "report/diff"},
}

// pure packages only compute: what they make depends on nothing but what they are given.
var pure = map[string]bool{"schemas": true, "report/diff": true, "report/stats": true, "report/units": true}

func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range sourceFiles(t) {
		pkg := path.Dir(f.name)
		allowed, known := arrows[pkg]
		if more, ok := testArrows[pkg]; ok {
			known = true
			if f.isTest() {
				allowed = append(slices.Clone(allowed), more...)
			}
		}
		if !known {
			t.Errorf("%s: package %s is not in the picture; see arrows in this file", f.name, pkg)
			continue
		}
		seen[pkg] = true
		for _, imported := range f.imports() {
			if own, ok := strings.CutPrefix(imported, "inquest/"); ok {
				external := f.isTest() && own == pkg // a test from outside the package
				if !external && !slices.Contains(allowed, own) {
					t.Errorf("%s imports %s; package %s may import only %q", f.name, own, pkg, allowed)
				}
				continue
			}
			for library, who := range owners {
				outside := f.isTest() && pkg == "cmd/inquest"
				if strings.HasPrefix(imported, library) && !slices.Contains(who, pkg) && !outside {
					t.Errorf("%s imports %s; only %q may", f.name, imported, who)
				}
			}
			if pure[pkg] && !f.isTest() && slices.Contains([]string{"os", "net", "net/http", "syscall", "os/exec"}, imported) {
				t.Errorf("%s imports %s; package %s only computes", f.name, imported, pkg)
			}
		}
	}
	for pkg := range arrows {
		if !seen[pkg] {
			t.Errorf("package %s has no files; take it out of arrows", pkg)
		}
	}
}
