package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// sweepSingle: one pair of runs shows the same as two against one, and says that it is one.
func sweepSingle(t *testing.T, c *comparison, baseRun string) {
	base, head := mariadbRun(t, baseRun), mariadbRun(t, sweepHead)
	throughput := c.one(t, "level", "throughput", "lower")
	everywhere(t, throughput, slices.Sorted(maps.Keys(base["node-a"])))
	if throughput.Grade != "C" || !strings.Contains(throughput.Text, "unreplicated") {
		t.Errorf("grade %s from one pair of runs: %s", throughput.Grade, throughput.Text)
	}
	for _, leg := range throughput.Legs {
		low, high := 0.0, -100.0
		for node := range base {
			pct := changePct([2]float64{base[node][leg.Leg].TPS, head[node][leg.Leg].TPS})
			low, high = min(low, pct), max(high, pct)
		}
		wantWithin(t, "throughput of "+leg.Leg, leg.Pct, low-2, high+2)
	}
	if busy := c.overLegs(t, "cpu.busy", "lower"); busy.NodesAgree != 2 || len(busy.Legs) < 4 {
		t.Errorf("CPU is lower on both nodes, but: %s", busy.Text)
	}
	sweepCosts(t, c, base, head)
	c.settingsFirst(t)
	notCommitPath(t, c)
}

// sweepCosts: an update needs twice the flushes and more, number by number, in a finding
// of its own.
func sweepCosts(t *testing.T, c *comparison, base, head map[string]map[string]trueLeg) {
	t.Helper()
	if f := c.one(t, "level", "per_op.disk.flush_rate", "higher"); !strings.Contains(c.text, "isk flushes per operation") {
		t.Errorf("the short text does not speak of it: %s", f.Text)
	}
	for _, leg := range []string{"t01", "t16"} {
		f := c.atLeg(t, "per_op.disk.flush_rate", leg)
		for _, n := range f.Nodes {
			want := [2]float64{base[n.Node][leg].PerUpdate.Flushes, head[n.Node][leg].PerUpdate.Flushes}
			wantNear(t, "flushes per update of the base on "+n.Node+" at "+leg, n.Base, want[0], 0.05*want[0])
			wantNear(t, "flushes per update of the head on "+n.Node+" at "+leg, n.Head, want[1], 0.05*want[1])
		}
	}
}

// notCommitPath: what must not be read out of the commit path's change.
func notCommitPath(t *testing.T, c *comparison) {
	t.Helper()
	for _, words := range []string{"saturated", "cpu-bound", "cpu bound", "regression", "code change"} {
		if strings.Contains(strings.ToLower(c.full), words) {
			t.Errorf("the text says %q: %s", words, lineWith(strings.ToLower(c.full), words))
		}
	}
	if ch := c.chainOf(t, "settings"); !strings.Contains(ch.Text, "before anything is said of the build") {
		t.Errorf("settings differ, and the chain does not put them before the build: %s", ch.Text)
	}
}

// sweepNotFixed: with relaxed durability a commit hardly syncs; that is a setting and no
// repair, and nothing is said of how the sides scale.
func sweepNotFixed(t *testing.T, c *comparison) {
	base, repeat, head := mariadbRun(t, sweepBase), mariadbRun(t, sweepRepeat), mariadbRun(t, sweepEased)
	f := c.atLeg(t, "per_op.mysql.Rocksdb_wal_synced", "t16")
	for _, n := range f.Nodes {
		want := (base[n.Node]["t16"].PerUpdate.WALSynced + repeat[n.Node]["t16"].PerUpdate.WALSynced) / 2
		wantNear(t, "syncs per update of the base on "+n.Node, n.Base, want, 0.1*want) // node-b's status is sampled each 5 s
		wantNear(t, "syncs per update of the head on "+n.Node, n.Head, head[n.Node]["t16"].PerUpdate.WALSynced, 0.0001)
	}
	if !strings.Contains(c.text, "Rocksdb_wal_synced per operation is lower on 2 of 2 nodes") && !strings.Contains(c.text, "Disk flushes per operation are lower on 2 of 2 nodes") {
		t.Errorf("the text does not say that commits hardly sync:\n%s", c.text)
	}
	for _, f := range c.concluded("sweep", "throughput", "") {
		t.Errorf("other jobs on the host shape the curves, but: %s", f.Text)
	}
	if strings.Contains(strings.ToLower(c.full), "fixed") {
		t.Error("the text says that something is fixed")
	}
	if ch := c.chainOf(t, "settings"); !strings.Contains(ch.Text, "before anything is said of the build") {
		t.Errorf("a setting differs, and the chain does not put it before the build: %s", ch.Text)
	}
}
