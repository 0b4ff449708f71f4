package main

import (
	"archive/zip"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestNothingIsKnownBeforehand looks through the program's strings for what only the
// recordings could have told: names of runs, nodes and legs, labels of builds. The names
// of files that a tool always writes are knowledge of the tool, and are free. The demo
// names the artifacts that it carries.
func TestNothingIsKnownBeforehand(t *testing.T) {
	told := recordedNames(t)
	if len(told) < 50 {
		t.Fatalf("only %d names were read from the recordings: %q", len(told), slices.Sorted(maps.Keys(told)))
	}
	for _, f := range sourceFiles(t) {
		if f.isTest() || f.name == "cmd/inquest/democmd.go" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				return true
			}
			for _, word := range words.FindAllString(text, -1) {
				if where, found := told[word]; found {
					t.Errorf("%s: the string %q names %s, which is known from %s", f.name, text, word, where)
				}
			}
			return true
		})
	}
}

// words are names as they may stand in a string: a run, a node, a label.
var words = regexp.MustCompile(`[A-Za-z0-9][A-Za-z0-9_.-]*[A-Za-z0-9]`)

// labels are builds as tickets, snapshots and manifests write them.
var labels = regexp.MustCompile(`\b\d+\.\d+\.\d+-\d{3,5}\b|"build_label": *"([^"]+)"`)

// recordedNames maps the names in the recordings to the file that gave them.
func recordedNames(t *testing.T) map[string]string {
	t.Helper()
	root := os.Getenv("INQUEST_SHARED")
	if root == "" {
		root = filepath.Join(module, "..", "shared")
	}
	root, err := filepath.EvalSymlinks(root)
	if err == nil {
		_, err = os.Stat(filepath.Join(root, "corpus"))
	}
	if err != nil {
		t.Skipf("recordings not found: set INQUEST_SHARED to the folder that holds corpus/ (%v)", err)
	}
	told := map[string]string{}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		switch {
		case d.IsDir() && strings.HasPrefix(base, "jenkins-"):
			run := strings.TrimPrefix(base, "jenkins-")
			told[base], told[run] = name, name
			told[run[:strings.LastIndexByte(run, '-')]] = name // the job
		case path.Ext(base) == ".zip":
			if node := strings.TrimSuffix(base, ".zip"); numbered(node) { // node-a is anybody's
				told[node] = name
			}
			return legs(name, told)
		case base == "ticket.txt" || base == "manifest.json" || base == "truth.json" || path.Base(path.Dir(name)) == "seeds":
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, m := range labels.FindAllStringSubmatch(string(text), -1) {
				if m[1] != "" {
					m[0] = m[1]
				}
				told[m[0]] = name
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return told
}

// legs adds the folders of an artifact that are one part of a run; folders named after
// the tool that wrote them have no number.
func legs(name string, told map[string]string) error {
	r, err := zip.OpenReader(name)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, f := range r.File {
		leg, _, nested := strings.Cut(f.Name, "/")
		if nested && len(leg) < 20 && numbered(leg) {
			told[leg] = name
		}
	}
	return nil
}

func numbered(name string) bool { return strings.ContainsAny(name, "0123456789") }
