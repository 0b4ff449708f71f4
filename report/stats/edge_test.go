package stats

import (
	"math"
	"testing"
)

// TestJunk feeds every function what no recorder should write: it must end,
// and must not hand out an infinite number.
func TestJunk(t *testing.T) {
	r := newRand(101)
	odd := []float64{nan, math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1e308, -1e308, 5e-324, 1, 1, 2, -3, 1e15, 1.7e9}
	numbers := func(n int) []float64 {
		x := make([]float64, n)
		wild := r.Float64()
		for i := range x {
			if x[i] = float64(i) + r.Float64(); r.Float64() < wild {
				x[i] = odd[r.IntN(len(odd))]
			}
		}
		return x
	}
	series := func() Series {
		n := r.IntN(150)
		s := Series{At: numbers(n), Value: numbers(max(0, n-r.IntN(3)))}
		if r.IntN(2) == 0 {
			s.Step = numbers(max(0, n-r.IntN(3)))
		}
		return s
	}
	check := func(what string, values ...float64) {
		t.Helper()
		for _, v := range values {
			if math.IsInf(v, 0) {
				t.Fatalf("%s: infinite in %v", what, values)
			}
		}
	}
	estimate := func(what string, e Estimate) {
		check(what, e.Effect, e.SE, e.DF, e.Lo, e.Hi, e.P, e.NEff[0], e.NEff[1])
	}
	for range 400 {
		a, b := series(), series()
		k := r.IntN(30) - 5
		for what, f := range map[string]compare{"level": Level, "swing": Swing, "jitter": Jitter, "sd": SDRatio} {
			e, _ := f(a, b, k)
			estimate(what, e)
		}
		from, to := numbers(2), numbers(2)
		o := FindOnset(a, b, from[0], to[0], from[1], to[1], OnsetOptions{MinChange: numbers(1)[0], Bins: k})
		check("onset", o.At, o.Frac, o.BeforeHead, o.AfterHead, o.BeforeBase, o.AfterBase, o.Change, o.Separation)
		if o.Found && (missing(o.Change) || o.Frac < 0 || o.Frac > 1) {
			t.Fatalf("onset without a change or outside the run: %+v", o)
		}
		a.Resample(numbers(1)[0], numbers(1)[0])
		SpreadOf(a)
		DealiasStep(a, b, numbers(1)[0])
		estimate("combine", Combine(a.Value, b.Value, PooledNoise([][]float64{a.Value, b.Value}), k, k))
		estimate("combine", Combine(a.Value, nil, BookNoise([][]float64{b.Value}), k, k))
		BenjaminiHochberg(a.Value)
		if f, err := Elasticity(a.Value, b.Value); err == nil {
			check("elasticity", f.Slope, f.Lo, f.Hi, f.SE)
		}
		cut, _ := WarmUp(a, from[0], to[0])
		check("warm-up", cut)
		n := r.IntN(10)
		knee := FindKnee(numbers(n), numbers(n))
		check("knee", knee.At, knee.Lo, knee.Hi, knee.Before, knee.After)
		if s, err := Classify(numbers(n), numbers(n), numbers(n), 0.03); err == nil {
			check("shape", s.Offset, s.Apiece, s.Ratio.Slope, s.Ratio.Lo, s.Ratio.Hi)
		}
	}
}
