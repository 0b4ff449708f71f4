package main

import (
	"fmt"
	"hash/fnv"
	"math"

	"inquest/parse/generate"
	"inquest/report/diff"
)

// trialCase is a kind of comparison whose right answer is known, with what is asked of
// the answers.
type trialCase struct {
	name   string
	shape  func(s *generate.Spec) // makes the spec; runs, nodes and process are set already
	runs   int                    // a side
	vary   trialGrid
	judge  func(t *trialTally, r *diff.Result)
	wanted []trialWant
}

// trialWant is a share of the comparisons that the answers are to reach, or not to exceed;
// NaN: it is counted only.
type trialWant struct {
	what            string
	atLeast, atMost float64
}

func atLeast(what string, share float64) trialWant { return trialWant{what, share, math.NaN()} }
func atMost(what string, share float64) trialWant  { return trialWant{what, math.NaN(), share} }
func counted(what string) trialWant                { return trialWant{what, math.NaN(), math.NaN()} }

// trialGrid is what is varied from one repetition to the next.
type trialGrid struct {
	runSDs  []float64
	nodes   []int
	seconds int
}

var (
	anyRig   = trialGrid{runSDs: []float64{0, 1, 2, 5}, nodes: []int{2, 5, 8}, seconds: 600}
	shortRig = trialGrid{runSDs: []float64{0, 1, 2, 5}, nodes: []int{2, 5, 8}, seconds: 40}
	rig2     = trialGrid{runSDs: []float64{2}, nodes: []int{2, 5, 8}, seconds: 600}
	short2   = trialGrid{runSDs: []float64{2}, nodes: []int{2, 5, 8}, seconds: 40}
)

// alarms is what identical builds are asked: that a finding says more than the data can is
// the one thing that must not happen.
var alarms = []trialWant{atMost("alarm A or B", 0.05), counted("alarm C only"), counted("worse"), counted("better")}

// trialCases are the comparisons that are tried.
func trialCases() []trialCase {
	none := func(*generate.Spec) {}
	level := func(s *generate.Spec) { s.Effects = []generate.Effect{{Kind: "level", Metric: "throughput", Pct: -15}} }
	spread := func(s *generate.Spec) {
		s.Effects = append(s.Effects, generate.Effect{Kind: "volatility", Metric: "throughput", Factor: 2},
			generate.Effect{Kind: "volatility", Metric: "cpu", Factor: 2})
	}
	both := func(s *generate.Spec) { level(s); spread(s) }
	collapse := func(s *generate.Spec) {
		s.Work = generate.WorkFixed
		s.Effects = []generate.Effect{{Kind: "collapse", Pct: -85, AtWorkPct: 94}}
	}
	oneNode := func(s *generate.Spec) {
		s.Effects = []generate.Effect{{Kind: "level", Metric: "throughput", Pct: -30, Nodes: []string{"node-2"}}}
	}
	sweep := func(s *generate.Spec) { s.Threads, s.Seconds = []int{1, 4, 16, 32, 64}, 20 }
	flat := func(s *generate.Spec) {
		sweep(s)
		s.Effects = []generate.Effect{{Kind: "flat"}}
	}
	spreads := []trialWant{atLeast("throughput", 0.90), atLeast("CPU", 0.90)}
	named := []trialWant{atLeast("named", 0.90), atMost("said of the cluster", 0.05)}
	return []trialCase{
		{"identical, 1 run a side", none, 1, anyRig, judgeAlarms, alarms},
		{"identical, 2 runs a side", none, 2, anyRig, judgeAlarms, alarms},
		{"identical, 3 runs a side", none, 3, anyRig, judgeAlarms, alarms},
		{"identical, 40 s, 1 run a side", none, 1, shortRig, judgeAlarms, alarms},
		{"identical, 40 s, 2 runs a side", none, 2, shortRig, judgeAlarms, alarms},
		{"identical sweeps, 1 run a side", sweep, 1, anyRig, judgeAlarms, alarms},
		{"identical sweeps, 2 runs a side", sweep, 2, anyRig, judgeAlarms, alarms},
		{"level -15 %, 2 runs a side", level, 2, rig2, judgeLevel, []trialWant{atLeast("throughput", 0.90), atLeast("CPU", 0.85)}},
		{"level -15 %, 3 runs a side", level, 3, rig2, judgeLevel, []trialWant{atLeast("throughput", 0.95), atLeast("CPU", 0.95)}},
		{"level -15 %, 40 s, 2 runs a side", level, 2, short2, judgeLevel, []trialWant{counted("throughput"), counted("CPU")}},
		{"volatility x2, 1 run a side", spread, 1, anyRig, judgeSpread, spreads},
		{"volatility x2, 2 runs a side", spread, 2, anyRig, judgeSpread, spreads},
		{"level and volatility, 2 runs a side", both, 2, rig2, judgeBoth, []trialWant{atLeast("throughput", 0.85), atLeast("CPU", 0.85)}},
		{"collapse at 94 % of the work, 1 run a side", collapse, 1, anyRig, judgeCollapse, []trialWant{atLeast("onset", 0.95)}},
		{"collapse at 94 % of the work, 2 runs a side", collapse, 2, anyRig, judgeCollapse, []trialWant{atLeast("onset", 0.95)}},
		{"one node -30 %, 1 run a side", oneNode, 1, anyRig, judgeOneNode, named},
		{"one node -30 %, 2 runs a side", oneNode, 2, anyRig, judgeOneNode, named},
		{"flat sweep, 1 run a side", flat, 1, anyRig, judgeFlat, []trialWant{atLeast("flat", 0.95)}},
		{"flat sweep, 2 runs a side", flat, 2, anyRig, judgeFlat, []trialWant{atLeast("flat", 0.95)}},
	}
}

// trialProcesses are the kinds of noise, one after the other.
var trialProcesses = []func(*generate.Spec){
	func(s *generate.Spec) { s.Process, s.Phi = "ar", 0.8 },
	func(s *generate.Spec) { s.Process, s.Phi = "ar", 0.9 },
	func(s *generate.Spec) { s.Process, s.Phi = "ar", 0.95 },
	func(s *generate.Spec) { s.Process = "bursty" },
	func(s *generate.Spec) { s.Process = "regime" },
	func(s *generate.Spec) { s.Process, s.Period = "sawtooth", 60 },
	func(s *generate.Spec) { s.Process, s.Period = "sawtooth", 180 },
}

// spec is the spec of one repetition: the grid is gone through evenly.
func (c *trialCase) spec(repetition int, seed uint64) *generate.Spec {
	s := generate.Default()
	h := fnv.New64a() // every case has runs of its own
	fmt.Fprint(h, c.name, seed, repetition)
	s.Seed = h.Sum64()
	s.Base.Runs, s.Head.Runs = c.runs, c.runs
	s.Seconds = c.vary.seconds
	s.StatusEvery = 10
	s.Recorders = []string{"sysbench", "mpstat", "iostat", "mysqladmin"}
	n := repetition
	trialProcesses[n%len(trialProcesses)](s)
	n /= len(trialProcesses)
	s.RunSDPct = c.vary.runSDs[n%len(c.vary.runSDs)]
	n /= len(c.vary.runSDs)
	s.Nodes = c.vary.nodes[(n+repetition)%len(c.vary.nodes)]
	c.shape(s)
	return s
}
