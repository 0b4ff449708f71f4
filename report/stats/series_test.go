package stats

import (
	"math"
	"slices"
	"testing"
)

var nan = math.NaN()

// near fails unless got is within tol of want.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: got %.6g, want %.6g within %g", what, got, want, tol)
	}
}

func TestWindowKeepsSamplesThatEndInside(t *testing.T) {
	s := every(10, []float64{1, 2, 3, 4, 5}) // ends at 10 ... 50
	for _, c := range []struct {
		name     string
		from, to float64
		want     []float64
	}{
		{"on the borders", 10, 40, []float64{2, 3, 4}},
		{"half of the first sample is before", 15, 40, []float64{2, 3, 4}},
		{"more than half is before", 16, 40, []float64{3, 4}},
		{"last sample ends after", 0, 39, []float64{1, 2, 3}},
		{"reversed", 40, 10, nil},
		{"not a number", nan, 40, nil},
	} {
		if got := s.Window(c.from, c.to).Value; !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestMedianStep(t *testing.T) {
	for _, c := range []struct {
		name string
		s    Series
		want float64
	}{
		{"recorded steps win", Series{At: []float64{1, 2, 3}, Step: []float64{4, nan, 4}, Value: make([]float64, 3)}, 4},
		{"differences of time, with a gap", Series{At: []float64{1, 2, 3, 30, 31}, Value: make([]float64, 5)}, 1},
		{"times that repeat do not count", Series{At: []float64{1, 1, 3}, Step: []float64{0, -1, nan}, Value: make([]float64, 3)}, 2},
	} {
		near(t, c.name, c.s.MedianStep(), c.want, 0)
	}
	for _, s := range []Series{{}, {At: []float64{5}, Value: []float64{1}}} {
		if m := s.MedianStep(); !math.IsNaN(m) {
			t.Errorf("step of %d samples: got %g, want NaN", s.Len(), m)
		}
	}
}

func TestMeanWeighsTimeButNotGaps(t *testing.T) {
	for _, c := range []struct {
		name string
		s    Series
		want float64
	}{
		{"unequal steps", Series{At: []float64{1, 2, 4}, Step: []float64{1, 1, 2}, Value: []float64{10, 10, 40}}, 25},
		{"gap capped at three median steps", Series{At: []float64{1, 2, 3, 103}, Step: []float64{1, 1, 1, 100}, Value: []float64{0, 0, 0, 60}}, 30},
		{"missing values", Series{At: []float64{1, 2, 3}, Step: []float64{1, 1, 1}, Value: []float64{4, nan, math.Inf(1)}}, 4},
		{"steps from times", Series{At: []float64{10, 20, 30, 50}, Value: []float64{1, 1, 1, 4}}, (30*1 + 20*4) / 50.0},
		{"nothing known of time", Series{At: []float64{7}, Value: []float64{3}}, 3},
	} {
		near(t, c.name, c.s.Mean(), c.want, 1e-12)
	}
	if m := (Series{}).Mean(); !math.IsNaN(m) {
		t.Errorf("mean of nothing: got %g, want NaN", m)
	}
}

func TestResample(t *testing.T) {
	s := Series{
		At:    []float64{1, 2, 3, 4, 9, 10, 12},
		Step:  []float64{1, 1, 1, 1, 1, 1, 2},
		Value: []float64{1, 3, 5, 7, 100, 200, 8},
	}
	got := s.Resample(4, 0)
	// Bin 4..8 is empty; of bin 8..12 every second is covered.
	if want := []float64{4, 12}; !slices.Equal(got.At, want) {
		t.Fatalf("ends: got %v, want %v", got.At, want)
	}
	near(t, "first bin", got.Value[0], 4, 1e-12)
	near(t, "last bin", got.Value[1], (100+200+2*8)/4.0, 1e-12)

	if half := s.Resample(4, -2).At; !slices.Equal(half, []float64{2, 6, 10, 14}) {
		t.Errorf("half covered bins: got %v, want those that end at 2, 6, 10 and 14", half)
	}
	if third := s.Resample(6, -5).At; !slices.Equal(third, []float64{7, 13}) {
		t.Errorf("bins covered under a half: got %v, want 7 and 13", third)
	}
	for _, step := range []float64{0, -1, nan, math.Inf(1), 1e-9} {
		if n := s.Resample(step, 0).Len(); n != 0 {
			t.Errorf("step %g: got %d bins, want none", step, n)
		}
	}
}

func TestResampleKeepsTheMean(t *testing.T) {
	s := arSeries(newRand(1), 600, 0.5, 100, 10)
	for _, step := range []float64{1, 2, 4, 60} {
		near(t, "mean after resampling", s.Resample(step, 0).Mean(), s.Mean(), 1e-9)
	}
	near(t, "steps that do not divide", s.Resample(7, 0).Mean(), s.Mean(), 0.2)
}

func TestAlignUsesTheCoarserStep(t *testing.T) {
	fine, coarse := every(1, make([]float64, 40)), every(4, make([]float64, 10))
	for _, c := range [][2]Series{{fine, coarse}, {coarse, fine}} {
		a, b, step, resampled := Align(c[0], c[1])
		if !resampled || step != 4 || a.Len() != 10 || b.Len() != 10 {
			t.Errorf("got %d and %d samples of %g s, resampled %v; want 10 and 10 of 4 s", a.Len(), b.Len(), step, resampled)
		}
	}
	if _, _, step, resampled := Align(fine, every(1.02, make([]float64, 40))); resampled || step != 1.02 {
		t.Errorf("steps of 1 and 1.02 s: resampled %v to %g, want them left alone", resampled, step)
	}
}
