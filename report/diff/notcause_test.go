package diff_test

import (
	"strings"
	"testing"

	"inquest/schemas"
)

// notOf is what the shown throughput finding of a kind says it is not.
func notOf(r *result, kind string) string { return strings.Join(r.one(kind, "throughput").Not, "; ") }

// A loss on a disk with nothing to do is not the disk's; on one that was busy, or busy for
// a moment, nothing is said.
func TestIdleDiskIsNotTheCause(t *testing.T) {
	loss := func(util signal) *result {
		return pair(t, newRig("b1", "1").put("throughput", busyLoad(1000)).put("disk.util", white(0.004, 0.1)),
			newRig("h1", "2").put("throughput", busyLoad(600)).put("disk.util", util))
	}
	if not := notOf(loss(white(0.003, 0.1)), "level"); !strings.Contains(not, "not a saturated disk: disk utilisation is 0.4") {
		t.Errorf("an idle disk: %q", not)
	}
	for what, util := range map[string]signal{"a busy disk": white(0.3, 0.1), "a disk that was full for a moment": white(0.003, 0.1).between(0.50, 0.51, 300)} {
		if not := notOf(loss(util), "level"); strings.Contains(not, "disk") {
			t.Errorf("%s: %q", what, not)
		}
	}
	r := pair(t, goal("b1", "1", busyLoad(1000)), goal("h1", "2", busyLoad(600)))
	if not := notOf(r, "level"); strings.Contains(not, "disk") {
		t.Errorf("no disk was recorded: %q", not)
	}
}

// A load generator that offers one rate on both sides did not offer less.
func TestOfferedLoadIsNotTheCause(t *testing.T) {
	offered := func(g *rig, rate string) *rig {
		for _, n := range g.run.Nodes {
			n.Settings = append(n.Settings, schemas.Setting{Name: "sysbench.rate", Value: rate, Scope: schemas.ScopeBench, Source: g.source(n, "sysbench", "sysbench.log", "", "", "")})
		}
		return g
	}
	for rate, want := range map[string]bool{"1000": true, "600": false, "0": false} {
		r := pair(t, offered(goal("b1", "1", busyLoad(1000)), "1000"), offered(goal("h1", "2", busyLoad(600)), rate))
		if not := notOf(r, "level"); strings.Contains(not, "not a lighter load: the load generator offers 1000/s on both sides") != want {
			t.Errorf("offered %s: %q", rate, not)
		}
	}
}

// What an operation costs as before is said beside noise too, where it is within 5 %.
func TestCostThatStaysBesideNoise(t *testing.T) {
	run := func(id string, work, flushes float64) *rig {
		return newRig(id, "1").put("throughput", white(work, 0.02)).put("disk.flush_rate", white(flushes, 0.02))
	}
	for flushes, want := range map[float64]bool{70.5: true, 90: false} {
		r := pair(t, run("b1", 1000, 100), run("h1", 700, flushes))
		if not := notOf(r, "noise"); strings.Contains(not, "disk flushes per operation are unchanged") != want {
			t.Errorf("100 -> %g flushes for 1000 -> 700 operations: %q", flushes, not)
		}
	}
}
