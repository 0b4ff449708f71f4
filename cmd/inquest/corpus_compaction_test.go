package main

import (
	"regexp"
	"strings"
	"testing"
)

// A setting that differs without a change of throughput is said as that: the backlog of
// compaction is not yet a slow-down, and the latency of the tail cannot be told.
func TestCorpusCompaction(t *testing.T) {
	c := compareRuns(t, 0, t.TempDir(), "diff", corpusPath(t, "mariadb", "jenkins-myrocks-compaction-211"), corpusPath(t, "mariadb", "jenkins-myrocks-compaction-212"))
	settings := c.settingsFirst(t)
	if len(c.Settings) != 1 || c.Settings[0].Name != "rocksdb_default_cf_options" || !strings.Contains(c.Settings[0].Head, "disable_auto_compactions=true") {
		t.Errorf("settings %+v, want only rocksdb_default_cf_options", c.Settings)
	}
	if !strings.Contains(settings.Text, "throughput is alike on 2 of 2 nodes") {
		t.Errorf("the sentence does not say that throughput is alike: %s", settings.Text)
	}
	c.silent(t, "throughput", ofMetric("throughput"))
	c.silent(t, "latency", ofMetric("latency"))
	for _, f := range c.Findings {
		if f.FoldedInto == "" && f.Grade != "X" && (f.Outcome == "worse" || f.Outcome == "better") {
			t.Errorf("neither a regression nor an improvement, but %s: %s", f.Outcome, f.Text)
		}
		if f.Kind == "level" && (f.Metric == "throughput" || ofMetric("latency")(f)) && f.Grade != "X" {
			t.Errorf("grade %s: %s", f.Grade, f.Text)
		}
	}
	if f := c.some(t, "level", "disk.write_bytes", "lower"); f.NodesAgree != 2 || f.Outcome != "symptom" {
		t.Errorf("less background work on both nodes is a symptom, but %s on %d: %s", f.Outcome, f.NodesAgree, f.Text)
	}
	if says := c.only(t, "head"); !strings.Contains(says, "level=L0) 1, 4, 8, 12, 16 against 1, 0, 0, 0, 4 on 2 of 2 nodes") {
		t.Errorf("it is not said that files of level 0 pile up: %s", says)
	}
	if !regexp.MustCompile(`Rocksdb_compact_\w+ is lower on 2 of 2 nodes: \S+ -> 0`).MatchString(c.text) {
		t.Errorf("the text does not say that compaction stopped, which is what is latent:\n%s", c.text)
	}
}
