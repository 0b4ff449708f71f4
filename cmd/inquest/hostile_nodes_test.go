package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"inquest/fetch"
	"inquest/parse"
)

// writeNodes makes a run folder of four nodes with a load generator's log and mpstat each.
func writeNodes(t *testing.T, folder string, day int, tps, busy float64) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	r := smallRun{tps: tps, busy: busy}
	begin := time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC).AddDate(0, 0, day)
	for i := range 4 {
		rng := rand.New(rand.NewPCG(uint64(day), uint64(i)))
		node := fmt.Sprintf("node-%d", i+1)
		texts := map[string]string{"sysbench.log": r.sysbench(rng), "mpstat.log": r.mpstat(rng, node, begin)}
		if err := zipTexts(filepath.Join(folder, node+".zip"), begin.Add(time.Minute), texts); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHostileNodes has a run whose first node's zip is empty and whose third lacks the
// recorder. All others are ingested and compared, the two are named, findings count the
// nodes that have the metric, and with --strict the exit code is that of an incomplete
// answer. Where this was seen, collecting stopped at the first node (cockroachdb/cockroach#143813).
func TestHostileNodes(t *testing.T) {
	dir := t.TempDir()
	base, head, cache := filepath.Join(dir, "run-1"), filepath.Join(dir, "run-2"), filepath.Join(dir, "cache")
	writeNodes(t, base, 0, 1000, 0.6)
	writeNodes(t, head, 1, 600, 0.3)
	if err := os.WriteFile(filepath.Join(head, "node-1.zip"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	text := smallRun{tps: 600, busy: 0.3}.sysbench(rand.New(rand.NewPCG(9, 9)))
	if err := os.WriteFile(filepath.Join(head, "node-3.zip"), zipOf(zipFrame{}, zipPart{name: "sysbench.log", data: []byte(text)}), 0o666); err != nil {
		t.Fatal(err)
	}

	ingest := mustRun(t, 0, "ingest", head, "--cache", cache, "--format", "json")
	for _, a := range decodeAnswer[artifactAnswer](t, ingest).Artifacts {
		want := "ok"
		if a.Node == "node-1" {
			want = "failed"
		}
		if a.Status != want || (a.Error == "") != (want == "ok") {
			t.Errorf("%s: %s, %q", a.Node, a.Status, a.Error)
		}
	}
	if !strings.Contains(ingest.stderr, "node node-1: failed: ") || !strings.Contains(ingest.stderr, "the file is empty") {
		t.Errorf("standard error does not name the node: %s", ingest.stderr)
	}

	args := []string{"diff", base, head, "--base-label", "1.0", "--head-label", "1.1"}
	c := compareRuns(t, 0, cache, args...)
	mustRun(t, 4, append(args, "--cache", cache, "--strict")...)
	if !warned(c, []string{"node-1"}) {
		t.Errorf("no warning names node-1: %+v", c.Warnings)
	}
	if !slices.Contains(c.Nodes.Missing, "node-1") {
		t.Errorf("missing nodes %q", c.Nodes.Missing)
	}
	seen := map[string]int{}
	for _, f := range c.Findings {
		if f.Where.Scope != "sum" {
			seen[f.Metric] = max(seen[f.Metric], f.NodesTotal)
		}
	}
	if seen["cpu.busy"] != 2 || seen["throughput"] != 3 {
		t.Errorf("nodes of findings: cpu.busy %d, want 2; throughput %d, want 3", seen["cpu.busy"], seen["throughput"])
	}
}

// TestHostilePasses counts how much of a member's text is read for its rows: once through,
// and its beginning for the banner. Several passes over a member within a zip are several
// decompressions (log2timeline/plaso#4999).
func TestHostilePasses(t *testing.T) {
	text := mpstatText(1, 20_000)
	h := newHostileRun(t, zipOf(zipFrame{}, zipPart{name: memberM, data: text}))
	ref, err := fetch.ParseRef(h.artifact)
	if err != nil {
		t.Fatal(err)
	}
	art, err := fetch.NewClient(fetch.Options{}).Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	defer art.Close()
	files := filesOf(t.Context(), art).list
	read := 0
	open := files[0].Open
	files[0].Open = func(ctx context.Context) (io.ReadCloser, error) {
		r, err := open(ctx)
		return counting{r, &read}, err
	}
	p, err := parse.ReadArtifact(t.Context(), files, parse.ArtifactOptions{Name: "node-g"})
	if err != nil || len(p.Rows.CPU) != 20_000 {
		t.Fatalf("%d rows, %v", len(p.Rows.CPU), err)
	}
	if most := len(text) + len(text)/10; read > most {
		t.Errorf("%d bytes were read of a member of %d", read, len(text))
	}
}

type counting struct {
	io.ReadCloser
	n *int
}

func (c counting) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	*c.n += n
	return n, err
}
