package main

import (
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

const (
	replicaBase = "jenkins-myrocks-replica-401"
	replicaHead = "jenkins-myrocks-replica-402"
)

// A replica applies a backlog with more and more threads. The primary has only the log
// of the loader that made the backlog.
func TestCorpusReplica(t *testing.T) {
	c := compareRuns(t, 0, t.TempDir(), "diff", corpusPath(t, "mariadb", replicaBase), corpusPath(t, "mariadb", replicaHead))
	if !slices.Equal(c.Nodes.NotMeasured, []string{"node-a"}) || !strings.Contains(c.text, "not measured node-a") {
		t.Errorf("not measured %q, want node-a", c.Nodes.NotMeasured)
	}
	base, head := mariadbRun(t, replicaBase)["node-b"], mariadbRun(t, replicaHead)["node-b"]
	for leg := range base {
		applied := c.atLeg(t, "throughput", leg)
		if applied.Instance != "updates applied" {
			t.Errorf("throughput at %s is that of %q, want updates applied", leg, applied.Instance)
		}
		wantNear(t, "applied per second in the base at "+leg, applied.Base, base[leg].Applied, 0.03*base[leg].Applied)
		wantNear(t, "applied per second in the head at "+leg, applied.Head, head[leg].Applied, 0.03*head[leg].Applied)
		if changePct([2]float64{base[leg].WALSynced, head[leg].WALSynced}) > -5 {
			continue // alike
		}
		synced := c.atLeg(t, "per_op.mysql.Rocksdb_wal_synced", leg)
		wantNear(t, "syncs per update in the base at "+leg, synced.Base, base[leg].WALSynced, 0.05*base[leg].WALSynced)
		wantNear(t, "syncs per update in the head at "+leg, synced.Head, head[leg].WALSynced, 0.05*head[leg].WALSynced)
	}

	sweep := c.one(t, "sweep", "throughput", "")
	if len(sweep.Legs) != len(base) || !strings.Contains(sweep.Text, "slave_parallel_threads 1 to 32") {
		t.Errorf("want the curve over the apply threads: %s", sweep.Text)
	}
	scaled := *c.atLeg(t, "throughput", "p32").Head / *c.atLeg(t, "throughput", "p01").Head
	wantNear(t, "growth of the head from 1 to 32 apply threads", &scaled, head["p32"].Applied/head["p01"].Applied, 1)
	if b, h, _ := strings.Cut(sweep.Text, ", head "); !strings.Contains(b, "does not follow it") || strings.Contains(h, "does not follow it") {
		t.Errorf("the base does not scale, the head does: %s", sweep.Text)
	}
	if s := c.settingsFirst(t); !strings.Contains(s.Text, "log_bin OFF -> ON") {
		t.Errorf("the binary log is what differs: %s", s.Text)
	}
	for _, f := range c.Findings {
		for _, n := range f.Nodes {
			if n.Node == "node-a" && f.Kind != "settings" {
				t.Errorf("node-a takes part in: %s", f.Text)
			}
		}
		if f.Kind != "settings" && (f.Grade == "A" || f.Grade == "B") {
			t.Errorf("grade %s from one run a side: %s", f.Grade, f.Text)
		}
		for _, e := range f.Evidence {
			if strings.Contains(e.Member, "sysbench") {
				t.Errorf("the loader's log is evidence of: %s", f.Text)
			}
		}
	}
	for _, f := range c.concluded("level", "throughput", "") {
		if f.FoldedInto == "" && len(f.Legs) == len(base) {
			t.Errorf("the binary log is not slower or faster at every thread count: %s", f.Text)
		}
	}
}

// The other way round, as the truth has it: the side without a binary log does not scale.
func TestCorpusReplicaWithoutLog(t *testing.T) {
	truth := readVerdicts(t, "mariadb")
	c := compareRuns(t, 0, t.TempDir(), "diff", corpusPath(t, "mariadb", replicaHead), corpusPath(t, "mariadb", replicaBase))
	for leg, want := range map[string][2]float64{
		"p01": trueNumber[map[string][2]float64](t, truth, "replica-non-xa-slow-path", "applied_per_s")["p01"],
		"p32": trueNumber[map[string][2]float64](t, truth, "replica-non-xa-slow-path", "applied_per_s")["p32"],
	} {
		wantNear(t, "applied per second at "+leg, c.atLeg(t, "throughput", leg).Pct, changePct(want), 0.05*max(changePct(want), 100))
	}
	sweep := c.one(t, "sweep", "throughput", "")
	if b, h, _ := strings.Cut(sweep.Text, ", head "); !strings.Contains(b, "grows with it") || !strings.Contains(h, "does not follow it") {
		t.Errorf("the base scales, the head does not: %s", sweep.Text)
	}
	if !strings.Contains(c.Summary, "throughput grows with slave_parallel_threads in the base and does not follow it in the head") {
		t.Errorf("the summary does not say what differs: %s", c.Summary)
	}
	for _, direction := range []string{"higher", "lower"} { // at few threads and at many
		c.one(t, "level", "throughput", direction)
	}
	for _, f := range c.Findings {
		if f.Kind != "settings" && (f.Grade == "A" || f.Grade == "B") {
			t.Errorf("grade %s from one run a side: %s", f.Grade, f.Text)
		}
	}
	if !slices.Equal(c.Nodes.NotMeasured, []string{"node-a"}) {
		t.Errorf("not measured %q, want node-a", c.Nodes.NotMeasured)
	}
}

// atLeg returns the level finding of a metric at one leg, shown or folded.
func (c *comparison) atLeg(t testing.TB, metric, leg string) *diff.Finding {
	t.Helper()
	for _, f := range c.concluded("level", metric, "") {
		if f.Where.Leg != nil && *f.Where.Leg == leg {
			return f
		}
	}
	t.Fatalf("no level of %s at leg %s:\n%s", metric, leg, c.text)
	return nil
}
