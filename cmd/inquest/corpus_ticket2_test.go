package main

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"inquest/report/diff"
)

// TestCorpusTicket2 is a ticket about replication between clusters: one source node of
// three crawls at the end of its work, the targets follow, and a control is unchanged.
func TestCorpusTicket2(t *testing.T) {
	folder := corpusPath(t, "couchbase-ticket2")
	truth := readVerdicts(t, "couchbase-ticket2")
	args := append([]string{"ticket", filepath.Join(folder, "ticket.txt"), "--diff"}, serveFolder(t, "perf-artifacts", folder)...)
	c := compareRuns(t, 0, t.TempDir(), args...)
	for _, claim := range c.Claims {
		wantNear(t, "computed for "+claim.Text, claim.ComputedPct, trueNumber[float64](t, truth, "xdcr-tail-one-node", "bench_rate_pct"), 0.1)
		if claim.Agrees == nil || !*claim.Agrees {
			t.Errorf("%q agrees with the numbers", claim.Text)
		}
	}
	if len(c.Claims) != 1 {
		t.Errorf("claims %+v, want one", c.Claims)
	}
	t.Run("cluster", func(t *testing.T) { ticket2Cluster(t, c, truth) })
	t.Run("nodes", func(t *testing.T) { ticket2Nodes(t, c, truth) })
	t.Run("control", func(t *testing.T) { ticket2Control(t, c) })
	t.Run("reset", func(t *testing.T) { ticket2Reset(t, c, truth) })
	t.Run("refused", func(t *testing.T) { ticket2Refused(t, c) })
}

// ticket2Cluster: the sum over the sources falls away when little work is left.
func ticket2Cluster(t *testing.T, c *comparison, truth *trueVerdicts) {
	num := func(name string) float64 { return trueNumber[float64](t, truth, "xdcr-tail-one-node", name) }
	i := slices.IndexFunc(c.concluded("onset", "throughput", "lower"), func(f *diff.Finding) bool {
		return f.Where.Scope == "sum" && f.Where.Role == "c1"
	})
	if i < 0 {
		t.Fatalf("no onset of the sum over c1:\n%s", c.text)
	}
	f := c.concluded("onset", "throughput", "lower")[i]
	wantNear(t, "onset in seconds", f.Where.OnsetS, num("onset_s"), 6)
	wantNear(t, "onset in the run", f.Where.OnsetFrac, num("onset_share_of_run"), 0.03)
	wantNear(t, "onset in the work", f.Where.OnsetWorkFrac, num("onset_share_of_work_cluster"), 0.03)
	wantNear(t, "change after the onset", f.Pct, num("cluster_drop_pct"), 3)
	wantNear(t, "change of the whole run", f.WholePct, num("file_rate_pct"), 2)
	ticket2Last(t, f, truth)
	if !strings.Contains(f.Text, "not in ") || !strings.Contains(f.Text, "1 -> 1") {
		t.Errorf("the sum does not say that the control is without it: %s", f.Text)
	}
	if _, after, shown := strings.Cut(c.text, f.Text); shown {
		block, _, _ := strings.Cut(after, "[")
		if strings.Contains(block, "3 of 3 nodes") {
			t.Errorf("one source of three crawls, but the sum is said of 3 of 3 nodes: %s%s", f.Text, block)
		}
	}
	for _, f := range c.concluded("level", "throughput", "lower") {
		if f.FoldedInto == "" {
			t.Errorf("not a slow-down of the whole run: %s", f.Text)
		}
	}
}

// ticket2Last: the rate falls on to the end, which the mean after the onset hides. The last
// tenth of the load begins and ends to within a scrape, 5 s.
func ticket2Last(t *testing.T, f *diff.Finding, truth *trueVerdicts) {
	t.Helper()
	num := func(name string) float64 { return trueNumber[float64](t, truth, "xdcr-tail-one-node", name) }
	const scrape = 5.0
	rates := [2]float64{trueNumber[[]float64](t, truth, "xdcr-tail-one-node", "cluster_rate_before_after")[0], num("cluster_last_30_s_before_the_end_per_s")}
	seconds := trueNumber[[]float64](t, truth, "xdcr-tail-one-node", "bench_load_s")[1] / 10
	wantNear(t, "change in the last part", f.Where.LastPct, changePct(rates), scrape/seconds*100*rates[1]/rates[0])
	m := regexp.MustCompile(`, (-\d+\.\d) % in the last (\d+) s \(of what it was before`).FindStringSubmatch(f.Text)
	if m == nil {
		t.Fatalf("it is not said that the rate falls on: %s", f.Text)
	}
	said, _ := strconv.ParseFloat(m[2], 64)
	wantNear(t, "last seconds", &said, seconds, 2*scrape/10+0.5)
	if pct, _ := strconv.ParseFloat(m[1], 64); f.Where.LastPct == nil || math.Abs(pct-*f.Where.LastPct) > 0.06 {
		t.Errorf("last_pct is not what is said: %s", f.Text)
	}
}

// ticket2Nodes: of the sources only node-s2 turns, and all targets with it.
func ticket2Nodes(t *testing.T, c *comparison, truth *trueVerdicts) {
	drop := trueNumber[float64](t, truth, "xdcr-tail-one-node", "node_drop_pct")
	named, followers := false, map[string]bool{}
	for _, f := range c.concluded("onset", "throughput", "lower") {
		for _, n := range f.Nodes {
			if f.Where.Scope == "sum" || n.Pct == nil {
				continue
			}
			switch turned := *n.Pct < -20; {
			case turned && n.Node == "node-s2":
				named = named || f.FoldedInto == "" && strings.Contains(f.Text, n.Node) && strings.Contains(f.Text, "work is left only on "+n.Node+" (couchbase.xdcr_changes_left_total ")
				wantNear(t, "change of "+n.Node, n.Pct, drop, 2)
			case turned && strings.HasPrefix(n.Node, "node-t"):
				followers[n.Node] = true
			case turned || *n.Pct < -5:
				t.Errorf("%s sent all it had in the usual time, but: %s", n.Node, f.Text)
			}
		}
	}
	if !named {
		t.Errorf("no sentence names node-s2, the only source that crawls:\n%s", c.text)
	}
	for _, f := range c.concluded("onset", "throughput", "lower") {
		if f.Where.Role == "c2" && f.Instance != "couchbase.kv_ops" {
			t.Errorf("the targets' throughput is that of %s, want kv_ops: %s", f.Instance, f.Text)
		}
		if f.FoldedInto == "" && !strings.Contains(strings.Join(f.Not, "; "), "CPU time per operation is unchanged") {
			t.Errorf("CPU per document is alike, and %s does not say so: %q", f.Text, f.Not)
		}
	}
	if len(followers) != 3 {
		t.Errorf("targets %v follow, want all three", followers)
	}
	cpu := map[string]bool{}
	for _, f := range append(c.concluded("onset", "cpu.busy", "lower"), c.concluded("level", "cpu.busy", "lower")...) {
		for _, n := range f.Nodes {
			cpu[n.Node] = cpu[n.Node] || n.Pct != nil && *n.Pct < -5
		}
	}
	for node := range followers {
		if !cpu[node] {
			t.Errorf("CPU of %s falls with the rate, and no finding says so", node)
		}
	}
}

// ticket2Control: the pair with one node a side is alike, and that is said.
func ticket2Control(t *testing.T, c *comparison) {
	for _, f := range c.Findings {
		if f.FoldedInto != "" || f.Grade == "X" {
			continue
		}
		for _, n := range f.Nodes {
			if (n.Node == "node-s9" || n.Node == "node-t9") && n.Pct != nil {
				t.Errorf("%s of the control, where nothing was changed, is part of: %s", n.Node, f.Text)
			}
		}
	}
	said := 0
	for _, f := range c.concluded("onset", "throughput", "lower") {
		_, control, _ := strings.Cut(f.Text, "; not in the control ")
		control, _, _ = strings.Cut(control, ";")
		if strings.Contains(control, "topology=1 -> 1") && strings.Contains(control, " (+0.4 %, 95 % ") {
			said++
		} else if f.FoldedInto == "" {
			t.Errorf("it is not said with an interval that this is not in the control, topology 1 -> 1: %s", f.Text)
		}
	}
	if said == 0 {
		t.Errorf("no finding says that it is not in the control, topology 1 -> 1:\n%s", c.text)
	}
}

// TestCorpusTicket2Control is the pair in which nothing was changed, by itself and both ways.
func TestCorpusTicket2Control(t *testing.T) {
	cache := t.TempDir()
	runs := []string{corpusPath(t, "couchbase-ticket2", "jenkins-pallas-5219"), corpusPath(t, "couchbase-ticket2", "jenkins-pallas-5245")}
	for range 2 {
		c := compareRuns(t, 0, cache, "diff", runs[0], runs[1])
		for _, f := range c.Findings {
			t.Errorf("nothing was changed, but: %s", f.Text)
		}
		if !strings.Contains(c.text, "no change of throughput") || !strings.Contains(c.text, "alike, under the minimum of 3 %") {
			t.Errorf("the text does not say that throughput is alike:\n%s", c.text)
		}
		slices.Reverse(runs)
	}
}

// ticket2Reset: a counter that began again is an event, summed over, on one node only.
func ticket2Reset(t *testing.T, c *comparison, truth *trueVerdicts) {
	work := fmt.Sprintf("%.0f in all", trueNumber[[]float64](t, truth, "xdcr-tail-one-node", "reset_corrected_docs_node_s3")[1])
	var said []string
	for _, w := range c.Warnings {
		if w.Kind == "counter_reset" {
			said = append(said, w.Text)
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], "node-s3 in run pallas-5243") || !strings.Contains(said[0], work) {
		t.Errorf("resets are %q, want one of node-s3 with %s", said, work)
	}
}

// ticket2Refused checks what does not follow.
func ticket2Refused(t *testing.T, c *comparison) {
	c.silent(t, "the cost of a document", ofMetric("per_op"))
	for _, f := range c.Findings {
		if f.Grade == "X" {
			continue
		}
		if f.FoldedInto == "" && f.Kind == "volatility" && f.Metric == "cpu.busy" {
			t.Errorf("the spread is that of the tail or of a restart: %s", f.Text)
		}
		if f.FoldedInto == "" && f.Metric == "per_op.cpu.busy" {
			t.Errorf("the control shows the same: %s", f.Text)
		}
		if f.Base != nil && *f.Base < 0 || f.Head != nil && *f.Head < 0 {
			t.Errorf("a negative value: %s", f.Text)
		}
		for _, e := range f.Evidence {
			if strings.Contains(e.Member, "#") {
				t.Errorf("%s rests on member %s, taken after the load", f.ID, e.Member)
			}
		}
	}
	if strings.Contains(c.full, "59488") || strings.Contains(c.full, "59 488") {
		t.Error("the last sample of a counter that was reset is taken for its sum")
	}
}
