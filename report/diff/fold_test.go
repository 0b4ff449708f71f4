package diff_test

import (
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// Five metrics that say the same by arithmetic are one line to read; the others stay in the file.
func TestKinAreFolded(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		return newRig(id, build).put("cpu.busy", busyLoad(0.6*k)).put("cpu.user", busyLoad(0.4*k)).put("cpu.system", busyLoad(0.2*k)).
			put("throughput", busyLoad(1000)).put("latency.mean", busyLoad(0.01/k)).put("latency.p95", busyLoad(0.02/k)).put("latency.p99", busyLoad(0.03/k))
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.5))
	shown := map[string]int{}
	for _, f := range r.shown() {
		if f.Kind == "level" {
			shown[f.Family]++
		}
	}
	if shown["latency"] != 1 {
		t.Errorf("%d latencies are shown, want 1\n%s", shown["latency"], r.list())
	}
	busy := r.one("level", "cpu.busy")
	if len(busy.SameAs) < 2 {
		t.Errorf("CPU busy stands for %v, want user and system time", busy.SameAs)
	}
	for _, m := range []string{"cpu.user", "cpu.system"} {
		if list := r.of("level", m); len(list) != 1 || list[0].FoldedInto != busy.ID {
			t.Errorf("%s is not folded into CPU busy\n%s", m, r.list())
		}
	}
}

// User time up and system time down is no arithmetic: both are shown.
func TestKinInOppositeDirections(t *testing.T) {
	run := func(id, build string, user, system float64) *rig {
		return newRig(id, build).put("cpu.busy", busyLoad(0.6)).put("cpu.user", busyLoad(user)).put("cpu.system", busyLoad(system))
	}
	r := pair(t, run("b1", "1", 0.4, 0.2), run("h1", "2", 0.2, 0.4))
	r.check(r.one("level", "cpu.user"), want{direction: "lower"})
	r.check(r.one("level", "cpu.system"), want{direction: "higher"})
}

// Of the hundreds of counters that move with the load, those that tell what the server
// waits for come first; the rest is in the file.
func TestCountersAreFolded(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		r := newRig(id, build).put("throughput", busyLoad(1000/k))
		for _, c := range []string{"mysql.Handler_read_next", "mysql.Innodb_log_waits", "mysql.Bytes_sent", "mysql.Table_open_cache_hits"} {
			r.put(c, busyLoad(300*k))
		}
		return r
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 2))
	var counters []*diff.Finding
	for _, f := range r.shown() {
		if f.Family == "stats" && f.Metric != "" {
			counters = append(counters, f)
		}
	}
	if len(counters) > 2 {
		t.Errorf("%d counters are shown, want the waiting one and its cost at most\n%s", len(counters), r.list())
	}
	for _, f := range counters {
		if !contains(f.Metric, "Innodb_log_waits") {
			t.Errorf("%s is shown, want the counter that tells of waiting", f.Metric)
		}
	}
}

// A counter of waiting that fell about as far as the throughput did says the same; one that
// fell much further says something of its own.
func TestCounterThatFollowsTheThroughput(t *testing.T) {
	for _, x := range []struct {
		factor float64
		folded bool
	}{{0.66, true}, {0.2, false}} {
		run := func(id, build string, ops, waits float64) *rig {
			return newRig(id, build).put("throughput", busyLoad(1000*ops)).put("mysql.Innodb_log_waits", busyLoad(10*waits)) // too rare for a cost of its own
		}
		r := pair(t, run("b1", "1", 1, 1), run("h1", "2", 0.6, x.factor))
		list := r.of("level", "mysql.Innodb_log_waits")
		if len(list) != 1 || (list[0].FoldedInto == r.one("level", "throughput").ID) != x.folded {
			t.Errorf("log waits at %g times, throughput at 0.6 times: folded is not %v\n%s", x.factor, x.folded, r.list())
		}
	}
}

// The best graded, largest loss of the goal comes first; what cannot be told comes last.
func TestOrderOfFindings(t *testing.T) {
	run := func(id, build string, k float64, p95 signal) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5*k)).put("latency.p95", p95).
			put("memory.used", busyLoad(4e9*(2-k))).set("sync_binlog", build)
	}
	r := pair(t, run("b1", "1", 1, spiked(0.010, 0, 1)), run("h1", "2", 0.5, spiked(0.010, 10, 100)))
	var order []string
	for _, f := range r.shown() {
		order = append(order, f.Kind+" "+f.Metric)
	}
	if len(order) < 4 || order[0] != "level throughput" || order[len(order)-1] != "level latency.p95" {
		t.Errorf("the order is %v, want throughput first and the doubtful latency last", order)
	}
	if f := r.shown()[len(order)-1]; f.Grade != "X" {
		t.Errorf("the last finding has grade %s, want X", f.Grade)
	}
}

// A reader must be able to go from a finding to the file it rests on.
func TestEvidence(t *testing.T) {
	run := func(id, build string, k float64) *rig { return loaded(id, build, k).threads() }
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.5))
	seen := map[diff.Evidence]bool{}
	for _, e := range r.one("level", "throughput").Evidence {
		seen[e] = true
	}
	for _, artifact := range []string{"b1/node-a.zip", "b1/node-c.zip", "h1/node-b.zip"} {
		if !seen[diff.Evidence{Artifact: artifact, Member: "sysbench.txt"}] {
			t.Errorf("%s is not among the evidence %v", artifact, seen)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d members, want those of 3 nodes on 2 sides", len(seen))
	}
	leg := newRig("b2", "1").threads(8).put("throughput", busyLoad(1000))
	f := pair(t, leg, newRig("h2", "2").threads(8).put("throughput", busyLoad(500))).one("level", "throughput")
	if len(f.Evidence) == 0 || f.Evidence[0].Member != "t8/sysbench.txt" {
		t.Errorf("evidence is %v, want the leg's folder before the member", f.Evidence)
	}
}

// What was read and what was refused is counted once, also for a run on both sides.
func TestCoverageIsCounted(t *testing.T) {
	base := loaded("b1", "1", 1)
	for _, n := range base.run.Nodes {
		n.Rows, n.Skips = map[string]int{"cpu": 300, "stats": 300}, map[string]int{schemas.Note: 2}
	}
	r := pair(t, base, base)
	if r.Coverage.Rows["cpu"] != 900 || r.Coverage.Skips[schemas.Note] != 6 || r.Coverage.Unchanged == 0 || r.Coverage.Series != 6 {
		t.Errorf("coverage is %+v, want 900 rows of cpu, 6 notes and 6 series", r.Coverage)
	}
}

// Damaged artifacts first, what every collector complains about last, and nothing twice.
func TestOrderOfWarnings(t *testing.T) {
	r := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 1), func(in *diff.Input) {
		in.Warnings = []diff.Warning{
			{Kind: "command_failed", Text: "a"}, {Kind: "unsupported", Text: "b"}, {Kind: "short_line", Line: 7, Text: "c"},
			{Kind: "clock_back", Text: "d"}, {Kind: "artifact_failed", Text: "e"}, {Kind: "clock_back", Text: "d"},
		}
	})
	got := ""
	for _, w := range r.Warnings {
		got += w.Text
	}
	if got != "edcba" {
		t.Errorf("warnings come in the order %q, want edcba", got)
	}
}
