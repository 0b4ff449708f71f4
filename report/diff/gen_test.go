package diff_test

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// signal makes n values of a metric in time order. Its random numbers are its own for
// each run, node, leg and metric, so that adding a series changes no other.
type signal func(rng *rand.Rand, n int) []float64

// seeded gives the random numbers of one series.
func seeded(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// steady is one value all the time.
func steady(level float64) signal {
	return func(_ *rand.Rand, n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = level
		}
		return out
	}
}

// wavering is a level with autoregressive noise: cv is its standard deviation as a share
// of the level, phi how much of a deviation is left one sample later.
func wavering(level, cv, phi float64) signal {
	return func(rng *rand.Rand, n int) []float64 {
		out := make([]float64, n)
		x := rng.NormFloat64()
		for i := range out {
			x = phi*x + math.Sqrt(1-phi*phi)*rng.NormFloat64()
			out[i] = math.Max(0, level*(1+cv*x))
		}
		return out
	}
}

// busyLoad wavers by 5 % with a memory of a few seconds, as throughput and CPU under a
// constant load do.
func busyLoad(level float64) signal { return wavering(level, 0.05, 0.6) }

// onOff alternates between a level and zero: on for so many samples, off for as many.
func onOff(level float64, samples int) signal {
	return func(_ *rand.Rand, n int) []float64 {
		out := make([]float64, n)
		for i := range out {
			if i/samples%2 == 0 {
				out[i] = level
			}
		}
		return out
	}
}

// shaped multiplies a signal by a function of the share of the series that is over.
func (s signal) shaped(factor func(share float64) float64) signal {
	return func(rng *rand.Rand, n int) []float64 {
		out := s(rng, n)
		for i := range out {
			out[i] *= factor((float64(i) + 0.5) / float64(n))
		}
		return out
	}
}

// from multiplies what comes after a share of the run: a late collapse, for one.
func (s signal) from(at, factor float64) signal { return s.between(at, 1, factor) }

// between multiplies what lies between two shares of the run.
func (s signal) between(from, to, factor float64) signal {
	return s.shaped(func(x float64) float64 {
		if x >= from && x < to {
			return factor
		}
		return 1
	})
}

// drifting goes from the level itself to factor times it in a straight line.
func (s signal) drifting(factor float64) signal {
	return s.shaped(func(x float64) float64 { return 1 + (factor-1)*x })
}

// warming rises in a straight line from a fifth to all of the level over a share of the run.
func (s signal) warming(share float64) signal {
	return s.shaped(func(x float64) float64 { return math.Min(1, 0.2+0.8*x/share) })
}

// aliased is a counter that is updated as often as it is read: every so many readings one
// comes just too early and shows nothing, and the next one double.
func (s signal) aliased(every int) signal {
	return func(rng *rand.Rand, n int) []float64 {
		out := s(rng, n)
		for i := every; i+1 < n; i += every {
			out[i+1] += out[i]
			out[i] = 0
		}
		return out
	}
}
