package stats

import (
	"math"
	"slices"
	"testing"
)

func TestFindKnee(t *testing.T) {
	x := []float64{1, 2, 4, 8, 16, 32, 64, 128}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = 100 * math.Pow(min(v, 12), 0.9)
	}
	k := FindKnee(x, y)
	if !k.Found || k.Lo > k.At || k.Hi < k.At {
		t.Errorf("growth that ends at 12: %+v", k)
	}
	near(t, "knee", k.At, 12, 0.5)
	near(t, "before", k.Before, 0.9, 0.01)
	near(t, "after", k.After, 0, 0.01)
	for name, c := range map[string][2][]float64{
		"five points":                 {x[:5], y[:5]},
		"a straight line":             {x, x},
		"rows out of order":           {[]float64{1, 4, 2, 8, 16, 32}, y[:6]},
		"zero":                        {x, []float64{0, 1, 2, 3, 4, 4, 4, 4}},
		"growth that only slows down": {x, []float64{1, 2, 4, 8, 11, 15, 21, 30}},
		"nothing":                     {nil, nil},
		"a missing value":             {x, []float64{1, 2, 4, math.Inf(1), 8, 8, 8, 8}},
		"constant":                    {x, []float64{3, 3, 3, 3, 3, 3, 3, 3}},
	} {
		if k := FindKnee(c[0], c[1]); k.Found {
			t.Errorf("%s: %+v", name, k)
		}
	}
}

// A knee is said where growth ends earlier, and not where identical curves bend. Where
// the noise hides it the shape is a divergence, which is true as well.
func TestKneeHoldsItsRates(t *testing.T) {
	counts := []float64{1, 2, 4, 8, 16, 32, 64}
	repetitions := 100
	if testing.Verbose() {
		repetitions = 1000
	}
	until := func(y []float64, at float64) []float64 { // growth of 0.8 that ends there
		y = slices.Clone(y)
		for i, v := range counts {
			y[i] *= math.Pow(min(v, at)/v, 0.8)
		}
		return y
	}
	for _, c := range []struct{ sd, least float64 }{{0, 97}, {0.02, 93}, {0.05, 50}} {
		r := newRand(941)
		curve := func(at float64) []float64 { return until(sweepRuns(r, counts, 0.8, 1, c.sd), at) }
		kinds, same := map[string]int{}, map[string]int{}
		for range repetitions {
			s, _ := Classify(counts, curve(64), curve(8), 0.20)
			kinds[s.Kind]++
			s, _ = Classify(counts, curve(8), curve(8), 0.20)
			same[s.Kind]++
		}
		moved, named := 100*float64(kinds["knee"])/float64(repetitions), 100-100*float64(same[""])/float64(repetitions)
		t.Logf("run sd %.0f %%: growth to 64 against to 8 is called a moved knee in %.1f %% (%v), growth to 8 in both anything in %.1f %% (%v)", 100*c.sd, moved, kinds, named, same)
		if moved < c.least || named > 5 {
			t.Errorf("run sd %.0f %%: a moved knee is named in %.1f %%, want %g; identical ones in %.1f %%, want at most 5", 100*c.sd, moved, c.least, named)
		}
	}
}
