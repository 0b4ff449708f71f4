package main

import (
	"strings"
	"testing"

	"inquest/report/diff"
)

const (
	lateBase = "jenkins-myrocks-late-201"
	lateHead = "jenkins-myrocks-late-202"
)

// A limit set too low lets both nodes collapse at the same time, late in the run.
func TestCorpusLateCollapse(t *testing.T) {
	truth := readVerdicts(t, "mariadb")
	c := compareRuns(t, 0, t.TempDir(), "diff", corpusPath(t, "mariadb", lateBase), corpusPath(t, "mariadb", lateHead))

	onset := c.one(t, "onset", "throughput", "lower")
	if onset.NodesAgree != 2 || onset.NodesTotal != 2 || onset.Outcome != "worse" {
		t.Errorf("%d of %d nodes, %s; want 2 of 2 worse: %s", onset.NodesAgree, onset.NodesTotal, onset.Outcome, onset.Text)
	}
	wantNear(t, "onset", onset.Where.OnsetS, trueNumber[float64](t, truth, "late-collapse", "onset_s_of_40"), 1)
	base, head := mariadbRun(t, lateBase), mariadbRun(t, lateHead)
	var before, after, whole, whole2 float64
	for node, want := range trueNumber[nodePairs](t, truth, "late-collapse", "tps_after") {
		n := nodeEffect(t, onset, node)
		wantWithin(t, "change after the onset on "+node, n.Pct, -80, -75)
		wantNear(t, "throughput after the onset on "+node, n.Head, want[1], 0.03*want[1])
		before, after = before+base[node]["t16"].Last30, after+want[1]
		whole, whole2 = whole+base[node]["t16"].TPS, whole2+head[node]["t16"].TPS
	}
	wantNear(t, "change after the onset", onset.Pct, changePct([2]float64{before, after}), 2)
	wantNear(t, "change of the whole run", onset.WholePct, changePct([2]float64{whole, whole2}), 1)
	if not := strings.Join(onset.Not, "; "); !strings.Contains(not, averaged(*onset.WholePct)) || !strings.Contains(not, "not a slow-down of the whole run") {
		t.Errorf("the whole-run change is not put in its place: %q", not)
	}
	for _, f := range c.concluded("level", "throughput", "") {
		if f.FoldedInto != onset.ID {
			t.Errorf("the whole-run change stands on its own: %s", f.Text)
		}
	}

	lateNot(t, c, onset)
	limiter := "rocksdb_rate_limiter_bytes_per_sec"
	settings := c.settingsFirst(t)
	if len(c.Settings) != 1 || c.Settings[0].Name != limiter || !strings.Contains(settings.Text, limiter) {
		t.Errorf("settings %+v, want only %s: %s", c.Settings, limiter, settings.Text)
	}
	if len(onset.Because) == 0 || onset.Because[0] != settings.ID {
		t.Errorf("the onset is because of %q, want the settings first", onset.Because)
	}

	if f := c.some(t, "onset", "cpu.busy", "lower"); f.NodesAgree != 2 {
		t.Errorf("CPU falls with it on both nodes, but: %s", f.Text)
	}
	if f := c.some(t, "level", "per_op.mysql.Rocksdb_stall_micros", "higher"); f.NodesAgree != 2 || *f.Base != 0 {
		t.Errorf("writers are stalled in the head only, on both nodes, but: %s", f.Text)
	}
	if says := c.only(t, "head"); !strings.Contains(says, "mysql.Rocksdb_stall_total_slowdowns 0 -> 1 on 2 of 2 nodes") || !strings.Contains(says, "memtable_slowdown (default) 0 -> 1 on 2 of 2 nodes") {
		t.Errorf("it is not said that both nodes begin to slow writers down once: %s", says)
	}
	c.silent(t, "the disk", ofMetric("disk"))
	for _, f := range c.concluded("level", "disk.util", "higher") {
		t.Errorf("the disk was nearly idle, but: %s", f.Text)
	}
}

// lateNot checks what the collapse did not come from, and from when on writers stall.
func lateNot(t *testing.T, c *comparison, onset *diff.Finding) {
	t.Helper()
	manifest := readTruth[struct {
		Offered string `json:"offered_rate_tps"`
	}](t, "mariadb", lateHead, "manifest.json")
	not := strings.Join(onset.Not, "; ")
	for _, words := range []string{"not a saturated disk", "not a lighter load: the load generator offers " + manifest.Offered + "/s"} {
		if !strings.Contains(not, words) {
			t.Errorf("the onset does not say %q, but %q", words, not)
		}
	}
	if !strings.Contains(onset.Text, "alike until") {
		t.Errorf("the runs are alike before the onset: %s", onset.Text)
	}
	for node, tps := range trueNumber[nodePairs](t, readVerdicts(t, "mariadb"), "late-collapse", "tps_before") {
		if pct := changePct(tps); pct < -3 || pct > 3 {
			t.Errorf("%s moved by %.1f %% before the onset", node, pct)
		}
	}
	ch := c.chainOf(t, "starved or serialised")
	for _, m := range ch.Members {
		if strings.Contains(m.What, "counters of waiting") && m.Detail != "mysql.Rocksdb_stall_micros, only from then on" {
			t.Errorf("writers are stalled from the onset on, but: %s", m.Detail)
		}
	}
}

// The other way round the same is better, from the same time on; a base that turns over
// in the middle is not volatile.
func TestCorpusLateRecovery(t *testing.T) {
	cache := t.TempDir()
	c := compareRuns(t, 0, cache, "diff", corpusPath(t, "mariadb", lateHead), corpusPath(t, "mariadb", lateBase))
	onset := c.one(t, "onset", "throughput", "higher")
	if onset.Outcome != "better" || onset.NodesAgree != 2 {
		t.Errorf("%s on %d nodes: %s", onset.Outcome, onset.NodesAgree, onset.Text)
	}
	wantNear(t, "onset", onset.Where.OnsetS, trueNumber[float64](t, readVerdicts(t, "mariadb"), "late-collapse", "onset_s_of_40"), 1)
	if not := strings.Join(onset.Not, "; "); !strings.Contains(not, "not a gain over the whole run") || strings.Contains(not, "slow-down") {
		t.Errorf("the whole-run change is not put in its place: %q", not)
	}
	for _, f := range c.concluded("volatility", "throughput", "") {
		t.Errorf("the spread is that of two levels: %s", f.Text)
	}

	// Before the onset both runs are alike; a window says so.
	early := compareRuns(t, 0, cache, "diff", corpusPath(t, "mariadb", lateBase), corpusPath(t, "mariadb", lateHead), "--window", "0,25")
	early.silent(t, "throughput before the onset", ofMetric("throughput"))
	for _, f := range early.concluded("level", "throughput", "") {
		t.Errorf("throughput is alike before the onset: %s", f.Text)
	}
}
