package diff_test

import (
	"fmt"
	"testing"

	"inquest/report/diff"
)

// stratumRun is a loaded run of one client.
func stratumRun(id, build, sdk string, factor float64) *rig {
	return loaded(id, build, factor).stratum("sdk", sdk)
}

// Two clients that see the same change are two witnesses, as long as the sentence says
// that nobody knows how much runs differ.
func TestStrataThatAgree(t *testing.T) {
	r := compare(t,
		side{stratumRun("b1", "1", "x", 1), stratumRun("b2", "1", "y", 1)},
		side{stratumRun("h1", "2", "x", 0.8), stratumRun("h2", "2", "y", 0.8)})
	f := r.one("level", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", grade: "B", agree: 3, total: 3,
		says: []string{"in 2 of 2 strata", "sdk=x", "sdk=y", "sizes compatible", "run noise unknown"}})
	near(t, "pct", f.Pct, -20, 1)
	if f.Base != nil || f.Head != nil || len(f.Where.Stratum) != 0 {
		t.Errorf("base %v, head %v, stratum %v: over strata there is no one level", f.Base, f.Head, f.Where.Stratum)
	}
	if len(f.Strata) != 2 {
		t.Fatalf("strata are %+v, want both", f.Strata)
	}
	for _, s := range f.Strata {
		near(t, s.Stratum, s.Pct, -20, 1)
		if s.CIPct == nil || s.CIPct[0] > *s.Pct || s.CIPct[1] < *s.Pct {
			t.Errorf("%s has interval %v about %g", s.Stratum, s.CIPct, *s.Pct)
		}
	}
	if parts := r.of("level", "throughput"); len(parts) < 3 {
		t.Errorf("%d findings, want the strata's own folded into the joined one", len(parts))
	}
}

// Ticket 1: -15.8 % under one client and -47.8 % under the other are not "-34 %".
func TestStrataOfUnlikeSize(t *testing.T) {
	r := compare(t,
		side{stratumRun("b1", "1", "x", 9.150), stratumRun("b2", "1", "y", 6.689)},
		side{stratumRun("h1", "2", "x", 7.706), stratumRun("h2", "2", "y", 3.491)})
	f := r.one("level", "throughput")
	r.check(f, want{grade: "B", outcome: "worse", says: []string{"same direction, different size", "in 2 of 2 strata"}, saysNot: []string{"sizes compatible", "-34"}})
	if f.Pct != nil {
		t.Errorf("pct is %g, want none: it is true of no client", *f.Pct)
	}
	for _, n := range f.Nodes {
		if n.Pct != nil {
			t.Errorf("%s has pct %g, want none", n.Node, *n.Pct)
		}
	}
	near(t, "sdk=x", f.Strata[0].Pct, -15.8, 1)
	near(t, "sdk=y", f.Strata[1].Pct, -47.8, 1)
}

// The ticket's own numbers stand beside those of the logs, so that a reader sees both.
func TestHeadlinesAreSaidBesideTheThroughput(t *testing.T) {
	r := compare(t,
		side{stratumRun("b1", "1", "x", 9.150), stratumRun("b2", "1", "y", 6.689)},
		side{stratumRun("h1", "2", "x", 7.706), stratumRun("h2", "2", "y", 3.491)},
		func(in *diff.Input) { in.Headlines = map[string]float64{"sdk=x": -15.78, "sdk=y": -47.81} })
	r.check(r.one("level", "throughput"), want{says: []string{"the ticket's own numbers give -15.8 % and -47.8 %"}})
	if f := r.one("level", "cpu.busy"); contains(f.Text, "ticket") {
		t.Errorf("the ticket has no number about CPU: %s", f.Text)
	}
}

// One client faster and the other slower is two findings; their mean would hide both.
func TestStrataInOppositeDirections(t *testing.T) {
	r := compare(t,
		side{stratumRun("b1", "1", "x", 1), stratumRun("b2", "1", "y", 1)},
		side{stratumRun("h1", "2", "x", 0.8), stratumRun("h2", "2", "y", 1.3)})
	byStratum := map[string]*diff.Finding{}
	for _, f := range r.shown() {
		if f.Metric == "throughput" {
			byStratum[f.Where.Stratum["sdk"]] = f
		}
	}
	if len(byStratum) != 2 || byStratum["x"] == nil || byStratum["y"] == nil {
		t.Fatalf("want one finding for each client; there are\n%s", r.list())
	}
	r.check(byStratum["x"], want{direction: "lower", outcome: "worse", grade: "C"})
	r.check(byStratum["y"], want{direction: "higher", outcome: "better", grade: "C"})
	near(t, "sdk=x", byStratum["x"].Pct, -20, 1)
	near(t, "sdk=y", byStratum["y"].Pct, 30, 1)
}

// A client without the change is a control: it tells what the change depends on, and how
// small a change it would have shown.
func TestStratumWithoutTheChangeIsAControl(t *testing.T) {
	for _, x := range []struct {
		name       string
		base, head side
		says       []string
	}{
		{"one of two", side{stratumRun("b1", "1", "x", 1), stratumRun("b2", "1", "y", 1)},
			side{stratumRun("h1", "2", "x", 0.8), stratumRun("h2", "2", "y", 1)}, []string{"not in sdk=y (", "95 %"}},
		{"one of three", side{stratumRun("b1", "1", "x", 1), stratumRun("b2", "1", "y", 1), stratumRun("b3", "1", "z", 1)},
			side{stratumRun("h1", "2", "x", 0.8), stratumRun("h2", "2", "y", 0.8), stratumRun("h3", "2", "z", 1)},
			[]string{"in 2 of 3 strata", "not in sdk=z (", "95 %"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := compare(t, x.base, x.head)
			f := r.one("level", "throughput")
			r.check(f, want{direction: "lower", outcome: "worse", says: x.says, saysNot: []string{"in 2 of 2 strata"}})
		})
	}
}

// A late collapse under one topology and not under the other is what ticket 2 is about.
func TestControlOfAnOnset(t *testing.T) {
	run := func(id, build, size string, factor float64, nodes ...string) *rig {
		return newRig(id, build, nodes...).stratum("nodes", size).put("throughput", busyLoad(1000).from(0.8, factor))
	}
	r := compare(t,
		side{run("b1", "1", "3", 1, "node-a", "node-b", "node-c"), run("b2", "1", "1", 1, "node-a")},
		side{run("h1", "2", "3", 0.2, "node-a", "node-b", "node-c"), run("h2", "2", "1", 1, "node-a")})
	f := r.one("onset", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", agree: 3, total: 3, says: []string{"not in nodes=1 (", "95 %"}})
	if f.Where.Stratum["nodes"] != "3" {
		t.Errorf("the onset is of stratum %v, want nodes=3", f.Where.Stratum)
	}
}

// With known run noise strata make a claim replicated; the interval is that of the noise.
func TestStrataWithKnownNoise(t *testing.T) {
	r := compare(t,
		side{stratumRun("b1", "1", "x", 1), stratumRun("b2", "1", "y", 1)},
		side{stratumRun("h1", "2", "x", 0.8), stratumRun("h2", "2", "y", 0.8)},
		func(in *diff.Input) {
			for i, factor := range []float64{1, 1.02, 0.97, 1.02, 0.98} {
				in.Book = append(in.Book, diff.NewBookRun(stratumRun(fmt.Sprint("e", i), "0", "x", factor).ready().run, nil))
			}
		})
	f := r.one("level", "throughput")
	r.check(f, want{grade: "A", outcome: "worse", says: []string{"replicated, beyond what identical runs show"}})
	if f.CIPct == nil || !(f.CIPct[0] < -20 && f.CIPct[1] > -20 && f.CIPct[1] < -10) {
		t.Errorf("interval %v, want one about -20 %% of the width of the run noise", f.CIPct)
	}
	for _, p := range r.of("level", "throughput") {
		if p.FoldedInto != "" && p.Grade == "B" && p.Q == nil {
			t.Errorf("%s is graded B with a known noise and has no q", p.ID)
		}
	}
}

// Two clients of which one lost more at some thread count do not agree in size, whichever
// leg comes first.
func TestStrataOfUnlikeSizeInOneLeg(t *testing.T) {
	run := func(id, build, sdk string, k8, k16 float64) *rig {
		return newRig(id, build).stratum("sdk", sdk).threads(8, 16).
			add(feed{metric: "throughput", signal: busyLoad(1000 * k8), legs: []string{"t8"}}).
			add(feed{metric: "throughput", signal: busyLoad(1000 * k16), legs: []string{"t16"}})
	}
	for _, x := range [][2]float64{{0.8, 0.3}, {0.3, 0.8}} {
		r := compare(t, side{run("b1", "1", "x", 1, 1), run("b2", "1", "y", 1, 1)}, side{run("h1", "2", "x", 0.8, 0.8), run("h2", "2", "y", x[0], x[1])})
		r.check(r.one("level", "throughput"), want{direction: "lower", says: []string{"same direction, different size"}, saysNot: []string{"sizes compatible"}})
	}
}

// The ticket's own number is said whatever the shape of the run: one node, several legs.
func TestHeadlineOfOneNodeAndOfLegs(t *testing.T) {
	headline := func(in *diff.Input) { in.Headlines = map[string]float64{"": -15.8} }
	for name, r := range map[string]*result{
		"one node": pair(t, goal("b1", "1", busyLoad(9150), "node-a"), goal("h1", "2", busyLoad(7706), "node-a"), headline),
		"nodes":    pair(t, goal("b1", "1", busyLoad(9150)), goal("h1", "2", busyLoad(7706)), headline),
		"legs":     pair(t, newRig("b1", "1").threads(8, 16).put("throughput", busyLoad(9150)), newRig("h1", "2").threads(8, 16).put("throughput", busyLoad(7706)), headline),
	} {
		if f := r.one("level", "throughput"); !contains(f.Text, "the ticket's own numbers give -15.8 %") {
			t.Errorf("%s: the ticket's number is missing: %s", name, f.Text)
		}
	}
}
