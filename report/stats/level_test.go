package stats

import (
	"errors"
	"math"
	"testing"
)

// rate is the share of n repetitions, in per cent, for which hit is true.
func rate(n int, hit func() bool) float64 {
	found := 0
	for range n {
		if hit() {
			found++
		}
	}
	return 100 * float64(found) / float64(n)
}

// warns reports whether a warning of a kind is among them.
func warns(warnings []error, kind error) bool { return errors.Is(errors.Join(warnings...), kind) }

func TestLevelOnIdenticalRuns(t *testing.T) {
	// Measured with 1000 repetitions: 3.5 and 4.4 % (AR(0.95): 5.7 %).
	for _, c := range []struct{ phi, most float64 }{{0, 7}, {0.9, 9}} {
		r := newRand(11)
		got := rate(300, func() bool {
			e, _ := Level(arSeries(r, 600, c.phi, 100, 10), arSeries(r, 600, c.phi, 100, 10), 0)
			return e.P < 0.05
		})
		if got > c.most {
			t.Errorf("AR(%g): %.1f %% of identical pairs flagged, at most %g wanted", c.phi, got, c.most)
		}
	}
}

func TestLevelSeesAShift(t *testing.T) {
	r := newRand(12)
	var inside int
	got := rate(300, func() bool {
		e, _ := Level(arSeries(r, 600, 0.9, 100, 10), arSeries(r, 600, 0.9, 90, 9), 0)
		if e.Lo <= math.Log(0.9) && math.Log(0.9) <= e.Hi {
			inside++
		}
		return e.P < 0.05
	})
	if got < 90 { // measured 95.5 %
		t.Errorf("-10 %% on AR(0.9): found in %.1f %%, at least 90 wanted", got)
	}
	if inside < 270 {
		t.Errorf("the 95 %% interval holds the true change in %d of 300", inside)
	}
}

func TestLevelByHand(t *testing.T) {
	base := seconds([]float64{10, 10, 10, 20, 20, 20, 10, 10, 10, 20, 20, 20})
	head := seconds([]float64{20, 20, 20, 40, 40, 40, 20, 20, 20, 40, 40, 40})
	e, warnings := Level(base, head, 4)
	near(t, "effect", e.Effect, math.Ln2, 1e-12)
	// Log medians scatter by ln2/2 about their mean, variance ln2^2/3 over 4
	// batches a side; alternating batches are not correlated upwards.
	near(t, "SE", e.SE, math.Ln2*math.Sqrt(2/12.), 1e-12)
	near(t, "DF", e.DF, 6, 1e-9)
	if !e.Log || e.N != [2]int{12, 12} {
		t.Errorf("got %+v", e)
	}
	if warns(warnings, ErrFewSamples) || !warns(warnings, ErrDependent) {
		t.Errorf("12 samples: got %v", warnings)
	}
}

func TestLevelLag1Correction(t *testing.T) {
	// Trending batches: r is clipped at 0.7, the variance grows by 17/3.
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	plain, got := welch(meanPart(x), meanPart(x)), welchLag1(x, x)
	near(t, "SE", got.SE, plain.SE*math.Sqrt(17/3.), 1e-9)
	near(t, "DF", got.DF, plain.DF*3/17, 1e-9)

	// Neighbours without correlation: r is 1/K, which estimates are too low by.
	x = []float64{0, 1, 0, -1}
	plain, got = welch(meanPart(x), meanPart(x)), welchLag1(x, x)
	near(t, "SE", got.SE, plain.SE*math.Sqrt(5/3.), 1e-9)
	near(t, "DF", got.DF, plain.DF*3/5, 1e-9)
}

func TestLevelScale(t *testing.T) {
	r := newRand(13)
	signed, _ := Level(arSeries(r, 240, 0, 0, 10), arSeries(r, 240, 0, 5, 10), 0)
	if signed.Log {
		t.Error("values on both sides of zero were compared as a ratio")
	}
	near(t, "difference", signed.Effect, 5, 3)

	sparse := make([]float64, 240)
	for i := 0; i < len(sparse); i += 4 {
		sparse[i] = 8
	}
	e, warnings := Level(seconds(make([]float64, 240)), seconds(sparse), 0)
	if e.Log || !warns(warnings, ErrMostlyZero) {
		t.Errorf("mostly zero: got %+v, %v", e, warnings)
	}
	near(t, "difference of means", e.Effect, 2, 1e-9)
}

func TestLevelBringsStepsTogether(t *testing.T) {
	r := newRand(14)
	base := onOff(r, 400, 1, 100) // the median of one-second samples lies in the on phases
	head := base.Resample(4, 0)   // the same load
	e, warnings := Level(base, head, 0)
	if !warns(warnings, ErrUnlikeSteps) || e.N != [2]int{100, 100} {
		t.Errorf("got %+v, %v", e, warnings)
	}
	near(t, "effect", e.Effect, 0, 1e-9)
}

func TestLevelEdges(t *testing.T) {
	constant := func(v float64) Series { return seconds([]float64{v, v, v, v, v, v, v, v, v, v, v, v, v}) }
	for _, c := range []struct {
		name       string
		base, head Series
		effect, p  float64 // NaN = unknown
		kind       error
	}{
		{"empty", Series{}, constant(1), nan, nan, ErrNoData},
		{"only missing", seconds([]float64{nan, nan}), constant(1), nan, nan, ErrNoData},
		{"one sample", constant(1), seconds([]float64{math.E}), 1, nan, ErrFewSamples},
		{"equal constants", constant(0.1), constant(0.1), 0, 1, ErrNoSpread},
		{"different constants", constant(1), constant(math.E), 1, 0, ErrNoSpread},
		{"constant from zero", constant(0), constant(3), 3, 0, ErrMostlyZero},
	} {
		e, warnings := Level(c.base, c.head, 0)
		if math.Abs(e.Effect-c.effect) > 1e-12 || math.IsNaN(e.Effect) != math.IsNaN(c.effect) ||
			e.P != c.p && math.IsNaN(e.P) != math.IsNaN(c.p) {
			t.Errorf("%s: effect %g, p %g; want %g, %g", c.name, e.Effect, e.P, c.effect, c.p)
		}
		if !warns(warnings, c.kind) {
			t.Errorf("%s: warnings %v, want %q", c.name, warnings, c.kind)
		}
	}
}
