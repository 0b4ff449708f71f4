package main

import (
	"cmp"
	"fmt"
	"slices"

	"inquest/report/diff"
	"inquest/report/stats"
	"inquest/schemas/lake"
)

// selfcheckAnswer is the JSON form of selfcheck.
type selfcheckAnswer struct {
	SchemaVersion int            `json:"schema_version"`
	Tool          diff.Tool      `json:"tool"`
	Lake          string         `json:"lake"`
	Tests         []*checkedTest `json:"tests"`
	Rates         []*rate        `json:"rates"`
	Leaning       leaning        `json:"leaning"`
	Offenders     []offender     `json:"offenders"`
	Exit          diff.Exit      `json:"exit"`

	tally tally
}

// checkedTest is one test with the runs that could be checked and their noise.
type checkedTest struct {
	Test    string             `json:"test"`
	Job     string             `json:"job"`
	Factors map[string]string  `json:"factors"`
	Groups  []checkedGroup     `json:"groups"`   // four or more repeats of one build
	Apart   []string           `json:"not_a_a"`  // runs of one build that are no repeats, or not quite
	LeftOut []string           `json:"left_out"` // runs that could not be read whole
	Noise   []diff.MetricNoise `json:"noise"`    // of the metrics for which it is known
}

type checkedGroup struct {
	Build string   `json:"build"`
	Runs  []string `json:"runs"`
}

func groupOf(runs []*diff.Run) checkedGroup {
	g := checkedGroup{Build: runs[0].Build, Runs: []string{}}
	for _, r := range runs {
		g.Runs = append(g.Runs, r.ID)
	}
	return g
}

// rate is how often comparisons of so many runs a side had a finding.
type rate struct {
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

// leaning is whether later runs look worse or better than earlier ones, in the disjoint
// comparisons of one run a side.
type leaning struct {
	Worse   int     `json:"worse"` // comparisons with more worse than better above note
	Better  int     `json:"better"`
	Neither int     `json:"neither"`
	P       float64 `json:"p"` // of a share so far from one half
}

// offender is a metric with findings, and in how many comparisons.
type offender struct {
	Kind     string `json:"kind"`
	Metric   string `json:"metric"`
	Graded   int    `json:"graded"`
	Ungraded int    `json:"ungraded"`
}

// tally counts findings of A/A comparisons.
type tally struct {
	rates     [2]rate
	leaning   leaning
	offenders map[offender]*offender // by kind and metric
}

// possible adds the splits that there are.
func (t *tally) possible(one, two []diff.Split) {
	t.rates[0].Possible += len(one)
	t.rates[1].Possible += len(two)
}

// count adds one comparison.
func (t *tally) count(s diff.Split, res *diff.Result) {
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
	seen := map[offender]bool{}
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
			t.offenders = map[offender]*offender{}
		}
		key := offender{Kind: f.Kind, Metric: f.Metric}
		if t.offenders[key] == nil {
			t.offenders[key] = &offender{Kind: f.Kind, Metric: f.Metric}
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
func alarming(f *diff.Finding) bool {
	switch f.Kind {
	case "settings", "missing", "claim", "noise":
		return false
	}
	return f.FoldedInto == "" && f.Severity != "note"
}

// finish works out rates and the exit.
func (s *selfcheckAnswer) finish(rows []lake.Run) error {
	for i := range s.tally.rates {
		r := &s.tally.rates[i]
		r.RunsASide = i + 1
		r.GradedCI, r.UngradedCI = r.interval(r.Graded), r.interval(r.Ungraded)
		s.Rates = append(s.Rates, r)
	}
	s.Leaning = s.tally.leaning
	s.Leaning.P = stats.BinomialTest(s.Leaning.Worse, s.Leaning.Worse+s.Leaning.Better)
	for _, o := range s.tally.offenders {
		s.Offenders = append(s.Offenders, *o)
	}
	slices.SortFunc(s.Offenders, func(a, b offender) int {
		return cmp.Or(cmp.Compare(b.Graded, a.Graded), cmp.Compare(b.Ungraded, a.Ungraded), cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.Kind, b.Kind))
	})
	n := s.Rates[0].Comparisons + s.Rates[1].Comparisons
	if n > 0 {
		s.Exit = diff.Exit{Code: 0, Reason: fmt.Sprintf("%d comparisons of %d tests", n, len(s.Tests))}
		return nil
	}
	err := incomplete("%s", s.tooFew(rows))
	s.Exit = diff.Exit{Code: 4, Reason: err.Error()}
	return err
}

// interval is the 95 % interval of a share of the comparisons, per cent. Comparisons that
// share runs are worth no more than the disjoint ones among them.
func (r *rate) interval(k int) [2]float64 {
	share := float64(k) / float64(max(1, r.Comparisons))
	lo, hi := stats.Wilson(share, float64(r.Disjoint))
	return [2]float64{100 * lo, 100 * hi}
}

// tooFew says what is missing for a check.
func (s *selfcheckAnswer) tooFew(rows []lake.Run) string {
	const wanted = "selfcheck needs 4 runs of one build of one test with equal factors, hardware and settings; ingest more repeats"
	if len(rows) == 0 {
		return fmt.Sprintf("lake %s holds no runs: %s", s.Lake, wanted)
	}
	if len(s.Tests) > 0 {
		return fmt.Sprintf("lake %s has 4 runs of one build, but not 4 that are whole repeats of each other and can be compared: %s", s.Lake, wanted)
	}
	unnamed := 0
	for _, r := range rows {
		if r.BuildID == "" || r.Test == "" && r.Job == "" {
			unnamed++
		}
	}
	most := ""
	best := 0
	for _, t := range testsOf(rows) {
		if build, n := t.most(); n > best {
			best, most = n, fmt.Sprintf(", at most %d of one build (%s of test %s)", n, build, cmp.Or(t.test, t.job))
		}
	}
	text := fmt.Sprintf("lake %s has %d runs%s", s.Lake, len(rows), most)
	if unnamed > 0 {
		text += fmt.Sprintf(", %d without a known build or test (a manifest.json beside the zips names them: build_label, workload)", unnamed)
	}
	return text + ": " + wanted
}
