package schemas

// Diff is one comparison of two sides: a row of table diffs.
type Diff struct {
	DiffID        string
	CreatedAt     int64 // microseconds UTC; 0 where the output must be the same each time
	BaseBuild     string
	HeadBuild     string
	Options       string // JSON object
	Inputs        string // JSON list of artifact ids
	Verdict       string // the outcome of the worst finding: worse, better, neutral, or cannot tell
	MethodVersion string
}

// DiffTable describes the rows of table diffs (grain: comparison).
var DiffTable = Table[Diff]{
	Name: "diffs", Doc: "the comparisons that gave the findings",
	Columns: []Column[Diff]{
		str("diff_id", "digest of the inputs and options", func(r *Diff) string { return r.DiffID }),
		instant("created_at", "when it was computed, UTC; null where the output must be repeatable", func(r *Diff) int64 { return r.CreatedAt }),
		str("base_build", "build label of the base side, empty when unknown", func(r *Diff) string { return r.BaseBuild }),
		str("head_build", "build label of the head side, empty when unknown", func(r *Diff) string { return r.HeadBuild }),
		str("options", "JSON object of the options that decide the result", func(r *Diff) string { return r.Options }),
		str("inputs", "JSON list of the artifact ids compared", func(r *Diff) string { return r.Inputs }),
		str("verdict", "worse, better, neutral or cannot tell", func(r *Diff) string { return r.Verdict }),
		str("method_version", "version of the statistics", func(r *Diff) string { return r.MethodVersion }),
	},
}
