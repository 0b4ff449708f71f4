package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// cloudRun is a run on three machines whose names begin with its own, the second of which
// carries the least load.
func cloudRun(id, build string, rate float64) *rig {
	return namedRun(id, build, rate, id+"-x", id+"-y", id+"-z")
}

func namedRun(id, build string, rate float64, names ...string) *rig {
	r := newRig(id, build, names...)
	for i, share := range []float64{0.5, 0.1, 0.4} {
		r.put("throughput", busyLoad(rate*share), names[i])
	}
	return r
}

// choosing has ChooseBook look at earlier runs and gives the names of those that it takes.
func choosing(compared, earlier []*rig) (chosen []string, left string) {
	runs := func(rigs []*rig) (out []*diff.Run) {
		for _, r := range rigs {
			out = append(out, r.ready().run)
		}
		return out
	}
	list, why := diff.ChooseBook(runs(compared), runs(earlier))
	for _, r := range list {
		chosen = append(chosen, r.ID)
	}
	slices.Sort(chosen)
	return chosen, strings.Join(why, "; ")
}

// Where every run has machines of its own, the noise of earlier such runs counts; their nodes
// are put together by the rank of their load.
func TestBookOfRunsThatRoam(t *testing.T) {
	var earlier []*rig
	for i, rate := range []float64{4455, 5259, 9129, 4485} {
		earlier = append(earlier, namedRun(fmt.Sprint("e", i), "0", rate, fmt.Sprint("b", i), fmt.Sprint("c", i), fmt.Sprint("a", i)))
	}
	base, head := cloudRun("b1", "1", 4500), cloudRun("h1", "2", 8000)
	if chosen, left := choosing([]*rig{base, head}, earlier); len(chosen) != 4 {
		t.Fatalf("chosen %v, left out %s", chosen, left)
	}
	r := pair(t, base, head, book(earlier...))
	f := r.one("level", "throughput")
	r.check(f, want{grade: "X", outcome: "neutral", says: []string{"within what identical runs do (4 earlier runs of this test, sd 33"}})
	if n := f.RunNoise; n == nil || !(n.SDPct > 33 && n.SDPct < 35) {
		t.Errorf("the noise is %+v, want that of the four runs", n)
	}
	if b := r.NoiseBook; b == nil || !b.Enough || !strings.Contains(b.Text, "each on nodes of its own") {
		t.Errorf("the book is %+v", b)
	}
	r = pair(t, cloudRun("b1", "1", 4500), cloudRun("h1", "0", 8000), book(earlier[1:]...))
	r.check(r.one("level", "throughput"), want{grade: "X", says: []string{"3 earlier runs of this test and the head itself"}})
}

// Repeats on one set of machines say nothing of runs that each have their own, nor the other
// way round.
func TestBookOfOtherMachines(t *testing.T) {
	var still, roaming []*rig
	for i, rate := range []float64{5000, 5010, 4990, 5000} {
		still = append(still, namedRun(fmt.Sprint("e", i), "0", rate, "m1", "m2", "m3"))
		roaming = append(roaming, cloudRun(fmt.Sprint("e", i), "0", rate))
	}
	cloud := []*rig{cloudRun("b1", "1", 5000), cloudRun("h1", "2", 4000)}
	fixed := []*rig{namedRun("b1", "1", 5000, "n1", "n2", "n3"), namedRun("h1", "2", 4000, "n1", "n2", "n3")}
	for name, x := range map[string]struct {
		compared, earlier []*rig
		why               string
	}{
		"repeats of one set of machines": {cloud, still, "no other earlier run of their build is like them"},
		"runs that roam":                 {fixed, roaming, "no node n1"},
		"other machines":                 {fixed, still, "no node n1"},
		"one side's own machines":        {cloud, []*rig{namedRun("e1", "0", 5000, "b1-x", "b1-y", "b1-z"), cloudRun("e2", "0", 5000)}, "they share nodes with a compared run, and the compared runs share none"},
	} {
		chosen, left := choosing(x.compared, x.earlier)
		if len(chosen) != 0 || !strings.Contains(left, x.why) {
			t.Errorf("%s: chosen %v, left out %q, want none: %s", name, chosen, left, x.why)
		}
	}
}

// What the bench says of how a run was made keeps runs apart: another offered rate is another noise.
func TestFactsSplitTheBook(t *testing.T) {
	run := func(id, build, offered string, f float64) *rig {
		r := loaded(id, build, f)
		r.run.Facts = map[string]string{"workload": "small writes", "offered_rate_tps": offered}
		return r
	}
	compared := []*rig{run("b1", "1", "1000", 1), run("h1", "2", "1000", 0.8)}
	var earlier []*rig
	for i, f := range []float64{1, 1.01, 0.99, 1} {
		earlier = append(earlier, run(fmt.Sprint("same", i), "0", "1000", f), run(fmt.Sprint("other", i), "0", "200", f))
	}
	chosen, left := choosing(compared, earlier)
	if !slices.Equal(chosen, []string{"same0", "same1", "same2", "same3"}) || !strings.Contains(left, "offered_rate_tps is 200 and not 1000") {
		t.Errorf("chosen %v, left out %s", chosen, left)
	}
	// Two at one rate and two at another are two groups, and their difference is no noise.
	r := pair(t, compared[0], compared[1], book(run("e1", "0", "1000", 1), run("e2", "0", "1000", 1.01), run("e3", "0", "200", 0.2), run("e4", "0", "200", 0.2)))
	if b := r.NoiseBook; b == nil || b.Enough {
		t.Errorf("four runs at two rates are taken for four of one: %+v", b)
	}
	noFacts := loaded("e9", "0", 1)
	if chosen, _ := choosing(compared, append(earlier, noFacts)); len(chosen) != 5 {
		t.Errorf("a run whose bench says nothing of its rate is not known to be another: %v", chosen)
	}
}
