package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each pair of runs of the first ticket, compared by itself, node by node.
func TestCorpusTicket1Pairs(t *testing.T) {
	cache := t.TempDir()
	truth := readVerdicts(t, "couchbase-ticket1")
	for sdk, s := range strataOf(truth) {
		t.Run(sdk, func(t *testing.T) {
			var runs [2]string
			for name, r := range truth.Runs {
				if r.Factors["sdk"] == s.id {
					runs[side(r)] = corpusPath(t, "couchbase-ticket1", name)
				}
			}
			c := compareRuns(t, 0, cache, "diff", runs[0], runs[1], "--base-label", "4131", "--head-label", "4132")
			throughput := c.one(t, "level", "throughput", "lower")
			for node, want := range trueNumber[nodePairs](t, truth, s.id, "ops_per_s_archive") {
				n := nodeEffect(t, throughput, node)
				wantNear(t, "throughput of the base on "+node, n.Base, want[0], 0.01*want[0])
				wantNear(t, "throughput of the head on "+node, n.Head, want[1], 0.03*want[1])
				wantNear(t, "throughput of "+node, n.Pct, changePct(want), 1.5)
			}
			spread := c.one(t, "volatility", "cpu.busy", "higher")
			for node, want := range trueNumber[nodePairs](t, truth, s.id, "busy_sd_points_4s") {
				n := nodeEffect(t, spread, node)
				wantNear(t, "spread of the base on "+node, n.Base, want[0]/100, 0.15*want[0]/100)
				wantNear(t, "spread of the head on "+node, n.Head, want[1]/100, 0.15*want[1]/100)
			}
			if !slices.Equal(spread.Aspects, []string{"swing", "jitter", "sd"}) {
				t.Errorf("swing and jitter rise too, but %q: %s", spread.Aspects, spread.Text)
			}
			pairCPU(t, c, truth, s.id)
			if throughput.NodesTotal != len(truth.Loaded) || throughput.Grade != "C" {
				t.Errorf("grade %s on %d nodes; one pair of runs, %d with load: %s", throughput.Grade, throughput.NodesTotal, len(truth.Loaded), throughput.Text)
			}
			if c.Coverage.Snapshot == 0 || !strings.Contains(c.text, "left out as snapshots") {
				t.Error("nothing says that the ten-second sections are left out")
			}
			for _, node := range truth.Spare {
				if !slices.Contains(append(c.Nodes.Idle, c.Nodes.Missing...), node) {
					t.Errorf("spare %s is neither idle (%q) nor missing (%q)", node, c.Nodes.Idle, c.Nodes.Missing)
				}
			}
		})
	}
}

// pairCPU: CPU is lower on all loaded nodes, as the throughput is.
func pairCPU(t *testing.T, c *comparison, truth *trueVerdicts, id string) {
	t.Helper()
	found := c.concluded("level", "cpu.busy", "lower")
	if len(found) == 0 {
		t.Fatalf("no finding says that CPU is lower:\n%s", c.text)
	}
	for node, want := range trueNumber[nodePairs](t, truth, id, "busy_mean_pct") {
		wantNear(t, "CPU of "+node, nodeEffect(t, found[0], node).Pct, changePct(want), 1.5)
	}
}

// Runs of one build whose manifests name other factors are no repeats, and what moves
// between them is not what identical runs do.
func TestCorpusFactorIsNoBuild(t *testing.T) {
	truth := readVerdicts(t, "couchbase-ticket1")
	runs := map[string]string{}
	for name, r := range truth.Runs {
		if side(r) == 0 {
			runs[r.Factors["sdk"]] = withManifest(t, copyRun(t, corpusPath(t, "couchbase-ticket1", name), truth.Loaded), name, r)
		}
	}
	c := compareRuns(t, 0, t.TempDir(), "diff", runs["alpha6"], runs["alpha7"])
	if c.Base.Build != c.Head.Build || c.Base.Build == "" {
		t.Fatalf("builds %q and %q, want one", c.Base.Build, c.Head.Build)
	}
	for _, f := range c.Findings {
		if f.Kind == "noise" || f.Grade == "A" || f.Grade == "B" {
			t.Errorf("kind %s, grade %s under two SDKs: %s", f.Kind, f.Grade, f.Text)
		}
		if f.Kind == "volatility" && f.Grade != "X" && f.FoldedInto == "" {
			t.Errorf("both runs are steady, but: %s", f.Text)
		}
		if f.Outcome == "worse" || f.Outcome == "better" {
			t.Errorf("another SDK is no build, but %s: %s", f.Outcome, f.Text)
		}
	}
	if f := c.one(t, "level", "throughput", "lower"); !strings.HasSuffix(f.Text, "; one build on both sides: what differs is sdk") {
		t.Errorf("it is not said that the SDK is what differs: %s", f.Text)
	}
	if len(c.Unlike) != 1 || c.Unlike[0].What != "sdk" || !strings.Contains(c.text, c.Unlike[0].Text) {
		t.Errorf("unlike %+v, want the SDK, above the findings:\n%s", c.Unlike, c.text)
	}
	if strings.Contains(c.full, "what identical runs do") {
		t.Errorf("the runs are called identical: %s", lineWith(c.full, "what identical runs do"))
	}
}

// withManifest writes what the bench knew of a run beside its zips.
func withManifest(t *testing.T, folder, id string, r trueRun) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{"run_id": id, "build_label": r.Build, "factors": r.Factors})
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "manifest.json"), data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder
}
