package diff_test

import (
	"regexp"
	"strings"
	"testing"

	"inquest/schemas"
)

// members are the members that a finding rests on, without their artifacts.
func members(r *result, kind, metric string) string {
	var list []string
	for _, e := range r.one(kind, metric).Evidence {
		list = append(list, e.Member)
	}
	return strings.Join(list, " ")
}

// One node and metric often has several recorders. Each test gives the one that must be
// chosen a fall of 30 % and the others none or a rise, so that a wrong choice shows.
func TestSourceOfAMetric(t *testing.T) {
	cpu := func(format string, level float64, change func(*feed)) feed {
		f := feed{metric: "cpu.busy", format: format, signal: busyLoad(level)}
		if change != nil {
			change(&f)
		}
		return f
	}
	step := func(s float64) func(*feed) { return func(f *feed) { f.step = s } }
	tests := []struct {
		name       string // why that one
		base, head []feed
		member     string // pattern of every member behind the finding
		step       float64
	}{
		{"the one that covers the load, not the finer one",
			[]feed{cpu("mpstat", 0.5, func(f *feed) { f.to = 120 }), cpu("sar", 0.5, step(5))},
			[]feed{cpu("mpstat", 0.5, func(f *feed) { f.to = 120 }), cpu("sar", 0.35, step(5))}, "sar", 5},
		{"the finer one where both cover the load",
			[]feed{cpu("mpstat", 0.5, step(10)), cpu("vmstat", 0.5, nil)},
			[]feed{cpu("mpstat", 0.5, step(10)), cpu("vmstat", 0.35, nil)}, "vmstat", 1},
		{"the tool that is on both sides, not the finest of each",
			[]feed{cpu("mpstat", 0.5, nil), cpu("sar", 0.5, step(5))},
			[]feed{cpu("vmstat", 0.5, nil), cpu("sar", 0.35, step(5))}, "sar", 5},
		{"mpstat before sar on equal terms",
			[]feed{cpu("sar", 0.5, nil), cpu("mpstat", 0.5, nil)},
			[]feed{cpu("sar", 0.5, nil), cpu("mpstat", 0.35, nil)}, "mpstat", 1},
		{"sar before vmstat on equal terms",
			[]feed{cpu("vmstat", 0.5, nil), cpu("sar", 0.5, nil)},
			[]feed{cpu("vmstat", 0.5, nil), cpu("sar", 0.35, nil)}, "sar", 1},
		{"vmstat before iostat before top on equal terms",
			[]feed{cpu("top", 0.5, nil), cpu("iostat", 0.5, nil), cpu("vmstat", 0.5, nil)},
			[]feed{cpu("top", 0.5, nil), cpu("iostat", 0.5, nil), cpu("vmstat", 0.35, nil)}, "vmstat", 1},
		{"the best of each side where no tool is on both",
			[]feed{cpu("mpstat", 0.5, nil)},
			[]feed{cpu("sar", 0.35, step(2)), cpu("top", 0.5, func(f *feed) { f.to = 60 })}, "mpstat|sar", 2},
		{"a history, never a snapshot however fine",
			[]feed{cpu("mpstat", 0.5, func(f *feed) { f.coverage = schemas.Snapshot }), cpu("sar", 0.5, step(5))},
			[]feed{cpu("mpstat", 0.9, func(f *feed) { f.coverage = schemas.Snapshot }), cpu("sar", 0.35, step(5))}, "sar", 5},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			base, head := newRig("b1", "1"), newRig("h1", "2")
			for _, f := range x.base {
				base.add(f)
			}
			for _, f := range x.head {
				head.add(f)
			}
			r := pair(t, base, head)
			f := r.one("level", "cpu.busy")
			near(t, "pct", f.Pct, -30, 1.5)
			near(t, "step_s", f.Where.StepS, x.step, 0)
			for _, e := range f.Evidence {
				if ok, _ := regexp.MatchString("^("+x.member+")", e.Member); !ok {
					t.Errorf("the finding rests on %s, want %s", e.Member, x.member)
				}
			}
		})
	}
}

// The ten seconds of sar in a support zip were taken after the load: they say nothing about it, on any metric.
func TestSnapshotsAloneCompareNothing(t *testing.T) {
	run := func(id, build string, level float64) *rig {
		return newRig(id, build).add(feed{metric: "cpu.busy", signal: busyLoad(level), coverage: schemas.Snapshot})
	}
	r := pair(t, run("b1", "1", 0.5), run("h1", "2", 0.9))
	r.silent()
	if r.Exit.Code != 4 {
		t.Errorf("exit %v, want 4: nothing could be compared", r.Exit)
	}
	if r.Coverage.Snapshot != 6 || len(r.Nodes.NotMeasured) != 3 {
		t.Errorf("%d snapshots are counted and %v not measured, want 6 and all three nodes", r.Coverage.Snapshot, r.Nodes.NotMeasured)
	}
}

// A server's archive keeps the last minute by seconds and the last hours by minutes.
// Joined they would be a run of two steps with the end counted twice.
func TestPeriodsOfAnArchiveAreNotJoined(t *testing.T) {
	run := func(id, build string, level float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000)).
			add(feed{metric: "cpu.busy", format: "stats-archives", member: "archives#minute", signal: busyLoad(0.5), from: 240}).
			add(feed{metric: "cpu.busy", format: "stats-archives", member: "archives#hour", signal: busyLoad(level), step: 4})
	}
	r := pair(t, run("b1", "1", 0.5), run("h1", "2", 0.35))
	f := r.one("level", "cpu.busy")
	near(t, "pct", f.Pct, -30, 2)
	near(t, "step_s", f.Where.StepS, 4, 0)
	if m := members(r, "level", "cpu.busy"); strings.Contains(m, "minute") {
		t.Errorf("the minute's samples are among %s", m)
	}
	for _, n := range f.Nodes {
		if n.NBase != 75 || n.NHead != 75 {
			t.Errorf("%s has %d and %d samples, want the 75 of one period", n.Node, n.NBase, n.NHead)
		}
	}
}

// Where two tools on one node see another CPU, one of them is wrong, and a reader must know before believing either.
func TestSourcesThatDisagreeAreSaid(t *testing.T) {
	run := func(id, build string, sar float64) *rig {
		return newRig(id, build).put("cpu.busy", busyLoad(0.50)).
			add(feed{metric: "cpu.busy", format: "sar", signal: busyLoad(sar), nodes: []string{"node-a"}})
	}
	for _, x := range []struct {
		name string
		sar  float64
		said bool
	}{{"by six points", 0.56, true}, {"by one point", 0.51, false}} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, run("b1", "1", 0.50), run("h1", "2", x.sar))
			if got := r.warned("sources_disagree", "node-a"); got != x.said {
				t.Errorf("said: %v, want %v; warnings are %v", got, x.said, r.Warnings)
			}
			if r.warned("sources_disagree", "node-b") {
				t.Errorf("node-b has one source only: %v", r.Warnings)
			}
			if x.said && (!r.warned("sources_disagree", "mpstat") || !r.warned("sources_disagree", "56")) {
				t.Errorf("the tools and their numbers are not named: %v", r.Warnings)
			}
		})
	}
}

// A tool that saw only half of the load may show another mean without being wrong.
func TestPartialSourceIsNoDisagreement(t *testing.T) {
	run := func(id, build string) *rig {
		return newRig(id, build).put("cpu.busy", busyLoad(0.50)).
			add(feed{metric: "cpu.busy", format: "sar", signal: busyLoad(0.70), to: 150})
	}
	r := pair(t, run("b1", "1"), run("h1", "2"))
	if r.warned("sources_disagree", "") {
		t.Errorf("half a recording is taken for a contradiction: %v", r.Warnings)
	}
	r.silent()
}
