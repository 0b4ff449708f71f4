package stats

import (
	"math"
	"testing"
)

// level is n samples of a mean with independent noise.
func level(seed uint64, n int, mean, sd float64) []float64 {
	return arSeries(newRand(seed), n, 0, mean, sd).Value
}

// drop is 40 seconds of 700/s that fall to 155/s at 27.5 s.
func drop(seed uint64) Series {
	x := append(level(seed, 27, 700, 20), level(seed+100, 13, 155, 5)...)
	x[27] = (700 + 155) / 2.0
	return seconds(x)
}

func TestOnsetInFortySeconds(t *testing.T) {
	for seed := uint64(1); seed <= 20; seed++ {
		o := whole(seconds(level(seed+200, 40, 700, 20)), drop(seed), OnsetOptions{})
		if !o.Found {
			t.Fatalf("seed %d: nothing found", seed)
		}
		near(t, "moment", o.At, 27.5, 1)
		near(t, "share", o.Frac, 27.5/40, 0.025)
		near(t, "change", o.Change, 155/700.-1, 0.03)
		near(t, "before", o.BeforeHead, 700, 15)
		near(t, "after, without the crossing sample", o.AfterHead, 155, 5)
		near(t, "base before", o.BeforeBase, 700, 15)
		near(t, "base after", o.AfterBase, 700, 25)
		near(t, "separation", o.Separation, 1, 0)
	}
}

func TestOnsetUpwards(t *testing.T) {
	head := seconds(append(level(51, 80, 0.2, 0.01), level(52, 40, 0.5, 0.02)...))
	o := whole(seconds(level(53, 120, 0.2, 0.01)), head, OnsetOptions{})
	near(t, "moment", o.At, 80, 1)
	near(t, "change", o.Change, 1.5, 0.1)
}

func TestOnsetToAStop(t *testing.T) {
	head := seconds(append(level(54, 40, 100, 5), make([]float64, 20)...))
	o := whole(seconds(level(55, 60, 100, 5)), head, OnsetOptions{})
	if !o.Found || o.Change != -1 {
		t.Errorf("got %+v, want a change of -1", o)
	}
}

func TestOnsetInStagesBeginsWithTheFirst(t *testing.T) {
	x := level(56, 60, 500, 15)
	for i := 40; i < 60; i++ {
		x[i] = 25
	}
	x[40], x[41] = 430, 340 // the first stage begins half way through a sample
	o := whole(seconds(level(57, 45, 500, 15)), seconds(x), OnsetOptions{})
	near(t, "moment", o.At, 40.5, 0.6)
}

func TestOnsetClock(t *testing.T) {
	const start = 1.7e9
	head := drop(3)
	for i := range head.At {
		head.At[i] += start
	}
	o := FindOnset(seconds(level(203, 40, 700, 20)), head, 0, 40, start, start+40, OnsetOptions{})
	near(t, "moment on the head's clock", o.At-start, 27.5, 1)
	near(t, "share", o.Frac, 27.5/40, 0.025)
}

// TestNoOnset holds what must not be taken for one.
func TestNoOnset(t *testing.T) {
	flat := seconds(level(61, 60, 700, 20))
	ramp := func(n int, slow float64) Series { // winds down over the last 10 s
		x := level(62, n, 700, 10)
		for i := n - 10; i < n; i++ {
			x[i] *= slow
		}
		return seconds(x)
	}
	warm := func(n int) Series { // 15 s at half pace
		x := level(63, n, 700, 10)
		for i := range 15 {
			x[i] *= 0.5
		}
		return seconds(x)
	}
	drift := level(64, 600, 700, 10)
	for i := range drift {
		drift[i] *= 1 - 0.6*float64(i)/600
	}
	steps := func(seed uint64, n int, before, after float64) Series { // half way
		return seconds(append(level(seed, n/2, before, 10), level(seed+1, n/2, after, 10)...))
	}
	stalls := steps(84, 600, 700, 400) // with stalls before, as low and lower
	for _, from := range []int{24, 72, 120, 192, 252} {
		for i := range 12 {
			stalls.Value[from+i] = 300
		}
	}
	pause := level(65, 60, 700, 20)
	for _, i := range []int{20, 21, 22, 23, 56, 57, 58, 59} {
		pause[i] = 50
	}
	for _, c := range []struct {
		name       string
		base, head Series
	}{
		{"the same run", drop(1), drop(1)},
		{"both drop", drop(1), drop(2)},
		{"flat", flat, seconds(level(66, 60, 700, 20))},
		{"base ends earlier", seconds(level(67, 40, 700, 20)), flat},
		{"winding down in both", ramp(200, 0.4), ramp(200, 0.4)},
		{"winding down as long in a shorter run", ramp(200, 0.4), ramp(100, 0.4)},
		{"warming up as long in a shorter run", warm(200), warm(100)},
		{"a drift", seconds(level(68, 600, 700, 10)), seconds(drift)},
		{"as low every now and then before", seconds(level(86, 600, 700, 10)), stalls},
		{"the base drops nearly as far in half the time", steps(87, 100, 700, 500), steps(89, 200, 700, 400)},
		{"the base rises where the head falls a little", steps(93, 100, 700, 900), steps(95, 100, 700, 560)},
		{"a pause that also ends the run", flat, seconds(pause)},
		{"only the base drops", drop(1), seconds(level(69, 40, 700, 20))},
		{"smaller than the least change", flat, steps(70, 60, 700, 560)},
		{"last sample is partial", flat, seconds(append(level(72, 59, 700, 20), 100))},
		{"from zero", repeat(60, 0), seconds(append(make([]float64, 30), level(73, 30, 5, 0.1)...))},
		{"too short", seconds(level(74, 20, 700, 5)), seconds(append(level(75, 10, 700, 5), level(76, 10, 100, 5)...))},
		{"no base", Series{}, drop(1)},
		{"no head", drop(1), Series{}},
	} {
		end := func(s Series) float64 { return float64(s.Len()) }
		if o := FindOnset(c.base, c.head, 0, end(c.base), 0, end(c.head), OnsetOptions{}); o.Found {
			t.Errorf("%s: got %+v", c.name, o)
		}
	}
}

func TestOnsetLeastChangeIsAnOption(t *testing.T) {
	base, head := seconds(level(77, 60, 700, 10)), seconds(append(level(78, 30, 700, 10), level(79, 30, 530, 10)...))
	if o := whole(base, head, OnsetOptions{}); o.Found {
		t.Errorf("-24 %% at the default: got %+v", o)
	}
	o := whole(base, head, OnsetOptions{MinChange: 0.2})
	near(t, "moment at 20 %", o.At, 30, 0.5)
}

func TestOnsetAcrossAGap(t *testing.T) {
	s := drop(5)
	gap := Series{At: append(append([]float64{}, s.At[:10]...), s.At[18:]...), Value: append(append([]float64{}, s.Value[:10]...), s.Value[18:]...)}
	o := FindOnset(seconds(level(205, 40, 700, 20)), gap, 0, 40, 0, 40, OnsetOptions{})
	near(t, "moment", o.At, 27.5, 1)
	near(t, "change", o.Change, 155/700.-1, 0.03)
}

func TestOnsetBehindAWarmUp(t *testing.T) {
	// The warm-up is the larger part, and common to both; the collapse is short.
	x := append(level(81, 60, 300, 10), level(82, 100, 700, 20)...)
	y := append(append([]float64{}, x...), level(83, 12, 100, 5)...)
	o := whole(seconds(x), seconds(y), OnsetOptions{})
	near(t, "moment", o.At, 160, 1.5)
	near(t, "before, without the warm-up", o.BeforeHead, 700, 15)
}

func TestOnsetRates(t *testing.T) {
	// Identical runs and true collapses in a test of fixed work, noise AR(0.9)
	// of 10 %, with and without winding down. Measured: at most 2.7 % and 100 %.
	for _, wind := range []bool{false, true} {
		r := newRand(91)
		same := fixedWork{noise: 0.1, phi: 0.9, windDown: wind}
		if got := rate(300, func() bool {
			a, _ := same.run(r)
			b, _ := same.run(r)
			return whole(a, b, OnsetOptions{}).Found
		}); got > 5 {
			t.Errorf("winding down %v: onset in %.1f %% of identical pairs", wind, got)
		}
		for _, from := range []float64{0.94, 0.98} {
			late := same
			late.from, late.drop = from, 0.85
			var off []float64
			if got := rate(100, func() bool {
				a, _ := same.run(r)
				b, at := late.run(r)
				o := whole(a, b, OnsetOptions{})
				if o.Found {
					off = append(off, math.Abs(o.At-at)/b.At[len(b.At)-1])
				}
				return o.Found
			}); got < 95 {
				t.Errorf("winding down %v: 85 %% drop at %g of the work found in %.1f %%", wind, from, got)
			}
			near(t, "median error of the moment, as a share of the run", Median(off), 0, 0.005)
		}
	}
}

func TestShortNoisyRunsHaveNoOnset(t *testing.T) {
	// Measured: at most 4.4 %; without the check against the scatter 31 %.
	for _, phi := range []float64{0.5, 0.8} {
		r := newRand(97)
		if got := rate(300, func() bool {
			return whole(arSeries(r, 40, phi, 100, 30), arSeries(r, 40, phi, 100, 30), OnsetOptions{}).Found
		}); got > 8 {
			t.Errorf("AR(%g) of 30 %%: onset in %.1f %% of identical pairs", phi, got)
		}
	}
}

func TestOnOffHasNoOnset(t *testing.T) {
	r := newRand(92)
	for _, c := range []struct {
		n    int
		step float64
	}{{40, 1}, {40, 4}, {120, 1}, {600, 1}} {
		if got := rate(300, func() bool {
			steady := every(c.step, arSeries(r, c.n, 0.5, 100, 2).Value)
			return whole(steady, onOff(r, c.n, c.step, 200), OnsetOptions{}).Found
		}); got > 4 { // measured: at most 1.4 %
			t.Errorf("%d samples of %g s: onset in %.1f %% of on/off loads", c.n, c.step, got)
		}
	}
}
