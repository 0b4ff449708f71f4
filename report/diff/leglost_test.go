package diff_test

import (
	"strings"
	"testing"

	"inquest/schemas"
)

// A leg of which one side recorded nothing gives no settings that differ and is named as a
// leg, not metric by metric.
func TestLegThatOneSideLacks(t *testing.T) {
	run := func(id, build string, level float64, legs ...string) *rig {
		g := newRig(id, build).threads(1, 4)
		for _, leg := range legs {
			g.add(feed{metric: "throughput", signal: busyLoad(level), legs: []string{leg}})
			g.add(feed{metric: "cpu.busy", signal: white(0.3, 0.02), legs: []string{leg}})
			for _, n := range g.run.Nodes {
				n.Settings = append(n.Settings, schemas.Setting{Name: "sysbench.threads", Value: leg[1:], Scope: schemas.ScopeBench,
					Source: g.source(n, "sysbench", "sysbench.log", leg, "", "")})
			}
		}
		return g
	}
	r := pair(t, run("b1", "1", 1000, "t1", "t4"), run("h1", "2", 600, "t1"))
	if len(r.Settings) > 0 {
		t.Errorf("settings differ: %+v", r.Settings)
	}
	found := false
	for _, f := range r.of("missing", "") {
		found = found || f.Text == "Only in the base: leg t4; in the head not zero but not known, and not compared"
		if strings.Contains(f.Text, "CPU") {
			t.Errorf("metrics are named: %s", f.Text)
		}
	}
	if !found {
		t.Errorf("the leg is not named: %+v", r.of("missing", ""))
	}
	if f := r.one("level", "throughput"); f.Direction != "lower" || f.Where.Leg == nil || *f.Where.Leg != "t1" {
		t.Errorf("throughput at t1 is lower: %s", f.Text)
	}

	// A setting of the bench that one side lacks in a leg that both have does differ.
	head := run("h1", "2", 600, "t1", "t4")
	for _, n := range head.run.Nodes {
		n.Settings = append(n.Settings, schemas.Setting{Name: "sysbench.rate", Value: "600", Scope: schemas.ScopeBench, Source: head.source(n, "sysbench", "sysbench.log", "t4", "", "")})
	}
	if r := pair(t, run("b1", "1", 1000, "t1", "t4"), head); len(r.Settings) != 1 || r.Settings[0].Name != "sysbench.rate (leg t4)" {
		t.Errorf("settings %+v, want the rate of leg t4", r.Settings)
	}
}

// The summary says in one phrase that one side follows a factor and the other does not.
func TestSummaryOfAShape(t *testing.T) {
	run := func(id, build string, levels ...float64) *rig {
		g := newRig(id, build).threads(1, 4, 16, 64)
		for i, leg := range []string{"t1", "t4", "t16", "t64"} {
			g.add(feed{metric: "throughput", signal: busyLoad(levels[i]), legs: []string{leg}})
		}
		return g
	}
	r := pair(t, run("b1", "1", 100, 390, 1500, 6000), run("h1", "2", 100, 100, 101, 100))
	if want := "throughput grows with threads in the base and does not follow it in the head ("; !strings.HasPrefix(r.Summary, want) {
		t.Errorf("the summary is %q, want it to begin with %q", r.Summary, want)
	}
	r = pair(t, run("b1", "1", 100, 390, 1500, 6000), run("h1", "2", 50, 200, 750, 3000))
	if strings.Contains(r.Summary, "grows with") || !strings.Contains(r.Summary, "throughput lower") {
		t.Errorf("both sides grow, one is lower, but: %q", r.Summary)
	}
}

// What a node lacks in one leg is not said as if it lacked it in all.
func TestLostLegIsNamedInNotTested(t *testing.T) {
	run := func(id, build string, legs ...string) *rig { // both were to have two legs
		return newRig(id, build).threads(2, 8).add(feed{metric: "throughput", signal: busyLoad(1000), legs: legs}).
			add(feed{metric: "disk.util", instance: "sda", signal: busyLoad(0.5), legs: legs})
	}
	r, said := pair(t, run("b1", "1", "t2", "t8"), run("h1", "2", "t2")), false
	for _, x := range r.NotTested {
		if contains(x.Reason, "no source on both sides") {
			if said = true; !contains(x.Reason, "leg t8") {
				t.Errorf("%s: %s: of which leg?", x.Metric, x.Reason)
			}
		}
	}
	if !said {
		t.Errorf("nothing says that leg t8 has no source on both sides: %v", r.NotTested)
	}
}

// "No change" is not the whole of a summary when the disk does twice as much.
func TestSummaryBesideTheGoals(t *testing.T) {
	run := func(id, build string, util float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(0.5)).
			add(feed{metric: "disk.util", instance: "sda", signal: busyLoad(util)})
	}
	if s := pair(t, run("b1", "1", 0.3), run("h1", "2", 0.6)).Summary; !contains(s, "no change of throughput") || !contains(s, "disk utilisation higher on 3 of 3 nodes") {
		t.Errorf("the summary is %q, want the disk in it", s)
	}
	if s := pair(t, run("b1", "1", 0.3), run("h1", "2", 0.3)).Summary; contains(s, ";") || !contains(s, "no change of throughput") {
		t.Errorf("the summary is %q, want that nothing changed", s)
	}
}
