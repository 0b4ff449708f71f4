package diff_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// book gives a comparison earlier runs.
func book(runs ...*rig) func(*diff.Input) {
	return func(in *diff.Input) {
		for _, r := range runs {
			in.Book = append(in.Book, diff.NewBookRun(r.ready().run, in.Window))
		}
	}
}

// repeats are earlier runs of one build, with these levels.
func repeats(build string, factors ...float64) (runs []*rig) {
	for i, f := range factors {
		runs = append(runs, loaded(fmt.Sprintf("e%s-%d", build, i+1), build, f))
	}
	return runs
}

// pairsApart are two earlier runs of each of some builds, with these log ratios.
func pairsApart(ratios ...float64) (runs []*rig) {
	for i, r := range ratios {
		runs = append(runs, repeats(fmt.Sprint("p", i), 1, math.Exp(r))...)
	}
	return runs
}

// A lake with earlier runs of one build knows how much runs differ, so that one pair can be graded.
func TestNoiseBook(t *testing.T) {
	quiet, loud := []float64{0.01, -0.02, 0.015, -0.01, 0.02, -0.015}, []float64{0.3, -0.4, 0.35, -0.3, 0.4, -0.35}
	r := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.8), book(pairsApart(quiet...)...))
	f := r.one("level", "throughput")
	r.check(f, want{grade: "B", outcome: "worse", says: []string{"beyond what identical runs show (12 earlier runs of this test, sd "}})
	if n := f.RunNoise; n == nil || !(n.SDPct > 0.5 && n.SDPct < 2.5) || !strings.HasPrefix(n.Source, "12 earlier runs of this test") {
		t.Errorf("the finding rests on %+v, want a noise of about 1 %% from 12 earlier runs", n)
	}
	if b := r.NoiseBook; b == nil || len(b.Runs) != 12 || b.Builds != 6 || !b.Enough || !strings.Contains(b.Text, "do not prove") {
		t.Errorf("the earlier runs are not told with what they do not prove: %+v", b)
	}
	r = pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.8), book(pairsApart(loud...)...))
	r.check(r.one("level", "throughput"), want{grade: "X", says: []string{"within what identical runs do (12 earlier runs of this test, sd "}})
	r = pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.8), book(pairsApart(quiet[:3]...)...)) // three pairs are too few
	r.check(r.one("level", "throughput"), want{grade: "C", says: []string{"run noise unknown"}})
	if b := r.NoiseBook; b == nil || b.Enough || !strings.Contains(b.Text, "6 earlier runs of this test") || !strings.Contains(b.Text, "too few") {
		t.Errorf("three pairs are told as %+v", b)
	}

	// A change under three times the minimum can be told once the noise is known.
	r = pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.95), book(pairsApart(quiet...)...))
	r.check(r.one("level", "throughput"), want{grade: "B", outcome: "worse"})
}

// Runs of one build gave 4455, 5259, 9129 and 4485 operations a second. Whatever a pair
// of builds does inside that is what identical runs do.
func TestRunsOfOneBuildThatDifferTwofold(t *testing.T) {
	ops := func(id, build string, rate float64) *rig { return newRig(id, build).put("throughput", busyLoad(rate)) }
	var earlier []*rig
	for i, rate := range []float64{4455, 5259, 9129, 4485} {
		earlier = append(earlier, ops(fmt.Sprint("e", i), "0", rate))
	}
	for _, head := range []float64{5200, 9100, 3000} {
		r := pair(t, ops("b1", "1", 4500), ops("h1", "2", head), book(earlier...))
		f := r.one("level", "throughput")
		r.check(f, want{grade: "X", outcome: "neutral", says: []string{"Cannot tell", "within what identical runs do (4 earlier runs of this test, sd 33"}})
		if len(r.verdicts()) != 0 {
			t.Errorf("4500 -> %g is called %s: %s", head, f.Outcome, f.Text)
		}
	}
	r := pair(t, ops("b1", "1", 4500), ops("h1", "2", 45), book(earlier...))
	r.check(r.one("level", "throughput"), want{grade: "B", outcome: "worse"})
	if f := pair(t, ops("b1", "1", 4500), ops("h1", "2", 9100)).one("level", "throughput"); f.Grade != "C" {
		t.Errorf("grade %s without a book, want C", f.Grade)
	}
}

// What makes no book: runs of unknown builds, runs of the comparison, runs of another
// stratum, and legs in place of runs.
func TestWhatMakesNoBook(t *testing.T) {
	quiet := []float64{1, 1.01, 0.99, 1, 1.01}
	tests := map[string][]*rig{
		"no label": repeats("", quiet...),
		"other":    nil,
		"twice": {loaded("b1", "1", 1), loaded("h1", "2", 1), loaded("h1", "2", 1),
			loaded("b1", "1", 1), loaded("b1", "1", 1)},
	}
	for _, r := range repeats("9", quiet...) {
		tests["other"] = append(tests["other"], r.stratum("sdk", "z"))
	}
	for name, earlier := range tests {
		t.Run(name, func(t *testing.T) {
			r := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.8), book(earlier...))
			r.check(r.one("level", "throughput"), want{grade: "C", says: []string{"run noise unknown"}})
			if r.NoiseBook != nil {
				t.Errorf("the book holds %q", r.NoiseBook.Runs)
			}
		})
	}
	t.Run("legs", func(t *testing.T) { // two earlier runs with five legs are one pair, not five
		run := func(id, build string, f float64) *rig {
			return newRig(id, build).threads(1, 2, 4, 8, 16).put("throughput", busyLoad(1000*f))
		}
		r := pair(t, run("b1", "1", 1), run("h1", "2", 0.7), book(run("e1", "0", 1), run("e2", "0", 1.01)))
		r.check(r.one("level", "throughput"), want{grade: "C", says: []string{"run noise unknown"}})
		r = pair(t, run("b1", "1", 1), run("h1", "2", 0.7), book(run("e1", "0", 1), run("e2", "0", 1.01), run("e3", "0", 0.99), run("e4", "0", 1)))
		r.check(r.one("level", "throughput"), want{grade: "B", says: []string{"(4 earlier runs of this test, sd "}})
	})
}

// Replicates and earlier runs are pooled by their degrees of freedom.
func TestBookBesideReplicates(t *testing.T) {
	base, head := replicates("b", "1", nil, 1, 1.02), replicates("h", "2", nil, 0.9, 0.91)
	earlier := []*rig(replicates("e", "0", nil, 1, 1.03, 0.98, 1.01, 1))
	f := compare(t, base, head, book(earlier...)).one("level", "throughput")
	if f.RunNoise == nil || f.Grade != "A" || !strings.HasPrefix(f.RunNoise.Source, "replicates in 2 groups and 5 earlier runs of this test") || math.Abs(f.RunNoise.DF-6) > 1e-9 {
		t.Fatalf("grade %s rests on %+v, want A on 2 + 4 degrees of freedom: %s", f.Grade, f.RunNoise, f.Text)
	}
	// 0.0004 on 1, 0.00005 on 1 and about 0.00033 on 4 degrees of freedom.
	if sd := f.RunNoise.SDPct; !(sd > 1.1 && sd < 2.2) {
		t.Errorf("pooled noise %.2f %%, want about 1.6", sd)
	}
}

// Spreads and costs have their own noise in the book.
func TestBookOfSpreadsAndCosts(t *testing.T) {
	run := func(id, build string, cv, cost float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000)).add(feed{metric: "cpu.busy", signal: white(0.5*cost, cv)})
	}
	earlier := func(cvs ...float64) (out []*rig) {
		for i, cv := range cvs {
			out = append(out, run(fmt.Sprint("e", i), "0", cv, 1+float64(i%2)/100))
		}
		return out
	}
	r := pair(t, run("b1", "1", 0.05, 1), run("h1", "2", 0.1, 1.2), book(earlier(0.05, 0.051, 0.049, 0.05, 0.052, 0.048)...))
	r.check(r.one("volatility", "cpu.busy"), want{grade: "B", says: []string{"6 earlier runs of this test"}})
	for _, f := range r.of("level", "per_op.cpu.busy") {
		r.check(f, want{grade: "B", says: []string{"6 earlier runs of this test"}})
	}
	r = pair(t, run("b1", "1", 0.05, 1), run("h1", "2", 0.1, 1), book(earlier(0.05, 0.15, 0.03, 0.2, 0.04, 0.12)...))
	for _, f := range r.of("volatility", "cpu.busy") {
		if f.Grade != "X" {
			t.Errorf("grade %s of a spread within that of identical runs: %s", f.Grade, f.Text)
		}
	}
}

// The order in which a lake gives its runs changes nothing.
func TestBookInAnyOrder(t *testing.T) {
	earlier := pairsApart(0.01, -0.02, 0.015, -0.01, 0.02)
	a := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.9), book(earlier...))
	slices.Reverse(earlier)
	b := pair(t, loaded("b1", "1", 1), loaded("h1", "2", 0.9), book(earlier...))
	if text(t, a.Result) != text(t, b.Result) {
		t.Error("two orders of the earlier runs give two results")
	}
}

// bench sets a setting of the load generator on every node.
func bench(r *rig, name, value string) *rig {
	for _, n := range r.ready().run.Nodes {
		n.Settings = append(n.Settings, schemas.Setting{Name: name, Value: value, Scope: schemas.ScopeBench, Source: r.source(n, "sysbench", "sysbench.txt", "", "", "")})
	}
	return r
}

func TestChooseBook(t *testing.T) {
	compared := []*rig{bench(loaded("b1", "1", 1), "sysbench.rate", "500"), bench(loaded("h1", "2", 1), "sysbench.rate", "500")}
	at := func(r *rig, rate string) *rig { return bench(r, "sysbench.rate", rate) }
	damaged, missing, larger := at(loaded("damaged", "0", 1), "500"), at(loaded("missing", "0", 1), "500"), at(loaded("larger", "0", 1), "500")
	damaged.run.Nodes[1].Damaged = true
	missing.run.Missing = []string{"node-d"}
	larger.run.Nodes[0].CPUs = 64
	earlier := []*rig{
		at(loaded("e1", "0", 1).set("sync_binlog", "0"), "500"), at(loaded("e2", "0", 1).set("sync_binlog", "0"), "500"), at(loaded("e3", "0", 1).set("sync_binlog", "1"), "500"),
		at(loaded("other-rate", "0", 1), "900"), at(loaded("single", "8", 1), "500"),
		at(loaded("nameless", "", 1), "500"), damaged, missing, larger, compared[0],
		at(loaded("stratum", "0", 1).stratum("sdk", "z"), "500"),
	}
	chosen, left := diff.ChooseBook(side(compared).runs(), side(earlier).runs())
	var ids []string
	for _, r := range chosen {
		ids = append(ids, r.ID)
	}
	slices.Sort(ids)
	if !slices.Equal(ids, []string{"e1", "e2"}) {
		t.Errorf("chosen %q, want e1 and e2", ids)
	}
	for _, why := range []string{"nameless: their build is not known", "missing or damaged", "other-rate: sysbench.rate is 900 and not 500",
		"larger: 64 processors on node-a and not 8", "stratum: no compared run has their factors", "no other earlier run of their build"} {
		if !strings.Contains(strings.Join(left, "\n"), why) {
			t.Errorf("not said: %s; said is %q", why, left)
		}
	}

	var many []*rig
	for i := range 31 {
		r := loaded(fmt.Sprintf("m%02d", i), fmt.Sprint(i/2), 1).ready()
		for _, n := range r.run.Nodes { // a day apart, whatever their names
			n.Legs[0].From = int64(firstLoad+86400*float64(31-i)) * 1e6
		}
		many = append(many, r)
	}
	chosen, _ = diff.ChooseBook(side{loaded("b1", "x", 1)}.runs(), side(many).runs())
	if len(chosen) != diff.BookRuns || chosen[0].ID != "m19" || chosen[19].ID != "m00" {
		t.Errorf("%d runs from %s to %s are chosen, want the newest 20, m19 to m00", len(chosen), chosen[0].ID, chosen[len(chosen)-1].ID)
	}
}

// The compared run counts with the earlier ones of its build: four runs tell the noise, one of
// which is compared. Two runs of one build are no measure of their own difference.
func TestBookOfTheComparedBuild(t *testing.T) {
	ops := func(id, build string, rate float64) *rig { return newRig(id, build).put("throughput", busyLoad(rate)) }
	earlier := []*rig{ops("e1", "1", 4455), ops("e2", "1", 9129), ops("e3", "1", 4485)}
	r := pair(t, ops("b1", "1", 5259), ops("h1", "2", 8000), book(earlier...))
	f := r.one("level", "throughput")
	r.check(f, want{grade: "X", outcome: "neutral", says: []string{"within what identical runs do (3 earlier runs of this test and the base itself, sd 33"}})
	if n := f.RunNoise; n == nil || n.DF < 3 || math.Abs(n.SDPct-100*sdOfLogs(4455, 5259, 9129, 4485)) > 1 {
		t.Errorf("the noise is %+v, want that of all four", n)
	}
	if b := r.NoiseBook; b == nil || !b.Enough || len(b.Runs) != 3 {
		t.Errorf("the book is %+v", b)
	}
	r = pair(t, ops("h1", "2", 8000), ops("b1", "1", 5259), book(earlier...))
	r.check(r.one("level", "throughput"), want{grade: "X", says: []string{"and the head itself"}})
	r = pair(t, ops("b1", "1", 5259).set("flush", "1"), ops("h1", "2", 8000).set("flush", "1"), book(
		ops("e1", "1", 4455).set("flush", "2"), ops("e2", "1", 9129).set("flush", "2"), ops("e3", "1", 4485).set("flush", "2")))
	r.check(r.one("level", "throughput"), want{grade: "C", says: []string{"run noise unknown"}}) // three runs of another server
	r = pair(t, ops("b1", "1", 5259), ops("h1", "1", 8000), book(earlier...))
	if b := r.NoiseBook; b == nil || b.Enough {
		t.Errorf("two runs of one build count for their own noise: %+v", b)
	}
}
