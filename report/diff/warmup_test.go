package diff_test

import (
	"regexp"
	"testing"

	"inquest/report/diff"
)

// warmRun is 600 s of throughput and CPU that reach their level after a share of the run.
func warmRun(id, build string, share, cv, factor float64) *rig {
	shape := func(s signal) signal {
		if share == 0 {
			return s
		}
		return s.warming(share)
	}
	return newRig(id, build).lasting(600).put("throughput", shape(wavering(1000*factor, 0.04, 0.5))).put("cpu.busy", shape(wavering(0.5*factor, cv, 0.5)))
}

// The spread of a ramp is no volatility: a head that warms up for 80 s and then runs as
// the base does is not more volatile. Asked for the whole window, it is.
func TestWarmUpIsNoVolatility(t *testing.T) {
	whole := func(in *diff.Input) { in.Window = &[2]float64{0, 600} }
	base, head := warmRun("b1", "1", 0, 0.05, 1), warmRun("h1", "2", 0.13, 0.05, 1)
	if r := pair(t, base, head, whole); len(r.of("volatility", "cpu.busy")) == 0 {
		t.Error("the ramp is not seen in the whole window, so this test shows nothing")
	}
	for _, sides := range [][2]*rig{{base, head}, {head, base}} {
		r := pair(t, sides[0], sides[1])
		for _, metric := range []string{"cpu.busy", "throughput"} {
			for _, f := range r.of("volatility", metric) {
				t.Errorf("a warm-up on one side is called volatile: %s", f.Text)
			}
		}
	}
}

// Real volatility is still seen, and the sentence says what it leaves out; levels are
// means over the whole load all the same.
func TestVolatilityAfterTheWarmUp(t *testing.T) {
	r := pair(t, warmRun("b1", "1", 0.1, 0.05, 1), warmRun("h1", "2", 0.1, 0.2, 0.7))
	f := r.one("volatility", "cpu.busy")
	r.check(f, want{direction: "higher", outcome: "symptom", agree: 3, total: 3})
	if !regexp.MustCompile(`of 1 s steps, after the first (4|5|6)\d(\.\d)? s;`).MatchString(f.Text) || f.Where.Phase != "body" {
		t.Errorf("phase %q, want the body; nothing says after which start: %s", f.Where.Phase, f.Text)
	}
	near(t, "spread against the level", f.RelativePct, 300, 60)
	level := r.one("level", "cpu.busy")
	if level.Where.Phase != "whole" {
		t.Errorf("the level is of the %s", level.Where.Phase)
	}
	near(t, "base", level.Base, 0.5*0.96, 0.005) // a tenth of the run at 0.6 on average
	near(t, "head", level.Head, 0.35*0.96, 0.01)

	r = pair(t, warmRun("b1", "1", 0, 0.05, 1), warmRun("h1", "2", 0, 0.2, 1))
	if f := r.one("volatility", "cpu.busy"); contains(f.Text, "after") || f.Where.Phase != "whole" {
		t.Errorf("no warm-up, phase %q: %s", f.Where.Phase, f.Text)
	}
}

// Over legs and strata the cuts may differ.
func TestWarmUpOfLegs(t *testing.T) {
	run := func(id, build string, cv float64) *rig {
		r := newRig(id, build).lasting(300).threads(8, 16)
		for i, leg := range []string{"t8", "t16"} {
			r.add(feed{metric: "throughput", signal: wavering(1000, 0.03, 0.4).warming([]float64{0.1, 0.25}[i]), legs: []string{leg}})
		}
		return r.put("cpu.busy", wavering(0.5, cv, 0.4))
	}
	f := pair(t, run("b1", "1", 0.05), run("h1", "2", 0.2)).one("volatility", "cpu.busy")
	if !regexp.MustCompile(`after the first [23]\d(\.\d)? to [67]\d(\.\d)? s;`).MatchString(f.Text) || f.Where.Phase != "body" {
		t.Errorf("phase %q: %s", f.Where.Phase, f.Text)
	}
}
