package main

import (
	"cmp"
	"fmt"

	"inquest/report/diff"
	"inquest/schemas/lake"
)

// selfcheckAnswer is the JSON form of selfcheck.
type selfcheckAnswer struct {
	SchemaVersion int             `json:"schema_version"`
	Tool          diff.Tool       `json:"tool"`
	Lake          string          `json:"lake"`
	Tests         []*checkedTest  `json:"tests"`
	Rates         []diff.Rate     `json:"rates"`
	Leaning       diff.Leaning    `json:"leaning"`
	Offenders     []diff.Offender `json:"offenders"`
	Exit          diff.Exit       `json:"exit"`

	tally diff.Tally
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

// finish works out rates and the exit.
func (s *selfcheckAnswer) finish(rows []lake.Run) error {
	s.Rates, s.Leaning, s.Offenders = s.tally.Sum()
	n := s.Rates[0].Comparisons + s.Rates[1].Comparisons
	if n > 0 {
		s.Exit = diff.Exit{Code: 0, Reason: fmt.Sprintf("%d comparisons of %d tests", n, len(s.Tests))}
		return nil
	}
	err := incomplete("%s", s.tooFew(rows))
	s.Exit = diff.Exit{Code: 4, Reason: err.Error()}
	return err
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
