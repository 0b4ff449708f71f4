package parse

// Kinds of problems by which nothing of the artifact is lost: what a member's own words
// give, and what its members do not agree on.
const (
	LoadAborted = "load_aborted" // the load generator says that it stopped with an error
	NoSummary   = "no_summary"   // the load generator's log lacks its end

	SourcesDisagree = "sources_disagree" // two recorders of one node tell different CPU
)

// MemberDamaged is the kind of a problem that ended the reading of a member, or of an
// archive within the artifact.
const MemberDamaged = "member_damaged"

// Problem is something that was lost or is doubtful, and what was kept.
type Problem struct {
	Kind   string `json:"kind"`
	Member string `json:"member,omitempty"`
	Offset int64  `json:"offset,omitempty"`
	Text   string `json:"text"`
	Kept   string `json:"kept,omitempty"`
}

// Degrades tells whether something of the artifact was lost.
func (p Problem) Degrades() bool {
	return p.Kind != LoadAborted && p.Kind != NoSummary && p.Kind != SourcesDisagree
}

// Problem records what a member says of the run, for the reports; it is no loss of rows.
func (l *Log) Problem(kind, text string) {
	if l.Said != nil {
		l.Said(kind, text)
	}
}
