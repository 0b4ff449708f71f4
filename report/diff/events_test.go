package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// once is a counter that moves in one sample of the load.
func once(at int, by float64) signal {
	return func(_ *rand.Rand, n int) []float64 {
		out := make([]float64, n)
		if at < n {
			out[at] = by
		}
		return out
	}
}

// pages is a gauge on status pages.
func pages(values ...float64) signal {
	return func(_ *rand.Rand, n int) []float64 { return values[:min(n, len(values))] }
}

// events are the sentences about what one side alone has, by kind and side.
func (r *result) events() map[string]string {
	out := map[string]string{}
	for _, f := range r.Findings {
		if kind, side, ok := strings.Cut(f.ID, "-events-only-in-"); ok {
			side, _, _ = strings.Cut(side, "-")
			out[kind+" "+side] += f.Text
			if f.Outcome != "neutral" || f.Severity != "note" || f.P != nil {
				r.t.Errorf("an event is %s and %s, with p %v: %s", f.Outcome, f.Severity, f.P, f.Text)
			}
		}
	}
	return out
}

const slowdowns = "mysql.Rocksdb_stall_total_slowdowns"

// What happens once in a run has no rate to test: it is said as what it is, or not at all.
func TestEvents(t *testing.T) {
	still, moved := once(0, 0), once(200, 1)
	run := func(id, build string, s signal, nodes ...string) *rig {
		r := loaded(id, build, 1)
		if len(nodes) > 0 {
			return r.put(slowdowns, s, nodes...).put(slowdowns, still, slices.DeleteFunc([]string{"node-a", "node-b", "node-c"},
				func(n string) bool { return slices.Contains(nodes, n) })...)
		}
		return r.put(slowdowns, s)
	}
	onPages := func(id, build string, s signal) *rig {
		return loaded(id, build, 1).add(feed{metric: slowdowns, signal: s, step: 60})
	}
	for _, x := range []struct {
		name       string
		base, head side
		want       map[string]string // by kind and side: words of the sentence
	}{
		{"in the head", side{run("b1", "1", still)}, side{run("h1", "2", moved)}, map[string]string{"missing head": slowdowns + " 0 -> 1 on 3 of 3 nodes; seen, not tested; one pair of runs"}},
		{"in the base", side{run("b1", "1", moved)}, side{run("h1", "2", still)}, map[string]string{"missing base": slowdowns + " 1 -> 0 on 3 of 3 nodes"}},
		{"on two nodes", side{run("b1", "1", still)}, side{run("h1", "2", moved, "node-a", "node-c")}, map[string]string{"missing head": "on 2 of 3 nodes (node-a, node-c)"}},
		{"on one node of three", side{run("b1", "1", still)}, side{run("h1", "2", moved, "node-a")}, nil},
		{"on both sides", side{run("b1", "1", moved)}, side{run("h1", "2", once(100, 1))}, nil},
		{"on one node of the base too", side{run("b1", "1", moved, "node-b")}, side{run("h1", "2", moved)}, nil},
		{"of one build", side{run("b1", "1", still)}, side{run("h1", "1", moved)}, map[string]string{"noise head": "what identical runs do"}},
		{"on the pages of all runs", side{onPages("b1", "1", still), onPages("b2", "1", still)}, side{onPages("h1", "2", once(2, 1./60)), onPages("h2", "2", once(3, 3./60))}, map[string]string{"missing head": slowdowns + " 0 -> 2 on 3 of 3 nodes; seen, not tested; in all runs, 2 against 2"}},
		{"in one run of two", side{run("b1", "1", still), run("b2", "1", still)}, side{run("h1", "2", moved), run("h2", "2", still)}, nil},
		{"in one run of two of the base", side{run("b1", "1", still), run("b2", "1", moved)}, side{run("h1", "2", moved), run("h2", "2", moved)}, nil},
		{"on the pages of both strata", side{onPages("b1", "1", still).stratum("sdk", "a"), onPages("b2", "1", still).stratum("sdk", "b")},
			side{onPages("h1", "2", once(3, 1./60)).stratum("sdk", "a"), onPages("h2", "2", once(2, 1./60)).stratum("sdk", "b")}, map[string]string{"missing head": "on 3 of 3 nodes"}},
		{"not in the control", side{run("b1", "1", still).stratum("job", "test"), run("b2", "1", still).stratum("job", "control")},
			side{run("h1", "2", moved).stratum("job", "test"), run("h2", "2", still).stratum("job", "control")}, map[string]string{"missing head": "on 3 of 3 nodes"}},
		{"in the control too", side{run("b1", "1", still).stratum("job", "test"), run("b2", "1", still).stratum("job", "control")},
			side{run("h1", "2", moved).stratum("job", "test"), run("h2", "2", moved).stratum("job", "control")}, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			got := compare(t, x.base, x.head).events()
			if len(got) != len(x.want) {
				t.Errorf("events are %q, want %q", got, x.want)
			}
			for k, words := range x.want {
				if !contains(got[k], words) {
					t.Errorf("%s says %q, want %q in it", k, got[k], words)
				}
			}
		})
	}
}

// A counter is known to stand still only where it was recorded, and usual work is no event.
func TestNoEvents(t *testing.T) {
	for _, x := range []struct {
		name       string
		base, head feed
	}{
		{"recorded for half of the load", feed{metric: slowdowns, signal: once(0, 0), to: 150}, feed{metric: slowdowns, signal: once(200, 1)}},
		{"before the load", feed{metric: slowdowns, signal: once(0, 0)}, feed{metric: slowdowns, signal: once(3, 1), from: -30}},
		{"a usual counter", feed{metric: "mysql.Com_flush", signal: once(0, 0)}, feed{metric: "mysql.Com_flush", signal: once(200, 1)}},
		{"a gauge", feed{metric: slowdowns, signal: once(0, 0), gauge: true}, feed{metric: slowdowns, signal: once(200, 1), gauge: true}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, loaded("b1", "1", 1).add(x.base), loaded("h1", "2", 1).add(x.head))
			if got := r.events(); len(got) > 0 {
				t.Errorf("events are %q, want none", got)
			}
		})
	}
}

// Waiting comes first, many are counted, and of two tools that print one counter one is named.
func TestEventsAreOrdered(t *testing.T) {
	base, head := loaded("b1", "1", 1), loaded("h1", "2", 1)
	metrics := []string{"mysql.Aborted_clients", slowdowns, "rocksdb.stall.total.slowdowns"}
	for i := range 8 {
		metrics = append(metrics, fmt.Sprintf("mysql.Failed_%d", i))
	}
	for _, m := range metrics {
		base, head = base.put(m, once(0, 0)), head.put(m, once(200, 1))
	}
	got := pair(t, base, head).events()["missing head"]
	if !contains(got, "Events only in the head: "+slowdowns+" 0 -> 1 on 3 of 3 nodes, mysql.Aborted_clients 0 -> 1") || !contains(got, " and 4 more") {
		t.Errorf("it says: %s", got)
	}
}

// A gauge on a few pages is shown where it grows on one side and not on the other.
func TestGrowingGauges(t *testing.T) {
	for _, x := range []struct {
		name       string
		base, head []float64
		want       string
	}{
		{"piles up", []float64{1, 0, 0, 0, 4}, []float64{1, 4, 8, 12, 16}, "missing head"},
		{"piles up in the base", []float64{1, 4, 8, 12, 16}, []float64{1, 2, 1, 2, 1}, "missing base"},
		{"grows on both sides", []float64{1, 2, 3, 4, 5}, []float64{1, 4, 8, 12, 16}, ""},
		{"falls once", []float64{1, 2, 1, 2, 1}, []float64{1, 8, 4, 12, 16}, ""},
		{"little", []float64{1, 2, 1, 2, 1}, []float64{1, 2, 3, 3, 3}, ""},
		{"within the other's range", []float64{10, 2, 40, 2, 9}, []float64{1, 4, 8, 12, 16}, ""},
		{"one step", []float64{1, 1, 1, 1, 1}, []float64{1, 1, 1, 9, 9}, ""},
		{"three pages", []float64{1, 1, 1}, []float64{1, 5, 9}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			run := func(id, build string, values []float64) *rig {
				return loaded(id, build, 1).add(feed{metric: "rocksdb.level_files", instance: "L0", signal: pages(values...), gauge: true, step: 300 / float64(len(values))})
			}
			got := pair(t, run("b1", "1", x.base), run("h1", "2", x.head)).events()
			if x.want == "" && len(got) > 0 || x.want != "" && (len(got) != 1 || !contains(got[x.want], "rocksdb.level_files (L0) 1, 4, 8, 12, 16 against 1, ")) {
				t.Errorf("events are %q, want %q", got, x.want)
			}
		})
	}
}
