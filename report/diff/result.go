package diff

import "encoding/json"

// SchemaVersion is the version of the JSON form of Result.
const SchemaVersion = 1

// Result is a comparison of two builds: everything a renderer needs, in the JSON form of findings.json.
// Base units throughout; fields ending in Pct are per cent, relative. A nil number is not known.
type Result struct {
	SchemaVersion int          `json:"schema_version"`
	Tool          Tool         `json:"tool"`
	Summary       string       `json:"summary"` // the shown findings about goals and CPU in one line
	Base          Side         `json:"base"`
	Head          Side         `json:"head"`
	Nodes         NodeCount    `json:"nodes"`
	Unlike        []Unlike     `json:"unlike"`             // stands above all findings
	Controls      []Control    `json:"controls,omitempty"` // strata that are taken for controls
	Settings      []SettingRow `json:"settings"`
	Claims        []Claim      `json:"claims"`
	Findings      []*Finding   `json:"findings"`
	Chains        []Chain      `json:"chains"` // findings that fit together, and what they point to
	NotTested     []NotTested  `json:"not_tested"`
	Warnings      []Warning    `json:"warnings"`
	Coverage      Coverage     `json:"coverage"`
	Noise         *NoisePrior  `json:"noise,omitempty"`      // what the run noise of single metrics was shrunk towards
	NoiseBook     *NoiseBook   `json:"noise_book,omitempty"` // nil: no earlier run is known
	Charts        []Chart      `json:"charts"`
	Exit          Exit         `json:"exit"`
}

// Control is a stratum that is known or said to lack the change.
type Control struct {
	Stratum string `json:"stratum"`
	Name    string `json:"name,omitempty"` // the stratum by the factors that tell the strata apart
	Because string `json:"because"`        // who says so
}

// Tool names the program that wrote the result.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Side is one side of the comparison.
type Side struct {
	Build string    `json:"build"` // empty when not known, null in JSON
	Runs  []RunInfo `json:"runs"`  // the oldest first
}

// MarshalJSON writes null for a build that is not known.
func (s Side) MarshalJSON() ([]byte, error) {
	out := struct {
		Build *string   `json:"build"`
		Runs  []RunInfo `json:"runs"`
	}{Runs: s.Runs}
	if s.Build != "" {
		out.Build = &s.Build
	}
	return json.Marshal(out)
}

// RunInfo names one run of a side.
type RunInfo struct {
	ID          string            `json:"id"`
	Nodes       []string          `json:"nodes"`
	Stratum     map[string]string `json:"stratum"`
	ReplicateOf string            `json:"replicate_of"` // first run of the same side and stratum
}

// NodeCount counts nodes: those with artifacts on a side, those on both.
type NodeCount struct {
	Base        int      `json:"base"` // those paired by rank by the name that they are compared under
	Head        int      `json:"head"`
	Paired      int      `json:"paired"`
	Idle        []string `json:"idle"`         // present on both sides, without load
	Missing     []string `json:"missing"`      // named by the plan or the other side, no artifact
	NotMeasured []string `json:"not_measured"` // no host data
}

// SettingRow is a setting that differs between the sides.
type SettingRow struct {
	Name  string   `json:"name"`
	Base  string   `json:"base"`
	Head  string   `json:"head"`
	Nodes []string `json:"nodes"`
	Scope string   `json:"scope"` // server, os, hardware, bench
}

// Claim is a percentage in the ticket's prose with what the numbers give.
type Claim struct {
	Text        string   `json:"text"`
	ClaimedPct  *float64 `json:"claimed_pct"`
	ComputedPct *float64 `json:"computed_pct"`
	Agrees      *bool    `json:"agrees"`
	Line        int      `json:"line"`
}

// Finding is one claim with its evidence.
type Finding struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"` // level volatility onset sweep outlier settings missing claim noise
	Metric    string `json:"metric"`
	Instance  string `json:"instance"`
	Unit      string `json:"unit"`
	Family    string `json:"family"`    // throughput latency cpu disk memory stats
	Direction string `json:"direction"` // lower higher none
	Outcome   string `json:"outcome"`   // worse better symptom neutral

	Base     *float64    `json:"base"`
	Head     *float64    `json:"head"`
	Pct      *float64    `json:"pct"`
	Points   *float64    `json:"points"`              // ratios: difference in percentage points
	WholePct *float64    `json:"whole_pct,omitempty"` // onset: change of the whole-run mean
	CIPct    *[2]float64 `json:"ci_pct"`

	AbsolutePct *float64 `json:"absolute_pct,omitempty"` // volatility: change of the spread
	RelativePct *float64 `json:"relative_pct,omitempty"` // volatility: change of spread / level
	Aspects     []string `json:"aspects,omitempty"`      // volatility: swing, jitter, sd

	Shape      string      `json:"shape,omitempty"`      // sweep: flat knee divergence offset
	Elasticity *[2]float64 `json:"elasticity,omitempty"` // sweep: of base and head, the slope between the logarithms

	NodesAgree int          `json:"nodes_agree"`
	NodesTotal int          `json:"nodes_total"`
	Nodes      []NodeEffect `json:"nodes"`
	Legs       []LegEffect  `json:"legs,omitempty"`
	Strata     []StratumPct `json:"strata,omitempty"`
	Where      Where        `json:"where"`

	Grade                 string      `json:"grade"`    // A B C X
	Severity              string      `json:"severity"` // major minor note
	Score                 float64     `json:"score"`
	P                     *float64    `json:"p"`
	Q                     *float64    `json:"q"`
	SmallestDetectablePct *float64    `json:"smallest_detectable_pct"` // no smaller change of a leg can have p under 0.05: Student's t on the degrees of freedom of RunNoise; nil: not known
	MinimumPct            *float64    `json:"minimum_pct,omitempty"`   // from which a change counts: the metric's own minimum, or what the runs can show if that is more
	RunNoise              *NoiseBasis `json:"run_noise,omitempty"`     // what p rests on; nil: not known, or not one

	Text       string     `json:"text"`
	Because    []string   `json:"because"`
	Not        []string   `json:"not"`
	SameAs     []string   `json:"same_as"`
	FoldedInto string     `json:"folded_into,omitempty"`
	Evidence   []Evidence `json:"evidence"`
}

// NodeEffect is what one node shows.
type NodeEffect struct {
	Node     string   `json:"node"`
	HeadNode string   `json:"head_node,omitempty"` // its name in the head, where it has another
	Base     *float64 `json:"base"`
	Head     *float64 `json:"head"`
	Pct      *float64 `json:"pct"`
	NBase    int      `json:"n_base"` // samples of the run of the side that has fewest, over the legs
	NHead    int      `json:"n_head"`
	Odd      bool     `json:"odd,omitempty"`
}

// LegEffect is what one leg shows.
type LegEffect struct {
	Leg string   `json:"leg"`
	Pct *float64 `json:"pct"`
}

// StratumPct is what one stratum shows.
type StratumPct struct {
	Stratum string      `json:"stratum"`
	Name    string      `json:"name,omitempty"` // the stratum by the factors that tell the strata apart
	Base    *float64    `json:"base"`
	Head    *float64    `json:"head"`
	Pct     *float64    `json:"pct"`
	CIPct   *[2]float64 `json:"ci_pct,omitempty"`
}

// Where says on what part of the comparison a finding rests.
type Where struct {
	Scope         string            `json:"scope"` // nodes, sum
	Role          string            `json:"role"`
	Stratum       map[string]string `json:"stratum"`
	Leg           *string           `json:"leg"`
	Phase         string            `json:"phase"` // whole start body end
	OnsetFrac     *float64          `json:"onset_frac"`
	OnsetS        *float64          `json:"onset_s"`
	OnsetWorkFrac *float64          `json:"onset_work_frac"`
	LastPct       *float64          `json:"last_pct,omitempty"` // the last tenth of the head's load against its level before the onset, where that is not what the mean after the onset says
	StepS         *float64          `json:"step_s"`
}

// Evidence says where the numbers stand.
type Evidence struct {
	Artifact  string `json:"artifact"`
	Member    string `json:"member"`
	FirstLine int64  `json:"first_line,omitempty"`
	LastLine  int64  `json:"last_line,omitempty"`
}

// NotTested is a metric that could not be compared, and why.
type NotTested struct {
	Metric string `json:"metric"`
	Reason string `json:"reason"`
}

// NoiseBasis is the run noise of one metric and where it comes from.
type NoiseBasis struct {
	SDPct  float64 `json:"sd_pct"` // standard deviation of the log level of one run, times 100
	DF     float64 `json:"df"`     // degrees of freedom, as far as legs are independent
	Source string  `json:"source"` // replicates, earlier runs of this test, or both
}

// NoiseBook is the earlier runs of this test that run noise may rest on.
type NoiseBook struct {
	Runs   []string `json:"runs"` // the oldest first
	Builds int      `json:"builds"`
	Enough bool     `json:"enough"` // they make run noise known for the metrics that they have
	Text   string   `json:"text"`
}

// NoisePrior is the run noise that the metrics of a comparison with replicates have in
// common: standard deviation of the log level of a run, degrees of freedom, metrics.
type NoisePrior struct {
	SD      float64 `json:"sd"`
	DF      float64 `json:"df"`
	Metrics int     `json:"metrics"`
}

// Warning is a problem that was met on the way.
type Warning struct {
	Kind     string `json:"kind"`
	Artifact string `json:"artifact,omitempty"`
	Member   string `json:"member,omitempty"`
	Line     int64  `json:"line,omitempty"`
	Text     string `json:"text"`
}

// Coverage counts what the findings rest on.
type Coverage struct {
	Series    int            `json:"series"`    // series compared
	Snapshot  int            `json:"snapshot"`  // series left out as snapshots
	Rows      map[string]int `json:"rows"`      // by table, both sides
	Skips     map[string]int `json:"skips"`     // lines that gave no row, by severity
	Reasons   map[string]int `json:"reasons"`   // the same, by reason: since_boot are first reports, restart, duplicate_row
	Copies    int            `json:"copies"`    // samples of one node in the logs of others, not used
	Unchanged int            `json:"unchanged"` // series tested without a finding
}

// Exit is the verdict that the exit code carries.
type Exit struct {
	Code   int    `json:"code"`
	Reason string `json:"reason"`
}

// Chart is one metric of one node, both sides over the time since the load began.
type Chart struct {
	Title    string      `json:"title"`
	Metric   string      `json:"metric"`
	Instance string      `json:"instance,omitempty"`
	Node     string      `json:"node"`
	Leg      string      `json:"leg,omitempty"`
	Stratum  string      `json:"stratum,omitempty"`
	Unit     string      `json:"unit"`
	Lines    []ChartLine `json:"lines"`
}

// ChartLine is one run's series. Points are (seconds since the load began, value);
// a gap in the samples is a nil value.
type ChartLine struct {
	Side   string        `json:"side"` // base, head
	Run    string        `json:"run"`
	LoadS  float64       `json:"load_s"` // length of the load window, which begins at 0
	StepS  float64       `json:"step_s"`
	Points [][2]*float64 `json:"points"`
}
