package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// comparisons are the ways two series are compared.
var comparisons = map[string]func(base, head Series) Estimate{
	"level":  func(b, h Series) Estimate { e, _ := Level(b, h, 0); return e },
	"swing":  func(b, h Series) Estimate { e, _ := Swing(b, h, 0); return e },
	"jitter": func(b, h Series) Estimate { e, _ := Jitter(b, h, 0); return e },
	"sd":     func(b, h Series) Estimate { e, _ := SDRatio(b, h, 0); return e },
}

// randomPair is two loads of unlike length, level, spread and memory, some with gaps.
func randomPair(r *rand.Rand) (base, head Series) {
	one := func() Series {
		level := math.Exp(5 + r.NormFloat64())
		s := arSeries(r, 20+r.IntN(600), 0.95*r.Float64(), level, level*(0.02+0.1*r.Float64()))
		for i := range s.Value {
			if r.IntN(50) == 0 {
				s.Value[i] = nan
			}
		}
		return s
	}
	return one(), one()
}

// scaled is a series in another unit.
func scaled(s Series, k float64) Series {
	v := slices.Clone(s.Value)
	for i := range v {
		v[i] *= k
	}
	return Series{At: s.At, Step: s.Step, Value: v}
}

// later is a series on another clock.
func later(s Series, by float64) Series {
	at := slices.Clone(s.At)
	for i := range at {
		at[i] += by
	}
	return Series{At: at, Step: s.Step, Value: s.Value}
}

// alike compares estimates to a relative tolerance; mirrored with the opposite sign.
func alike(t *testing.T, what string, got, want Estimate, sign float64) {
	t.Helper()
	lo, hi := want.Lo, want.Hi
	if sign < 0 {
		lo, hi = -want.Hi, -want.Lo
	}
	for _, x := range []struct {
		name      string
		got, want float64
	}{{"effect", got.Effect, sign * want.Effect}, {"SE", got.SE, want.SE}, {"DF", got.DF, want.DF}, {"lower", got.Lo, lo}, {"upper", got.Hi, hi}, {"p", got.P, want.P}} {
		if math.IsNaN(x.got) != math.IsNaN(x.want) || math.Abs(x.got-x.want) > 1e-7*(1+math.Abs(x.want)) {
			t.Errorf("%s: %s is %g, want %g", what, x.name, x.got, x.want)
		}
	}
	if got.Log != want.Log {
		t.Errorf("%s: on the log scale %v, want %v", what, got.Log, want.Log)
	}
}

func TestInvariances(t *testing.T) {
	for name, compare := range comparisons {
		r := newRand(911)
		for range 60 {
			b, h := randomPair(r)
			e := compare(b, h)
			alike(t, name+" in another unit", compare(scaled(b, 1e-3), scaled(h, 1e-3)), e, 1)
			alike(t, name+" on another clock", compare(later(b, 1.7e9), later(h, 4096)), e, 1)
			alike(t, name+" with sides swapped", compare(h, b), e, -1)
			if e.Log {
				k := math.Exp(r.NormFloat64())
				moved := compare(b, scaled(h, k))
				near(t, name+": effect of a factor", moved.Effect, e.Effect+math.Log(k), 1e-9)
				near(t, name+": SE of a factor", moved.SE, e.SE, 1e-9)
			}
		}
	}
}

// A larger effect is never less certain.
func TestLargerEffectsAreMoreCertain(t *testing.T) {
	r := newRand(912)
	for range 30 {
		b, h := randomPair(r)
		last := 1.0
		e, _ := Level(b, h, 0)
		level := math.Exp(-e.Effect) // brings the head to the base's level
		for _, k := range []float64{1, 1.02, 1.1, 1.5, 3} {
			m, _ := Level(b, scaled(h, k*level), 0)
			if m.P > last+1e-9 {
				t.Errorf("a factor of %g has p %g, a smaller one had %g", k, m.P, last)
			}
			last = m.P
		}
		noise := RunNoise{SD: 0.05 * r.Float64(), DF: 3 + 10*r.Float64(), Known: true}
		last = 1
		for _, effect := range []float64{0, 0.01, 0.05, 0.2, 1} {
			c := Combine([]float64{effect, effect + 0.01, effect - 0.01}, nil, noise, 1, 2)
			if c.P > last+1e-12 {
				t.Errorf("an effect of %g over nodes has p %g, a smaller one had %g", effect, c.P, last)
			}
			last = c.P
		}
	}
}

// Nodes have no order, sides of a contrast are opposite, points of a curve have no order and no unit.
func TestOrderAndSides(t *testing.T) {
	r := newRand(913)
	for range 100 {
		n := 1 + r.IntN(9)
		effects, ses := make([]float64, n), make([]float64, n)
		for i := range effects {
			effects[i], ses[i] = 0.1*r.NormFloat64(), 0.05*r.Float64()
		}
		noise := RunNoise{SD: 0.03, DF: 5, Known: r.IntN(2) == 0}
		a := Combine(effects, ses, noise, 1, 2)
		order := r.Perm(n)
		shuffled, shuffledSEs := make([]float64, n), make([]float64, n)
		for i, j := range order {
			shuffled[i], shuffledSEs[i] = effects[j], ses[j]
		}
		alike(t, "nodes in another order", Combine(shuffled, shuffledSEs, noise, 1, 2), a, 1)
		for i := range effects {
			effects[i] = -effects[i]
		}
		alike(t, "nodes that moved the other way", Combine(effects, ses, noise, 2, 1), a, -1)

		b := Estimate{Effect: r.NormFloat64(), SE: 0.1 + r.Float64(), DF: 2 + 9*r.Float64(), Log: true}
		alike(t, "contrast the other way", Contrast(b, a), Contrast(a, b), -1)

		x, y := []float64{1, 4, 16, 32, 64}, draw(r, 5)
		f, err := Elasticity(x, y)
		if err != nil {
			t.Fatal(err)
		}
		order = r.Perm(5)
		px, py := make([]float64, 5), make([]float64, 5)
		for i, j := range order {
			px[i], py[i] = 7*x[j], 1e-3*y[j]
		}
		g, err := Elasticity(px, py)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "slope", g.Slope, f.Slope, 1e-9)
		near(t, "SE", g.SE, f.SE, 1e-9)
	}
}
