package main

import (
	"archive/zip"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What was removed from a recording, or is called otherwise, changes nothing of what does
// not rest on it, and nothing is made up for it.
func TestCorpusVariants(t *testing.T) {
	cache := t.TempDir()
	set := corpusPath(t, "mariadb")
	sweep := func(head string, bases ...string) []string {
		args := []string{"diff", "--head", head}
		for _, b := range bases {
			args = append(args, "--base", b)
		}
		return args
	}
	base, repeat, head := filepath.Join(set, sweepBase), filepath.Join(set, sweepRepeat), filepath.Join(set, sweepHead)
	whole := compareRuns(t, 0, cache, sweep(head, base, repeat)...)
	t.Run("a leg is missing", func(t *testing.T) {
		run := variantOf(t, head, func(name string) bool { return !strings.Contains(name, "t32/") })
		c := compareRuns(t, 0, cache, sweep(run, base, repeat)...)
		sameThroughput(t, whole, c, "t32")
		sameSettings(t, whole, c)
		if !strings.Contains(c.full, "leg t32") || strings.Contains(c.full, "Only in the base: CPU") {
			t.Errorf("the text does not name the leg that is missing, or names its metrics:\n%s", c.text)
		}
	})
	t.Run("a node is missing", func(t *testing.T) {
		run := variantOf(t, head, func(string) bool { return true }, "node-a")
		c := compareRuns(t, 0, cache, sweep(run, base, repeat)...)
		sameSettings(t, whole, c)
		if f := c.one(t, "level", "throughput", "lower"); f.NodesTotal != 1 || len(f.Legs) != 5 {
			t.Errorf("one node is left and shows it at every thread count: %s", f.Text)
		}
		if !slices.Equal(c.Nodes.Missing, []string{"node-b"}) || len(c.Unlike) != 0 {
			t.Errorf("missing %q, unlike %+v; want node-b, which the manifest names, so that both sides had two nodes", c.Nodes.Missing, c.Unlike)
		}
		says(t, c.full, "Node node-b has no artifact in run", "1 of 2 artifacts are complete: 1 missing (node-b)")
	})
	t.Run("runs in another order", func(t *testing.T) {
		c := compareRuns(t, 0, cache, sweep(head, repeat, base)...)
		want, got := resultText(t, whole), resultText(t, c)
		if want != got {
			t.Errorf("with the base runs in another order the answer is\n%s\nwant\n%s", c.text, whole.text)
		}
		if c.text != whole.text || c.full != whole.full {
			t.Errorf("with the base runs in another order the text is\n%s\nwant\n%s", c.full, whole.full)
		}
	})
	t.Run("no manifests", func(t *testing.T) {
		bare := func(run string) string { return withoutManifest(t, run) }
		c := compareRuns(t, 0, cache, append(sweep(bare(head), bare(base), bare(repeat)), "--base-label", "one", "--head-label", "two")...)
		sameThroughput(t, whole, c)
		sameSettings(t, whole, c)
		for _, f := range c.Findings {
			if f.FoldedInto == "" && f.Grade != "X" && f.Outcome == "better" {
				t.Errorf("better without a manifest: %s", f.Text)
			}
		}
	})
}

// Late changes without manifests: the load generator and the work counters tell the load.
func TestCorpusLateWithoutManifests(t *testing.T) {
	cache := t.TempDir()
	labels := []string{"--base-label", "one", "--head-label", "two"}
	truth := readVerdicts(t, "mariadb")
	c := compareRuns(t, 0, cache, append([]string{"diff", withoutManifest(t, corpusPath(t, "mariadb", lateBase)), withoutManifest(t, corpusPath(t, "mariadb", lateHead))}, labels...)...)
	onset := c.one(t, "onset", "throughput", "lower")
	wantNear(t, "onset", onset.Where.OnsetS, trueNumber[float64](t, truth, "late-collapse", "onset_s_of_40"), 1)
	wantWithin(t, "change after the onset", onset.Pct, -80, -75)
	if not := strings.Join(onset.Not, "; "); !strings.Contains(not, "not a lighter load") || !strings.Contains(not, "not a saturated disk") {
		t.Errorf("the onset says only: %q", not)
	}

	truth = readVerdicts(t, "couchbase-ticket2")
	c = compareRuns(t, 0, cache, append([]string{"diff", withoutManifest(t, corpusPath(t, "couchbase-ticket2", "jenkins-pallas-5217")), withoutManifest(t, corpusPath(t, "couchbase-ticket2", "jenkins-pallas-5243"))}, labels...)...)
	f := c.one(t, "onset", "throughput", "lower") // without roles sources and targets are one group
	if f.NodesAgree != 4 || !strings.Contains(f.Text, "not on node-s1, node-s3") {
		t.Errorf("node-s2 and the targets turn, node-s1 and node-s3 do not: %s", f.Text)
	}
	wantNear(t, "change of node-s2", nodeEffect(t, f, "node-s2").Pct, trueNumber[float64](t, truth, "xdcr-tail-one-node", "node_drop_pct"), 2)
}

// sameThroughput checks that throughput is lower as before, leg by leg, but for some legs.
func sameThroughput(t *testing.T, whole, c *comparison, without ...string) {
	t.Helper()
	want, got := whole.one(t, "level", "throughput", "lower"), c.one(t, "level", "throughput", "lower")
	sizes := map[string]*float64{}
	for _, l := range got.Legs {
		sizes[l.Leg] = l.Pct
	}
	for _, l := range want.Legs {
		if !slices.Contains(without, l.Leg) {
			wantNear(t, "throughput of "+l.Leg, sizes[l.Leg], *l.Pct, 0.5)
		}
		delete(sizes, l.Leg)
	}
	for leg := range sizes {
		t.Errorf("leg %s was not there before: %s", leg, got.Text)
	}
	if got.Grade != want.Grade || got.NodesAgree != want.NodesAgree || got.Outcome != want.Outcome {
		t.Errorf("grade %s, %d nodes, %s; want %s, %d, %s: %s", got.Grade, got.NodesAgree, got.Outcome, want.Grade, want.NodesAgree, want.Outcome, got.Text)
	}
}

// resultText is the JSON form of an answer.
func resultText(t *testing.T, c *comparison) string {
	t.Helper()
	b, err := json.Marshal(c.Result)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// sameSettings checks that the same settings differ in the same way.
func sameSettings(t *testing.T, whole, c *comparison) {
	t.Helper()
	values := func(c *comparison) map[string]string {
		out := map[string]string{}
		for _, s := range c.Settings {
			out[s.Name] = s.Base + " -> " + s.Head
		}
		return out
	}
	if want, got := values(whole), values(c); !maps.Equal(want, got) {
		t.Errorf("settings that differ are %v, want %v", got, want)
	}
}

// withoutManifest copies a run and leaves its manifest out.
func withoutManifest(t *testing.T, run string) string {
	t.Helper()
	to := variantOf(t, run, func(string) bool { return true })
	if err := os.Remove(filepath.Join(to, "manifest.json")); err != nil {
		t.Fatal(err)
	}
	return to
}

// variantOf copies a run with its manifest, of each zip the members that are kept and of
// the zips those of the given nodes; without any, all.
func variantOf(t *testing.T, run string, keep func(member string) bool, nodes ...string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(run))
	names, err := filepath.Glob(filepath.Join(run, "*"))
	if err == nil {
		err = os.Mkdir(to, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file := filepath.Join(to, filepath.Base(name))
		node, isZip := strings.CutSuffix(filepath.Base(name), ".zip")
		switch {
		case isZip && (len(nodes) == 0 || slices.Contains(nodes, node)):
			copyZip(t, name, file, keep)
		case !isZip:
			data, err := os.ReadFile(name)
			if err == nil {
				err = os.WriteFile(file, data, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return to
}

// copyZip copies the members of a zip that are kept, as they are packed.
func copyZip(t *testing.T, from, to string, keep func(member string) bool) {
	t.Helper()
	r, err := zip.OpenReader(from)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	f, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for _, m := range r.File {
		if keep(m.Name) {
			if err := w.Copy(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
