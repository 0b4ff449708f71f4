package main

import (
	"strings"
	"testing"

	"inquest/report/diff"
)

// compareBenches compares run folders as a user does, and gives the text and the findings.
func compareBenches(t *testing.T, base, head []string) (string, *diff.Result) {
	t.Helper()
	t.Setenv("INQUEST_CACHE", t.TempDir())
	args := []string{"diff", "--base-label", "old", "--head-label", "new"}
	for _, run := range base {
		args = append(args, "--base", run)
	}
	for _, run := range head {
		args = append(args, "--head", run)
	}
	return mustRun(t, 0, args...).stdout, decodeAnswer[diff.Result](t, mustRun(t, 0, append(args, "--format", "json")...))
}

// says wants every one of the words in a text.
func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is not said in:\n%s", w, text)
		}
	}
}

// verdictOn is the finding on the level of a metric, nil without one.
func verdictOn(r *diff.Result, metric string) *diff.Finding {
	for _, f := range r.Findings {
		if f.Metric == metric && f.Kind == "level" {
			return f
		}
	}
	return nil
}

// noVerdict fails on a finding that says worse or better.
func noVerdict(t *testing.T, r *diff.Result) {
	t.Helper()
	for _, f := range r.Findings {
		if f.Outcome == "worse" || f.Outcome == "better" {
			t.Errorf("%s: %s", f.Outcome, f.Text)
		}
	}
}

// One run of the old build at 402,401 transactions per second and two of the new: both
// repeats agree, and how much runs of the old build differ is not known.
func TestOneBaseRunTwoHeadRuns(t *testing.T) {
	text, r := compareBenches(t, []string{evenRun(t, "a1", 402401)}, []string{evenRun(t, "b1", 329154), evenRun(t, "b2", 338707)})
	says(t, text, "402401", "-17.0 %", "-18.2 %", "-15.8 %", "in every pair of runs", "run noise unknown", "the base has one run, its spread is not known",
		"2 runs of new on the same nodes")
	f := verdictOn(r, "throughput")
	if f == nil || f.Outcome != "worse" || f.NodesAgree != 3 || f.NodesTotal != 3 || f.Grade == "A" || f.Q != nil {
		t.Fatalf("throughput: %+v", f)
	}
	if pct := *f.Pct; pct < -17.05 || pct > -16.95 {
		t.Errorf("throughput %.2f %%, want -17.0 %%", pct)
	}
}

// With the repeats on the other side the sign turns and nothing else.
func TestTwoBaseRunsOneHeadRun(t *testing.T) {
	text, r := compareBenches(t, []string{evenRun(t, "b1", 329154), evenRun(t, "b2", 338707)}, []string{evenRun(t, "a1", 402401)})
	says(t, text, "+22.3 %", "+18.8 %", "the head has one run, its spread is not known")
	if f := verdictOn(r, "throughput"); f == nil || f.Outcome != "better" || f.Grade == "A" {
		t.Errorf("throughput: %+v", f)
	}
}

// A disk, a metric or a node of one side only is listed; the rest is compared, and what is
// missing is no zero.
func TestPresentOnOneSideOnly(t *testing.T) {
	whole := benchNode{tps: 1000, disks: map[string]float64{"sda": 200, "sdb": 400}, p95: 5}
	slow := func(change func(*benchNode)) benchNode {
		n := whole
		n.tps = 800
		change(&n)
		return n
	}
	run := func(id string, n benchNode, nodes ...string) string {
		all := map[string]benchNode{}
		for _, name := range nodes {
			all[name] = n
		}
		return benchRun(t, id, all)
	}
	three := []string{"node-a", "node-b", "node-c"}
	for name, c := range map[string]struct {
		other benchNode
		nodes []string
		says  string // with %s for the side
		lost  string // the metric that must not fall to zero
	}{
		"disk":   {slow(func(n *benchNode) { n.disks = map[string]float64{"sda": 200} }), three, "disk sdb: only in %s", "disk."},
		"metric": {slow(func(n *benchNode) { n.p95 = 0 }), three, "p95 latency: only in %s", "latency."},
		"disks":  {slow(func(n *benchNode) { n.disks = nil }), three, "only in %s", "disk."},
		"node":   {slow(func(n *benchNode) {}), three[:2], "missing node-c", "none"},
	} {
		for _, side := range []string{"base", "head"} { // the one that has it
			t.Run(name+" in "+side, func(t *testing.T) {
				has, lacks := []string{run("has", whole, three...)}, []string{run("lacks", c.other, c.nodes...)}
				base, head, direction := has, lacks, "lower"
				if side == "head" {
					base, head, direction = lacks, has, "higher"
				}
				text, r := compareBenches(t, base, head)
				says(t, text, strings.ReplaceAll(c.says, "%s", side))
				f := verdictOn(r, "throughput")
				if f == nil || f.Direction != direction || f.NodesAgree != len(c.nodes) || f.NodesTotal != len(c.nodes) {
					t.Errorf("the rest is not compared: %+v", f)
				}
				for _, f := range r.Findings {
					if strings.HasPrefix(f.Metric, c.lost) && f.Pct != nil && (*f.Pct < -50 || *f.Pct > 100) {
						t.Errorf("missing is taken for zero: %s", f.Text)
					}
				}
				if r.Exit.Code != 0 {
					t.Errorf("exit %+v", r.Exit)
				}
			})
		}
	}
}

// Four runs of one build spread twofold: a pair inside that is no finding, whatever its
// size, and that runs of one set of hosts agree proves nothing about others.
func TestPairWithinWhatOneBuildDoes(t *testing.T) {
	var base []string
	for i, total := range []float64{4455, 5259, 9129, 4485} {
		base = append(base, evenRun(t, "a"+string(rune('1'+i)), total))
	}
	for name, head := range map[string][]string{
		"same as the lowest":  {evenRun(t, "b1", 4485)},
		"near the highest":    {evenRun(t, "b1", 8000)},
		"repeats that agree":  {evenRun(t, "b1", 4485), evenRun(t, "b2", 4460)},
		"repeats that do not": {evenRun(t, "b1", 4485), evenRun(t, "b2", 8000)},
	} {
		t.Run(name, func(t *testing.T) {
			text, r := compareBenches(t, base, head)
			noVerdict(t, r)
			says(t, text, "Cannot tell whether throughput changed", "identical runs of this comparison differ as much", "4 runs of old", "repeats from one set of hosts do not prove independence")
		})
	}
}

// Of one build against itself nothing is worse or better, however far its runs lie apart.
func TestRunsOfOneBuildAgainstEachOther(t *testing.T) {
	t.Setenv("INQUEST_CACHE", t.TempDir())
	args := []string{"diff", "--base-label", "one", "--head-label", "one", "--base", evenRun(t, "a1", 4455), "--base", evenRun(t, "a2", 5259),
		"--head", evenRun(t, "a3", 9129), "--head", evenRun(t, "a4", 4485), "--format", "json"}
	noVerdict(t, decodeAnswer[diff.Result](t, mustRun(t, 0, args...)))
}

// Two good runs that lie 2.9 % apart and two bad ones 2.5 % below them: no verdict.
func TestChangeInsideTheSpreadOfGoodRuns(t *testing.T) {
	text, r := compareBenches(t, []string{evenRun(t, "a1", 181878.66), evenRun(t, "a2", 187166.71)}, []string{evenRun(t, "b1", 180146.30), evenRun(t, "b2", 179519.29)})
	noVerdict(t, r)
	says(t, text, "-2.5 %", "2 runs of old, 2 runs of new on the same nodes")
}
