package stats

import "testing"

// warming rises in a straight line from a fifth to all of the level over so many seconds.
func warming(s Series, over int) Series {
	s = scaled(s, 1)
	for i := range over {
		s.Value[i] *= 0.2 + 0.8*float64(i)/float64(over)
	}
	return s
}

// Over 1000 repetitions: without a transient 0 to 2.4 % of runs are cut (AR(0.95) 1.7 %,
// bursty 0.9 %, regimes 2.4 %); of a warm-up of 60 s the median cut is 50 to 55 s and none is
// made in 0 to 11 % (regimes 19 %: they pass for a late change); a collapse is late in all.
func TestWarmUp(t *testing.T) {
	const repetitions = 100
	for _, name := range processNames {
		r := newRand(921)
		load := func() Series { return process(r, name, 600, 10) }
		cut := rate(repetitions, func() bool { c, _ := WarmUp(load(), 0, 600); return c > 0 })
		if cut > 7 {
			t.Errorf("%s: %.0f %% of runs without a warm-up are cut, want at most 7", name, cut)
		}
		var cuts []float64
		missed := rate(repetitions, func() bool {
			c, _ := WarmUp(warming(load(), 60), 0, 600)
			cuts = append(cuts, c)
			return c == 0
		})
		if m := Median(cuts); missed > 28 || m < 40 || m > 65 {
			t.Errorf("%s: a warm-up of 60 s is cut at %.0f s in the middle and missed in %.0f %%", name, m, missed)
		}
		seen := rate(repetitions, func() bool {
			s := load()
			for i := 480; i < 600; i++ {
				s.Value[i] *= 0.15
			}
			c, late := WarmUp(s, 0, 600)
			return late && c == 0
		})
		if seen < 99 {
			t.Errorf("%s: a collapse in the last fifth is called late, and nothing cut, in %.0f %%", name, seen)
		}
	}
}

func TestWarmUpTakesTheWindow(t *testing.T) {
	r := newRand(922)
	s := later(warming(process(r, "iid", 600, 10), 60), 1000)
	got, late := WarmUp(s, 1000, 1600)
	near(t, "cut", got, 55, 20)
	if late {
		t.Error("a warm-up is called a late change")
	}
	if c, _ := WarmUp(s, 1100, 1600); c != 0 {
		t.Errorf("a window that begins after the warm-up is cut by %g s", c)
	}
	coarse := s.Resample(5, 1000)
	got, _ = WarmUp(coarse, 1000, 1600)
	near(t, "cut of 5 s samples, 25 s a batch", got, 75, 25)
}

func TestWarmUpEdges(t *testing.T) {
	r := newRand(923)
	constant := make([]float64, 600)
	for i := range constant {
		constant[i] = 7
	}
	from0 := make([]float64, 600) // nothing at all for 100 s
	for i := 100; i < 600; i++ {
		from0[i] = 5
	}
	for _, c := range []struct {
		name     string
		s        Series
		from, to float64
		least    float64
		most     float64
	}{
		{"empty", Series{}, 0, 600, 0, 0},
		{"59 samples", warming(process(r, "iid", 59, 1), 15), 0, 59, 0, 0},
		{"60 samples", warming(process(r, "iid", 60, 1), 15), 0, 60, 10, 20},
		{"constant", seconds(constant), 0, 600, 0, 0},
		{"from nothing", seconds(from0), 0, 600, 100, 100},
		{"missing values", seconds([]float64{nan, nan, nan}), 0, 3, 0, 0},
		{"window turned round", warming(process(r, "iid", 600, 1), 60), 600, 0, 0, 0},
		{"a third of the run at most", warming(process(r, "iid", 600, 1), 400), 0, 600, 0, 200},
	} {
		if got, _ := WarmUp(c.s, c.from, c.to); got < c.least || got > c.most {
			t.Errorf("%s: cut %g, want %g to %g", c.name, got, c.least, c.most)
		}
	}
}

func BenchmarkWarmUp(b *testing.B) {
	s := process(newRand(924), "AR.9", 3600, 10)
	for b.Loop() {
		WarmUp(s, 0, 3600)
	}
}
