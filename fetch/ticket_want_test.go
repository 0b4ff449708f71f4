package fetch

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func wantBuilds(t *testing.T, p *Plan, labels ...string) {
	t.Helper()
	var got []string
	for _, b := range p.Builds {
		got = append(got, b.Label)
	}
	if !slices.Equal(got, labels) {
		t.Errorf("builds %v, want %v", got, labels)
	}
}

// wantStratum wants a stratum with one run on each side.
func wantStratum(t *testing.T, p *Plan, factors map[string]string, base, head string, pct float64) {
	t.Helper()
	for _, s := range p.Strata {
		if !maps.Equal(s.Factors, factors) {
			continue
		}
		if !slices.Equal(s.Base, []string{base}) || !slices.Equal(s.Head, []string{head}) {
			t.Errorf("stratum %v: base %v, head %v; want %s, %s", factors, s.Base, s.Head, base, head)
		}
		if s.Headline.Pct == nil || *s.Headline.Pct != pct {
			t.Errorf("stratum %v: headline %+v, want %v %%", factors, s.Headline, pct)
		}
		return
	}
	t.Errorf("no stratum %v in %+v", factors, p.Strata)
}

func wantClaim(t *testing.T, p *Plan, claimed, computed float64, agrees bool) {
	t.Helper()
	for _, c := range p.Claims {
		if c.ClaimedPct == claimed && c.ComputedPct != nil && *c.ComputedPct == computed && *c.Agrees == agrees {
			return
		}
	}
	t.Errorf("no claim of %v %% against %v %%, agrees %v, in %s", claimed, computed, agrees, claimTexts(p))
}

// wantUncomputed wants a claim that the ticket's numbers say nothing about.
func wantUncomputed(t *testing.T, p *Plan, claimed float64) {
	t.Helper()
	for _, c := range p.Claims {
		if c.ClaimedPct == claimed && c.ComputedPct == nil && c.Agrees == nil {
			return
		}
	}
	t.Errorf("no claim of %v %% without a computed value in %s", claimed, claimTexts(p))
}

func claimTexts(p *Plan) string {
	var b strings.Builder
	for _, c := range p.Claims {
		b.WriteString("\n  " + c.Text + ": " + trimFloat(c.ClaimedPct))
		if c.ComputedPct != nil {
			b.WriteString(" against " + trimFloat(*c.ComputedPct) + " (" + c.Of + ")")
		}
	}
	return b.String()
}

// wantProblem wants one problem of that code, with these words in its text.
func wantProblem(t *testing.T, p *Plan, level, code string, words ...string) PlanProblem {
	t.Helper()
	var found []PlanProblem
	for _, q := range p.Problems {
		if q.Code == code {
			found = append(found, q)
		}
	}
	if len(found) != 1 || found[0].Level != level {
		t.Fatalf("problems %+v: want one %s of level %s", p.Problems, code, level)
	}
	for _, w := range words {
		if !strings.Contains(found[0].Text, w) {
			t.Errorf("%s: %q does not name %q", code, found[0].Text, w)
		}
	}
	return found[0]
}

func wantGrowth(t *testing.T, s PlanSweep, label string, growth, slope float64, isFlat bool) {
	t.Helper()
	for _, x := range s.Series {
		if x.Label == label {
			if *x.Growth != growth || *x.Elasticity != slope || (x.SecondsPerItem != nil) != isFlat {
				t.Errorf("%s: growth %v, elasticity %v, flat %v; want %v, %v, %v", label, *x.Growth, *x.Elasticity, x.SecondsPerItem != nil, growth, slope, isFlat)
			}
			return
		}
	}
	t.Errorf("no series %s", label)
}

func wantPct(t *testing.T, s PlanSweep, head string, pct ...float64) {
	t.Helper()
	for _, r := range s.Ratios {
		if r.Head == head {
			equalPointers(t, head, r.Pct, pct)
			return
		}
	}
	t.Errorf("no ratio of %s", head)
}

func wantValues(t *testing.T, s PlanSweep, head string, values ...float64) {
	t.Helper()
	for _, r := range s.Ratios {
		if r.Head == head {
			equalPointers(t, head, r.Values, values)
			return
		}
	}
	t.Errorf("no ratio of %s", head)
}

func equalPointers(t *testing.T, what string, got []*float64, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	for i, v := range got {
		if v == nil || *v != want[i] {
			t.Errorf("%s: value %d is %v, want %v", what, i, v, want[i])
		}
	}
}
