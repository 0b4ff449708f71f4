package diff_test

import (
	"slices"
	"strings"
	"testing"
)

// Machines of a cloud have other names in every run: they are paired by the rank of their
// load within their role, and it is said which is which.
func TestNodesPairedByRank(t *testing.T) {
	run := func(id, build string, factor float64, names ...string) *rig {
		r := newRig(id, build, names...)
		for i, n := range names {
			r.put("throughput", busyLoad(1000*factor/float64(1+i)), n).put("cpu.busy", busyLoad(0.5*factor/float64(1+i)), n)
		}
		return r
	}
	r := pair(t, run("b1", "1", 1, "10.0.0.1", "10.0.0.2", "10.0.0.3"), run("h1", "2", 0.7, "10.0.9.30", "10.0.9.20", "10.0.9.10"))
	f := r.one("level", "throughput")
	r.check(f, want{direction: "lower", agree: 3, total: 3})
	near(t, "pct", f.Pct, -30, 2)
	called := map[string]string{}
	for _, n := range f.Nodes {
		called[n.Node] = n.HeadNode
	}
	if called["10.0.0.1"] != "10.0.9.30" || called["10.0.0.3"] != "10.0.9.10" {
		t.Errorf("nodes are called %v in the head, want the busiest to be the busiest", called)
	}
	if !r.warned("nodes_by_rank", "10.0.0.1 = 10.0.9.30") || r.Nodes.Paired != 3 || len(r.Nodes.Missing) > 0 {
		t.Errorf("nodes are %+v, warnings %v; want 3 paired and said how", r.Nodes, r.Warnings)
	}
	if !slices.Equal(r.Head.Runs[0].Nodes, []string{"10.0.9.10", "10.0.9.20", "10.0.9.30"}) {
		t.Errorf("the head's nodes are %v, want their own names", r.Head.Runs[0].Nodes)
	}
}

// Roles keep sources and targets apart, whatever their load.
func TestRanksWithinRoles(t *testing.T) {
	run := func(id, build string, source, target float64, names ...string) *rig {
		return newRig(id, build, names...).role("c1", names[0]).role("c2", names[1]).
			put("throughput", busyLoad(source), names[0]).put("throughput", busyLoad(target), names[1])
	}
	r := pair(t, run("b1", "1", 1000, 900, "s", "t"), run("h1", "2", 500, 900, "x", "y"))
	if !r.warned("nodes_by_rank", "s = x (c1), t = y (c2)") {
		t.Errorf("warnings are %v, want s = x and t = y", r.Warnings)
	}
}

// As many nodes a side are needed: else nobody can say which is missing.
func TestNoRankWithUnlikeNumbers(t *testing.T) {
	r := pair(t, loaded("b1", "1", 1, "a1", "a2", "a3"), loaded("h1", "2", 1, "z1", "z2"))
	if r.Exit.Code != 4 || r.Nodes.Paired != 0 || !strings.Contains(r.Exit.Reason, "no node name is on both sides") {
		t.Errorf("exit %+v with %d paired, want 4 and none", r.Exit, r.Nodes.Paired)
	}
}
