package stats

import "testing"

// scraped is a steady counter of 1500/s that is updated and scraped once a
// second, each with a jitter, so that some scrapes see no update and others two.
func scraped(n int, every, jitter float64) Series {
	r := newRand(41)
	var updates []float64
	for i := 0; float64(i)*every < float64(n+2); i++ {
		updates = append(updates, float64(i)*every+0.5+jitter*r.Float64())
	}
	s := Series{}
	seen := 0
	for i := 1; i <= n; i++ {
		got := 0
		for seen+got < len(updates) && updates[seen+got] <= float64(i) {
			got++
		}
		seen += got
		s.At = append(s.At, float64(i))
		s.Step = append(s.Step, 1)
		s.Value = append(s.Value, float64(got)*1500*every)
	}
	return s
}

// repeat is a pattern over and over.
func repeat(n int, pattern ...float64) Series {
	x := make([]float64, n)
	for i := range x {
		x[i] = pattern[i%len(pattern)]
	}
	return seconds(x)
}

func TestZeroAliased(t *testing.T) {
	r := newRand(42)
	poisson := func(mean float64) Series { // rare events, counted
		x := make([]float64, 400)
		for i := range x {
			for range 100 {
				if r.Float64() < mean/100 {
					x[i]++
				}
			}
		}
		return seconds(x)
	}
	finished := arSeries(r, 200, 0.5, 100, 5)
	for i := 150; i < 200; i++ {
		finished.Value[i] = 0
	}
	for _, c := range []struct {
		name string
		s    Series
		want bool
	}{
		{"zeros and doubles in turn, apart", repeat(200, 5, 5, 0, 5, 5, 10, 5, 0, 10, 5), true},
		{"jittered updates", scraped(200, 1, 0.99), true},
		{"zero and double alternating", repeat(100, 0, 10), true},
		{"an update every fourth scrape", repeat(100, 0, 0, 0, 20), true},
		{"steady", arSeries(r, 200, 0.5, 100, 5), false},
		{"few zeros", repeat(200, append(make([]float64, 1), arSeries(r, 39, 0, 100, 5).Value...)...), false},
		{"pauses of the load", repeat(200, 5, 5, 5, 5, 5, 0, 0, 0, 5, 5), false},
		{"finished early", finished, false},
		{"rare events", poisson(0.3), false},
		{"some events", poisson(1), false},
		{"several events", poisson(2), false},
		{"always zero", repeat(50, 0), false},
		{"empty", Series{}, false},
	} {
		if got := ZeroAliased(c.s); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	if got := rate(300, func() bool { return ZeroAliased(onOff(r, 120, 1, 100)) }); got > 2 {
		t.Errorf("on/off loads: %.1f %% taken for aliasing", got)
	}
}

func TestDealiasStep(t *testing.T) {
	steady := repeat(160, 7)
	for _, c := range []struct {
		name string
		a, b Series
		step float64
		ok   bool
	}{
		{"nothing to do", steady, steady, 1, true},
		{"every second scrape", steady, repeat(160, 0, 10), 2, true},
		{"the worse side decides", repeat(160, 0, 0, 0, 20), repeat(160, 0, 10), 4, true},
		{"every eighth scrape", repeat(160, 0, 0, 0, 0, 0, 0, 0, 40), steady, 8, true},
		{"too short to tell", repeat(8, 0, 10), repeat(8, 0, 10), 2, true},
		// A late update still moves a whole second's work over a border of 8 s.
		{"jitter that resampling cannot end", scraped(400, 1, 0.99), steady, 1, false},
	} {
		step, ok := DealiasStep(c.a, c.b, 1)
		if step != c.step || ok != c.ok {
			t.Errorf("%s: got %g, %v; want %g, %v", c.name, step, ok, c.step, c.ok)
		}
	}
	if step, ok := DealiasStep(repeat(80, 0, 10).withStep(5), steady.withStep(5), nan); step != 10 || !ok {
		t.Errorf("native step from the series: got %g, %v; want 10, true", step, ok)
	}
}
