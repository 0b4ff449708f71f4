package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"inquest/report/diff"
)

// One zip that is none, one that is not there and one with a member that is cut: what the
// other nodes show is not touched, and the damage is named.
func TestCorpusDamage(t *testing.T) {
	nodes := []string{"node-h1", "node-h2", "node-h3", "node-h4"}
	set := corpusPath(t, "couchbase-ticket1")
	base, clean := copyRun(t, filepath.Join(set, "jenkins-hera-dura-ycsb-444"), nodes), copyRun(t, filepath.Join(set, "jenkins-hera-dura-ycsb-447"), nodes)
	hurt := copyRun(t, filepath.Join(set, "jenkins-hera-dura-ycsb-447"), nodes)
	const broken, missing, cut = "node-h2", "node-h3", "node-h4"
	if err := os.WriteFile(filepath.Join(hurt, broken+".zip"), bytes.Repeat([]byte("no zip "), 5000), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(hurt, missing+".zip")); err != nil {
		t.Fatal(err)
	}
	cutMember(t, filepath.Join(hurt, cut+".zip"), "couchbase.log")

	cache := t.TempDir()
	labels := []string{"--base-label", "4131", "--head-label", "4132"}
	whole := compareRuns(t, 0, cache, append([]string{"diff", base, clean}, labels...)...)
	mustRun(t, 0, append([]string{"diff", base, clean, "--strict", "--cache", cache}, labels...)...)
	c := compareRuns(t, 0, cache, append([]string{"diff", base, hurt}, labels...)...)
	strict := mustRun(t, 4, append([]string{"diff", base, hurt, "--strict", "--cache", cache}, labels...)...)
	for _, node := range []string{broken, missing, cut} {
		if !strings.Contains(c.text, node) {
			t.Errorf("the text does not name %s:\n%s", node, c.text)
		}
	}
	if last := lastLine(strict.stderr); !strings.Contains(last, broken) && !strings.Contains(last, missing) && !strings.Contains(last, cut) {
		t.Errorf("the last line of standard error names no damage: %s", last)
	}
	for kind, words := range map[string][]string{"broken zip": {broken, ".zip"}, "missing node": {missing}, "cut member": {cut, "couchbase.log"}} {
		if !warned(c, words) {
			t.Errorf("%s: no warning names %q in %+v", kind, words, c.Warnings)
		}
	}
	if len(c.Settings) > 0 {
		t.Errorf("settings that are cut off are said to differ: %+v", c.Settings)
	}

	compared := 0
	for _, f := range whole.Findings {
		for _, n := range f.Nodes {
			if n.Node != "node-h1" && n.Node != cut || f.Where.Scope == "sum" {
				continue
			}
			compared++
			if got := sameFinding(c, f, n.Node); got == nil || !reflect.DeepEqual(*got, n) {
				t.Errorf("%s of %s is %v with damage elsewhere, want %v", f.ID, n.Node, got, n)
			}
		}
	}
	if compared == 0 {
		t.Error("the clean comparison has no findings to compare")
	}
}

// sameFinding is what the finding of the same kind, metric and direction says of a node.
func sameFinding(c *comparison, want *diff.Finding, node string) *diff.NodeEffect {
	for _, f := range c.Findings {
		if f.Kind != want.Kind || f.Metric != want.Metric || f.Instance != want.Instance || f.Direction != want.Direction || f.Where.Scope != want.Where.Scope {
			continue
		}
		for i := range f.Nodes {
			if f.Nodes[i].Node == node {
				return &f.Nodes[i]
			}
		}
	}
	return nil
}

func warned(c *comparison, words []string) bool {
	for _, w := range c.Warnings {
		all := w.Artifact + " " + w.Member + " " + w.Text
		named := true
		for _, word := range words {
			named = named && strings.Contains(all, word)
		}
		if named {
			return true
		}
	}
	return false
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// copyRun copies some nodes of a run into a folder of the same name.
func copyRun(t *testing.T, run string, nodes []string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(run))
	if err := os.Mkdir(to, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, node := range nodes {
		data, err := os.ReadFile(filepath.Join(run, node+".zip"))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, node+".zip"), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// cutMember rewrites a zip with the second half of one member's packed bytes cut off.
func cutMember(t *testing.T, name, member string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	from, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	found := false
	for _, f := range from.File {
		r, err := f.OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		packed, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		h := f.FileHeader
		if path.Base(f.Name) == member {
			found = true
			packed = packed[:len(packed)/2]
			h.CompressedSize64 = uint64(len(packed))
		}
		w, err := to.CreateRaw(&h)
		if err == nil {
			_, err = w.Write(packed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil || !found {
		t.Fatalf("cutting %s of %s: found %v, %v", member, name, found, err)
	}
	if err := os.WriteFile(name, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
