package report

import (
	"fmt"
	"math"
	"math/rand/v2"

	"inquest/report/diff"
)

// num is a known number.
func num(v float64) *float64 { return &v }

// results are hand-made comparisons, by the name of their golden files.
func results() map[string]*diff.Result {
	return map[string]*diff.Result{
		"regression": regression(),
		"onset":      lateDrop(),
		"noise":      settingsAndNoise(),
		"nothing":    nothingComparable(),
	}
}

var sdkStrata = []map[string]string{{"sdk": "alpha6"}, {"sdk": "alpha7"}}

func nodeList(prefix string, n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%s%d", prefix, i+1))
	}
	return out
}

// effects gives nodes means around base and head.
func effects(nodes []string, base, head float64, n int) []diff.NodeEffect {
	rnd := rand.New(rand.NewPCG(uint64(len(nodes)), math.Float64bits(base)))
	var out []diff.NodeEffect
	for _, node := range nodes {
		k := 1 + 0.03*rnd.NormFloat64()
		b, h := base*k, head*k*(1+0.01*rnd.NormFloat64())
		out = append(out, diff.NodeEffect{Node: node, Base: &b, Head: &h, Pct: num((h/b - 1) * 100), NBase: n, NHead: n})
	}
	return out
}

// series is a noisy line: swing is the share by which bursts move it, step in seconds.
// Every seventeenth sample after the first 60 s is missing when gaps is set.
func series(seed uint64, load, step, level, noise, swing float64, gaps bool) [][2]*float64 {
	rnd := rand.New(rand.NewPCG(seed, 7))
	var out [][2]*float64
	phase := 1.0
	for t := -10.0; t <= load+10; t += step {
		if rnd.Float64() < step/6 {
			phase = -phase
		}
		v := level * (1 + noise*rnd.NormFloat64() + swing*phase)
		if t < 0 || t > load {
			v = level * 0.02
		}
		p := [2]*float64{num(t), num(math.Max(v, 0))}
		if gaps && t > 60 && len(out)%17 == 0 {
			p[1] = nil
		}
		out = append(out, p)
	}
	return out
}

func chart(metric, node, stratum, unit string, lines ...diff.ChartLine) diff.Chart {
	return diff.Chart{Title: metric + ", " + node, Metric: metric, Node: node, Stratum: stratum, Unit: unit, Lines: lines}
}

// settingsAndNoise: another flush setting, and rates that moved as they do between any two runs.
func settingsAndNoise() *diff.Result {
	nodes := []string{"node-a", "node-b"}
	leg := "t16"
	return &diff.Result{
		SchemaVersion: 1, Tool: diff.Tool{Name: "inquest", Version: "0.0.0-test"},
		Base:  diff.Side{Build: "10.11-base", Runs: []diff.RunInfo{{ID: "sweep-1", Nodes: nodes}, {ID: "sweep-4", Nodes: nodes, ReplicateOf: "sweep-1"}}},
		Head:  diff.Side{Build: "10.11-head", Runs: []diff.RunInfo{{ID: "sweep-2", Nodes: nodes}}},
		Nodes: diff.NodeCount{Base: 2, Head: 2, Paired: 2, NotMeasured: []string{"node-c"}},
		Settings: []diff.SettingRow{
			{Name: "kernel.sched_rt_runtime_us", Base: "950000", Head: "-1", Nodes: []string{"node-a"}, Scope: "os"},
			{Name: "sync_binlog", Base: "0", Head: "1", Nodes: nodes, Scope: "server"},
			{Name: "log_bin", Base: "OFF", Head: "ON", Nodes: nodes, Scope: "server"},
			{Name: "cpu.count", Base: "2", Head: "", Nodes: []string{"node-b"}, Scope: "hardware"},
			{Name: "optimizer_switch", Nodes: nodes, Scope: "server",
				Base: "index_merge=on,index_merge_union=on,index_merge_sort_union=on,rowid_filter=on,condition_pushdown_from_having=on",
				Head: "index_merge=on,index_merge_union=on,index_merge_sort_union=on,rowid_filter=off,condition_pushdown_from_having=on"},
		},
		Findings: []*diff.Finding{
			{ID: "noise-throughput", Kind: "noise", Metric: "throughput", Instance: "sysbench", Unit: "per_second", Family: "throughput", Direction: "higher", Outcome: "neutral",
				Base: num(1861.3), Head: num(2692.9), Pct: num(44.7), NodesAgree: 2, NodesTotal: 2, Nodes: effects(nodes, 1861.3, 2692.9, 20),
				Where: diff.Where{Scope: "nodes", Leg: &leg, Phase: "whole", StepS: num(1)}, Grade: "C", Severity: "note",
				Text: "throughput (sysbench) rose on 2 of 2 nodes at t16, by as much as identical runs do"},
			{ID: "x-p95", Kind: "level", Metric: "latency.p95", Unit: "seconds", Family: "latency", Direction: "none", Outcome: "neutral",
				Base: num(0.211), Head: num(0.212), Pct: num(0.5), NodesAgree: 1, NodesTotal: 2,
				Where: diff.Where{Scope: "nodes", Leg: &leg, Phase: "whole"}, Grade: "X", Severity: "note", SmallestDetectablePct: num(52.1), Q: num(0.31),
				Text: "latency p95 cannot be told apart: means fall by 80 %, medians rise by 45-80 %"},
		},
		NotTested: []diff.NotTested{{Metric: "disk.util", Reason: "snapshot only"}, {Metric: "disk.queue", Reason: "snapshot only"}, {Metric: "errors", Reason: "on one side only"}},
		Warnings:  []diff.Warning{{Kind: "truncated", Artifact: "node-b.zip", Member: "t64/iostat.json", Line: 512, Text: "ends inside a report; 19 of 20 reports kept"}},
		Coverage:  diff.Coverage{Series: 41, Unchanged: 39, Snapshot: 4, Rows: map[string]int{"cpu": 12840, "disk": 6210, "stats": 1893400}, Skips: map[string]int{"info": 12, "error": 1}},
		Exit:      diff.Exit{Code: 0, Reason: "done"},
	}
}

// nothingComparable: one side has no artifact.
func nothingComparable() *diff.Result {
	return &diff.Result{
		SchemaVersion: 1, Tool: diff.Tool{Name: "inquest", Version: "0.0.0-test"},
		Base:     diff.Side{Build: "7.6.0-1782", Runs: []diff.RunInfo{{ID: "titan-1", Nodes: []string{"10.0.0.1"}}}},
		Nodes:    diff.NodeCount{Base: 1, Missing: []string{"10.0.0.2"}},
		Warnings: []diff.Warning{{Kind: "missing_artifact", Artifact: "https://logs.example.com/titan-2/10.0.0.2.zip", Text: "404: no such object"}},
		Exit:     diff.Exit{Code: 4, Reason: "nothing could be compared: the head side has no artifact"},
	}
}
