package main

import (
	"encoding/json"
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

// TestJSONMessages has commands that download, lose something, fail and are used wrongly:
// with --log-format json every line of standard error is JSON.
func TestJSONMessages(t *testing.T) {
	s := newObjectServer(t)
	s.objects["perf/run-1/a.zip"] = newStoredZip(storedMember{"iostat.log", 400_000})
	s.objects["perf/run-1/b.zip"] = newStoredZip()
	for _, tt := range []struct {
		code int
		args string
		said string
	}{
		{0, "fetch s3://perf/run-1/ -v", "fetched s3://perf/run-1/a.zip (263 KiB)"},
		{0, "ingest s3://perf/run-1/", "gives no row"},
		{0, "fetch s3://perf/run-1/ s3://perf/none/", "run s3://perf/none/: it is left out"},
		{1, "fetch s3://perf/none/ s3://perf/neither/", "none of 2 addresses leads to a run"},
		{4, "inspect s3://perf/run-1/b.zip", "none of 1 artifacts could be read"},
		{2, "fetch s3://perf/run-1/ --format xml", "want text or json"},
	} {
		args := append(append(strings.Fields(tt.args), "--log-format", "json", "--cache", t.TempDir()), s.flags()...)
		got := mustRun(t, tt.code, args...)
		says(t, got.stderr, tt.said)
		for line := range strings.Lines(got.stderr) {
			var m struct{ Level, Msg string }
			if err := json.Unmarshal([]byte(line), &m); err != nil || m.Level == "" || m.Msg == "" {
				t.Errorf("%s: %q is no message: %v", tt.args, line, err)
			}
		}
	}
}
