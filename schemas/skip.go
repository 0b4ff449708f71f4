package schemas

import (
	"strconv"
	"strings"
)

// How bad a skip is; the values of column severity.
const (
	Note = "note" // understood, and not a sample
	Loss = "loss" // could not be read, or is doubtful
)

// Skip is a place in a member that gave no row, with the reason. Nothing is dropped without one.
type Skip struct {
	File   string // the artifact or file
	Member string // the member inside it
	Line   int64  // from 1; 0 when it concerns the whole member
	Reason string // one of the Reason constants
	Text   string // what was there, or how many alike
}

// The reasons. The first group is of severity Note, the second of severity Loss.
const (
	SinceBoot  = "since_boot"
	Average    = "average"
	Restart    = "restart"
	Comment    = "comment"
	HeaderDump = "header_dump"
	GroupTotal = "group_total"
	NotCounted = "not_counted"

	CutRow        = "cut_row"
	BadCell       = "bad_cell"
	MissingCell   = "missing_cell"
	ExtraCell     = "extra_cell"
	BadSum        = "bad_sum"
	ForeignText   = "foreign_text"
	NoData        = "no_data"
	DateAmbiguous = "date_ambiguous"
	ClockBack     = "clock_back"
	JSONTruncated = "json_truncated"
	JSONRepaired  = "json_repaired"
	CounterReset  = "counter_reset"
	DuplicateRow  = "duplicate_row"
	NamesLost     = "names_lost"
	CommandFailed = "command_failed"
	TimedOut      = "timed_out"
	Unsupported   = "unsupported"
	UnknownFormat = "unknown_format"
)

const folded = " more of this kind"

// FoldedText is the text of a skip that stands for n others of its reason.
func FoldedText(n int) string { return strconv.Itoa(n) + folded }

// Count is the number of places that a skip stands for.
func (s *Skip) Count() int {
	number, ok := strings.CutSuffix(s.Text, folded)
	if n, err := strconv.Atoi(number); ok && s.Line == 0 && err == nil {
		return n
	}
	return 1
}

// Severity tells whether the reason is a Note or a Loss.
func (s *Skip) Severity() string {
	switch s.Reason {
	case SinceBoot, Average, Restart, Comment, HeaderDump, GroupTotal, NotCounted:
		return Note
	}
	return Loss
}

// SkipTable describes the rows of table skips.
var SkipTable = Table[Skip]{
	Name: "skips", Doc: "places that gave no row, with the reason",
	Columns: []Column[Skip]{
		str("file", "the artifact or file", func(r *Skip) string { return r.File }),
		str("member", "the member inside it", func(r *Skip) string { return r.Member }),
		integer("line", "line number from 1", func(r *Skip) int64 { return r.Line }),
		str("reason", "why, one word", func(r *Skip) string { return r.Reason }),
		str("severity", "note: understood, not a sample; loss: could not be read, or doubtful", func(r *Skip) string { return r.Severity() }),
		str("text", "what was there, or how many alike", func(r *Skip) string { return r.Text }),
	},
}
