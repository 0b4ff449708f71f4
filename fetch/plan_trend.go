package fetch

// A PlanTrend is a column of a table over the versions of one branch, from
// old to new, whatever the order of the rows.
type PlanTrend struct {
	X      string     `json:"x"`      // the column: a metric, a workload
	Branch string     `json:"branch"` // "5.2"; empty over several
	Builds []string   `json:"builds"` // from old to new
	Values []*float64 `json:"values"` // the mean of repeats; null where missing
	Better *string    `json:"better"` // lower or higher, null when the text does not say

	// Direction is where the values went and stayed: higher, lower or none.
	// Outcome is worse, better, neutral (no lasting step), or unknown when
	// Better is.
	Direction string `json:"direction"`
	Outcome   string `json:"outcome"`

	// LastGood is the last build before the values got worse for good, FirstBad
	// the next one that has a value. Both are null without such a step.
	LastGood *string `json:"last_good"`
	FirstBad *string `json:"first_bad"`

	// StepPct is the change at a lasting step, from the build before it to the
	// one after it; Pct is that of all after it against the median of all before.
	StepPct *float64 `json:"step_pct"`
	Pct     *float64 `json:"pct"`

	Monotone bool     `json:"monotone"` // no value goes against Direction
	Missing  []string `json:"missing"`  // versions between these that the table does not have
	Text     string   `json:"text"`     // the same in a sentence
}

// A PlanBranch is versions of a branch that the trends of a table leave out.
type PlanBranch struct {
	Branch string   `json:"branch"`
	Builds []string `json:"builds"`
}
