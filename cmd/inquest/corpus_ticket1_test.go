package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"inquest/report/diff"
)

// TestCorpusTicket1 does the whole job: a ticket with two builds under two SDKs, whose
// artifacts are behind S3.
func TestCorpusTicket1(t *testing.T) {
	folder := corpusPath(t, "couchbase-ticket1")
	ticket := filepath.Join(folder, "ticket.txt")
	t.Run("embedded server", func(t *testing.T) {
		checkTicket1(t, ticket, serveFolder(t, "perf-artifacts", folder))
	})
	t.Run("real server", func(t *testing.T) {
		bucket, flags := serveReal(t, folder)
		text, err := os.ReadFile(ticket)
		if err != nil {
			t.Fatal(err)
		}
		own := filepath.Join(t.TempDir(), "ticket.txt")
		if err := os.WriteFile(own, []byte(strings.ReplaceAll(string(text), "perf-artifacts", bucket)), 0o666); err != nil {
			t.Fatal(err)
		}
		checkTicket1(t, own, flags)
	})
}

func checkTicket1(t *testing.T, ticket string, flags []string) {
	truth := readVerdicts(t, "couchbase-ticket1")
	cache := t.TempDir()
	args := append([]string{"ticket", ticket, "--diff"}, flags...)
	began := time.Now()
	mustRun(t, 0, append(args, "--cache", cache)...)
	cold := time.Since(began)
	began = time.Now()
	mustRun(t, 0, append(args, "--cache", cache)...)
	t.Logf("the whole job: %.2f s cold, %.2f s warm", cold.Seconds(), time.Since(began).Seconds())
	c := compareRuns(t, 0, cache, args...)

	strata := strataOf(truth)
	throughput := c.one(t, "level", "throughput", "lower")
	inStrata(t, c, throughput, truth.Loaded, strata)
	if throughput.Outcome != "worse" {
		t.Errorf("lower throughput is called %s", throughput.Outcome)
	}
	for _, s := range throughput.Strata {
		wantNear(t, "throughput under "+s.Stratum, s.Pct, changePct(strata[s.Stratum].throughput), 0.6)
	}
	level := c.one(t, "level", "cpu.busy", "lower")
	inStrata(t, c, level, truth.Loaded, strata)
	if level.Outcome != "symptom" {
		t.Errorf("lower CPU is called %s", level.Outcome)
	}
	for _, s := range level.Strata {
		busy := trueNumber[nodePairs](t, truth, strata[s.Stratum].id, "busy_mean_pct").mean()
		wantNear(t, "CPU under "+s.Stratum, s.Pct, changePct(busy), 0.6)
	}
	volatility := c.one(t, "volatility", "cpu.busy", "higher")
	inStrata(t, c, volatility, truth.Loaded, strata)
	for _, s := range volatility.Strata {
		sd := trueNumber[nodePairs](t, truth, strata[s.Stratum].id, "busy_sd_points_4s").mean()
		wantNear(t, "spread of CPU in the base under "+s.Stratum, s.Base, sd[0]/100, 0.1*sd[0]/100)
		wantNear(t, "spread of CPU in the head under "+s.Stratum, s.Head, sd[1]/100, 0.1*sd[1]/100)
	}
	for _, metric := range []string{"couchbase.vb_active_sync_write_committed_count", "couchbase.ep_diskqueue_drain"} {
		if f := c.some(t, "level", metric, "lower"); f.NodesAgree != len(truth.Loaded) {
			t.Errorf("%s falls on %d nodes", metric, f.NodesAgree)
		}
	}
	ticket1PerNode(t, c, truth)
	ticket1Refused(t, c, throughput)
	ticket1Nodes(t, c, truth)
	ticket1Claims(t, c, strata)
}

// ticket1PerNode: the answer holds each node's change under each SDK, too.
func ticket1PerNode(t *testing.T, c *comparison, truth *trueVerdicts) {
	t.Helper()
	number := map[string]string{"throughput": "ops_per_s_archive", "cpu.busy": "busy_mean_pct"}
	seen := map[string]bool{}
	for _, f := range c.Findings {
		sdk := f.Where.Stratum["sdk"]
		if f.Kind != "level" || number[f.Metric] == "" || f.Where.Scope != "nodes" || sdk == "" || f.Grade == "X" {
			continue
		}
		seen[f.Metric+" "+sdk] = true
		for node, want := range trueNumber[nodePairs](t, truth, sdk, number[f.Metric]) {
			wantNear(t, f.Metric+" of "+node+" under "+sdk, nodeEffect(t, f, node).Pct, changePct(want), 1.5)
		}
	}
	if len(seen) != 4 {
		t.Errorf("node by node there is %v, want throughput and CPU under two SDKs", seen)
	}
}

// trueStratum is one pair of runs of the ticket.
type trueStratum struct {
	id         string
	throughput [2]float64
}

// strataOf finds the strata in the truth, by the name that findings give them.
func strataOf(truth *trueVerdicts) map[string]trueStratum {
	out := map[string]trueStratum{}
	for _, r := range truth.Runs {
		for factor, v := range r.Factors {
			s := out[factor+"="+v]
			s.id = v
			s.throughput[side(r)] = r.Throughput
			out[factor+"="+v] = s
		}
	}
	return out
}

// side is 0 for a run of the base, 1 for one of the head.
func side(r trueRun) int {
	if strings.HasSuffix(r.Build, "4132") {
		return 1
	}
	return 0
}

// inStrata checks that a finding holds on all loaded nodes in each stratum, one by one.
func inStrata(t *testing.T, c *comparison, f *diff.Finding, nodes []string, strata map[string]trueStratum) {
	t.Helper()
	if f.NodesAgree != len(nodes) || f.NodesTotal != len(nodes) {
		t.Errorf("%d of %d nodes, want all %d loaded ones: %s", f.NodesAgree, f.NodesTotal, len(nodes), f.Text)
	}
	var named, found []string
	for _, n := range f.Nodes {
		named = append(named, n.Node)
	}
	for _, s := range f.Strata {
		found = append(found, s.Stratum)
	}
	slices.Sort(named)
	slices.Sort(found)
	if !slices.Equal(named, nodes) {
		t.Errorf("nodes %q, want %q: %s", named, nodes, f.Text)
	}
	if !slices.Equal(found, slices.Sorted(maps.Keys(strata))) {
		t.Errorf("strata %q, want %q: %s", found, slices.Sorted(maps.Keys(strata)), f.Text)
	}
	if f.Grade != "A" && f.Grade != "B" {
		t.Errorf("grade %s, want B or better: %s", f.Grade, f.Text)
	}
	for _, words := range []string{"same direction, different size", "2 of 2 strata", "noise unknown"} {
		if !strings.Contains(f.Text, words) {
			t.Errorf("the sentence does not say %q: %s", words, f.Text)
		}
	}
	if f.Pct != nil && strings.Contains(c.text, averaged(*f.Pct)) {
		t.Errorf("the text gives %s, one average over strata of different size, for: %s", averaged(*f.Pct), f.Text)
	}
}
