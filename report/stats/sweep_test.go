package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestClassify(t *testing.T) {
	two := []float64{1, 2, 4, 8, 16, 32, 64}
	grow := func(e, until float64) []float64 { // grows with elasticity e until there
		y := make([]float64, len(two))
		for i, v := range two {
			y[i] = 500 * math.Pow(min(v, until), e) * (1 + 0.01*math.Sin(float64(7*i)))
		}
		return y
	}
	times := func(y []float64, k float64) []float64 { return scaled(seconds(y), k).Value }
	for _, c := range []struct {
		name          string
		x, base, head []float64
		kind          string
		flat          int
	}{
		// The table of ticket 3 and its patch.
		{"slow against reference", threads, reference, slow, "flat", 1},
		{"slow against patched", threads, slow, patched, "flat", -1},
		{"patched against reference", threads, reference, patched, "", 0},
		{"other against reference", threads, reference, other, "offset", 0},

		{"half at every x", two, grow(0.8, 64), times(grow(0.8, 64), 0.5), "offset", 0},
		{"2 % less at every x", two, grow(0.8, 64), times(grow(0.8, 64), 0.98), "", 0},
		{"grows more slowly", two, grow(0.8, 64), grow(0.6, 64), "divergence", 0},
		{"hardly grows more slowly", two, grow(0.80, 64), grow(0.77, 64), "", 0},
		{"growth ends at 8", two, grow(0.8, 64), grow(0.8, 8), "knee", 0},
		{"growth ends at 4, was at 32", two, grow(0.9, 32), grow(0.9, 4), "knee", 0},
		{"growth ends at 8 in both, half", two, grow(0.8, 8), times(grow(0.8, 8), 0.5), "offset", 0},
		{"both flat, one half", two, grow(0, 64), times(grow(0, 64), 0.5), "offset", 0},
		{"flat, but so scattered that it says nothing", threads, reference, []float64{100, 5000, 200, 9000, 700}, "", 0},
	} {
		s, err := Classify(c.x, c.base, c.head, 0.03)
		if err != nil || s.Kind != c.kind || s.Flat != c.flat {
			t.Errorf("%s: kind %q, flat %d, %v; want %q, %d (ratio %+v)", c.name, s.Kind, s.Flat, err, c.kind, c.flat, s.Ratio)
		}
	}
}

func TestClassifyTicketThree(t *testing.T) {
	s, err := Classify(threads, reference, slow, 0.03)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "elasticity of the base", s.Base.Slope, 0.80, 0.005)
	near(t, "elasticity of the head", s.Head.Slope, -0.02, 0.005)
	near(t, "slope of the ratio", s.Ratio.Slope, -0.82, 0.005)
	near(t, "its lower end", s.Ratio.Lo, -0.94, 0.0055)
	near(t, "its upper end", s.Ratio.Hi, -0.71, 0.0055)
	near(t, "seconds apiece", s.Apiece, 0.00157, 0.00002) // 1.50 to 1.65 ms
	uneven := slices.Clone(slow)
	uneven[0] *= 0.85
	if s, _ := Classify(threads, reference, uneven, 0.03); s.Kind != "flat" || !math.IsNaN(s.Apiece) {
		t.Errorf("1/tps from 1.50 to 1.77 ms: kind %q, %g s apiece; want flat and none", s.Kind, s.Apiece)
	}
}

func TestClassifyEdges(t *testing.T) {
	for name, c := range map[string][3][]float64{
		"three points":  {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}},
		"unlike counts": {{1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3}},
		"a zero":        {{1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 0, 3}},
		"one x":         {{2, 2, 2, 2}, {1, 2, 3, 4}, {1, 2, 3, 4}},
		"a missing one": {{1, 2, 3, 4}, {1, 2, nan, 4}, {1, 2, 3, 3}},
	} {
		if s, err := Classify(c[0], c[1], c[2], 0.03); !errors.Is(err, ErrCurve) || s.Kind != "" {
			t.Errorf("%s: %q, %v", name, s.Kind, err)
		}
	}
}

// sweepRuns is a curve over thread counts as so many runs show it: each leg of each run is
// off by the run noise, and by what 20 s of a load that wavers by 5 % do to a mean.
func sweepRuns(r *rand.Rand, x []float64, elasticity float64, runs int, runSD float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		for range runs {
			leg := arSeries(r, 20, 0.6, 1, 0.05).Mean()
			y[i] += (math.Log(leg) + runSD*r.NormFloat64()) / float64(runs)
		}
		y[i] = 600 * math.Pow(v, elasticity) * math.Exp(y[i])
	}
	return y
}

// Of a curve that went flat at least 95 of 100 are named so, of identical ones at most 5
// anything, with the margin over the noise that an offset needs when runs are few.
func TestClassifyHoldsItsRates(t *testing.T) {
	counts := []float64{1, 4, 16, 32, 64}
	repetitions := 200
	if testing.Verbose() {
		repetitions = 2000
	}
	for _, runs := range []int{1, 2} {
		for _, sd := range []float64{0, 0.02, 0.05} {
			r := newRand(931)
			named := map[string]int{}
			flat := rate(repetitions, func() bool {
				s, err := Classify(counts, sweepRuns(r, counts, 0.8, runs, sd), sweepRuns(r, counts, 0, runs, sd), 0.20)
				return err == nil && s.Kind == "flat" && s.Flat == 1
			})
			false1 := rate(repetitions, func() bool {
				run := math.Exp(sd * math.Sqrt(2/float64(runs)) * r.NormFloat64()) // and whole runs differ
				s, _ := Classify(counts, sweepRuns(r, counts, 0.8, runs, sd), scaled(seconds(sweepRuns(r, counts, 0.8, runs, sd)), run).Value, 0.20)
				named[s.Kind]++
				return s.Kind != ""
			})
			t.Logf("%d runs a side, run sd %.0f %%: flat named in %.1f %%, identical curves named in %.1f %% (%v)", runs, 100*sd, flat, false1, named)
			if flat < 95 {
				t.Errorf("%d runs a side, run sd %.0f %%: a flat curve is named so in %.1f %%", runs, 100*sd, flat)
			}
			if false1 > 5 {
				t.Errorf("%d runs a side, run sd %.0f %%: identical curves are named in %.1f %%: %v", runs, 100*sd, false1, named)
			}
		}
	}
}
