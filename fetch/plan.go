package fetch

// PlanVersion is the schema_version that ParseTicket writes and ReadPlan takes.
const PlanVersion = 1

// A Plan is what a ticket says: which builds, which runs of them, where the
// zips of each run are, which runs may be compared, and what the text claims.
// Its JSON is the answer of "inquest ticket"; lists are never null, and a
// value that the text does not give is null. Line numbers count from 1.
type Plan struct {
	SchemaVersion int            `json:"schema_version"`
	Source        PlanSource     `json:"source"`
	Builds        []PlanBuild    `json:"builds"`  // in the order they are first named
	Pairing       *PlanPairing   `json:"pairing"` // null when there is no agreed base
	Runs          []PlanRun      `json:"runs"`
	Artifacts     []PlanArtifact `json:"artifacts"`
	Strata        []PlanStratum  `json:"strata"`
	Sweeps        []PlanSweep    `json:"sweeps"`
	Snapshots     []PlanSnapshot `json:"snapshots"`
	Claims        []PlanClaim    `json:"claims"`
	Problems      []PlanProblem  `json:"problems"`
	Exit          PlanExit       `json:"exit"`
}

// PlanSource names the text that was read.
type PlanSource struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the bytes as given, hexadecimal
	Lines  int    `json:"lines"`
}

// PlanBuild is a build and the lines that name it in full, addresses aside.
type PlanBuild struct {
	Label string `json:"label"`
	Lines []int  `json:"lines"`
}

// PlanPairing says which build is the base and why.
type PlanPairing struct {
	Base    string `json:"base"`
	Head    string `json:"head"`
	Because string `json:"because"`
}

// PlanRun is one execution of a test: one job of the CI system and one number.
type PlanRun struct {
	ID       string            `json:"id"` // <job>-<number>; the prefix in S3 is jenkins-<id>
	Build    *string           `json:"build"`
	Job      *string           `json:"job"` // folders joined by "-", as in the prefix
	Number   *int64            `json:"number"`
	URL      *string           `json:"url"`
	Prefix   *string           `json:"prefix,omitempty"` // address of a folder of zips, to be listed
	Factors  map[string]string `json:"factors"`
	Headline []PlanHeadline    `json:"headline"`
	Status   *string           `json:"status,omitempty"` // in which words the text says that it failed
	Line     int               `json:"line"`
}

// PlanHeadline is a number that the ticket gives for a run.
type PlanHeadline struct {
	Value  float64 `json:"value"`
	Unit   *string `json:"unit"`
	Metric *string `json:"metric"`
	Line   int     `json:"line"`
}

// PlanArtifact is one node's zip of one run. Run is the ID of the run.
type PlanArtifact struct {
	Run    string  `json:"run"`
	Node   string  `json:"node"`
	Role   *string `json:"role"` // c1, c2, source...: the cluster of the node
	Ref    string  `json:"ref"`  // the address as written; ParseRef reads it
	Bucket *string `json:"bucket"`
	Key    *string `json:"key"`
	Region *string `json:"region"`
	Line   int     `json:"line"`
	Lines  []int   `json:"lines"` // every line that names the same object
}

// PlanStratum is one combination of factors with the runs of both sides.
type PlanStratum struct {
	Factors  map[string]string `json:"factors"`
	Base     []string          `json:"base"`
	Head     []string          `json:"head"`
	Headline PlanChange        `json:"headline"`
	Control  *PlanControl      `json:"control,omitempty"` // where the ticket calls it unaffected
}

// PlanChange is a change of a number from base to head; Pct in per cent of
// the base, one decimal. A side with several runs is their mean.
type PlanChange struct {
	Base   *float64 `json:"base"`
	Head   *float64 `json:"head"`
	Pct    *float64 `json:"pct"`
	Metric *string  `json:"metric"`
	Unit   *string  `json:"unit"`
}

// PlanSnapshot is a name of a monitoring snapshot taken apart:
// <cluster>_<side>_<version digits>-<build>_<phase>_<four hex digits>.
type PlanSnapshot struct {
	Raw     string  `json:"raw"`
	Cluster *string `json:"cluster"`
	Side    *string `json:"side"`
	Build   *string `json:"build"`
	Phase   *string `json:"phase"`
	Line    int     `json:"line"`
}

// PlanClaim is a change stated in prose, beside what the ticket's own numbers
// give for it. ComputedPct and Agrees are null when they give nothing.
type PlanClaim struct {
	Text        string      `json:"text"`
	ClaimedPct  float64     `json:"claimed_pct"`             // with the sign of the verb
	Range       *[2]float64 `json:"claimed_range,omitempty"` // of "80-90%"; ClaimedPct is its middle
	ComputedPct *float64    `json:"computed_pct"`
	Agrees      *bool       `json:"agrees"` // within a quarter of computed, or 2 points
	Of          string      `json:"of,omitempty"`
	Line        int         `json:"line"`
}

// Levels of a PlanProblem.
const (
	LevelError   = "error"   // refused: what takes part is in no stratum
	LevelAsk     = "ask"     // the user has to choose
	LevelWarning = "warning" // went on
)

// PlanProblem is one fact that stands in the way, with every line that takes
// part. The text names both sides of a contradiction.
type PlanProblem struct {
	Level string `json:"level"`
	Code  string `json:"code"`
	Text  string `json:"text"`
	Lines []int  `json:"lines"`
}

// PlanExit is the exit code of "inquest ticket" without --strict: 0, or 4
// when nothing can be compared.
type PlanExit struct {
	Code   int    `json:"code"`
	Reason string `json:"reason"`
}
