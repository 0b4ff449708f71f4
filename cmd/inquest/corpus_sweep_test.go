package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// Runs 101 and 104 are of one build, some minutes apart on a busy host; 102 syncs its
// binary log, 103 hardly syncs at all.
const (
	sweepBase   = "jenkins-myrocks-sweep-101"
	sweepHead   = "jenkins-myrocks-sweep-102"
	sweepEased  = "jenkins-myrocks-sweep-103"
	sweepRepeat = "jenkins-myrocks-sweep-104"
)

func TestCorpusSweep(t *testing.T) {
	cache := t.TempDir() // the runs are read once
	set := corpusPath(t, "mariadb")
	path := func(run string) string { return filepath.Join(set, run) }
	t.Run("identical", func(t *testing.T) {
		c := compareRuns(t, 0, cache, "diff", path(sweepBase), path(sweepRepeat))
		sweepIdentical(t, c)
		sweepNoiseBand(t, c)
		sweepSameCost(t, c)
	})
	t.Run("identical under other labels", func(t *testing.T) {
		c := compareRuns(t, 0, cache, "diff", path(sweepBase), path(sweepRepeat), "--base-label", "one", "--head-label", "two")
		sweepUnlike(t, c)
	})
	t.Run("slower commit", func(t *testing.T) {
		c := compareRuns(t, 0, cache, "diff", "--base", path(sweepBase), "--base", path(sweepRepeat), "--head", path(sweepHead))
		sweepSlower(t, c)
		sweepSlowerCosts(t, c)
		sweepSlowerRefused(t, c)
		notCommitPath(t, c)
	})
	for _, base := range []string{sweepBase, sweepRepeat} {
		t.Run("slower commit than "+base, func(t *testing.T) {
			sweepSingle(t, compareRuns(t, 0, cache, "diff", path(base), path(sweepHead)), base)
		})
	}
	t.Run("eased commit", func(t *testing.T) {
		c := compareRuns(t, 0, cache, "diff", "--base", path(sweepBase), "--base", path(sweepRepeat), "--head", path(sweepEased))
		sweepFaster(t, c)
		sweepNotFixed(t, c)
	})
}

// sweepIdentical: what moves between two runs of one build is noise.
func sweepIdentical(t *testing.T, c *comparison) {
	if len(c.Settings) > 0 {
		t.Errorf("settings differ between identical runs: %+v", c.Settings)
	}
	noise := 0
	for _, f := range c.Findings {
		switch {
		case f.Kind == "noise":
			noise++
		case f.FoldedInto == "" && (f.Outcome == "worse" || f.Outcome == "better"):
			t.Errorf("identical runs are called %s: %s", f.Outcome, f.Text)
		}
	}
	if noise == 0 {
		t.Errorf("runs of one build differ by -56 to +69 %%, and there is no finding of kind noise; result: %s", c.Exit.Reason)
	}
	truth := readVerdicts(t, "mariadb")
	for _, leg := range []string{"t16", "t64"} {
		for node, tps := range trueNumber[nodePairs](t, truth, "aa-noise", "tps_"+leg) {
			found := false
			for _, f := range c.Findings {
				found = found || f.Kind == "noise" && f.Metric == "throughput" && atLeg(f, leg)
			}
			if !found {
				t.Errorf("no noise of throughput at %s, where %s went from %g to %g/s", leg, node, tps[0], tps[1])
			}
		}
	}
}

// sweepUnlike: with other labels they are one pair without known noise.
func sweepUnlike(t *testing.T, c *comparison) {
	for _, f := range c.Findings {
		if f.Kind != "settings" && (f.Grade == "A" || f.Grade == "B") {
			t.Errorf("grade %s from one pair of runs: %s", f.Grade, f.Text)
		}
		if f.Severity == "major" {
			t.Errorf("major from one pair of runs: %s", f.Text)
		}
	}
	if len(c.Settings) > 0 {
		t.Errorf("settings differ between identical runs: %+v", c.Settings)
	}
}

// sweepFaster: throughput is better up to 16 threads; more cannot be told. The disk is
// not slower because few big writes are left.
func sweepFaster(t *testing.T, c *comparison) {
	throughput := c.one(t, "level", "throughput", "higher")
	if throughput.Outcome != "better" || throughput.NodesAgree != 2 {
		t.Errorf("%s on %d nodes: %s", throughput.Outcome, throughput.NodesAgree, throughput.Text)
	}
	for leg, factor := range map[string][2]float64{"t01": {4, 5.5}, "t04": {6.9, 11.6}, "t16": {1.8, 2.8}} {
		i := slices.IndexFunc(throughput.Legs, func(l diff.LegEffect) bool { return l.Leg == leg })
		if i < 0 {
			t.Errorf("throughput is better at %s too: %s", leg, throughput.Text)
			continue
		}
		wantWithin(t, "throughput factor at "+leg, factorOfChange(throughput.Legs[i].Pct), factor[0], factor[1])
	}
	if !strings.Contains(throughput.Text, "32, 64 alone: cannot tell") && !strings.Contains(throughput.Text, "not at 32, 64") {
		t.Errorf("at 32 and 64 threads the gain is within the noise, and the sentence does not say so: %s", throughput.Text)
	}
	for _, f := range c.Findings {
		if f.Metric != "disk.write_await" || f.Grade == "X" {
			continue
		}
		if f.Outcome != "symptom" || !strings.Contains(f.Text, "while disk writes went") {
			t.Errorf("the wait stands without its request rate, or not as a symptom (%s): %s", f.Outcome, f.Text)
		}
	}
	c.silent(t, "the disk", ofMetric("disk"))
	if s := c.settingsFirst(t); !strings.Contains(s.Text, "rocksdb_flush_log_at_trx_commit") {
		t.Errorf("the setting that differs is not named: %s", s.Text)
	}
	for _, metric := range []string{"per_op.disk.flush_rate", "per_op.mysql.Rocksdb_wal_synced"} {
		if f := c.overLegs(t, metric, "lower"); f.NodesAgree != 2 || len(f.Legs) != 5 {
			t.Errorf("%s nearly vanishes on both nodes at every thread count, but: %s", metric, f.Text)
		}
	}
}
