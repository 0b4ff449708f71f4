package main

import (
	"maps"
	"path/filepath"
	"testing"
)

// What a ticket brought into a lake is found there by build label, stratum by stratum,
// and gives the same findings without a ticket or a server.
func TestCorpusLabelsInLake(t *testing.T) {
	folder := corpusPath(t, "couchbase-ticket1")
	truth := readVerdicts(t, "couchbase-ticket1")
	lake := filepath.Join(t.TempDir(), "lake")
	args := append([]string{"ticket", filepath.Join(folder, "ticket.txt"), "--diff", "--lake", lake}, serveFolder(t, "perf-artifacts", folder)...)
	byTicket := compareRuns(t, 0, t.TempDir(), args...)
	var labels [2]string
	for _, r := range truth.Runs {
		labels[side(r)] = r.Build
	}
	byLabel := compareRuns(t, 0, t.TempDir(), "diff", labels[0], labels[1], "--lake", lake)
	if want, got := essence(byTicket), essence(byLabel); !maps.Equal(want, got) {
		t.Errorf("the builds of the lake give %d findings, the ticket %d, or some differ:\n%s", len(got), len(want), byLabel.text)
	}
}

// essence is what each finding found.
func essence(c *comparison) map[string]string {
	out := map[string]string{}
	for _, f := range c.Findings {
		out[f.ID] = f.Grade + " " + f.Severity + " " + numberText(f.Pct) + " " + f.FoldedInto
	}
	return out
}

// Two runs without labels are not runs of one build, whatever moved between them.
func TestCorpusNoLabelIsNoBuild(t *testing.T) {
	folder := corpusPath(t, "couchbase-ticket1")
	c := compareRuns(t, 0, t.TempDir(), "diff", filepath.Join(folder, "jenkins-hera-dura-ycsb-444"), filepath.Join(folder, "jenkins-hera-dura-ycsb-460"))
	throughput := c.one(t, "level", "throughput", "lower")
	wantNear(t, "throughput under the other SDK", throughput.Pct, -27.5, 1)
	for _, f := range c.Findings {
		if f.Kind == "noise" {
			t.Errorf("runs of builds that are not known are called runs of one build: %s", f.Text)
		}
		if f.Kind == "volatility" && f.Grade != "X" && ofMetric("cpu.busy", "throughput")(f) {
			t.Errorf("both runs are steady, but: %s", f.Text)
		}
	}
	if c.Base.Build != "" || c.Head.Build != "" {
		t.Errorf("builds %q and %q, want none", c.Base.Build, c.Head.Build)
	}
}
