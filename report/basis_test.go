package report

import (
	"slices"
	"testing"

	"inquest/report/diff"
)

// The basis of a finding says what the runs can show and from where on a change counts.
func TestBasisSaysBothMinima(t *testing.T) {
	sees, counts := 1.4, 3.0
	got := basis(&diff.Finding{SmallestDetectablePct: &sees, MinimumPct: &counts})
	if want := []string{"smallest change this can see 1.4 %", "a change counts from 3.0 %"}; !slices.Equal(got, want) {
		t.Errorf("basis %q, want %q", got, want)
	}
	if got := basis(&diff.Finding{SmallestDetectablePct: &counts, MinimumPct: &counts}); len(got) != 1 {
		t.Errorf("what the runs can show is what counts, and said twice: %q", got)
	}
	if got := basis(&diff.Finding{}); len(got) != 0 {
		t.Errorf("nothing known, basis %q", got)
	}
}
