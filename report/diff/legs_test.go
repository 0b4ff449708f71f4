package diff_test

import (
	"strings"
	"testing"
)

// threaded is a run over thread counts whose throughput is changed leg by leg.
func threaded(id, build string, factors map[int]float64, counts ...int) *rig {
	r := newRig(id, build).threads(counts...)
	for _, c := range counts {
		f, ok := factors[c]
		if !ok {
			f = 1
		}
		name := legName(c)
		r.add(feed{metric: "throughput", signal: busyLoad(1000 * f), legs: []string{name}})
		r.add(feed{metric: "cpu.busy", signal: busyLoad(0.4), legs: []string{name}})
	}
	return r
}

func legName(count int) string { return newRig("x", "x", "n").threads(count).run.Nodes[0].Legs[0].Name }

// Five thread counts that all lost are one finding with a range, not five to read.
func TestLegsWithOneVerdictAreJoined(t *testing.T) {
	counts := []int{2, 4, 16, 128}
	r := pair(t, threaded("b1", "1", nil, counts...), threaded("h1", "2", map[int]float64{2: 0.85, 4: 0.7, 16: 0.6, 128: 0.5}, counts...))
	f := r.one("level", "throughput")
	r.check(f, want{direction: "lower", outcome: "worse", grade: "C", agree: 3, total: 3,
		says: []string{"at all 4 values of threads (2, 4, 16, 128)", " to -"}})
	if f.Where.Leg != nil || len(f.Legs) != 4 {
		t.Fatalf("leg %v, legs %+v; want none and all four", f.Where.Leg, f.Legs)
	}
	near(t, "pct", f.Pct, 100*(0.6518-1), 1) // the mean log ratio
	for _, l := range f.Legs {
		want := map[string]float64{"t2": -15, "t4": -30, "t16": -40, "t128": -50}[l.Leg]
		near(t, l.Leg, l.Pct, want, 1)
	}
	for _, x := range r.of("level", "throughput") {
		if x.Where.Leg != nil && x.FoldedInto == "" {
			t.Errorf("leg %s is shown beside the joined finding: %s", *x.Where.Leg, x.Text)
		}
	}
}

// A change that only many threads show is a matter of contention; the others are named as unmoved.
func TestUnmovedLegsAreNamed(t *testing.T) {
	counts := []int{2, 4, 16, 128}
	r := pair(t, threaded("b1", "1", nil, counts...), threaded("h1", "2", map[int]float64{16: 0.7, 128: 0.6}, counts...))
	r.check(r.one("level", "throughput"), want{direction: "lower", says: []string{"at 2 of 4 values of threads (16, 128)", "not at 2, 4"}})

	r = pair(t, threaded("b1", "1", nil, counts...), threaded("h1", "2", map[int]float64{128: 0.6}, counts...))
	f := r.one("level", "throughput")
	r.check(f, want{direction: "lower", says: []string{"at 1 of 4 values of threads (128)", "not at 2, 4, 16"}})
	if f.Where.Leg == nil || *f.Where.Leg != "t128" {
		t.Errorf("the leg is %v, want t128", f.Where.Leg)
	}
}

// Faster with few threads and slower with many is two things; the mean of both is neither.
func TestLegsInOppositeDirectionsStayApart(t *testing.T) {
	counts := []int{2, 4, 128}
	r := pair(t, threaded("b1", "1", nil, counts...), threaded("h1", "2", map[int]float64{2: 1.4, 4: 1.3, 128: 0.6}, counts...))
	var texts []string
	for _, f := range r.shown() {
		if f.Kind == "level" && f.Metric == "throughput" {
			texts = append(texts, f.Direction+" "+f.Outcome+": "+f.Text)
		}
	}
	all := strings.Join(texts, "\n")
	if len(texts) != 2 || !contains(all, "higher better") || !contains(all, "lower worse") || !contains(all, "(2, 4)") || !contains(all, "(128)") {
		t.Errorf("findings are\n%s\nwant one higher at 2 and 4 threads, one lower at 128", all)
	}
}

// A load that collapses with 8 threads says nothing about the one with 16, least of all when that got faster.
func TestOnsetOfOneLegDoesNotHideAnother(t *testing.T) {
	run := func(id, build string, late, other float64) *rig {
		return newRig(id, build).threads(8, 16).
			add(feed{metric: "throughput", signal: busyLoad(1000).from(0.7, late), legs: []string{"t8"}}).
			add(feed{metric: "throughput", signal: busyLoad(1000 * other), legs: []string{"t16"}})
	}
	for _, x := range []struct {
		other              float64
		direction, outcome string
	}{{1.4, "higher", "better"}, {0.6, "lower", "worse"}} {
		r := pair(t, run("b1", "1", 1, 1), run("h1", "2", 0.4, x.other))
		r.check(r.one("onset", "throughput"), want{direction: "lower", outcome: "worse"})
		f := r.one("level", "throughput")
		r.check(f, want{direction: x.direction, outcome: x.outcome})
		if f.Where.Leg == nil || *f.Where.Leg != "t16" {
			t.Errorf("the level is of leg %v, want t16", f.Where.Leg)
		}
	}
}

// Legs give degrees of freedom to the run noise, yet they share their run: two runs a
// side in many legs are A, one run a side in many legs stays C.
func TestLegsAreNoReplicates(t *testing.T) {
	counts := []int{1, 2, 4, 8, 16, 32}
	slow := map[int]float64{}
	for _, c := range counts {
		slow[c] = 0.7
	}
	r := pair(t, threaded("b1", "1", nil, counts...), threaded("h1", "2", slow, counts...))
	r.check(r.one("level", "throughput"), want{grade: "C", says: []string{"unreplicated"}})
	r = compare(t, side{threaded("b1", "1", nil, counts...), threaded("b2", "1", nil, counts...)},
		side{threaded("h1", "2", slow, counts...), threaded("h2", "2", slow, counts...)})
	r.check(r.one("level", "throughput"), want{grade: "A"})
}

// Legs told apart by something that is no number are named by their folders.
func TestLegsWithoutANumericFactor(t *testing.T) {
	run := func(id, build string, factor float64) *rig {
		return newRig(id, build).leg("read", "mix", "ro").leg("write", "mix", "rw").
			add(feed{metric: "throughput", signal: busyLoad(1000), legs: []string{"read"}}).
			add(feed{metric: "throughput", signal: busyLoad(1000 * factor), legs: []string{"write"}})
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.6))
	r.check(r.one("level", "throughput"), want{direction: "lower", says: []string{"(write)", "not at read"}})
}

// Half of the nodes at one thread count and the other half at another: somebody agreed.
func TestNodesThatAgreeInOneLegEach(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		r := newRig(id, build, "node-a", "node-b", "node-c", "node-d").threads(8, 16)
		for _, x := range []struct {
			leg   string
			slow  []string
			usual []string
		}{{"t8", []string{"node-a", "node-b"}, []string{"node-c", "node-d"}}, {"t16", []string{"node-c", "node-d"}, []string{"node-a", "node-b"}}} {
			r.add(feed{metric: "throughput", signal: busyLoad(1000 * k), legs: []string{x.leg}, nodes: x.slow})
			r.add(feed{metric: "throughput", signal: busyLoad(1000), legs: []string{x.leg}, nodes: x.usual})
		}
		return r
	}
	r := pair(t, run("b1", "1", 1), run("h1", "2", 0.5))
	for _, f := range r.Findings {
		if f.NodesAgree == 0 && f.Grade != "X" {
			t.Errorf("a change on none of the nodes: %s", f.Text)
		}
	}
	if len(r.verdicts()) == 0 {
		t.Errorf("every node lost half of its throughput at one thread count, and nothing says so\n%s", r.list())
	}
}
