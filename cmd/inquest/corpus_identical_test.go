package main

import (
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// sweepNoiseBand: how far identical runs lie apart is said node by node, as noise and
// without a probability; seconds of one run are no sample of runs.
func sweepNoiseBand(t *testing.T, c *comparison) {
	base, repeat := mariadbRun(t, sweepBase), mariadbRun(t, sweepRepeat)
	for _, x := range []struct{ node, leg string }{{"node-a", "t04"}, {"node-a", "t64"}} {
		i := slices.IndexFunc(c.Findings, func(f *diff.Finding) bool {
			return f.Kind == "noise" && f.Metric == "throughput" && f.Where.Scope == "nodes" && f.Where.Leg != nil && *f.Where.Leg == x.leg && len(f.Aspects) == 0
		})
		if i < 0 {
			t.Errorf("no noise of throughput at %s", x.leg)
			continue
		}
		want := changePct([2]float64{base[x.node][x.leg].TPS, repeat[x.node][x.leg].TPS})
		wantNear(t, "throughput of "+x.node+" at "+x.leg, nodeEffect(t, c.Findings[i], x.node).Pct, want, 1)
	}
	for _, f := range c.Findings {
		if f.P != nil || f.Q != nil || f.Grade == "A" || f.Grade == "B" {
			t.Errorf("grade %s, p %s, q %s from two runs: %s", f.Grade, numberText(f.P), numberText(f.Q), f.Text)
		}
	}
}

// sweepSameCost: what an update costs is alike where the rates are not, and that is said
// beside them.
func sweepSameCost(t *testing.T, c *comparison) {
	for _, f := range c.Findings {
		if ofMetric("per_op.disk.flush_rate", "per_op.mysql.Rocksdb_wal_synced", "per_op.cpu.busy", "per_op.process.cpu")(f) && f.Grade != "X" {
			t.Errorf("an update costs the same in both runs, but: %s", f.Text)
		}
	}
	base, repeat := mariadbRun(t, sweepBase), mariadbRun(t, sweepRepeat)
	low, high := 0.0, 0.0
	for node := range base {
		for _, leg := range []string{"t01", "t04", "t16", "t32"} {
			pct := changePct([2]float64{base[node][leg].PerUpdate.Flushes, repeat[node][leg].PerUpdate.Flushes})
			low, high = min(low, pct), max(high, pct)
		}
	}
	if low < -5 || high > 5 {
		t.Fatalf("flushes per update are not alike: %.1f to %.1f %%", low, high)
	}
	higher := c.noiseOf(t, "throughput", "higher")
	if not := strings.Join(higher.Not, "; "); !strings.Contains(not, "disk flushes per operation are unchanged") || !strings.Contains(c.text, "disk flushes per operation are unchanged") {
		t.Errorf("nothing says that flushes per update are alike, beside %s: %q", higher.Text, not)
	}
	// At 64 threads they moved by more than that.
	if not := strings.Join(c.noiseOf(t, "throughput", "lower").Not, "; "); strings.Contains(not, "flushes") {
		t.Errorf("flushes per update moved by 5 to 6 %% at 64 threads, but: %s", not)
	}
}

// noiseOf returns the first shown noise of the level of a metric.
func (c *comparison) noiseOf(t *testing.T, metric, direction string) *diff.Finding {
	t.Helper()
	for _, f := range c.Findings {
		if f.Kind == "noise" && f.Metric == metric && f.Direction == direction && f.FoldedInto == "" && len(f.Aspects) == 0 {
			return f
		}
	}
	t.Fatalf("no noise of %s %s:\n%s", metric, direction, c.text)
	return nil
}
