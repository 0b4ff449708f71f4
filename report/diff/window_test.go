package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// Recorders run before and after the load. Their zeros would hide half of a change, or
// make one out of how long somebody waited before stopping them.
func TestOnlyTheLoadCounts(t *testing.T) {
	run := func(id, build string, around float64) *rig {
		return newRig(id, build).add(feed{metric: "throughput", signal: busyLoad(1000), around: around}).
			add(feed{metric: "cpu.busy", signal: busyLoad(0.5), around: around})
	}
	r := pair(t, run("b1", "1", 5), run("h1", "2", 200))
	r.silent()
	r = pair(t, run("b1", "1", 5), newRig("h1", "2").add(feed{metric: "throughput", signal: busyLoad(700), around: 200}))
	f := r.one("level", "throughput")
	near(t, "base", f.Base, 1000, 10)
	near(t, "head", f.Head, 700, 10)
}

// A window whose ends are known to within some seconds is used without them: the samples
// there may lie before the load or after it.
func TestUncertainEndsAreCutOff(t *testing.T) {
	for _, x := range []struct {
		source  string
		edge    float64
		samples int
	}{{"manifest", 0, 300}, {"load generator", 2, 296}, {"work counter", 5, 290}, {"recorder", 2, 296}, {"work counter", 1000, 225}} {
		t.Run(fmt.Sprintf("%s %g", x.source, x.edge), func(t *testing.T) {
			r := pair(t, loaded("b1", "1", 1).window(x.source, x.edge), loaded("h1", "2", 0.7).window(x.source, x.edge))
			f := r.one("level", "throughput")
			r.check(f, want{direction: "lower", grade: "C"})
			for _, n := range f.Nodes {
				if n.NBase < x.samples-1 || n.NBase > x.samples {
					t.Errorf("%d samples of %s count, want %d", n.NBase, n.Node, x.samples)
				}
			}
		})
	}
}

// The recorders' own span is a guess of the load: what rests on it is never more than a
// lead, however many runs and clients agree.
func TestRecorderWindowsNeverGiveMoreThanC(t *testing.T) {
	run := func(id, build, sdk string, cpu float64, source string) *rig {
		return newRig(id, build).stratum("sdk", sdk).put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(cpu)).window(source, 2)
	}
	for _, x := range []struct{ source, grade string }{{"recorder", "C"}, {"load generator", "B"}} {
		t.Run(x.source, func(t *testing.T) {
			r := compare(t,
				side{run("b1", "1", "x", 0.5, x.source), run("b2", "1", "y", 0.5, x.source)},
				side{run("h1", "2", "x", 0.7, x.source), run("h2", "2", "y", 0.7, x.source)})
			r.check(r.one("level", "cpu.busy"), want{direction: "higher", grade: x.grade, saysNot: []string{"1 against 1"}})
			r.check(r.one("level", "per_op.cpu.busy"), want{direction: "higher", grade: x.grade})
		})
	}
}

// The parts that a finding was joined from say no more than the whole.
func TestRecorderWindowsOfLegs(t *testing.T) {
	var base, head side
	for i, k := range []float64{1, 1.01, 0.99} {
		base = append(base, newRig(fmt.Sprint("b", i), "1").threads(8, 16).put("throughput", busyLoad(1000*k)).window("recorder", 2))
		head = append(head, newRig(fmt.Sprint("h", i), "2").threads(8, 16).put("throughput", busyLoad(600*k)).window("recorder", 2))
	}
	r := compare(t, base, head)
	if len(r.of("level", "throughput")) != 3 {
		t.Errorf("want the finding and its two legs; there are\n%s", r.list())
	}
	for _, f := range r.Findings {
		if f.Grade != "C" {
			t.Errorf("grade %s, want C: the windows are the recorders' span; %s", f.Grade, f.Text)
		}
	}
}

// One guessed window is enough to make a comparison a guess.
func TestRecorderWindowOnOneSide(t *testing.T) {
	base := side{loaded("b1", "1", 1), loaded("b2", "1", 1.01), loaded("b3", "1", 0.99)}
	head := side{loaded("h1", "2", 0.6).window("recorder", 2), loaded("h2", "2", 0.61).window("recorder", 2), loaded("h3", "2", 0.59).window("recorder", 2)}
	r := compare(t, base, head)
	if f := r.one("level", "throughput"); f.Grade != "C" {
		t.Errorf("grade %s, want C: the head's windows are the recorders' span; %s", f.Grade, f.Text)
	}
}

// Without any load window nothing can be said about the load, and the exit code must say so.
func TestNoLoadWindow(t *testing.T) {
	none := func(r *rig) *rig {
		for _, n := range r.ready().run.Nodes {
			n.Legs[0].From, n.Legs[0].To, n.Legs[0].Source = 0, 0, "none"
		}
		return r
	}
	for _, x := range []struct {
		name       string
		base, head *rig
	}{
		{"on the head", loaded("b1", "1", 1), none(loaded("h1", "2", 0.5))},
		{"on the base", none(loaded("b1", "1", 1)), loaded("h1", "2", 0.5)},
		{"on both sides", none(loaded("b1", "1", 1)), none(loaded("h1", "2", 0.5))},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, x.base, x.head)
			r.silent()
			if r.Exit.Code != 4 {
				t.Errorf("exit %v, want 4: nothing could be compared\n%s", r.Exit, r.list())
			}
		})
	}
}

// Somebody who knows that only a part of the run matters says so with --window.
func TestWindowOverride(t *testing.T) {
	run := func(id, build string, change float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000).between(0, 1.0/3, change))
	}
	window := func(from, to float64) func(*diff.Input) {
		return func(in *diff.Input) { in.Window = &[2]float64{from, to} }
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.5), window(0, 100))
	f := r.one("level", "throughput")
	near(t, "pct", f.Pct, -50, 2)
	if n := f.Nodes[0]; n.NBase < 99 || n.NBase > 100 {
		t.Errorf("%d samples count, want the 100 of the window", n.NBase)
	}
	pair(t, run("b1", "1", 1), run("h1", "2", 0.5), window(110, 290)).silent()

	// What was recorded after the load does not belong to it, however long the window.
	long := func(id, build string, around float64) *rig {
		return newRig(id, build).add(feed{metric: "cpu.busy", signal: busyLoad(0.5), around: around})
	}
	pair(t, long("b1", "1", 5), long("h1", "2", 200), window(100, 1000)).silent()

	r = pair(t, run("b1", "1", 1), run("h1", "2", 0.5), window(400, 500))
	r.silent()
	if r.Exit.Code != 4 {
		t.Errorf("exit %v of a window after the load's end, want 4", r.Exit)
	}
}

// A window of the user's own is as sure as a manifest: it lifts a recorder's guess.
func TestWindowOverrideIsNoGuess(t *testing.T) {
	run := func(id, build, sdk string, factor float64) *rig {
		return loaded(id, build, factor).stratum("sdk", sdk).window("recorder", 2)
	}
	r := compare(t, side{run("b1", "1", "x", 1), run("b2", "1", "y", 1)}, side{run("h1", "2", "x", 0.7), run("h2", "2", "y", 0.7)},
		func(in *diff.Input) { in.Window = &[2]float64{10, 290} })
	r.check(r.one("level", "throughput"), want{grade: "B"})
}

// A recorder without a clock is placed to within a step. A counter that stands still before
// and after the load still grew by what it grew: shifted by half a step it must not lose work.
func TestCounterOfARecorderWithoutClock(t *testing.T) {
	run := func(id, build string, shift int64) *rig {
		r := newRig(id, build).lasting(20).put("cpu.busy", steady(0.5)).
			add(feed{metric: "mysql.Com_update", signal: steady(1000), tsSource: schemas.Assumed, around: 10, step: 2})
		for _, n := range r.run.Nodes {
			for _, s := range n.Series {
				if strings.HasPrefix(s.Metric, "mysql.") {
					for i := range s.TS {
						s.TS[i] += shift
					}
				}
			}
		}
		return r
	}
	r := pair(t, run("b1", "1", 0), run("h1", "2", 900_000))
	r.silent()
}
