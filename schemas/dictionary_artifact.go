package schemas

// How the reading of an artifact ended; the values of column status.
const (
	StatusOK       = "ok"
	StatusDegraded = "degraded" // read, but a member was lost or is doubtful
	StatusFailed   = "failed"   // there, but not readable
	StatusMissing  = "missing"  // not there
)

// Artifact is one node's zip of one run: a row of table artifacts, and the identity
// that every row read from it carries in the lake.
type Artifact struct {
	Product    string
	BuildID    string // the build label, 6.5.0-4131; empty when unknown
	RunID      string
	Node       string
	ArtifactID string // digest of the zip's directory; empty when it could not be had

	URI          string
	ETag         string
	Bytes        int64
	FetchedBytes int64 // transferred when it was first read; differs from a warm cache, so not in the table
	Container    string
	Status       string // StatusOK, StatusDegraded, StatusFailed or StatusMissing
	Error        string

	Members   int64
	Skipped   int64
	RowsCPU   int64
	RowsDisk  int64
	RowsStats int64

	// ParserVersion is set by the lake.
	ParserVersion string
	// Inputs is what else decides the rows: options, and the facts of a manifest that
	// enter columns leg and coverage. Opaque; another value makes another commit.
	Inputs string
	// Info is a JSON object of what is known beside the rows: role, data device, legs,
	// reports of members. Opaque to the lake, but it must be the same for the same input.
	Info string
}

// Identity lists the columns that come first in each table read from artifacts.
func Identity() []Column[Artifact] {
	return []Column[Artifact]{
		str("product", "the product under test, empty when unknown", func(r *Artifact) string { return r.Product }),
		str("build_id", "build label, empty when unknown", func(r *Artifact) string { return r.BuildID }),
		str("run_id", "execution of a test", func(r *Artifact) string { return r.RunID }),
		str("node", "the node that the artifact tells about", func(r *Artifact) string { return r.Node }),
		str("artifact_id", "digest of the zip's directory (names, sizes, CRCs)", func(r *Artifact) string { return r.ArtifactID }),
	}
}

// ArtifactTable describes the rows of table artifacts (grain: zip).
var ArtifactTable = Table[Artifact]{
	Name: "artifacts", Doc: "the zips of the nodes: where each came from and what became of it",
	Columns: append(Identity(),
		str("uri", "where the bytes came from", func(r *Artifact) string { return r.URI }),
		str("etag", "version tag of the object store, empty for a file", func(r *Artifact) string { return r.ETag }),
		measure("bytes", "bytes", "size of the zip", func(r *Artifact) int64 { return r.Bytes }),
		str("container", "how the zip is organised: cbcollect, pt-stalk, sosreport, oswatcher, exawatcher, pbench, plain", func(r *Artifact) string { return r.Container }),
		str("status", "ok, degraded, failed or missing", func(r *Artifact) string { return r.Status }),
		str("error", "why the status is not ok", func(r *Artifact) string { return r.Error }),
		measure("members", "count", "files in the zip", func(r *Artifact) int64 { return r.Members }),
		measure("skipped", "count", "skips of severity loss", func(r *Artifact) int64 { return r.Skipped }),
		measure("rows_cpu", "count", "rows given to table cpu", func(r *Artifact) int64 { return r.RowsCPU }),
		measure("rows_disk", "count", "rows given to table disk", func(r *Artifact) int64 { return r.RowsDisk }),
		measure("rows_stats", "count", "rows given to table stats", func(r *Artifact) int64 { return r.RowsStats }),
		str("parser_version", "version of the parsers that read it", func(r *Artifact) string { return r.ParserVersion }),
		str("inputs", "options and manifest facts that decided the rows", func(r *Artifact) string { return r.Inputs }),
		str("info", "JSON object: role, data device, legs, reports of members", func(r *Artifact) string { return r.Info }),
	),
}

// measure is a whole number with a unit.
func measure[R any](name, unit, doc string, get func(*R) int64) Column[R] {
	return Column[R]{Name: name, Type: Int, Unit: unit, Doc: doc, Int: get}
}
