package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// brokenRun is a run on the server of which something cannot be had.
type brokenRun struct {
	name  string
	edit  func(files map[string][]byte)
	fault func(n int, r *http.Request) *servedFault
	says  []string // in every answer about it
}

// TestNothingIsLostInSilence breaks a run in each way and asks every command: each says
// what is missing, in each form of its answer, and with --strict ends with 4.
func TestNothingIsLostInSilence(t *testing.T) {
	broken := []brokenRun{
		{"a node is missing", func(f map[string][]byte) { delete(f, "node-b.zip") }, nil, []string{"1 of 2 artifacts", "node-b"}},
		{"a node cannot be read", func(f map[string][]byte) { f["node-b.zip"] = []byte("hello, world") }, nil, []string{"1 of 2 artifacts", "node-b"}},
		{"a member is damaged", func(f map[string][]byte) {
			at := bytes.Index(f["node-b.zip"], []byte("mpstat.log")) + 500
			f["node-b.zip"][at] ^= 0xff
		}, nil, []string{"1 of 2 artifacts", "mpstat.log"}},
		{"a page of the listing is missing", func(f map[string][]byte) { delete(f, "manifest.json"); f["node-c.zip"] = f["node-b.zip"] },
			func(_ int, r *http.Request) *servedFault {
				if r.URL.Query().Get("continuation-token") != "" {
					return &servedFault{status: http.StatusNotImplemented}
				}
				return nil
			}, []string{"page 2 of the listing could not be had"}},
		{"the manifest cannot be read", func(f map[string][]byte) { f["manifest.json"] = []byte("{") }, nil, []string{"manifest.json is left out"}},
	}
	base := filepath.Join(t.TempDir(), "run-1")
	if err := (smallRun{name: "run-1", build: "1", workload: "w", tps: 700, busy: 0.3}).write(base); err != nil {
		t.Fatal(err)
	}
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			s := newObjectServer(t)
			s.page = 2
			for name, data := range filesOfRun(t, b.edit) {
				s.objects["perf/run-2/"+name] = servedObject{int64(len(data)), bytes.NewReader(data)}
			}
			s.fault = b.fault
			const run = "s3://perf/run-2/"
			for _, command := range [][]string{
				{"fetch", run}, {"ingest", run}, {"inspect", run}, {"diff", base, run, "--head-label", "2"},
			} {
				t.Run(command[0], func(t *testing.T) {
					page := filepath.Join(t.TempDir(), "report.html")
					args := append(append(command, "--cache", t.TempDir()), s.flags()...)
					text := mustRun(t, 0, args...)
					says(t, text.stdout+text.stderr, b.says...)
					if !strings.Contains(text.stdout, b.says[0]) && !strings.Contains(text.stdout, "1 of 2 artifacts") {
						t.Errorf("the answer itself does not say it:\n%s", text.stdout)
					}
					answer := mustRun(t, 0, append(args, "--format", "json")...)
					if command[0] == "diff" {
						says(t, text.stdout, b.says...)
						mustRun(t, 0, append(args, "--report", page)...)
						html, err := os.ReadFile(page)
						if err != nil {
							t.Fatal(err)
						}
						says(t, string(html), b.says...)
						says(t, answer.stdout, b.says...)
					} else {
						inJSON(t, answer.stdout)
					}
					strict := mustRun(t, 4, append(args, "--strict")...)
					lines := strings.Split(strings.TrimSpace(strict.stderr), "\n")
					if last := lines[len(lines)-1]; !strings.HasPrefix(last, "inquest: ") {
						t.Errorf("the last line does not say why: %q", last)
					}
				})
			}
		})
	}
}

// inJSON wants a status that is not ok, or a problem of the run as a whole.
func inJSON(t *testing.T, answer string) {
	t.Helper()
	for _, word := range []string{`"status": "missing"`, `"status": "failed"`, `"status": "degraded"`, `"kind": "listing"`, `"kind": "manifest"`} {
		if strings.Contains(answer, word) {
			return
		}
	}
	t.Errorf("nothing is missing by the JSON:\n%s", answer)
}

// filesOfRun are the files of a run of two nodes after an edit.
func filesOfRun(t *testing.T, edit func(map[string][]byte)) map[string][]byte {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "run-2")
	if err := (smallRun{name: "run-2", build: "2", workload: "w", tps: 600, busy: 0.3, day: 1}).write(folder); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range []string{"manifest.json", "node-a.zip", "node-b.zip"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	edit(files)
	return files
}
