package stats

import (
	"math"
	"testing"
)

// TestContrastTakesDriftOff simulates a rig on which everything of the head, the control too, is
// slower by a drift: the plain comparison calls it the build's, the contrast with the
// control does not, and pays with its power. Over 20 000 repetitions (run sd from 10 runs)
// the contrast flags 4.8 % without an effect whatever the drift, the plain comparison 90.7 % of a
// drift of 10 %; of an effect of -25 % the contrast sees 100 % at a run sd of 2 %, 73 % at 5 %.
func TestContrastTakesDriftOff(t *testing.T) {
	const earlier = 10
	repetitions := 2000
	if testing.Verbose() {
		repetitions = 20000
	}
	r := newRand(951)
	for _, c := range []struct {
		sd, effect, drift    float64
		least, most          float64 // of the contrast
		plainLeast, plainMax float64
	}{
		{0.02, 0, 0, 2.5, 7, 0, 7},
		{0.02, 0, -0.10, 2.5, 7, 85, 100},
		{0.02, -0.10, 0, 55, 75, 85, 100},
		{0.02, -0.25, -0.10, 99, 100, 99, 100},
		{0.05, -0.25, 0, 65, 80, 90, 100},
	} {
		plain := 0
		got := rate(repetitions, func() bool {
			runs := make([]float64, earlier)
			for i := range runs {
				runs[i] = c.sd * r.NormFloat64()
			}
			noise := PooledNoise([][]float64{runs})
			stratum := func(effect float64) Estimate {
				change := math.Log1p(c.drift) + math.Log1p(effect) + c.sd*(r.NormFloat64()-r.NormFloat64())
				return Combine([]float64{change}, nil, noise, 1, 1)
			}
			test, control := stratum(c.effect), stratum(0)
			if test.P < 0.05 {
				plain++
			}
			return Contrast(test, control).P < 0.05
		})
		whole := 100 * float64(plain) / float64(repetitions)
		t.Logf("run sd %.0f %%, effect %.0f %%, drift %.0f %%: contrast flags %.1f %%, plain comparison %.1f %%", 100*c.sd, 100*c.effect, 100*c.drift, got, whole)
		if got < c.least || got > c.most {
			t.Errorf("run sd %g, effect %g, drift %g: the contrast flags %.1f %%, want %g to %g", c.sd, c.effect, c.drift, got, c.least, c.most)
		}
		if whole < c.plainLeast || whole > c.plainMax {
			t.Errorf("run sd %g, effect %g, drift %g: the plain comparison flags %.1f %%, want %g to %g", c.sd, c.effect, c.drift, whole, c.plainLeast, c.plainMax)
		}
	}
}
