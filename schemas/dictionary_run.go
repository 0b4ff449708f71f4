package schemas

import (
	"strconv"
	"strings"
)

// Run is one execution of a test: a row of table runs.
type Run struct {
	RunID     string `json:"run_id"` // hebe-dura-txn-444
	Product   string `json:"product"`
	BuildID   string `json:"build_id"` // the build label; empty when unknown
	Job       string `json:"job"`
	JobNumber int64  `json:"job_number"` // 0 when unknown
	Test      string `json:"test"`
	Labels    string `json:"labels"`     // factors as a JSON object with sorted keys
	StartedAt int64  `json:"started_at"` // microseconds UTC; 0 when unknown
	EndedAt   int64  `json:"ended_at"`   // microseconds UTC; 0 when unknown
	Nodes     int64  `json:"nodes"`      // nodes that the run is known to have
	Status    string `json:"status"`     // ok, or incomplete when a node or member is missing
	Note      string `json:"note"`
	Manifest  string `json:"-"` // the run's manifest.json as given; empty when there is none
}

// BuildParts splits a build label at its last dash into version and number,
// 6.5.0-4131 into 6.5.0 and 4131. The number is 0 when the label does not end in one.
func BuildParts(label string) (version string, number int64) {
	i := strings.LastIndexByte(label, '-')
	if i < 0 {
		return label, 0
	}
	n, err := strconv.ParseUint(label[i+1:], 10, 63)
	if err != nil {
		return label, 0
	}
	return label[:i], int64(n)
}

// RunTable describes the rows of table runs (grain: run).
var RunTable = Table[Run]{
	Name: "runs", Doc: "the executions of tests",
	Columns: []Column[Run]{
		str("product", "the product under test, empty when unknown", func(r *Run) string { return r.Product }),
		str("build_id", "build label, empty when unknown", func(r *Run) string { return r.BuildID }),
		str("run_id", "execution of a test", func(r *Run) string { return r.RunID }),
		str("build_version", "the build label before its last dash", func(r *Run) string { v, _ := BuildParts(r.BuildID); return v }),
		integer("build_number", "the number after the build label's last dash", func(r *Run) int64 { _, n := BuildParts(r.BuildID); return n }),
		str("job", "name of the CI job", func(r *Run) string { return r.Job }),
		integer("job_number", "number of the CI job's build", func(r *Run) int64 { return r.JobNumber }),
		str("test", "what was run", func(r *Run) string { return r.Test }),
		str("labels", "factors as a JSON object with sorted keys", func(r *Run) string { return r.Labels }),
		instant("started_at", "start of the load, UTC", func(r *Run) int64 { return r.StartedAt }),
		instant("ended_at", "end of the load, UTC", func(r *Run) int64 { return r.EndedAt }),
		measure("nodes", "count", "nodes that the run is known to have", func(r *Run) int64 { return r.Nodes }),
		str("status", "ok, or incomplete when a node or member is missing", func(r *Run) string { return r.Status }),
		str("note", "what a person should know about the run", func(r *Run) string { return r.Note }),
		str("manifest", "the run's manifest.json as given, JSON; empty when there is none", func(r *Run) string { return r.Manifest }),
	},
}

// instant is a point in time in microseconds UTC.
func instant[R any](name, doc string, get func(*R) int64) Column[R] {
	return Column[R]{Name: name, Type: Timestamp, Doc: doc, Time: get}
}
