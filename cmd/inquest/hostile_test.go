package main

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// A hostileZip is a zip that is wrong in one way, and what a user is to see of it. Beside
// the wrong member M there is a good one, G, unless the recipe says otherwise.
type hostileZip struct {
	name     string
	zip      func() []byte
	rows     map[string]int // rows of each member with a format; -1: some, but not all
	problems []string       // "kind member", or "kind" for the artifact; in any order
	status   string         // ok, degraded or failed
	says     string         // in the text of a problem
	err      string         // in the artifact's error
	exit     int            // without --strict
	whole    int            // rows of a member of -1 when it is whole
}

const (
	memberM, memberG = "mpstat.log", "good.log"
	rowsM, rowsG     = 1000, 60
)

func partM() zipPart { return zipPart{name: memberM, data: mpstatText(10, rowsM)} }
func partG() zipPart { return zipPart{name: memberG, data: mpstatText(9, rowsG)} }

// artifactAnswer is what ingest and inspect print as JSON, as far as it is looked at here.
type artifactAnswer struct {
	Artifacts []artifactReport `json:"artifacts"`
	Exit      exitReport       `json:"exit"`
}

// hostileRun is a run folder with one zip, and the folders that a command may and may not
// write to.
type hostileRun struct {
	t                      testing.TB
	root, folder, artifact string
}

func newHostileRun(t testing.TB, data []byte) *hostileRun {
	t.Helper()
	root := t.TempDir()
	h := &hostileRun{t, root, filepath.Join(root, "runs", "run-1"), filepath.Join(root, "runs", "run-1", "node-g.zip")}
	for _, dir := range []string{h.folder, filepath.Join(root, "tmp"), filepath.Join(root, "home"), filepath.Join(root, "work")} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(h.artifact, data, 0o666); err != nil {
		t.Fatal(err)
	}
	tt, ok := t.(*testing.T)
	if !ok {
		t.Fatal("not a test")
	}
	tt.Setenv("TMPDIR", filepath.Join(root, "tmp"))
	tt.Setenv("HOME", filepath.Join(root, "home"))
	tt.Chdir(filepath.Join(root, "work"))
	return h
}

// run runs a command on an address, with cache and lake in the test's folder.
func (h *hostileRun) run(command, address string, flags ...string) *commandAnswer {
	args := append([]string{command, address, "--cache", filepath.Join(h.root, "cache")}, flags...)
	if command == "ingest" {
		args = append(args, "--lake", filepath.Join(h.root, "lake"))
	}
	return runCommand(args...)
}

// outside lists the files that are neither the zip nor below the cache or lake.
func (h *hostileRun) outside() []string {
	var out []string
	err := filepath.WalkDir(h.root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(h.root, path)
		top, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		if err != nil || top == "cache" || top == "lake" || d.IsDir() || path == h.artifact {
			return err
		}
		out = append(out, rel)
		return nil
	})
	if err != nil {
		h.t.Error(err)
	}
	return out
}

// saying is the recipe with words that a problem's text must have.
func (z hostileZip) saying(words string) hostileZip {
	z.says = words
	return z
}

// check runs the commands on the zip, from its folder and from a web server, and compares
// what they say.
func (z hostileZip) check(t *testing.T) {
	h := newHostileRun(t, z.zip())
	z.compare(t, "inspect", h.run("inspect", h.folder, "--format", "json"), z.exit)
	z.text(t, h.run("inspect", h.folder))
	z.brief(t, h)
	again := h.run("ingest", h.folder, "--format", "json")
	z.compare(t, "ingest again", again, z.exit)
	if text := h.run("ingest", h.folder, "--strict"); text.code != z.strict() {
		t.Errorf("with --strict: %v", text)
	} else if text.code != 0 && !strings.Contains(lastLine(text.stderr), "artifact") {
		t.Errorf("the last line does not say why: %s", text.stderr)
	}
}

// brief ingests the zip from its folder and inspects it on a web server.
func (z hostileZip) brief(t *testing.T, h *hostileRun) {
	z.compare(t, "ingest", h.run("ingest", h.folder, "--format", "json"), z.exit)
	server := httptest.NewServer(http.FileServer(http.Dir(h.folder)))
	defer server.Close()
	z.compare(t, "inspect from the web", h.run("inspect", server.URL+"/node-g.zip", "--format", "json", "--strict"), z.strict())
	if left := h.outside(); len(left) > 0 {
		t.Errorf("written outside of cache and lake: %q", left)
	}
}

// strict is the exit code with --strict.
func (z hostileZip) strict() int {
	if z.status == "ok" {
		return 0
	}
	return 4
}

// compare compares the JSON of one artifact with what is to be seen.
func (z hostileZip) compare(t *testing.T, what string, got *commandAnswer, code int) {
	t.Helper()
	answer := decodeAnswer[artifactAnswer](t, got)
	if got.code != code || answer.Exit.Code != code {
		t.Errorf("%s: exit %d (%d in the JSON), want %d: %s", what, got.code, answer.Exit.Code, code, answer.Exit.Reason)
	}
	if len(answer.Artifacts) != 1 {
		t.Fatalf("%s: %d artifacts", what, len(answer.Artifacts))
	}
	a := answer.Artifacts[0]
	if a.Status != z.status || !strings.Contains(a.Error, z.err) || z.err == "" && a.Error != "" {
		t.Errorf("%s: status %q with error %q, want %q with %q", what, a.Status, a.Error, z.status, z.err)
	}
	if !strings.HasSuffix(a.Ref, "node-g.zip") {
		t.Errorf("%s: the artifact is called %q", what, a.Ref)
	}
	var problems []string
	said := z.says == ""
	for _, p := range a.Problems {
		said = said || strings.Contains(p.Text, z.says)
		problems = append(problems, strings.TrimSpace(p.Kind+" "+p.Member))
		if p.Text == "" {
			t.Errorf("%s: a problem without a text: %+v", what, p)
		}
	}
	if !said {
		t.Errorf("%s: no problem says %q: %+v", what, z.says, a.Problems)
	}
	want := slices.Clone(z.problems)
	slices.Sort(want)
	slices.Sort(problems)
	if !slices.Equal(problems, want) {
		t.Errorf("%s: problems %q, want %q: %+v", what, problems, want, a.Problems)
	}
	rows := map[string]int{}
	for _, m := range a.Members {
		if n := m.Rows.CPU; n > 0 && n < z.whole && z.rows[m.Name] < 0 {
			rows[m.Name] = -1
		} else if n > 0 {
			rows[m.Name] = n
		}
	}
	if got, want := fmt.Sprint(rows), fmt.Sprint(z.rows); got != want && len(rows)+len(z.rows) > 0 {
		t.Errorf("%s: rows %s, want %s", what, got, want)
	}
}

// text checks what inspect prints for people: each problem in one line with its member.
func (z hostileZip) text(t *testing.T, got *commandAnswer) {
	t.Helper()
	if z.err != "" && !strings.Contains(got.stdout+got.stderr, z.err) {
		t.Errorf("the text does not say %q:\n%s%s", z.err, got.stdout, got.stderr)
	}
	for _, p := range z.problems {
		kind, member, ok := strings.Cut(p, " ")
		if !ok {
			member = "artifact"
		}
		if !strings.Contains(got.stdout, "problem: "+shortLabel(member)+": "+kind+": ") {
			t.Errorf("the text does not name %q:\n%s", p, got.stdout)
		}
	}
	for _, r := range got.stdout {
		if r == '\x1b' || r == '\u202e' || r == 0 {
			t.Errorf("the text holds the character %q", r)
		}
	}
}

// peakHeap calls f and returns the most bytes that the heap held meanwhile, as the garbage
// collector counts them at the end of its rounds and at the end.
func peakHeap(f func()) uint64 {
	runtime.GC() // what earlier tests left does not count
	var m runtime.MemStats
	done, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
			select {
			case <-done:
				peak <- most
				return
			default:
				time.Sleep(2 * time.Millisecond)
			}
		}
	}()
	f()
	close(done)
	return <-peak
}
