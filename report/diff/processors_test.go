package diff_test

import (
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// On twice the processors the same work is half the share: that is neither cheaper nor less work.
func TestShareOfUnlikeProcessors(t *testing.T) {
	run := func(id, build string, busy float64, cpus int) *rig {
		r := newRig(id, build).put("throughput", busyLoad(1000)).put("latency.p95", busyLoad(0.01)).put("cpu.busy", busyLoad(busy))
		for _, n := range r.run.Nodes {
			n.CPUs = cpus
		}
		return r
	}
	for _, x := range []struct {
		name    string
		busy    float64
		cpus    int
		says    string
		cheaper bool
	}{
		{"twice the processors, the same work", 0.25, 8, "not less CPU time by itself: it is a share of all processors, of which there are 4 in the base and 8 in the head", false},
		{"twice the processors, and cheaper", 0.1, 8, "not less CPU time by itself", true},
		{"the same processors", 0.25, 4, "", true},
		{"half the processors", 0.95, 2, "not more CPU time by itself", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, run("b1", "1", 0.5, 4), run("h1", "2", x.busy, x.cpus))
			f := r.one("level", "cpu.busy")
			said := slices.ContainsFunc(f.Not, func(s string) bool { return x.says != "" && strings.HasPrefix(s, x.says) })
			if said != (x.says != "") {
				t.Errorf("says %q, want %q in it", f.Not, x.says)
			}
			if got := slices.ContainsFunc(r.Chains, func(ch diff.Chain) bool { return strings.Contains(ch.Text, "cheaper work") }); got != x.cheaper {
				t.Errorf("cheaper work is said: %v, want %v\n%s", got, x.cheaper, r.list())
			}
		})
	}
}
