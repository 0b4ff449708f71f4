package diff_test

import (
	"math"
	"slices"
	"testing"

	"inquest/report/diff"
)

// flat is a run of a cluster at one total, as a report gives it: three nodes, no noise.
func flat(id, build string, total float64) *rig {
	return newRig(id, build).put("throughput", steady(total/3))
}

// One run of the old build at 402,401 and two of the new at 329,154 and 338,707: is it
// real, and how much? Both repeats agree; how much runs of the old build differ nobody knows.
func TestOneRunAgainstTwo(t *testing.T) {
	r := compare(t, side{flat("b1", "1", 402401)}, side{flat("h1", "2", 329154), flat("h2", "2", 338707)})
	f := r.one("level", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", grade: "B", severity: "major", agree: 3, total: 3,
		says: []string{"402401", "-17.0 %", "-18.2 %", "-15.8 %", "run noise unknown"}})
	near(t, "pct", f.Pct, -17.0, 0.1)
	if f.CIPct != nil && !(f.CIPct[0] <= -18.2+0.1 && f.CIPct[1] >= -15.9) {
		t.Errorf("the interval %v is narrower than the runs' own range of -18.2 to -15.8 %%", *f.CIPct)
	}
	if f.Q != nil {
		t.Errorf("q is %g, want none: the run noise is not known", *f.Q)
	}
}

// Two good runs that differ by 2.9 % and two bad ones 2.5 % below: not separable from noise.
func TestChangeInsideTheSpreadOfRepeats(t *testing.T) {
	r := compare(t, side{flat("b1", "1", 181878.66), flat("b2", "1", 187166.71)}, side{flat("h1", "2", 180146.30), flat("h2", "2", 179519.29)})
	r.noVerdict()
	said := slices.ContainsFunc(r.Findings, func(f *diff.Finding) bool { return contains(f.Text, "-2.5 %") }) || r.notTested("throughput", "-2.5 %")
	if !said {
		t.Errorf("nothing says that -2.5 %% was measured and cannot be told from noise\n%s", r.list())
	}
}

// noVerdict fails when a finding above a note says worse or better.
func (r *result) noVerdict() {
	r.t.Helper()
	for _, f := range r.verdicts() {
		if f.Severity != "note" {
			r.t.Errorf("unexpected verdict: [%s] %s %s: %s", f.Grade, f.Severity, f.Outcome, f.Text)
		}
	}
}

// 4455, 5259, 9129 and 4485 on neighbouring commits, the last of which touched no code:
// identical runs spread 2x, and a pair inside that spread proves nothing.
func TestPairInsideATwofoldSpread(t *testing.T) {
	var base side
	for i, v := range []float64{4455, 5259, 9129, 4485} {
		base = append(base, flat("b"+string(rune('1'+i)), "1", v))
	}
	for _, head := range []side{{flat("h1", "2", 4485)}, {flat("h1", "2", 8000)}, {flat("h1", "2", 4485), flat("h2", "2", 8000)}} {
		r := compare(t, base, head)
		r.noVerdict()
		for _, f := range r.of("level", "throughput") {
			r.check(f, want{grade: "X", says: []string{"identical runs of this comparison differ as much", "smallest change these runs could show"}})
		}
	}
	r := compare(t, base[:2], base[2:]) // the four runs among themselves
	r.noVerdict()
	r.check(r.one("noise", "throughput"), want{outcome: "neutral", severity: "note"})
}

// Of four zips the first is empty and the third lacks its disk member: the rest is
// compared, every finding says of how many nodes, and what is missing is named.
func TestFirstNodeEmpty(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		r := newRig(id, build, "node-b", "node-c", "node-d").put("throughput", busyLoad(1000*k)).
			add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(100 * k), nodes: []string{"node-b", "node-d"}})
		r.run.Missing = []string{"node-a"}
		return r
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.6), func(in *diff.Input) {
		in.Warnings = []diff.Warning{{Kind: "artifact_missing", Artifact: "node-a.zip", Text: "node-a.zip is empty"}}
	})
	r.check(r.one("level", "throughput"), want{agree: 3, total: 3, direction: "lower"})
	r.check(r.one("level", "disk.write_rate"), want{agree: 2, total: 2, direction: "lower"})
	if !slices.Equal(r.Nodes.Missing, []string{"node-a"}) || r.Nodes.Paired != 3 {
		t.Errorf("nodes are %+v, want node-a missing and 3 paired", r.Nodes)
	}
	missing := r.of("missing", "")
	if len(missing) != 2 || !contains(missing[0].Text, "node-a") || missing[0].NodesTotal != 4 {
		t.Errorf("missing: %+v, want node-a of 4 in both runs", missing)
	}
	if len(r.Warnings) == 0 || r.Warnings[0].Kind != "artifact_missing" {
		t.Errorf("warnings are %v, want the missing artifact first", r.Warnings)
	}
	if r.Exit.Code != 0 {
		t.Errorf("exit %v, want 0: the rest could be compared", r.Exit)
	}
}

// A metric that one side lacks is unknown there, and not zero.
func TestMetricOnOneSideOnly(t *testing.T) {
	base := loaded("b1", "1", 1).put("memory.used", busyLoad(4e9)).put("mysql.Handler_commit", busyLoad(100)).put("mysql.Innodb_rows_read", busyLoad(100))
	head := loaded("h1", "2", 1).put("latency.p95", busyLoad(0.01)).put("mysql.Handler_commit", busyLoad(100))
	r := pair(t, base, head)
	if !r.notTested("memory used", "only in base") || !r.notTested("p95 latency", "only in head") || !r.notTested("server counters", "1 only in base") {
		t.Errorf("what one side lacks is not listed\n%s", r.list())
	}
	for _, f := range r.shown() {
		if f.Kind != "missing" {
			t.Errorf("unexpected finding: [%s] %s %s: %s", f.Grade, f.Kind, f.Metric, f.Text)
		}
	}
	only := r.of("missing", "")
	if len(only) != 2 || !contains(only[0].Text+only[1].Text, "Only in the base: memory used") || !contains(only[0].Text+only[1].Text, "Only in the head: p95 latency") {
		t.Errorf("missing findings are %d, want memory used of the base and p95 latency of the head\n%s", len(only), r.list())
	}
}

// The prose of a ticket is carried along as it was judged, claim by claim.
func TestClaimsAreCarried(t *testing.T) {
	claimed, computed, agrees := -33.0, -15.8, false
	r := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.84), func(in *diff.Input) {
		in.Claims = []diff.Claim{{Text: "around 33%", ClaimedPct: &claimed, ComputedPct: &computed, Agrees: &agrees, Line: 3}}
	})
	if len(r.Claims) != 1 || *r.Claims[0].Agrees || math.Abs(*r.Claims[0].ComputedPct+15.8) > 1e-9 {
		t.Errorf("claims are %+v, want the one that was given", r.Claims)
	}
}
