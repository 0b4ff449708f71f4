package generate

import "time"

// Spec describes one comparison. The yaml names are the keys of a spec's text.
type Spec struct {
	Test      string    `yaml:"test"`       // first part of the runs' names
	Seed      uint64    `yaml:"seed"`       // of all that is random
	Start     time.Time `yaml:"start"`      // of the first run's load, whole seconds UTC; the runs follow an hour apart at least
	Base      Side      `yaml:"base"`       // the side that the effects leave alone
	Head      Side      `yaml:"head"`       // the side that has the effects
	SameBuild bool      `yaml:"same_build"` // the head has the base's label
	Manifest  bool      `yaml:"manifest"`   // manifest.json stands beside the zips

	Nodes       int      `yaml:"nodes"`        // of each run: node-1, node-2 ...
	CPUs        int      `yaml:"cpus"`         // of a node; mpstat prints each
	Threads     []int    `yaml:"threads"`      // one leg for each
	Seconds     int      `yaml:"seconds"`      // of load in a leg
	Work        string   `yaml:"work"`         // WorkSeconds or WorkFixed
	Recorders   []string `yaml:"recorders"`    // what each node records; see Recorders
	StatusEvery int      `yaml:"status_every"` // seconds between the tables of mysqladmin

	Levels Levels `yaml:"levels"`

	Process        string  `yaml:"process"`         // of the noise; see Processes
	Phi            float64 `yaml:"phi"`             // of process ar: correlation of neighbouring seconds
	Period         int     `yaml:"period"`          // of process sawtooth, seconds
	NoisePct       float64 `yaml:"noise_pct"`       // relative sd of the noise
	RunSDPct       float64 `yaml:"run_sd_pct"`      // sd of log level, run to run
	LegSDPct       float64 `yaml:"leg_sd_pct"`      // the same, leg to leg within a run
	NodeSDPct      float64 `yaml:"node_sd_pct"`     // the same, node to node within a leg of a run
	RunCorrelation float64 `yaml:"run_correlation"` // of the draws of operations with those of the others

	Effects []Effect `yaml:"effects"`
}

// Side is one build with its runs.
type Side struct {
	Build string `yaml:"build"`
	Runs  int    `yaml:"runs"`
}

// Levels are what a node does without noise and effects.
type Levels struct {
	TPS          float64 `yaml:"tps"`            // operations a second at the largest thread count
	Elasticity   float64 `yaml:"elasticity"`     // of operations with threads: 0 flat, 1 proportional
	BusyPct      float64 `yaml:"busy_pct"`       // of the processors, at TPS
	IOWaitPct    float64 `yaml:"iowait_pct"`     // of the processors, at TPS
	WritesPerOp  float64 `yaml:"writes_per_op"`  // requests to the device
	FlushesPerOp float64 `yaml:"flushes_per_op"` // of the device, and of the logs
	WriteKB      float64 `yaml:"write_kb"`       // size of a write
	UtilPct      float64 `yaml:"util_pct"`       // of the device, at TPS
}

// What a leg lasts: the load runs for Spec.Seconds, or each node runs until it has done
// levels.tps x seconds operations (at its thread count), at most 20 x Spec.Seconds.
const (
	WorkSeconds = "seconds"
	WorkFixed   = "fixed"
)

// Recorders are the tools a node can record with.
func Recorders() []string { return []string{"sysbench", "mpstat", "iostat", "vmstat", "mysqladmin"} }

// Default is the spec of an empty text: two runs a side of 8 nodes, ten minutes each.
func Default() *Spec {
	return &Spec{
		Test: "gen", Seed: 1, Start: time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC), Manifest: true,
		Base: Side{"1.0-41", 2}, Head: Side{"1.0-42", 2},
		Nodes: 8, CPUs: 4, Threads: []int{16}, Seconds: 600, Work: WorkSeconds, Recorders: Recorders(), StatusEvery: 1,
		Levels: Levels{TPS: 2000, Elasticity: 0.8, BusyPct: 45, IOWaitPct: 3, WritesPerOp: 0.5, FlushesPerOp: 0.25,
			WriteKB: 8, UtilPct: 40},
		Process: "ar", Phi: 0.9, Period: 60, NoisePct: 10, RunSDPct: 2, NodeSDPct: 1, RunCorrelation: 0.7,
	}
}
