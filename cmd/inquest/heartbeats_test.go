package main

import (
	"archive/zip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// clusterRun is a run of a Couchbase cluster of 6.5, under load for 40 minutes. Each node's
// zip has its own archive and the heartbeats of all.
type clusterRun struct {
	nodes    []string
	busy     map[string]float64 // CPU of each, share of all
	ops      float64
	without  map[string]string // by node: the member that its zip lacks; * for the whole zip
	sets     int               // how many operations stats.log tells of
	deletes  bool              // it tells of another operation too
	renumber uint64
}

var clusterStart = time.Date(2024, 3, 4, 10, 0, 0, 0, time.UTC)

const clusterMinutes = 40

// beatMetrics is how many numbers of a node each heartbeat has.
const beatMetrics = 1

// write makes the folder of the run.
func (r clusterRun) write(t *testing.T, dir string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(7, r.renumber))
	use := map[string][]float64{}
	for _, n := range r.nodes {
		for range clusterMinutes {
			use[n] = append(use[n], 100*r.busy[n]*(1+0.02*rng.NormFloat64()))
		}
	}
	for _, n := range r.nodes {
		if r.without[n] == "*" {
			continue
		}
		texts := map[string]string{
			"ns_server.stats.log": r.heartbeats(n, use), "stats_archives.json": r.archives(n, use, rng), "stats.log": r.stats(),
		}
		out, err := os.Create(filepath.Join(dir, n+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		w := zip.NewWriter(out)
		for _, name := range []string{"ns_server.stats.log", "stats_archives.json", "stats.log"} {
			if name == r.without[n] {
				continue
			}
			f, err := w.Create("cbcollect_info_ns_1@" + n + "_20240304-104500/" + name)
			if err == nil {
				_, err = f.Write([]byte(texts[name]))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// heartbeats is the log of one node: what it heard of all once a minute.
func (r clusterRun) heartbeats(own string, use map[string][]float64) string {
	var b strings.Builder
	for i := range clusterMinutes {
		at := clusterStart.Add(time.Duration(i)*time.Minute + time.Duration(slices.Index(r.nodes, own))*time.Second)
		fmt.Fprintf(&b, "[ns_doctor:debug,%s,ns_1@%s:ns_doctor<0.302.0>:ns_doctor:handle_info:182]Current node statuses:\n[", at.Format("2006-01-02T15:04:05.000Z07:00"), own)
		for j, n := range r.nodes {
			if j > 0 {
				b.WriteString(",\n ")
			}
			fmt.Fprintf(&b, "{'ns_1@%s',\n     [{last_heard,-57645815%d},\n      {system_stats,[{cpu_utilization_rate,%.4f}]}]}", n, i*100+j, use[n][i])
		}
		b.WriteString("]\n")
	}
	return b.String()
}

// archives is the node's own history, in steps of a minute.
func (r clusterRun) archives(own string, use map[string][]float64, rng *rand.Rand) string {
	var system, bucket []string
	for i := range clusterMinutes {
		ms := clusterStart.Add(time.Duration(i) * time.Minute).UnixMilli()
		system = append(system, fmt.Sprintf(`{"ts": %d, "sample": {"cpu_user_rate": %.4f, "cpu_sys_rate": %.4f}}`, ms, 0.8*use[own][i], 0.2*use[own][i]))
		bucket = append(bucket, fmt.Sprintf(`{"ts": %d, "sample": {"ops": %.2f}}`, ms, r.ops*(1+0.01*rng.NormFloat64())))
	}
	archive := func(samples []string) string {
		return `{"day": {"status": "ok", "samples": [` + strings.Join(samples, ",\n") + `]}}`
	}
	return `{"@system": ` + archive(system) + `, "bucket-1": ` + archive(bucket) + "}\n"
}

// stats holds counts since the server's start.
func (r clusterRun) stats() string {
	rule, stars := strings.Repeat("=", 78), strings.Repeat("*", 78)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nmemcached stats all\ncbstats -a 127.0.0.1:11210 all\n%s\n%s\nbucket-1\n\n cmd_set:      %d\n ep_queue_age: %d\n curr_items:   4096\n", rule, rule, stars, r.sets, r.sets)
	fmt.Fprintf(&b, "%s\nmctimings []\nmctimings -v\n%s\n", rule, rule)
	for _, op := range []string{"SET", "DELETE"} {
		if op == "SET" || r.deletes {
			fmt.Fprintf(&b, "The following data is collected for %q\n[    0 - %5d]us (100.00%%)\t %d | ##\nTotal: %d operations\n", op, r.sets, r.sets, r.sets)
		}
	}
	return b.String()
}

// twoBuilds compares a cluster whose last node uses less in the head; change makes the zips incomplete.
func twoBuilds(t *testing.T, nodes []string, change func(base, head *clusterRun)) *comparison {
	t.Helper()
	last := nodes[len(nodes)-1]
	side := func(cpu float64, seed uint64) clusterRun {
		r := clusterRun{nodes: nodes, busy: map[string]float64{}, ops: 1000, without: map[string]string{}, sets: 1000, renumber: seed}
		for _, n := range nodes {
			r.busy[n] = 0.5
		}
		r.busy[last] = cpu
		return r
	}
	base, head := side(0.6, 1), side(0.3, 2)
	change(&base, &head)
	dir := t.TempDir()
	return compareRuns(t, 0, t.TempDir(), "diff", base.write(t, filepath.Join(dir, "old")), head.write(t, filepath.Join(dir, "new")), "--base-label", "1.0-1", "--head-label", "1.0-2")
}

// warningsOf are the texts of the warnings of a kind.
func (c *comparison) warningsOf(kind string) []string {
	var out []string
	for _, w := range c.Warnings {
		if w.Kind == kind {
			out = append(out, w.Text)
		}
	}
	return out
}

// A node without a zip is known from the heartbeats in another node's log, and it is said.
func TestHeartbeatsOfAMissingNode(t *testing.T) {
	for _, nodes := range [][]string{{"node-1", "node-2"}, {"node-1", "node-2", "node-3"}} {
		last := nodes[len(nodes)-1]
		for _, tt := range []struct {
			name    string
			change  func(base, head *clusterRun)
			warned  []string // of which runs
			missing bool
			says    string
		}{
			{"in the head", func(_, head *clusterRun) { head.without[last] = "*" }, []string{"new"}, true, "has no artifact"},
			{"in both", func(base, head *clusterRun) { base.without[last], head.without[last] = "*", "*" }, []string{"old", "new"}, false, "has no artifact"},
			{"its history in the base", func(base, _ *clusterRun) { base.without[last] = "stats_archives.json" }, nil, false, ""},
		} {
			t.Run(fmt.Sprintf("%d nodes, %s", len(nodes), tt.name), func(t *testing.T) {
				c := twoBuilds(t, nodes, tt.change)
				f := c.one(t, "level", "cpu.utilization", "lower")
				wantNear(t, "CPU of the base", f.Base, 0.6, 0.01)
				wantNear(t, "CPU of the head", f.Head, 0.3, 0.01)
				wantNear(t, "step", f.Where.StepS, 60, 0)
				if len(f.Nodes) != 1 || f.Nodes[0].Node != last || f.NodesTotal != 1 || !strings.Contains(strings.Join(f.Not, " "), last) {
					t.Errorf("want node %s alone: %s", last, f.Text)
				}
				for _, other := range c.Findings {
					if strings.HasPrefix(other.Metric, "cpu.") && other != f && other.Grade != "X" {
						t.Errorf("the CPU of the other nodes did not change, but: %s", other.Text)
					}
				}
				warnings := c.warningsOf("node_seen_from")
				if len(warnings) != len(tt.warned) {
					t.Fatalf("warnings %q, want %d", warnings, len(tt.warned))
				}
				for i, w := range warnings {
					if !strings.Contains(w, "run "+tt.warned[i]+": node "+last+" "+tt.says) || !strings.Contains(w, "seen from node node-1") || !strings.Contains(c.stderr, w) {
						t.Errorf("the warning does not say of which node, where it was seen, and on stderr: %q", w)
					}
				}
				sets := 0 // of one node's heartbeats in one log, over both runs, that are not used
				for _, run := range []int{0, 1} {
					logs := len(nodes)
					if tt.name == "in both" || tt.name == "in the head" && run == 1 {
						logs--
					}
					sets += len(nodes)*logs - len(nodes)
				}
				if want := sets * beatMetrics * clusterMinutes; c.Coverage.Copies != want {
					t.Errorf("%d samples are told to be copies, want %d", c.Coverage.Copies, want)
				}
				if slices.Contains(c.Nodes.Missing, last) != tt.missing {
					t.Errorf("missing %v", c.Nodes.Missing)
				}
			})
		}
	}
}

// A node whose zip lacks its history and its log is seen from the others too.
func TestHeartbeatsOfANodeWithoutItsLogs(t *testing.T) {
	nodes := []string{"node-1", "node-2", "node-3"}
	c := twoBuilds(t, nodes, func(base, head *clusterRun) {
		base.without["node-1"] = "ns_server.stats.log" // so that it is not the first log that tells most
	})
	if w := c.warningsOf("node_seen_from"); len(w) > 0 {
		t.Errorf("all nodes have their own history, but: %q", w)
	}
	c.one(t, "outlier", "cpu.busy", "lower")
	for _, f := range c.Findings {
		if f.Metric == "cpu.utilization" {
			t.Errorf("the history is better than heartbeats, but: %s", f.Text)
		}
	}
}

// Counts since the server's start say nothing of the run, whatever they are.
func TestStatsLogGivesNoFinding(t *testing.T) {
	c := twoBuilds(t, []string{"node-1", "node-2"}, func(base, head *clusterRun) {
		base.busy, head.busy = map[string]float64{"node-1": 0.5, "node-2": 0.5}, map[string]float64{"node-1": 0.5, "node-2": 0.5}
		head.sets, head.deletes = 9000, true
	})
	for _, f := range c.Findings {
		if f.Grade != "X" {
			t.Errorf("nothing of the run changed, but: %s", f.Text)
		}
	}
	for _, n := range c.NotTested {
		if strings.Contains(n.Metric, "DELETE") || strings.Contains(n.Metric, "latency") {
			t.Errorf("a count since the server's start is spoken of: %+v", n)
		}
	}
}
