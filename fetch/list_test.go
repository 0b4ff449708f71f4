package fetch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layRun puts files into a folder and on the server, under b/.
func layRun(t *testing.T, s *testServer, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		path := filepath.Join(dir, filepath.FromSlash(n))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		data := buildZip(zipShape{}, rec{name: n, data: []byte(n)})
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s.put("b/"+n, data)
	}
	return dir
}

// TestExpand finds the zips of a run in each way, locally and in S3.
func TestExpand(t *testing.T) {
	s := newTestServer(t)
	dir := layRun(t, s,
		"run-1/node-b.zip", "run-1/node-a.zip", "run-1/node-c.ZIP", "run-1/manifest.json", "run-1/notes.md", "run-1/old/node-z.zip",
		"run-10/node-a.zip", "flat/4131_a.zip", "flat/4131_b.zip", "flat/4132_a.zip",
		"odd[1]*run/n[1]*.zip")
	one := []string{"run-1/node-a.zip", "run-1/node-b.zip", "run-1/node-c.ZIP"}
	tests := []struct {
		in       string
		want     []string
		manifest string
		err      string
	}{
		{"run-1/", one, "run-1/manifest.json", ""},
		{"run-1", one, "run-1/manifest.json", ""},
		{"run-1/node-a.zip", one[:1], "run-1/manifest.json", ""},
		{"run-1/node-[ab].zip", one[:2], "run-1/manifest.json", ""},
		{"run-1/*", one, "run-1/manifest.json", ""},
		{"run-?/node-a.zip", one[:1], "run-1/manifest.json", ""},
		{"flat/4131_*.zip", []string{"flat/4131_a.zip", "flat/4131_b.zip"}, "", ""},
		{"run-1*/node-a.zip", []string{"run-1/node-a.zip", "run-10/node-a.zip"}, "", ""},
		{"odd[1]*run/", []string{"odd[1]*run/n[1]*.zip"}, "", ""}, // names that are no patterns
		{"odd[1]*run", []string{"odd[1]*run/n[1]*.zip"}, "", ""},
		{"odd[1]*run/n[1]*.zip", []string{"odd[1]*run/n[1]*.zip"}, "", ""},
		{"odd[1]*run/n[2]*.zip", nil, "", "no zip matches"},
		{"", nil, "", "name one run of"},
		{"flat/9*.zip", nil, "", "no zip matches"},
		{"flat/[.zip", nil, "", "syntax error in pattern"},
		{"none/", nil, "", "none"},
	}
	c := s.client(Options{})
	for _, tt := range tests {
		for _, root := range []string{dir + "/", "s3://b/", s.URL + "/b/"} {
			if strings.HasPrefix(root, "http") && strings.Contains(tt.in, "?") {
				continue // begins a query there
			}
			l, err := c.Expand(context.Background(), mustRef(t, root+tt.in))
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("%s%s: error %v, want %q", root, tt.in, err, tt.err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s%s: %v", root, tt.in, err)
				continue
			}
			if strings.HasPrefix(root, "http") { // an address on the endpoint is one of S3
				root = "s3://b/"
			}
			var got []string
			for _, a := range l.Artifacts {
				got = append(got, strings.TrimPrefix(a.String(), root))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s%s: %q, want %q", root, tt.in, got, tt.want)
			}
			manifest := ""
			if l.Manifest != nil {
				manifest = strings.TrimPrefix(l.Manifest.String(), root)
			}
			if manifest != tt.manifest {
				t.Errorf("%s%s: manifest %q, want %q", root, tt.in, manifest, tt.manifest)
			}
		}
	}
}

// TestExpandForbidden may read zips and not list them.
func TestExpandForbidden(t *testing.T) {
	s := newTestServer(t)
	s.fault = func(r request) *fault {
		if strings.Contains(r.query, "list-type") {
			return &fault{status: 403, code: "AccessDenied", message: "Access Denied"}
		}
		return nil
	}
	for _, in := range []string{"s3://b/run/", "s3://b/run/*.zip"} {
		_, err := s.client(Options{}).Expand(context.Background(), mustRef(t, in))
		if err == nil || !strings.Contains(err.Error(), in+" may not be listed: pass the zips themselves, or a plan: LIST "+in+": 403 AccessDenied") {
			t.Errorf("%s: %v", in, err)
		}
	}
	layRun(t, s, "run/node.zip")
	l, err := s.client(Options{}).Expand(context.Background(), mustRef(t, "s3://b/run/node.zip"))
	if err != nil || len(l.Artifacts) != 1 || l.Manifest != nil {
		t.Errorf("one zip: %+v, %v", l, err)
	}
}

// TestExpandUnanswered may find no server when it looks for a manifest: that is
// no reason to stop, and is said.
func TestExpandUnanswered(t *testing.T) {
	s := newTestServer(t)
	c := s.client(Options{})
	s.Close()
	l, err := c.Expand(context.Background(), mustRef(t, "s3://b/run/node.zip"))
	if err != nil || len(l.Artifacts) != 1 || len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Text, "s3://b/run/manifest.json could not be looked for") {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestExpandList reads lists of addresses.
func TestExpandList(t *testing.T) {
	s := newTestServer(t)
	dir := layRun(t, s, "run-1/node-a.zip", "run-1/node b.zip")
	text := "# the run\n" +
		" https://s3-us-west-2.amazonaws.com/b/run-1/node-a.zip\n" +
		"- https://s3-us-west-2.amazonaws.com/b/run-1/node-c.zip, the slow one.\r\n" +
		"Logs: s3://b/run-1/node b.zip (again)\n" +
		"s3://b/run-1/node-a.zip\n\n" +
		"run-1/node-a.zip\n"
	want := []string{dir + "/run-1/node-a.zip", "s3://b/run-1/node b.zip", "s3://b/run-1/node-a.zip", "s3://b/run-1/node-c.zip"}
	path := filepath.Join(dir, "list.txt")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := s.client(Options{}).Expand(context.Background(), mustRef(t, path))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range l.Artifacts {
		got = append(got, a.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}

	s.put("b/list.txt", []byte("s3://b/run-1/node-a.zip\n"))
	for _, address := range []string{"s3://b/list.txt", s.URL + "/b/list.txt"} {
		l, err := s.plainClient(Options{}).Expand(context.Background(), mustRef(t, address))
		if err != nil || len(l.Artifacts) != 1 || l.Artifacts[0].String() != "s3://b/run-1/node-a.zip" {
			t.Errorf("%s: %+v, %v", address, l, err)
		}
	}
	if err := os.WriteFile(path, []byte("see gs://b/k.zip\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.client(Options{}).Expand(context.Background(), mustRef(t, path)); err == nil || !strings.Contains(err.Error(), "line 1 of the list") {
		t.Errorf("bad line: %v", err)
	}
}

// TestExpandIndexPage reads the page that a file server makes of a folder.
func TestExpandIndexPage(t *testing.T) {
	s := newTestServer(t)
	s.put("job/7/artifact/", []byte(`<html><body><a href="../">up</a> <A HREF='node-b.zip'>b</A>
<a class="x" href="/job/7/artifact/node%20a.zip">a</a> <a href="https://elsewhere.example/job/7/artifact/c.zip">c</a>
<a href="old/node-z.zip">z</a><a href="manifest.json">m</a></body></html>`))
	l, err := s.plainClient(Options{}).Expand(context.Background(), mustRef(t, s.URL+"/job/7/artifact/"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range l.Artifacts {
		got = append(got, strings.TrimPrefix(a.String(), s.URL))
	}
	if !slices.Equal(got, []string{"/job/7/artifact/node%20a.zip", "/job/7/artifact/node-b.zip"}) {
		t.Errorf("%q", got)
	}
	if l.Manifest == nil || l.Manifest.Path != "/job/7/artifact/manifest.json" || l.Artifacts[0].RunID() != "artifact" {
		t.Errorf("%+v", l)
	}
}

// TestFolder opens an extracted folder as if it were the zip.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "node-a")
	for name, text := range map[string]string{"b/mpstat.log": "two\n", "a.log": "one\n"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	c := NewClient(Options{})
	l, err := c.Expand(context.Background(), mustRef(t, dir))
	if err != nil || len(l.Artifacts) != 1 {
		t.Fatalf("%+v, %v", l, err)
	}
	a, err := c.Open(context.Background(), l.Artifacts[0])
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	zipped, err := openBytes(t, buildZip(zipShape{}, rec{name: "a.log", data: []byte("one\n"), stored: true},
		rec{name: "b/mpstat.log", data: []byte("two\n"), stored: true}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Members) != 2 || a.Members[0].Name != "a.log" || a.Members[1].CRC32 != zipped.Members[1].CRC32 {
		t.Errorf("members %+v", a.Members)
	}
	if got, err := read(a.Members[1]); err != nil || string(got) != "two\n" {
		t.Errorf("%q, %v", got, err)
	}
	if k := kinds(a, "link"); k != KindLink {
		t.Errorf("link: problems %q", k)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.log"), []byte("three\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := read(a.Members[0]); kindOf(err) != KindChecksum {
		t.Errorf("changed file: %v", err)
	}
	if a.Ref.Node() != "node-a" {
		t.Errorf("node %q", a.Ref.Node())
	}
}
