package stats

import (
	"math"
	"testing"
)

type compare func(base, head Series, k int) (Estimate, []error)

func TestSpreadOnIdenticalRuns(t *testing.T) {
	// Measured with 500 to 1000 repetitions: 2.8 to 8.4 %.
	for name, f := range map[string]compare{"swing": Swing, "jitter": Jitter, "sd": SDRatio} {
		for _, c := range []struct {
			n    int
			most float64
		}{{600, 9}, {40, 10}} {
			r := newRand(21)
			got := rate(200, func() bool {
				e, _ := f(arSeries(r, c.n, 0.9, 100, 10), arSeries(r, c.n, 0.9, 100, 10), 0)
				return e.P < 0.05
			})
			if got > c.most {
				t.Errorf("%s, n=%d: %.1f %% of identical pairs flagged, at most %g wanted", name, c.n, got, c.most)
			}
		}
	}
}

func TestSpreadSeesTwice(t *testing.T) {
	for _, c := range []struct {
		name  string
		f     compare
		n     int
		least float64
	}{{"swing", Swing, 600, 95}, {"jitter", Jitter, 600, 99}, {"sd", SDRatio, 600, 95}, {"swing of 40", Swing, 40, 60}} {
		r := newRand(22)
		var effects []float64
		got := rate(200, func() bool {
			e, _ := c.f(arSeries(r, c.n, 0.5, 100, 5), arSeries(r, c.n, 0.5, 100, 10), 0)
			effects = append(effects, e.Effect)
			return e.P < 0.05
		})
		if got < c.least {
			t.Errorf("%s: x2 found in %.1f %%, at least %g wanted", c.name, got, c.least)
		}
		near(t, c.name+" ratio", math.Exp(Median(effects)), 2, 0.15)
	}
}

func TestSpreadTellsTimeScales(t *testing.T) {
	// A fast alternation added to a slow wave: much more jitter, hardly more swing.
	base, head := make([]float64, 600), make([]float64, 600)
	for i := range base {
		base[i] = 100 + 10*math.Sin(2*math.Pi*float64(i)/30)
		head[i] = base[i] + 2*float64(i%2)
	}
	swing, _ := Swing(seconds(base), seconds(head), 0)
	jitter, _ := Jitter(seconds(base), seconds(head), 0)
	if !(jitter.Ratio() > 1.5) || !(math.Abs(swing.Ratio()-1) < 0.2) {
		t.Errorf("jitter x%.2f, swing x%.2f; want the first to grow alone", jitter.Ratio(), swing.Ratio())
	}
}

func TestSwingOfShortSeriesIsTheSD(t *testing.T) {
	r := newRand(23)
	base, head := arSeries(r, 60, 0, 100, 2), onOff(r, 60, 4, 130)
	e, warnings := Swing(base.withStep(4), head, 0)
	if !warns(warnings, ErrWholeWindow) {
		t.Errorf("60 samples: warnings %v", warnings)
	}
	near(t, "effect", e.Effect, math.Log(SD(head.Value)/SD(base.Value)), 1e-12)
	if e.P > 0.05 || !e.Log {
		t.Errorf("a load that turned on/off: %+v", e)
	}
}

// withStep spaces the same values differently.
func (s Series) withStep(step float64) Series { return every(step, s.Value) }

func TestSwingNeedsOneStep(t *testing.T) {
	r := newRand(24)
	base := arSeries(r, 2400, 0, 100, 10)
	head := base.Resample(4, 0) // the sd of 4 s means is half that of the seconds
	e, warnings := Swing(base, head, 0)
	if !warns(warnings, ErrUnlikeSteps) {
		t.Errorf("warnings %v", warnings)
	}
	near(t, "effect of the same load", e.Effect, 0, 1e-9)
}

func TestSwingFromZero(t *testing.T) {
	still := func(n int) Series {
		x := make([]float64, n)
		for i := range x {
			x[i] = 5
		}
		return seconds(x)
	}
	for _, n := range []int{40, 240} {
		e, warnings := Swing(still(n), arSeries(newRand(25), n, 0, 5, 1), 0)
		if e.Log || !warns(warnings, ErrZeroSpread) {
			t.Errorf("n=%d: got %+v, %v", n, e, warnings)
		}
		near(t, "from 0 to", e.Effect, 1, 0.25)

		e, warnings = Jitter(still(n), still(n), 0)
		if e.Effect != 0 || e.P != 1 || !warns(warnings, ErrNoSpread) {
			t.Errorf("two constants, n=%d: got %+v, %v", n, e, warnings)
		}
	}
}

func TestSwingOfQuantisedValues(t *testing.T) {
	// Steps of 0.5 with most samples on one value: MAD 0, standard deviation not.
	r := newRand(26)
	coarse := func(sd float64) Series {
		s := arSeries(r, 480, 0, 10, sd)
		for i, v := range s.Value {
			s.Value[i] = math.Round(v*2) / 2
		}
		return s
	}
	e, warnings := Swing(coarse(0.2), coarse(0.4), 0)
	if !e.Log || warns(warnings, ErrZeroSpread) {
		t.Fatalf("got %+v, %v; want the ratio of standard deviations", e, warnings)
	}
	near(t, "ratio", e.Ratio(), 1.7, 0.4)
}

func TestSpreadEdges(t *testing.T) {
	for name, f := range map[string]compare{"swing": Swing, "jitter": Jitter, "sd": SDRatio} {
		if e, warnings := f(Series{}, every(1, []float64{1, 2}), 0); !math.IsNaN(e.Effect) || !warns(warnings, ErrNoData) {
			t.Errorf("%s of nothing: %+v, %v", name, e, warnings)
		}
		if e, warnings := f(every(1, []float64{1}), every(1, []float64{1, 2}), 0); !math.IsNaN(e.Effect) || !warns(warnings, ErrFewSamples) {
			t.Errorf("%s of one sample: %+v, %v", name, e, warnings)
		}
	}
}
