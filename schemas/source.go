package schemas

// How an instant was found; the values of column ts_source.
const (
	// Zoned: the log says the zone (epoch seconds, an offset, UTC) or the artifact does.
	Zoned = "zoned"
	// Assumed: a clock without a zone, or an instant inferred from a file time.
	Assumed = "assumed"
	// Relative: no clock; the instant counts from the start of the file.
	Relative = "relative"
)

// Whether a member shows the load; the values of column coverage.
const (
	// History: the recorder overlaps at least half of the load window.
	History = "history"
	// Snapshot: it does not; such rows never support a finding about the run.
	Snapshot = "snapshot"
)

// Source is what all rows of one member have in common. Rows point to it, so that
// what is only known once the whole artifact has been read (the coverage) is set once.
type Source struct {
	Format   string // the tool: iostat, sar, stats-archives ...
	Member   string // base name of the member, with #title inside a section file
	Leg      string // the part of the run it belongs to; empty: none
	TSSource string // Zoned, Assumed or Relative
	Coverage string // History or Snapshot; empty: not known (a lone file)
}
