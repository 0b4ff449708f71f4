package fetch

import (
	"encoding/json"
	"fmt"
)

// PlanSweep is a table of the ticket: what is compared (the series, mostly
// builds) over the values of one factor (x).
type PlanSweep struct {
	Title   string       `json:"title"`
	Axis    *string      `json:"axis"` // null when the text does not say what x is
	XLabels []string     `json:"x_labels,omitempty"`
	Line    int          `json:"line"`
	Series  []PlanSeries `json:"series"`
	Ratios  []PlanRatio  `json:"ratios"`

	// Trends are the columns over the versions of each branch with at least
	// three, Branches the versions of the others: another line, never mixed in.
	Trends   []PlanTrend  `json:"trends,omitempty"`
	Branches []PlanBranch `json:"other_branches,omitempty"`
}

// PlanSeries is one column, row or block of a sweep.
type PlanSeries struct {
	Label  string      `json:"label"`
	Line   int         `json:"line"`
	Points []PlanPoint `json:"points"`

	// Elasticity is the slope of ln y over ln x, Growth is last / first. Both
	// are null when x are names (then XLabels has them and x counts from 1).
	Elasticity *float64 `json:"elasticity"`
	Growth     *float64 `json:"growth"`

	// ElasticityCI is the 95 % interval of Elasticity, null under three points.
	ElasticityCI *[2]float64 `json:"elasticity_ci,omitempty"`

	// SecondsPerItem is the range of 1/y of a series that stays flat while
	// another of the sweep grows: if y is a rate per second, it does one thing
	// at a time and each takes this long.
	SecondsPerItem *[2]float64 `json:"seconds_per_item,omitempty"`

	// Totals are the columns that sum up others ("2-4", "total").
	Totals []PlanTotal `json:"totals,omitempty"`

	// SpreadPct is how far the repeats of one point lie apart, in per cent of
	// their mean (the largest of the series); null without repeats.
	SpreadPct *float64 `json:"spread_pct,omitempty"`
}

// PlanTotal is a sum over columns of a table.
type PlanTotal struct {
	Label string  `json:"label"`
	Value float64 `json:"value"`
}

// PlanRatio is head / base of two series, point by point; Pct is the same as
// a change in per cent. A value is null where either side is.
type PlanRatio struct {
	Base   string           `json:"base"`
	Head   string           `json:"head"`
	Values []*float64       `json:"values"`
	Pct    []*float64       `json:"pct"`
	Totals []PlanTotalRatio `json:"totals,omitempty"`
}

// PlanTotalRatio compares a total of two series.
type PlanTotalRatio struct {
	Label string   `json:"label"`
	Base  float64  `json:"base"`
	Head  float64  `json:"head"`
	Pct   *float64 `json:"pct"`
}

// PlanPoint is one cell of a sweep: JSON [x, y], y null where it is missing.
type PlanPoint struct {
	X float64
	Y *float64
}

// MarshalJSON writes [x, y].
func (p PlanPoint) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{p.X, p.Y})
}

// UnmarshalJSON reads [x, y]; x may not be null.
func (p *PlanPoint) UnmarshalJSON(b []byte) error {
	var xy []*float64
	if err := json.Unmarshal(b, &xy); err != nil {
		return fmt.Errorf("point %s: want [x, y]: %w", b, err)
	}
	if len(xy) != 2 || xy[0] == nil {
		return fmt.Errorf("point %s: want [x, y] with a number for x", b)
	}
	p.X, p.Y = *xy[0], xy[1]
	return nil
}
