package main

import (
	"os"
	"strconv"
	"testing"

	"inquest/parse/generate"
)

// enoughTrials is how many comparisons can contradict a rate; with fewer, as under the race
// detector, the cases are only gone through.
const enoughTrials = 3

// TestGeneratedEffects holds the rates that selfcheck --generated measures, with few
// comparisons of each case: a rate fails when its interval excludes what is asked.
// INQUEST_TRIALS makes more. The runs are the same each time.
func TestGeneratedEffects(t *testing.T) {
	n := trialsInTest
	if s := os.Getenv("INQUEST_TRIALS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil || n < 1 {
			t.Fatalf("INQUEST_TRIALS=%s is no number of comparisons", s)
		}
	}
	cases := 0
	err := trial(t.Context(), "", n, 1, func(rows []trialRow) {
		cases++
		for _, r := range rows {
			t.Log(r.text())
			if r.Met == "no" && n >= enoughTrials {
				t.Errorf("not reached: %s", r.text())
			}
			if r.Of != n && r.ErrorPct == nil {
				t.Errorf("%d comparisons were made and not %d: %s", r.Of, n, r.text())
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if cases != len(trialCases()) {
		t.Errorf("%d cases were tried of %d", cases, len(trialCases()))
	}
}

// What is counted as found must be able to be missing: without the effect the same cases
// are not found.
func TestGeneratedEffectsAreNeeded(t *testing.T) {
	if trialsInTest < enoughTrials {
		t.Skip("too few comparisons to tell; run without -race")
	}
	for _, c := range trialCases() {
		asked := false
		for _, w := range c.wanted {
			asked = asked || w.atLeast > 0
		}
		if !asked || c.runs > 1 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			with := c.shape
			c.shape = func(s *generate.Spec) {
				with(s)
				s.Effects = nil
			}
			tally, err := c.run(t.Context(), trialsInTest, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range c.rows(tally) {
				if r.AtLeast != nil && r.Met != "no" {
					t.Errorf("found without the effect: %s", r.text())
				}
			}
		})
	}
}
