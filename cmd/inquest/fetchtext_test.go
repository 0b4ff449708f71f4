package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFetchSaysFew fetches a zip in which much is wrong: a few problems are said, with how
// many more there are, all of them with -v, and all are in the JSON.
func TestFetchSaysFew(t *testing.T) {
	const locked = 12
	parts := []zipPart{partG()}
	for i := range locked {
		p := partM()
		p.name, p.flags = fmt.Sprintf("locked-%02d.log", i), 1
		parts = append(parts, p)
	}
	path := filepath.Join(t.TempDir(), "node-a.zip")
	if err := os.WriteFile(path, zipOf(zipFrame{}, parts...), 0o666); err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	for _, tt := range []struct {
		flag string
		said int
		more string
	}{{"--strict=false", mostSaid, "and 7 more problems (-v says them)"}, {"-v", locked, ""}} {
		got := mustRun(t, 0, "fetch", path, tt.flag, "--format", "json", "--cache", cache)
		if n := strings.Count(got.stderr, "is encrypted"); n != tt.said {
			t.Errorf("%s: %d problems are said, want %d:\n%s", tt.flag, n, tt.said, got.stderr)
		}
		if strings.Contains(got.stderr, " more problem") != (tt.more != "") || !strings.Contains(got.stderr, tt.more) {
			t.Errorf("%s: want %q in:\n%s", tt.flag, tt.more, got.stderr)
		}
		if n := strings.Count(got.stdout, "is encrypted"); n != locked {
			t.Errorf("%s: %d problems in the JSON, want %d", tt.flag, n, locked)
		}
	}
}
