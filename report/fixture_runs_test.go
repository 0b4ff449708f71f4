package report

import (
	"fmt"

	"inquest/report/diff"
)

// regression: four loaded nodes and two idle ones under two client versions, one artifact
// missing; throughput and CPU lower, CPU more volatile.
func regression() *diff.Result {
	all, loaded := nodeList("node-h", 6), nodeList("node-h", 4)
	r := &diff.Result{
		SchemaVersion: 1, Tool: diff.Tool{Name: "inquest", Version: "0.0.0-test"},
		Base: diff.Side{Build: "6.5.0-4131", Runs: []diff.RunInfo{
			{ID: "dura-444", Nodes: all, Stratum: sdkStrata[0]}, {ID: "dura-460", Nodes: all, Stratum: sdkStrata[1]}}},
		Head: diff.Side{Build: "6.5.0-4132", Runs: []diff.RunInfo{
			{ID: "dura-447", Nodes: all, Stratum: sdkStrata[0]}, {ID: "dura-467", Nodes: all[:5], Stratum: sdkStrata[1]}}},
		Nodes: diff.NodeCount{Base: 6, Head: 6, Paired: 6, Idle: all[4:], Missing: []string{"node-h6"}},
		Claims: []diff.Claim{
			{Text: "around 33% for SDK3 alpha6", ClaimedPct: num(-33), ComputedPct: num(-14.63), Agrees: new(bool), Line: 3},
			{Text: "around 50% for SDK3 alpha7", ClaimedPct: num(-50), ComputedPct: num(-46.82), Agrees: &[]bool{true}[0], Line: 3},
		},
		Findings: []*diff.Finding{
			{ID: "level-throughput", Kind: "level", Metric: "throughput", Instance: "kv ops", Unit: "per_second", Family: "throughput", Direction: "lower", Outcome: "worse",
				Base: num(1971.7), Head: num(1414.2), Pct: num(-28.3), CIPct: &[2]float64{-33.1, -23.1}, NodesAgree: 4, NodesTotal: 4, Nodes: effects(loaded, 1971.7, 1414.2, 39),
				Strata: []diff.StratumPct{{Stratum: "sdk=alpha6", Base: num(2286.3), Head: num(1953.5), Pct: num(-14.6), CIPct: &[2]float64{-17.2, -11.9}},
					{Stratum: "sdk=alpha7", Base: num(1657.3), Head: num(874.8), Pct: num(-47.2), CIPct: &[2]float64{-51.3, -42.8}}},
				Where: diff.Where{Scope: "nodes", Phase: "whole", StepS: num(4)}, Grade: "B", Severity: "major", Score: 0.8,
				Text:    "throughput (kv ops) is lower on 4 of 4 nodes under both SDKs: -14.6 % (alpha6), -47.2 % (alpha7); noise unknown",
				Because: []string{"level-cpu", "settings: none differ"}, Not: []string{"not one node", "not the warm-up", "not steal (0.0 -> 0.0 %)"}, SameAs: []string{"level-commits"},
				Evidence: []diff.Evidence{{Artifact: "dura-444/node-h1.zip", Member: "stats_archives.json"}, {Artifact: "dura-447/node-h1.zip", Member: "ns_server.stats.log", FirstLine: 120, LastLine: 4410}}},
			{ID: "volatility-cpu", Kind: "volatility", Metric: "cpu.busy", Unit: "ratio", Family: "cpu", Direction: "higher", Outcome: "worse",
				Base: num(0.0020), Head: num(0.0279), Pct: num(1295), CIPct: &[2]float64{810, 2040}, AbsolutePct: num(1295), RelativePct: num(1846), Aspects: []string{"swing", "jitter"},
				NodesAgree: 4, NodesTotal: 4, Nodes: effects(loaded, 0.0020, 0.0279, 39), Where: diff.Where{Scope: "nodes", Phase: "whole", StepS: num(4)}, Grade: "B", Severity: "major", Score: 0.6,
				Text: "CPU busy is more volatile on 4 of 4 nodes under both SDKs: swing x14, jitter x21", Because: []string{"level-throughput"}},
			{ID: "level-cpu", Kind: "level", Metric: "cpu.busy", Unit: "ratio", Family: "cpu", Direction: "lower", Outcome: "symptom",
				Base: num(0.1140), Head: num(0.0827), Pct: num(-27.5), Points: num(-3.13), CIPct: &[2]float64{-32, -22.7}, NodesAgree: 4, NodesTotal: 4, Nodes: effects(loaded, 0.1140, 0.0827, 39),
				Strata: []diff.StratumPct{{Stratum: "sdk=alpha6", Base: num(0.13175), Head: num(0.11275), Pct: num(-14.4)}, {Stratum: "sdk=alpha7", Base: num(0.09625), Head: num(0.0527), Pct: num(-45.2)}},
				Where:  diff.Where{Scope: "nodes", Phase: "whole", StepS: num(4)}, Grade: "B", Severity: "minor", Score: 0.4,
				Text: "CPU busy is lower on 4 of 4 nodes under both SDKs: 13.2 -> 11.3 % (alpha6), 9.6 -> 5.3 % (alpha7)", SameAs: []string{"level-process"}},
			{ID: "level-perop", Kind: "level", Metric: "per_op.cpu.busy", Unit: "seconds", Family: "cpu", Direction: "higher", Outcome: "worse",
				Base: num(0.0001156), Head: num(0.0001179), Pct: num(2.0), NodesAgree: 3, NodesTotal: 4, Nodes: effects(loaded, 0.0001156, 0.0001179, 39),
				Where: diff.Where{Scope: "nodes", Phase: "whole"}, Grade: "C", Severity: "note", Text: "CPU per operation is 2.0 % higher on 3 of 4 nodes, unreplicated"},
			{ID: "outlier-write", Kind: "outlier", Metric: "disk.write_bytes", Instance: "sdb", Unit: "bytes_per_second", Family: "disk", Direction: "higher", Outcome: "symptom",
				Base: num(41.2e6), Head: num(96.8e6), Pct: num(135), NodesAgree: 1, NodesTotal: 4, Where: diff.Where{Scope: "nodes", Phase: "whole"}, Grade: "C", Severity: "note",
				Nodes: oddNode(effects(loaded, 41.2e6, 43.0e6, 39), 2, 96.8e6), Text: "node-h3 writes x2.4 as much as in the base, the other 3 nodes do not"},
			{ID: "level-commits", Kind: "level", Metric: "couchbase.vb_active_sync_write_committed_count", Unit: "per_second", Family: "stats", Direction: "lower", Outcome: "symptom", Base: num(986), Head: num(707), Pct: num(-28.3),
				NodesAgree: 4, NodesTotal: 4, Grade: "B", Severity: "note", FoldedInto: "level-throughput", Text: "sync writes committed are lower on 4 of 4 nodes under both SDKs"},
			{ID: "level-process", Kind: "level", Metric: "process.cpu", Instance: "memcached", Unit: "ratio", Family: "cpu", Direction: "lower", Outcome: "symptom", Base: num(0.226), Head: num(0.164), Pct: num(-27.4),
				NodesAgree: 4, NodesTotal: 4, Grade: "B", Severity: "note", FoldedInto: "level-cpu", Text: "CPU of memcached is lower on 4 of 4 nodes under both SDKs"},
			{ID: "x-queue", Kind: "level", Metric: "disk.queue", Instance: "sdb", Unit: "", Family: "disk", Direction: "higher", Outcome: "worse", Base: num(1.84), Head: num(2.11), Pct: num(14.7), CIPct: &[2]float64{-9.8, 45.8},
				NodesAgree: 3, NodesTotal: 4, Q: num(0.34), SmallestDetectablePct: num(31), Where: diff.Where{Scope: "nodes", Phase: "whole"}, Grade: "X", Severity: "note", Text: "disk queue cannot be told apart on sdb; the data could show a change of 31 %"},
		},
		Chains: []diff.Chain{{Rule: "starved or serialised", Grade: "B",
			Text:       "Throughput lower and CPU busy lower on 4 of 4 nodes in 2 of 2 strata: less work reached the processors; cannot tell which: disk wait was not measured; run noise unknown",
			Conclusion: "less work reached the processors; cannot tell which: disk wait was not measured",
			Where:      diff.ChainWhere{Strata: []string{"sdk=alpha6", "sdk=alpha7"}, Legs: []string{}, Nodes: loaded},
			Members: []diff.ChainMember{
				{What: "throughput lower", State: diff.Seen, Findings: []string{"level-throughput"}},
				{What: "CPU busy lower", State: diff.Seen, Findings: []string{"level-cpu"}},
				{What: "steal higher", State: diff.Absent, Detail: "-2.0 to +1.5 %"},
				{What: "disk queue higher", State: diff.Unclear, Findings: []string{"x-queue"}, Detail: "moved on node-h3, and not by enough for these runs to tell"},
				{What: "disk wait higher", State: diff.NotMeasured, Detail: "not measured"},
			}}},
		NotTested: []diff.NotTested{{Metric: "cpu.iowait", Reason: "not in stats_archives.json"}},
		Warnings: []diff.Warning{
			{Kind: "missing_artifact", Artifact: "https://s3-us-west-2.amazonaws.com/perf/dura-467/node-h6.zip", Text: "404: no such object"},
			{Kind: "snapshot", Artifact: "dura-444/node-h1.zip", Member: "couchbase.log", Text: "sar covers 10 s after the load"},
			{Kind: "snapshot", Artifact: "dura-444/node-h2.zip", Member: "couchbase.log", Text: "sar covers 10 s after the load"},
			{Kind: "snapshot", Artifact: "dura-447/node-h1.zip", Member: "couchbase.log", Text: "sar covers 10 s after the load"},
		},
		Coverage: diff.Coverage{Series: 96, Snapshot: 42, Unchanged: 88, Rows: map[string]int{"cpu": 3021, "stats": 240118}, Skips: map[string]int{"info": 310}},
		Exit:     diff.Exit{Code: 0, Reason: "done; 1 node is missing in 1 run"},
	}
	levels := []struct{ tpBase, tpHead, cpuBase, cpuHead float64 }{{2286, 1954, 0.13175, 0.11275}, {1657, 875, 0.09625, 0.0527}}
	for i, l := range levels {
		stratum := factors(sdkStrata[i])
		for n, node := range all {
			k := 1 + 0.01*float64(n)
			if n >= 4 {
				k = 0.012 // idle
			}
			seed := uint64(100*i + n)
			lines := func(base, head, noise, swing float64) []diff.ChartLine {
				out := []diff.ChartLine{{Side: "base", Run: r.Base.Runs[i].ID, LoadS: 161, StepS: 4, Points: series(seed, 161, 4, base*k, noise, 0, false)}}
				if i == 1 && n == 5 {
					return out // the missing artifact
				}
				return append(out, diff.ChartLine{Side: "head", Run: r.Head.Runs[i].ID, LoadS: 159, StepS: 4, Points: series(seed+50, 159, 4, head*k, noise, swing, n == 2)})
			}
			tp := chart("throughput", node, stratum, "per_second", lines(l.tpBase, l.tpHead, 0.02, 0.3)...)
			tp.Instance = "kv ops"
			r.Charts = append(r.Charts, tp, chart("cpu.busy", node, stratum, "ratio", lines(l.cpuBase, l.cpuHead, 0.02, 0.35)...))
		}
	}
	return r
}

// oddNode gives one node another head value and marks it.
func oddNode(nodes []diff.NodeEffect, i int, head float64) []diff.NodeEffect {
	nodes[i].Head, nodes[i].Pct, nodes[i].Odd = num(head), num((head / *nodes[i].Base - 1)*100), true
	return nodes
}

// lateDrop: alike until most of the work is done, then one of three source nodes slows down.
func lateDrop() *diff.Result {
	sources := nodeList("node-s", 3)
	f := &diff.Finding{ID: "onset-throughput", Kind: "onset", Metric: "throughput", Instance: "XDCR documents", Unit: "per_second", Family: "throughput", Direction: "lower", Outcome: "worse",
		Base: num(494.2), Head: num(74.9), Pct: num(-84.8), WholePct: num(-24.9), CIPct: &[2]float64{-86.9, -82.6}, NodesAgree: 1, NodesTotal: 3,
		Nodes: []diff.NodeEffect{{Node: "node-s2", Base: num(494.2), Head: num(74.9), Pct: num(-84.8), NBase: 41, NHead: 55, Odd: true}},
		Where: diff.Where{Scope: "nodes", Role: "c1", Phase: "end", OnsetFrac: num(0.704), OnsetS: num(190.2), OnsetWorkFrac: num(0.939), StepS: num(5)}, Grade: "C", Severity: "major", Score: 0.7,
		Text: "throughput (XDCR documents) of node-s2 is alike until 70 % of the run (93.9 % of the work), then 84.8 % lower; unreplicated",
		Not:  []string{"not in nodes=1 (+0.6 %, 95 % -1.2..+2.4)", "not node-s1 and node-s3, which finish as before"}, SameAs: []string{"onset-cpu"}}
	r := &diff.Result{
		SchemaVersion: 1, Tool: diff.Tool{Name: "inquest", Version: "0.0.0-test"},
		Base:  diff.Side{Build: "7.6.0-1782", Runs: []diff.RunInfo{{ID: "xdcr-5217", Nodes: sources}}},
		Head:  diff.Side{Build: "7.6.0-1816", Runs: []diff.RunInfo{{ID: "xdcr-5243", Nodes: sources}}},
		Nodes: diff.NodeCount{Base: 3, Head: 3, Paired: 3},
		Findings: []*diff.Finding{f,
			{ID: "onset-cpu", Kind: "onset", Metric: "cpu.busy", Unit: "ratio", Family: "cpu", Direction: "lower", Outcome: "symptom", Base: num(0.0392), Head: num(0.0094), Pct: num(-76),
				NodesAgree: 1, NodesTotal: 3, Grade: "C", Severity: "minor", FoldedInto: "onset-throughput", Where: diff.Where{OnsetFrac: num(0.70), OnsetS: num(190)}, Text: "CPU busy of node-s2 is 76 % lower from 70 % of the run on"}},
		Coverage: diff.Coverage{Series: 24, Unchanged: 22, Rows: map[string]int{"cpu": 2100, "stats": 31211}},
		Exit:     diff.Exit{Code: 3, Reason: "a finding at or above --fail-on worse"},
	}
	for i, node := range sources {
		base := diff.ChartLine{Side: "base", Run: "xdcr-5217", LoadS: 203, StepS: 5, Points: series(uint64(i), 203, 5, 495, 0.03, 0, false)}
		head := diff.ChartLine{Side: "head", Run: "xdcr-5243", LoadS: 270, StepS: 5, Points: series(uint64(i+9), 203, 5, 495, 0.03, 0, false)}
		if i == 1 {
			slow := series(77, 270, 5, 75, 0.08, 0, false)
			for j, p := range slow {
				if *p[0] <= 190 && j < len(head.Points) {
					slow[j] = head.Points[j]
				}
			}
			head.Points = slow
		}
		c := chart("throughput", node, "", "per_second", base, head)
		c.Instance, c.Title = "XDCR documents", fmt.Sprintf("XDCR documents per second, %s", node)
		r.Charts = append(r.Charts, c)
	}
	return r
}
