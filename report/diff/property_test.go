package diff_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"inquest/report/diff"
)

// rich is a run with something of everything: legs, roles, counters, disks, settings.
func rich(id, build string, k float64) *rig {
	r := newRig(id, build, "node-a", "node-b", "node-c", "node-d").role("c1", "node-a", "node-b").role("c2", "node-c", "node-d").threads(4, 8, 16, 32).
		put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.4*k)).put("cpu.user", busyLoad(0.3*k)).put("latency.p95", busyLoad(0.01/k)).
		put("mysql.Com_update", busyLoad(1000*k)).put("mysql.Innodb_log_waits", white(50, 0.1)).put("couchbase.ops", busyLoad(10))
	return sda(r, map[string]signal{"disk.write_rate": busyLoad(300 * k), "disk.write_await": white(0.005/k, 0.2), "disk.util": busyLoad(0.3)}).set("sync_binlog", build)
}

// A report that changes when it is made again cannot be discussed.
func TestComparingTwiceGivesOneAnswer(t *testing.T) {
	input := func() *diff.Input {
		return &diff.Input{Base: side{rich("b1", "1", 1), rich("b2", "1", 1.02)}.runs(), Head: side{rich("h1", "2", 0.7), rich("h2", "2", 0.71)}.runs()}
	}
	in := input()
	first := text(t, diff.Compare(in))
	for range 3 {
		if again := text(t, diff.Compare(input())); again != first {
			t.Fatalf("equal inputs give unlike answers:\n%s\n%s", first, again)
		}
		if again := text(t, diff.Compare(in)); again != first {
			t.Fatalf("one input gives unlike answers:\n%s\n%s", first, again)
		}
	}
}

// Looking at a run beforehand, as inspect does, must not change what diff says of it.
func TestIdleNodesDoesNotChangeTheRun(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		return newRig(id, build).put("mysql.Com_update", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5))
	}
	base, head := run("b1", "1", 1).run, run("h1", "2", 0.5).run
	fresh := text(t, diff.Compare(&diff.Input{Base: side{run("b1", "1", 1)}.runs(), Head: side{run("h1", "2", 0.5)}.runs()}))
	diff.IdleNodes(base)
	diff.IdleNodes(head)
	if after := text(t, diff.Compare(&diff.Input{Base: []*diff.Run{base}, Head: []*diff.Run{head}})); after != fresh {
		t.Errorf("the answer changes after IdleNodes:\n%s\n%s", fresh, after)
	}
}

// mirrorOf lists what is shown of levels and spreads, with directions turned round if asked.
func mirrorOf(r *result, turn bool) []string {
	set := map[string]bool{}
	for _, f := range r.shown() {
		if f.Kind != "level" && f.Kind != "volatility" && f.Kind != "outlier" {
			continue
		}
		d, o := f.Direction, f.Outcome
		if turn {
			d = map[string]string{"lower": "higher", "higher": "lower"}[d]
			if x, ok := map[string]string{"worse": "better", "better": "worse"}[o]; ok {
				o = x
			}
		}
		set[fmt.Sprintf("%s %s %s %s grade %s, %d of %d nodes", f.Kind, f.Metric, d, o, f.Grade, f.NodesAgree, f.NodesTotal)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// Who calls the new build the base must read the opposite, not something else. Changes are
// chosen well beyond the limits, which lie at unlike factors up and down.
func TestSwappingTheSidesMirrorsTheFindings(t *testing.T) {
	run := func(id, build, sdk string, k, cv float64) *rig {
		return newRig(id, build).stratum("sdk", sdk).put("throughput", busyLoad(1000*k)).put("cpu.busy", white(0.3*k, cv)).put("latency.p95", busyLoad(0.01/k))
	}
	for _, x := range []struct {
		name       string
		base, head func() side
	}{
		{"one pair", func() side { return side{run("b1", "1", "x", 1, 0.05)} }, func() side { return side{run("h1", "2", "x", 0.5, 0.25)} }},
		{"two strata", func() side { return side{run("b1", "1", "x", 1, 0.05), run("b2", "1", "y", 1, 0.05)} },
			func() side { return side{run("h1", "2", "x", 0.5, 0.2), run("h2", "2", "y", 0.55, 0.2)} }},
		{"replicates", func() side { return replicates("b", "1", nil, 1, 1.02, 0.98) }, func() side { return replicates("h", "2", nil, 0.6, 0.61, 0.59) }},
		{"legs", func() side { return side{rich("b1", "1", 1)} }, func() side { return side{rich("h1", "2", 0.5)} }},
	} {
		t.Run(x.name, func(t *testing.T) {
			there, back := compare(t, x.base(), x.head()), compare(t, x.head(), x.base())
			if want, got := mirrorOf(there, true), mirrorOf(back, false); !slices.Equal(want, got) {
				t.Errorf("swapped, the findings are\n%q\nwant\n%q", got, want)
			}
		})
	}
}

// The order in which nodes and files were read means nothing.
func TestOrderOfNodesAndSeriesMeansNothing(t *testing.T) {
	turned := func(r *rig) *rig {
		slices.Reverse(r.run.Nodes)
		for _, n := range r.run.Nodes {
			slices.Reverse(n.Series)
			slices.Reverse(n.Legs)
		}
		return r
	}
	say := func(r *result) (out []string) {
		for _, f := range r.Findings {
			out = append(out, f.ID+": "+f.Text)
		}
		slices.Sort(out)
		return out
	}
	a := pair(t, rich("b1", "1", 1), rich("h1", "2", 0.6))
	b := pair(t, turned(rich("b1", "1", 1)), turned(rich("h1", "2", 0.6)))
	if !slices.Equal(say(a), say(b)) {
		t.Errorf("read the other way round, the findings are\n%s\nwant\n%s", b.list(), a.list())
	}
}

// In which order runs are named means nothing either: not for what is shown, not for a number,
// not for what stands for what.
func TestOrderOfRunsMeansNothing(t *testing.T) {
	run := func(id, build, sdk string, k, cv float64) *rig {
		return rich(id, build, k).put("memory.used", wavering(1e9*k, cv, 0.5)).stratum("sdk", sdk)
	}
	input := func(turn bool) *diff.Input {
		base := side{run("b1", "1", "x", 1, 0.02), run("b2", "1", "x", 1.04, 0.1), run("b3", "1", "x", 0.97, 0.05), run("b4", "1", "y", 1, 0.02)}
		head := side{run("h1", "2", "x", 0.7, 0.1), run("h2", "2", "x", 0.75, 0.3), run("h3", "2", "y", 0.6, 0.02)}
		base[1].run.Nodes[0].Series[0].Value = base[1].run.Nodes[0].Series[0].Value[:40] // one recording is cut short
		base[1].run.Nodes[0].Series[0].TS = base[1].run.Nodes[0].Series[0].TS[:40]
		base[1].run.Nodes[0].Series[0].Step = base[1].run.Nodes[0].Series[0].Step[:40]
		in := &diff.Input{Base: base.runs(), Head: head.runs()}
		for i, r := range slices.Concat(in.Base, in.Head) {
			r.Facts = map[string]string{"workload": []string{"a", "b"}[i%2]}
		}
		if turn && !reverse(in) {
			t.Fatal("the runs cannot be told apart")
		}
		return in
	}
	r := &result{diff.Compare(input(false)), t}
	r.sound()
	if turned := text(t, diff.Compare(input(true))); turned != text(t, r.Result) {
		t.Errorf("named the other way round, the answer differs %s", firstDifference(text(t, r.Result), turned))
	}
	if slices.ContainsFunc(r.Unlike, func(u diff.Unlike) bool { return u.What == "workload" && u.Stratum == "sdk=x" }) {
		t.Errorf("the same workloads on both sides are called unlike: %+v", r.Unlike)
	}
}

// The scatter within runs says the more of a change the more runs there are: the interval of
// runs whose noise is not known is narrower with two runs of the head than with one.
func TestScatterWithinRunsFallsWithTheirNumber(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		r := newRig(id, build).like("same-" + build)
		return r.put("throughput", wavering(1000*k, 0.3, 0.8))
	}
	width := func(heads ...string) float64 {
		var head side
		for _, id := range heads {
			head = append(head, run(id, "2", 0.5))
		}
		f := compare(t, side{run("b1", "1", 1)}, head).one("level", "throughput")
		if f.CIPct == nil || f.P != nil {
			t.Fatalf("interval %v, p %v; want one of these very runs: %s", f.CIPct, f.P, f.Text)
		}
		return math.Log((100 + f.CIPct[1]) / (100 + f.CIPct[0]))
	}
	// Half of the variance is that of the head, of which there is half as much.
	if one, two := width("h1"), width("h1", "h2"); math.Abs(two/one-math.Sqrt(0.75)) > 0.01 {
		t.Errorf("the interval is %.4f wide with one run and %.4f with two, want %.4f", one, two, one*math.Sqrt(0.75))
	}
}

// When a test was run, and in which unit its load is counted, means nothing either.
func TestScaleAndClockMeanNothing(t *testing.T) {
	pct := func(factor, shift float64) []string {
		b, h := newRig("b1", "1"), newRig("h1", "2")
		b.begin, h.begin = b.begin+shift, h.begin-shift
		b.put("throughput", busyLoad(1000*factor))
		h.put("throughput", busyLoad(600*factor).from(0.9, 0.5))
		var out []string
		for _, f := range pair(t, b, h).Findings {
			out = append(out, fmt.Sprintf("%s %s %s %.6f", f.Kind, f.Metric, f.Grade, *f.Pct))
		}
		return out
	}
	usual := pct(1, 0)
	if len(usual) == 0 {
		t.Fatal("no finding")
	}
	for _, x := range [][2]float64{{1e6, 0}, {1e-6, 0}, {1, 1e9}, {1, -1.5e9}, {1, 0.25}} {
		if got := pct(x[0], x[1]); !slices.Equal(got, usual) {
			t.Errorf("times %g and %g s later: %q, want %q", x[0], x[1], got, usual)
		}
	}
}
