package diff_test

import (
	"fmt"
	"testing"

	"inquest/report/diff"
)

// cluster names so many nodes.
func cluster(prefix string, n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("%s-%d", prefix, i+1))
	}
	return names
}

// The first ticket: 8 nodes, two clients, "CPU utilisation is both less and more volatile
// across the board", a lightly loaded server, and losses of 15.8 and 47.8 %.
func TestShapeOfTheDurabilityTicket(t *testing.T) {
	run := func(id, build, sdk string, ops, cpu, cv float64) *rig {
		return newRig(id, build, cluster("node", 8)...).stratum("sdk", sdk).put("couchbase.ops", busyLoad(ops/8)).put("cpu.busy", wavering(cpu, cv, 0.3))
	}
	r := compare(t,
		side{run("r444", "6.5.0-4131", "alpha6", 9150, 0.16, 0.1), run("r460", "6.5.0-4131", "alpha7", 6689, 0.14, 0.1)},
		side{run("r447", "6.5.0-4132", "alpha6", 7706, 0.13, 0.25), run("r467", "6.5.0-4132", "alpha7", 3491, 0.09, 0.25)},
		func(in *diff.Input) { in.Headlines = map[string]float64{"sdk=alpha6": -15.8, "sdk=alpha7": -47.8} })
	loss := r.one("level", "throughput")
	r.check(loss, want{direction: "lower", outcome: "worse", grade: "B", severity: "major", agree: 8, total: 8,
		says: []string{"on 8 of 8 nodes in 2 of 2 strata", "sdk=alpha6", "-15.", "sdk=alpha7", "-47.", "same direction, different size", "ticket's own numbers give -15.8 % and -47.8 %"}})
	r.check(r.one("level", "cpu.busy"), want{direction: "lower", outcome: "symptom", grade: "B", agree: 8, total: 8})
	r.check(r.one("volatility", "cpu.busy"), want{direction: "higher", outcome: "symptom", grade: "B", agree: 8, total: 8, says: []string{"more volatile on 8 of 8 nodes"}})
	if r.Findings[0] != loss {
		t.Errorf("the first finding is %s, want the loss of throughput", r.Findings[0].Text)
	}
	if r.Nodes.Paired != 8 || len(r.Base.Runs) != 2 || r.Base.Runs[1].ReplicateOf != "" {
		t.Errorf("nodes %+v, base %+v; want 8 paired and no replicates: the clients differ", r.Nodes, r.Base)
	}
}

// The second ticket: two clusters of 5, the target's throughput alike until 94 % of the
// work and then down by 80 to 90 %, so that the run takes longer; not with one node.
func TestShapeOfTheReplicationTicket(t *testing.T) {
	run := func(id, build, size string, n int, tail float64) *rig {
		src, dst := cluster("src", n), cluster("dst", n)
		seconds, at := 600.0, 1.0
		if tail < 1 { // the last 6 % of the work at a fraction of the rate
			seconds = 600 * (0.94 + 0.06/tail)
			at = 600 * 0.94 / seconds
		}
		r := newRig(id, build, append(src, dst...)...).stratum("nodes", size).role("c1", src...).role("c2", dst...)
		return r.lasting(seconds).put("couchbase.xdcr_docs_written_total", wavering(20000, 0.08, 0.5).from(at, tail), dst...).put("couchbase.ops", busyLoad(10), src...).put("cpu.busy", busyLoad(0.4))
	}
	r := compare(t,
		side{run("r15317", "7.6.0-1782", "5", 5, 1), run("r9001", "7.6.0-1782", "1", 1, 1)},
		side{run("r15343", "7.6.0-1816", "5", 5, 0.15), run("r9002", "7.6.0-1816", "1", 1, 1)})
	f := r.one("onset", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", grade: "C", agree: 5, total: 5, says: []string{"on 5 of 5 nodes of c2", "94 % of the work done", "not in nodes=1 ("}})
	near(t, "pct", f.Pct, -85, 2)
	near(t, "onset_work_frac", f.Where.OnsetWorkFrac, 0.94, 0.01)
	near(t, "whole_pct", f.WholePct, -25, 2)
	if f.Where.Role != "c2" || f.Instance != "couchbase.xdcr_docs_written_total" {
		t.Errorf("role %q, source %q; want c2 and the documents written", f.Where.Role, f.Instance)
	}
	for _, x := range r.verdicts() {
		if x != f && x.Metric == "throughput" {
			t.Errorf("another verdict about throughput is shown beside the onset: %s", x.Text)
		}
	}
}

// A stratum is written the same way wherever it is named.
func TestStratumKey(t *testing.T) {
	for want, s := range map[string]map[string]string{
		"": nil, "sdk=alpha6": {"sdk": "alpha6"}, "sdk=alpha6, threads=16": {"threads": "16", "sdk": "alpha6"},
	} {
		if got := diff.StratumKey(s); got != want {
			t.Errorf("%v is written %q, want %q", s, got, want)
		}
	}
}
