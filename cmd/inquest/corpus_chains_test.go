package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// chainOf returns the only chain of a rule.
func (c *comparison) chainOf(t *testing.T, rule string) *diff.Chain {
	t.Helper()
	var found []*diff.Chain
	for i := range c.Chains {
		if c.Chains[i].Rule == rule {
			found = append(found, &c.Chains[i])
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d chains of rule %q, want one: %+v", len(found), rule, c.Chains)
	}
	if !strings.Contains(c.text, found[0].Text) {
		t.Errorf("the text does not say %q", found[0].Text)
	}
	return found[0]
}

// withoutChains checks that no chain follows a rule.
func (c *comparison) withoutChains(t *testing.T, rules ...string) {
	t.Helper()
	for _, ch := range c.Chains {
		if slices.Contains(rules, ch.Rule) {
			t.Errorf("rule %q speaks: %s", ch.Rule, ch.Text)
		}
	}
}

// memberState is the state of what a chain looks at.
func memberState(ch *diff.Chain, what string) string {
	for _, m := range ch.Members {
		if m.What == what {
			return m.State
		}
	}
	return ""
}

func wantMembers(t *testing.T, ch *diff.Chain, state string, what ...string) {
	t.Helper()
	for _, w := range what {
		if got := memberState(ch, w); got != state {
			t.Errorf("%s is %q, want %q: %s", w, got, state, ch.Text)
		}
	}
}

// Less work for less CPU, and an operation costs what it did: not the processors, and what
// it waits for was not recorded.
func TestCorpusChainTicket1(t *testing.T) {
	folder := corpusPath(t, "couchbase-ticket1")
	c := compareRuns(t, 0, t.TempDir(), append([]string{"ticket", filepath.Join(folder, "ticket.txt"), "--diff"}, serveFolder(t, "perf-artifacts", folder)...)...)
	ch := c.chainOf(t, "starved or serialised")
	wantMembers(t, ch, diff.Seen, "throughput lower", "CPU busy lower")
	wantMembers(t, ch, diff.Absent, "CPU time per operation higher")
	wantMembers(t, ch, diff.NotMeasured, "disk wait higher", "disk queue higher")
	if !strings.Contains(ch.Text, "cannot tell which: disk wait, disk queue") || !strings.Contains(ch.Text, "4 of 4 nodes in 2 of 2 strata") || ch.Grade != "B" {
		t.Errorf("grade %s: %s", ch.Grade, ch.Text)
	}
	if strings.Contains(strings.ToLower(c.full), "cpu-bound") || strings.Contains(strings.ToLower(c.full), "cpu bound") {
		t.Error("the text says that something is bound by CPU")
	}
	c.withoutChains(t, "waiting on disk", "more work per operation", "cheaper, or a goal not measured", "one node", "rig", "settings")
}

// One source crawls, the targets turn with it, and nothing is said of the sources as a whole.
func TestCorpusChainTicket2(t *testing.T) {
	folder := corpusPath(t, "couchbase-ticket2")
	c := compareRuns(t, 0, t.TempDir(), append([]string{"ticket", filepath.Join(folder, "ticket.txt"), "--diff"}, serveFolder(t, "perf-artifacts", folder)...)...)
	ch := c.chainOf(t, "one node")
	if !slices.Equal(ch.Where.Nodes, []string{"node-s2"}) || !strings.Contains(ch.Text, "node-t1, node-t2, node-t3 turn at the same time") {
		t.Errorf("nodes %v: %s", ch.Where.Nodes, ch.Text)
	}
	wantMembers(t, ch, diff.Absent, "the same on its like")
	for _, ch := range c.Chains {
		for _, node := range []string{"node-s1", "node-s3", "node-s9", "node-t9"} {
			if slices.Contains(ch.Where.Nodes, node) {
				t.Errorf("%s did what it always does, but: %s", node, ch.Text)
			}
		}
	}
	c.withoutChains(t, "waiting on disk", "more work per operation", "rig")
}

// Another commit path: settings, a second flush for each update, a longer wait for the disk.
func TestCorpusChainCommitPath(t *testing.T) {
	c := compareRuns(t, 0, t.TempDir(), "diff", corpusPath(t, "mariadb", "jenkins-myrocks-sweep-101"), corpusPath(t, "mariadb", "jenkins-myrocks-sweep-102"))
	if ch := c.chainOf(t, "settings"); c.Chains[0].Rule != "settings" || !strings.Contains(ch.Text, "2 of 2 nodes") {
		t.Errorf("settings are not first: %s", ch.Text)
	}
	wantMembers(t, c.chainOf(t, "more work per operation"), diff.Seen, "CPU time per operation higher", "disk flushes per operation higher")
	disk := c.chainOf(t, "waiting on disk")
	wantMembers(t, disk, diff.Seen, "disk wait higher", "disk flushes per operation higher")
	wantMembers(t, disk, diff.NotMeasured, "iowait higher")
	for _, ch := range c.Chains {
		if strings.Contains(ch.Text, "saturated") || strings.Contains(ch.Text, "regression") {
			t.Errorf("more is said than was seen: %s", ch.Text)
		}
	}
	c.withoutChains(t, "starved or serialised", "cheaper, or a goal not measured", "one node")
}

// Writers stall in the server late in the run; the disk was nearly idle.
func TestCorpusChainLateCollapse(t *testing.T) {
	c := compareRuns(t, 0, t.TempDir(), "diff", corpusPath(t, "mariadb", lateBase), corpusPath(t, "mariadb", lateHead))
	ch := c.chainOf(t, "starved or serialised")
	wantMembers(t, ch, diff.Seen, "throughput lower", "CPU busy lower", "the server's own counters of waiting higher per operation")
	wantMembers(t, ch, diff.Unclear, "disk wait higher", "disk queue higher")
	if !strings.Contains(ch.Text, "% of the run on") || !strings.Contains(ch.Text, "cannot tell") {
		t.Errorf("it is late, and not all is known: %s", ch.Text)
	}
	c.chainOf(t, "settings")
	c.withoutChains(t, "waiting on disk", "more work per operation", "cheaper, or a goal not measured", "longer at the same rate")
}

// What must not be concluded of the other pairs.
func TestCorpusChainsRefused(t *testing.T) {
	cache := t.TempDir()
	if c := compareRuns(t, 0, cache, "diff", corpusPath(t, "mariadb", "jenkins-myrocks-sweep-101"), corpusPath(t, "mariadb", "jenkins-myrocks-sweep-104")); len(c.Chains) > 0 {
		t.Errorf("the same build twice, and yet: %s", c.Chains[0].Text)
	}
	if c := compareRuns(t, 0, cache, "diff", corpusPath(t, "mariadb", "jenkins-myrocks-compaction-211"), corpusPath(t, "mariadb", "jenkins-myrocks-compaction-212")); len(c.Chains) > 0 {
		t.Errorf("no goal moved, and yet: %s", c.Chains[0].Text)
	}
	relaxed := compareRuns(t, 0, cache, "diff", corpusPath(t, "mariadb", "jenkins-myrocks-sweep-101"), corpusPath(t, "mariadb", "jenkins-myrocks-sweep-103"))
	relaxed.chainOf(t, "settings")
	relaxed.withoutChains(t, "waiting on disk", "one at a time", "starved or serialised")
	for _, f := range relaxed.concluded("level", "disk.write_await", "higher") {
		for _, g := range relaxed.Findings {
			if slices.Contains(g.Because, f.ID) {
				t.Errorf("a few slow writes are given as a cause: %s", g.Text)
			}
		}
	}
	replica := compareRuns(t, 0, cache, "diff", corpusPath(t, "mariadb", "jenkins-myrocks-replica-402"), corpusPath(t, "mariadb", "jenkins-myrocks-replica-401"))
	replica.withoutChains(t, "one at a time", "starved or serialised")
	for _, ch := range replica.Chains {
		if slices.Contains(ch.Where.Nodes, "node-a") {
			t.Errorf("node-a only made load, but: %s", ch.Text)
		}
	}
}
