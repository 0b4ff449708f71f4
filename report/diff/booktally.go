package diff

import (
	"cmp"
	"maps"
	"slices"

	"inquest/report/stats"
)

// Rate is how often comparisons of so many runs a side had a finding.
type Rate struct {
	RunsASide   int        `json:"runs_a_side"`
	Comparisons int        `json:"comparisons"`
	Possible    int        `json:"possible"`     // splits that there are
	Disjoint    int        `json:"disjoint"`     // of those made, as many share no run
	NotCompared int        `json:"not_compared"` // made, but nothing could be compared
	Graded      int        `json:"graded"`       // with a finding of grade A or B above note
	Ungraded    int        `json:"ungraded"`     // with none, but one of grade C above note
	GradedCI    [2]float64 `json:"graded_ci_pct"`
	UngradedCI  [2]float64 `json:"ungraded_ci_pct"`
}

// Leaning is whether later runs look worse or better than earlier ones, in the disjoint
// comparisons of one run a side.
type Leaning struct {
	Worse   int     `json:"worse"` // comparisons with more worse than better above note
	Better  int     `json:"better"`
	Neither int     `json:"neither"`
	P       float64 `json:"p"` // of a share so far from one half
}

// Offender is a metric with findings, and in how many comparisons.
type Offender struct {
	Kind     string `json:"kind"`
	Metric   string `json:"metric"`
	Graded   int    `json:"graded"`
	Ungraded int    `json:"ungraded"`
}

// Tally counts findings of A/A comparisons; the zero value is ready.
type Tally struct {
	rates     [2]Rate
	leaning   Leaning
	offenders map[Offender]*Offender // by kind and metric
}

// Possible adds the splits that there are.
func (t *Tally) Possible(one, two []Split) {
	t.rates[0].Possible += len(one)
	t.rates[1].Possible += len(two)
}

// Count adds one comparison, of one or two runs a side.
func (t *Tally) Count(s Split, res *Result) {
	r := &t.rates[len(s.Base)-1]
	if res.Exit.Code != 0 {
		r.NotCompared++
		return
	}
	r.Comparisons++
	if s.Disjoint {
		r.Disjoint++
	}
	graded, ungraded := false, false
	worse, better := 0, 0
	seen := map[Offender]bool{}
	for _, f := range res.Findings {
		ab := f.Grade == "A" || f.Grade == "B"
		if !alarming(f) || !ab && f.Grade != "C" {
			continue
		}
		graded, ungraded = graded || ab, ungraded || !ab
		switch f.Outcome {
		case "worse":
			worse++
		case "better":
			better++
		}
		if t.offenders == nil {
			t.offenders = map[Offender]*Offender{}
		}
		key := Offender{Kind: f.Kind, Metric: f.Metric}
		if t.offenders[key] == nil {
			t.offenders[key] = &Offender{Kind: f.Kind, Metric: f.Metric}
		}
		once := key // each metric counts once a comparison
		if once.Ungraded = 1; ab {
			once.Graded, once.Ungraded = 1, 0
		}
		if !seen[once] {
			seen[once] = true
			t.offenders[key].Graded += once.Graded
			t.offenders[key].Ungraded += once.Ungraded
		}
	}
	switch {
	case graded:
		r.Graded++
	case ungraded:
		r.Ungraded++
	}
	if !s.Disjoint || len(s.Base) != 1 {
		return
	}
	switch {
	case worse > better:
		t.leaning.Worse++
	case better > worse:
		t.leaning.Better++
	default:
		t.leaning.Neither++
	}
}

// alarming tells whether a finding is shown as a change of the build above note.
func alarming(f *Finding) bool {
	switch f.Kind {
	case "settings", "missing", "claim", "noise":
		return false
	}
	return f.FoldedInto == "" && f.Severity != "note"
}

// interval is the 95 % interval of a share of the comparisons, per cent. Comparisons that
// share runs are worth no more than the disjoint ones among them.
func (r *Rate) interval(k int) [2]float64 {
	share := float64(k) / float64(max(1, r.Comparisons))
	lo, hi := stats.Wilson(share, float64(r.Disjoint))
	return [2]float64{100 * lo, 100 * hi}
}

// Sum gives the rates, for one and two runs a side, the leaning, and the metrics with
// findings, the worst first.
func (t *Tally) Sum() (rates []Rate, leaning Leaning, offenders []Offender) {
	for i := range t.rates {
		r := t.rates[i]
		r.RunsASide = i + 1
		r.GradedCI, r.UngradedCI = r.interval(r.Graded), r.interval(r.Ungraded)
		rates = append(rates, r)
	}
	leaning = t.leaning
	leaning.P = stats.BinomialTest(leaning.Worse, leaning.Worse+leaning.Better)
	offenders = []Offender{}
	for _, o := range slices.SortedFunc(maps.Values(t.offenders), func(a, b *Offender) int {
		return cmp.Or(cmp.Compare(b.Graded, a.Graded), cmp.Compare(b.Ungraded, a.Ungraded), cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.Kind, b.Kind))
	}) {
		offenders = append(offenders, *o)
	}
	return rates, leaning, offenders
}
