package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// The numbers of this file's recordings stand in corpus/couchbase/README.md.

// couchbasePair compares two builds whose zips lie in one folder, by quoted globs.
func couchbasePair(t *testing.T, code int, base, head string) *comparison {
	t.Helper()
	folder := corpusPath(t, "couchbase")
	return compareRuns(t, code, t.TempDir(), "diff", filepath.Join(folder, base), filepath.Join(folder, head))
}

// The load of both nodes is in the archives; the ten-second sections say little of it.
func TestCorpusCouchbaseArchives(t *testing.T) {
	c := couchbasePair(t, 0, "650-4131_*.zip", "650-4132_*.zip")
	level := c.one(t, "level", "cpu.busy", "lower")
	wantNear(t, "CPU", level.Pct, -30, 4)
	wantNear(t, "CPU of the base", level.Base, 0.25, 0.01)
	volatility := c.one(t, "volatility", "cpu.busy", "higher")
	wantNear(t, "spread of CPU in the base", volatility.Base, 0.005, 0.002)
	wantNear(t, "spread of CPU in the head", volatility.Head, 0.0745, 0.01)
	wantNear(t, "step", volatility.Where.StepS, 4, 0)
	throughput := c.one(t, "level", "throughput", "lower")
	wantNear(t, "throughput", throughput.Pct, 100*((142.0+149)/(240+240)-1), 2)
	for node, want := range map[string][2]float64{"node-a1": {0.172, 142}, "node-a2": {0.186, 149}} {
		wantNear(t, "CPU of the head on "+node, nodeEffect(t, level, node).Head, want[0], 0.01)
		wantNear(t, "records of the head on "+node, nodeEffect(t, throughput, node).Head, want[1], 4)
	}
	for _, f := range c.Findings {
		if f.FoldedInto != "" {
			continue
		}
		if f.Grade != "C" {
			t.Errorf("grade %s from one pair of runs: %s", f.Grade, f.Text)
		}
		for _, e := range f.Evidence {
			if e.Member != "stats_archives.json#hour" {
				t.Errorf("%s rests on %s, want the 4 s archive", f.ID, e.Member)
			}
		}
	}
	for _, f := range []*diff.Finding{level, volatility, throughput} {
		if f.NodesAgree != 2 || f.NodesTotal != 2 || !strings.Contains(f.Text, "2 of 2 nodes") {
			t.Errorf("%d of %d nodes, want 2 of 2: %s", f.NodesAgree, f.NodesTotal, f.Text)
		}
	}
}

// One node works less and in bursts, the other falls away near the end of its work.
func TestCorpusCouchbaseSnapshots(t *testing.T) {
	c := couchbasePair(t, 0, "760-1782_*.zip", "760-1816_*.zip")
	level := c.one(t, "level", "cpu.busy", "lower")
	wantNear(t, "CPU of the base", nodeEffect(t, level, "node-b2").Base, 0.251, 0.01)
	wantNear(t, "CPU of the head", nodeEffect(t, level, "node-b2").Head, 0.129, 0.01)
	volatility := c.one(t, "volatility", "cpu.busy", "higher")
	wantNear(t, "spread of CPU in the base", nodeEffect(t, volatility, "node-b2").Base, 0.025, 0.02)
	wantNear(t, "spread of CPU in the head", nodeEffect(t, volatility, "node-b2").Head, 0.122, 0.02)
	if n := nodeEffect(t, level, "node-b1"); n.Pct == nil || *n.Pct < -5 || *n.Pct > 5 {
		t.Errorf("the CPU of node-b1 is alike and its change stands beside the other's, not %s", numberText(n.Pct))
	}
	for _, f := range c.Findings {
		if f.Metric == "cpu.busy" && f.Grade != "X" && f.FoldedInto == "" && !onlyNode(f, "node-b2") {
			t.Errorf("CPU of node-b1 did not change, but: %s", f.Text)
		}
		if f.Kind == "volatility" && f.Grade != "X" && !onlyNode(f, "node-b2") {
			t.Errorf("node-b1 is sampled unevenly and is not volatile, but: %s", f.Text)
		}
	}

	onset := c.one(t, "onset", "throughput", "lower")
	if !onlyNode(onset, "node-b1") || onset.Instance != "couchbase.xdcr_docs_written_total" {
		t.Errorf("want documents written by node-b1: %s %s", onset.Instance, onset.Text)
	}
	if !strings.Contains(onset.Text, "work is left on node-b1 (couchbase.xdcr_changes_left_total ") || !strings.Contains(onset.Text, "at the end 36180 and 4500)") {
		t.Errorf("documents are left over, and the sentence does not say so of both sides: %s", onset.Text)
	}
	wantWithin(t, "onset", onset.Where.OnsetFrac, 0.81, 0.85)
	wantNear(t, "documents per second of the base", onset.Base, 1500, 15)
	wantNear(t, "documents per second after the onset", onset.Head, 180, 5)
	wantNear(t, "change after the onset", onset.Pct, -88, 1)

	lower := c.one(t, "level", "throughput", "lower") // node-b2's own, which the other node's onset is not
	if !onlyNode(lower, "node-b2") {
		t.Errorf("want node-b2's throughput lower: %s", lower.Text)
	}
	wantNear(t, "records per second of the base", lower.Base, 240, 3)
}

// A snapshot that failed holds only a write-ahead log: 36 series and 2695 samples, five of
// which mark the end of a series. The rates of user and system time are rows of table cpu.
func TestCorpusCouchbaseNoSnapshot(t *testing.T) {
	zip := corpusPath(t, "couchbase", "760_nosnap_node-b3.zip")
	cache := t.TempDir()
	c := compareRuns(t, 0, cache, "diff", zip, zip)
	for _, f := range c.Findings {
		t.Errorf("a finding about a run and itself: %s", f.Text)
	}
	for _, w := range c.Warnings {
		if strings.HasPrefix(w.Member, "stats_snapshot") {
			t.Errorf("a warning of a log that is whole: %+v", w)
		}
	}
	type inspected struct {
		Artifacts []struct {
			Members []struct {
				Name, Coverage string
				Rows           struct{ CPU, Stats int }
				Skips          int
			}
		}
	}
	x := decodeAnswer[inspected](t, mustRun(t, 0, "inspect", zip, "--cache", cache, "--format", "json"))
	for _, m := range x.Artifacts[0].Members {
		if m.Name != "stats_snapshot/wal" {
			continue
		}
		if m.Rows.Stats+2*m.Rows.CPU != 2695-5 || m.Rows.CPU != 79 || m.Skips != 0 || m.Coverage != "history" {
			t.Errorf("the write-ahead log gives %+v, want 2690 samples, of which 2 x 79 are rows of cpu", m)
		}
		return
	}
	t.Errorf("inspect does not list the write-ahead log: %+v", x)
}

func TestCorpusCouchbaseIdle(t *testing.T) {
	zip := corpusPath(t, "couchbase", "665_idle_node-i1.zip")
	cache := t.TempDir()
	type inspected struct {
		Artifacts []struct {
			Node   string
			Status string
			Idle   *bool
		}
	}
	x := decodeAnswer[inspected](t, mustRun(t, 0, "inspect", zip, "--cache", cache, "--format", "json"))
	if len(x.Artifacts) != 1 || x.Artifacts[0].Idle == nil || !*x.Artifacts[0].Idle {
		t.Fatalf("inspect: %+v, want one idle node", x.Artifacts)
	}
	node := x.Artifacts[0].Node
	if text := mustRun(t, 0, "inspect", zip, "--cache", cache).stdout; !strings.Contains(strings.ToLower(text), "idle") {
		t.Errorf("inspect does not say that the node is idle:\n%s", text)
	}
	c := compareRuns(t, 0, cache, "diff", zip, zip)
	if !slices.Equal(c.Nodes.Idle, []string{node}) || !strings.Contains(c.text, "idle "+node) {
		t.Errorf("idle %q, want %s:\n%s", c.Nodes.Idle, node, c.text)
	}
	if len(c.Findings) > 0 {
		t.Errorf("a finding about an idle node: %s", c.Findings[0].Text)
	}
}
