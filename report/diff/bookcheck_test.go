package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// repeated are runs of one build, a day apart.
func repeated(n int) []*diff.Run {
	var runs []*diff.Run
	for i := range n {
		r := loaded(fmt.Sprintf("r%02d", i), "1", 1)
		for _, node := range r.run.Nodes {
			node.Legs[0].From = int64(firstLoad+86400*float64(i)) * 1e6
		}
		runs = append(runs, r.run)
	}
	return runs
}

func names(runs []*diff.Run) string {
	var out []string
	for _, r := range runs {
		out = append(out, r.ID)
	}
	return strings.Join(out, " ")
}

func TestSplits(t *testing.T) {
	runs := repeated(9)
	for _, x := range []struct{ runs, a, all, disjoint int }{{4, 1, 6, 2}, {5, 1, 10, 2}, {4, 2, 3, 1}, {9, 2, 378, 2}, {3, 2, 0, 0}, {4, 0, 0, 0}, {1, 1, 0, 0}} {
		splits := diff.Splits(runs[:x.runs], x.a)
		seen, used := map[string]bool{}, map[string]bool{}
		disjoint := 0
		for i, s := range splits {
			base, head := names(s.Base), names(s.Head)
			if seen[base+"|"+head] || seen[head+"|"+base] {
				t.Errorf("%s against %s is made twice", base, head)
			}
			seen[base+"|"+head] = true
			if len(s.Base) != x.a || len(s.Head) != x.a || s.Base[0].ID > s.Head[0].ID {
				t.Errorf("%s against %s: want %d a side, the earliest in the base", base, head, x.a)
			}
			if !s.Disjoint {
				continue
			}
			if disjoint++; disjoint != i+1 {
				t.Errorf("%s against %s shares no run and does not stand in front", base, head)
			}
			for _, r := range slices.Concat(s.Base, s.Head) {
				if used[r.ID] {
					t.Errorf("%s is in two disjoint splits", r.ID)
				}
				used[r.ID] = true
			}
		}
		if len(splits) != x.all || disjoint != x.disjoint {
			t.Errorf("%d runs, %d a side: %d splits, %d of them disjoint; want %d and %d", x.runs, x.a, len(splits), disjoint, x.all, x.disjoint)
		}
	}
}

func TestRepeats(t *testing.T) {
	set := func(id, build, value string) *diff.Run { return loaded(id, build, 1).set("sync_binlog", value).run }
	groups, apart := diff.Repeats([]*diff.Run{set("a", "1", "0"), set("b", "1", "0"), set("c", "1", "1"), set("d", "1", "1"), set("e", "2", "0"), set("f", "", "0"), set("g", "", "0")})
	if len(groups) != 2 || len(groups[0]) != 2 || len(groups[1]) != 2 {
		t.Errorf("groups %v", groups)
	}
	if len(apart) != 2 || !strings.Contains(strings.Join(apart, "\n"), "is no repeat of") || !strings.Contains(apart[0], "sync_binlog is ") {
		t.Errorf("said of runs that are no repeats: %q, want it of two", apart)
	}
}

// The table holds what a comparison would find in its noise book.
func TestNoiseTable(t *testing.T) {
	var runs []*diff.BookRun
	for _, r := range repeats("1", 1, 1.05, 0.96, 1.02, 0.99) {
		runs = append(runs, diff.NewBookRun(r.run, nil))
	}
	f := pair(t, loaded("b1", "2", 1), loaded("h1", "3", 0.5), func(in *diff.Input) { in.Book = runs }).one("level", "throughput")
	table := diff.NoiseTable(runs)
	i := slices.IndexFunc(table, func(n diff.MetricNoise) bool { return n.Metric == "throughput" && !n.Spread })
	if i < 0 {
		t.Fatalf("no throughput in %+v", table)
	}
	n := table[i]
	near(t, "sd", &n.SDPct, f.RunNoise.SDPct, 1e-9)
	near(t, "degrees of freedom", &n.DF, 4, 1e-9)
	if n.Runs != 5 || !(n.Smallest[0] > n.Smallest[1] && n.Smallest[1] > n.Smallest[2] && n.Smallest[2] > 0) {
		t.Errorf("%+v", n)
	}
	if few := diff.NoiseTable(runs[:3]); len(few) != 0 {
		t.Errorf("three runs tell %+v", few)
	}
}

func TestTally(t *testing.T) {
	runs := repeated(4)
	one := diff.Splits(runs, 1)
	finding := func(kind, grade, severity, outcome string) *diff.Finding {
		return &diff.Finding{Kind: kind, Metric: "throughput", Grade: grade, Severity: severity, Outcome: outcome}
	}
	folded := finding("level", "A", "major", "worse")
	folded.FoldedInto = "x"
	var sum diff.Tally
	sum.Possible(one, nil)
	for i, found := range [][]*diff.Finding{
		{finding("level", "B", "major", "worse"), finding("volatility", "C", "minor", "symptom"), finding("level", "A", "minor", "worse")},
		{finding("level", "C", "minor", "better"), finding("level", "C", "minor", "better")},
		{finding("level", "X", "note", "neutral"), finding("level", "B", "note", "worse"), finding("settings", "A", "major", "neutral"), finding("noise", "B", "major", "worse"), folded},
	} {
		sum.Count(one[i], &diff.Result{Findings: found})
	}
	sum.Count(one[3], &diff.Result{Exit: diff.Exit{Code: 4}})
	rates, leaning, offenders := sum.Sum()
	r := rates[0]
	if r.RunsASide != 1 || r.Comparisons != 3 || r.Possible != 6 || r.Disjoint != 2 || r.NotCompared != 1 || r.Graded != 1 || r.Ungraded != 1 {
		t.Errorf("rate %+v", r)
	}
	if r.GradedCI[0] > 33 || r.GradedCI[1] < 80 {
		t.Errorf("1 of 3, worth 2, lies in %v", r.GradedCI)
	}
	if leaning.Worse != 1 || leaning.Better != 1 || leaning.Neither != 0 || leaning.P != 1 {
		t.Errorf("leaning %+v", leaning)
	}
	want := []diff.Offender{{Kind: "level", Metric: "throughput", Graded: 1, Ungraded: 1}, {Kind: "volatility", Metric: "throughput", Ungraded: 1}}
	if !slices.Equal(offenders, want) {
		t.Errorf("offenders %+v, want %+v", offenders, want)
	}
}
