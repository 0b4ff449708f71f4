package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// sourceFile is one Go file of the module, as tests about the source itself see it.
type sourceFile struct {
	name  string // slash path within the module
	lines int
	ast   *ast.File
}

func (f *sourceFile) isTest() bool { return strings.HasSuffix(f.name, "_test.go") }

// imports are the import paths of the file.
func (f *sourceFile) imports() []string {
	var out []string
	for _, spec := range f.ast.Imports {
		out = append(out, strings.Trim(spec.Path.Value, `"`))
	}
	return out
}

// module is the folder of go.mod, seen from this package.
const module = "../.."

// sourceFiles reads every Go file of the repository, test-only modules within it too.
func sourceFiles(t *testing.T) []*sourceFile {
	t.Helper()
	var files []*sourceFile
	err := filepath.WalkDir(module, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(module, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && rel != "." {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, &sourceFile{filepath.ToSlash(rel), bytes.Count(text, []byte("\n")), syntax})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// parquetFiles are the contents of the data files of a lake that are in their place.
func parquetFiles(t testing.TB, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name := range fileTree(t, root) {
		if strings.HasSuffix(name, ".parquet") && !strings.HasPrefix(filepath.ToSlash(name), "_inquest/") {
			data, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.ToSlash(name)] = string(data)
		}
	}
	return files
}
