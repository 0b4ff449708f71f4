package parse

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// toolsOf tells which formats the files of a folder of recordings may be.
func toolsOf(folder, name string) []string {
	switch folder {
	case "df-free":
		return []string{"df", "free"}
	case "mysql-status":
		return []string{"mysqladmin", "innodb-status"}
	case "proc":
		return []string{"proc-stat", "proc-diskstats", "proc-meminfo", "proc-vmstat", "proc-netdev", "proc-pressure"}
	case "atop":
		return []string{"atop", "atopsar"}
	case "perf":
		return []string{"perf-stat"}
	case "sadc-binary":
		return []string{"sadc"}
	case "variants":
		tool, _, _ := strings.Cut(name, "-")
		return []string{tool}
	}
	return []string{folder}
}

// TestRecordings finds the format of every recording: exactly one matches, and it is
// one of the tool that the folder is named after.
func TestRecordings(t *testing.T) {
	root := shared(t, "corpus/logs")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		folder := filepath.Dir(rel)
		if err != nil || d.IsDir() || folder == "." || folder == "container" {
			return err
		}
		want := toolsOf(filepath.Base(folder), d.Name())
		t.Run(filepath.ToSlash(rel), func(t *testing.T) {
			if !slices.ContainsFunc(want, func(name string) bool { return findFormat(name) != nil }) {
				t.Skipf("no format of %q is registered", want)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if ids := matching(data); len(ids) != 1 {
				t.Errorf("formats that match: %q, want exactly one, of %q", ids, want)
			} else if f := Detect(headOf(data)); !slices.Contains(want, f.Name) {
				t.Errorf("format %s, want one of %q", f.Name, want)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
