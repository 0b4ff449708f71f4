package diff_test

import (
	"fmt"
	"math"
	"testing"

	"inquest/report/diff"
)

// On a quiet rig the metric's own minimum is the limit, on a restless one what the runs can
// show: a reader sees both.
func TestMinimumThatCounts(t *testing.T) {
	pairs := func(sd float64) func(*diff.Input) {
		return func(in *diff.Input) { // pairs of runs differ by sqrt(2) run noises
			for i := range 6 {
				build := fmt.Sprint("e", i)
				book(goal(build+"1", build, steady(1000)), goal(build+"2", build, steady(1000*math.Exp(math.Sqrt2*sd))))(in)
			}
		}
	}
	for _, x := range []struct {
		sd, detectable, minimum float64
	}{{0.005, 1.7, 3}, {0.03, 9.9, 9.9}} {
		r := pair(t, goal("b1", "1", busyLoad(1000)), goal("h1", "2", busyLoad(600)), pairs(x.sd))
		f := r.one("level", "throughput")
		near(t, "smallest detectable", f.SmallestDetectablePct, x.detectable, 0.1) // t(6) sqrt(2) run noises; t is 2.447
		near(t, "minimum", f.MinimumPct, x.minimum, 0.1)
	}
	if f := pair(t, goal("b1", "1", busyLoad(1000)), goal("h1", "2", busyLoad(600))).one("level", "throughput"); f.MinimumPct != nil {
		t.Errorf("the run noise is not known and a change counts from %g %%", *f.MinimumPct)
	}
}
