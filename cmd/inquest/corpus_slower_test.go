package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// sweepSlower: throughput and CPU fall at every thread count, beyond the noise.
func sweepSlower(t *testing.T, c *comparison) {
	truth := []map[string]map[string]trueLeg{mariadbRun(t, sweepBase), mariadbRun(t, sweepRepeat), mariadbRun(t, sweepHead)}
	legs := slices.Sorted(maps.Keys(truth[0]["node-a"]))
	throughput := c.one(t, "level", "throughput", "lower")
	everywhere(t, throughput, legs)
	if throughput.Outcome != "worse" || throughput.Grade != "A" && throughput.Grade != "B" {
		t.Errorf("%s, grade %s; want worse, B or better: %s", throughput.Outcome, throughput.Grade, throughput.Text)
	}
	if !strings.Contains(throughput.Text, "beyond what identical runs show") {
		t.Errorf("the sentence does not set the change against the repeat: %s", throughput.Text)
	}
	for _, leg := range throughput.Legs {
		low, high := 0.0, -100.0
		for node := range truth[0] {
			for _, base := range truth[:2] {
				pct := changePct([2]float64{base[node][leg.Leg].TPS, truth[2][node][leg.Leg].TPS})
				low, high = min(low, pct), max(high, pct)
			}
		}
		wantWithin(t, "throughput of "+leg.Leg, leg.Pct, low-2, high+2)
	}
	busy := c.one(t, "level", "cpu.busy", "lower")
	everywhere(t, busy, legs)
	if !strings.Contains(busy.Text, "taken together") || !strings.Contains(busy.Text, "64 alone: cannot tell") {
		t.Errorf("at 64 threads identical runs differ as much, and the sentence does not say so: %s", busy.Text)
	}
	volatility := c.one(t, "volatility", "cpu.busy", "higher")
	var volatile []string
	for _, leg := range volatility.Legs {
		volatile = append(volatile, leg.Leg)
	}
	if !slices.Equal(volatile, []string{"t01", "t04", "t16", "t32"}) || !strings.Contains(volatility.Text, "(1, 4, 16, 32)") {
		t.Errorf("CPU busy is relatively more volatile at 1, 4, 16 and 32 threads; got %v: %s", volatile, volatility.Text)
	}
	if !strings.Contains(volatility.Text, "against its own level") {
		t.Errorf("the spread in points did not rise, only that against the level: %s", volatility.Text)
	}
	settings := c.settingsFirst(t)
	for _, name := range []string{"log_bin", "sync_binlog"} {
		if !slices.ContainsFunc(c.Settings, func(s diff.SettingRow) bool { return s.Name == name }) || !strings.Contains(settings.Text, name) {
			t.Errorf("%s differs and is not named: %s", name, settings.Text)
		}
	}
	if len(throughput.Because) == 0 || throughput.Because[0] != settings.ID {
		t.Errorf("throughput is lower because of %q, want the settings first", throughput.Because)
	}
}

// sweepSlowerCosts: each update costs more flushes and more CPU.
func sweepSlowerCosts(t *testing.T, c *comparison) {
	base, repeat, head := mariadbRun(t, sweepBase), mariadbRun(t, sweepRepeat), mariadbRun(t, sweepHead)
	flushes := c.overLegs(t, "per_op.disk.flush_rate", "higher")
	everywhere(t, flushes, slices.Sorted(maps.Keys(base["node-a"])))
	for _, leg := range flushes.Legs {
		var want [2]float64
		for node := range base {
			want[0] += (base[node][leg.Leg].PerUpdate.Flushes + repeat[node][leg.Leg].PerUpdate.Flushes) / 4
			want[1] += head[node][leg.Leg].PerUpdate.Flushes / 2
		}
		wantNear(t, "ratio of flushes per update at "+leg.Leg, factorOfChange(leg.Pct), want[1]/want[0], 0.05*want[1]/want[0])
	}
	cpu := c.overLegs(t, "per_op.process.cpu", "higher")
	for _, leg := range cpu.Legs {
		wantWithin(t, "server CPU per update at "+leg.Leg, leg.Pct, 40, 115)
	}
}

// sweepSlowerRefused: what does not follow.
func sweepSlowerRefused(t *testing.T, c *comparison) {
	for _, f := range c.Findings {
		if f.FoldedInto != "" || f.Grade == "X" {
			continue
		}
		if f.Metric == "cpu.busy" && f.Direction == "higher" && f.Kind == "level" {
			t.Errorf("CPU bound: %s", f.Text)
		}
		if f.Metric == "cpu.busy" && f.Kind == "volatility" && f.Direction == "higher" && f.AbsolutePct != nil && *f.AbsolutePct > 0 && (f.RelativePct == nil || !strings.Contains(f.Text, "its own level")) {
			t.Errorf("the spread in points did not rise: %s", f.Text)
		}
		if f.Metric == "disk.util" && f.Direction == "higher" {
			t.Errorf("the disk is not the limit: %s", f.Text)
		}
	}
	c.silent(t, "the disk", ofMetric("disk"))
}

// everywhere checks that a finding holds on both nodes in each of the legs.
func everywhere(t *testing.T, f *diff.Finding, legs []string) {
	t.Helper()
	var found []string
	for _, l := range f.Legs {
		found = append(found, l.Leg)
	}
	slices.Sort(found)
	if !slices.Equal(found, legs) {
		t.Errorf("legs %q, want %q: %s", found, legs, f.Text)
	}
	if f.NodesAgree != 2 || f.NodesTotal != 2 || !strings.Contains(f.Text, fmt.Sprintf("all %d values of threads", len(legs))) {
		t.Errorf("%d of %d nodes; want 2 of 2 at all %d: %s", f.NodesAgree, f.NodesTotal, len(legs), f.Text)
	}
}
