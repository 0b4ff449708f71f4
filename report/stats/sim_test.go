package stats

import (
	"math"
	"math/rand/v2"
)

// newRand is a fixed source, so that every simulation gives the same answer.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 20260)) }

// seconds makes a series of one-second samples that ends at 1, 2, 3, ...
func seconds(x []float64) Series { return every(1, x) }

func every(step float64, x []float64) Series {
	s := Series{Value: x}
	for i := range x {
		s.At = append(s.At, float64(i+1)*step)
		s.Step = append(s.Step, step)
	}
	return s
}

// ar is an AR(1) process with mean 0 and standard deviation 1.
func ar(r *rand.Rand, n int, phi float64) []float64 {
	x := make([]float64, n)
	x[0] = r.NormFloat64()
	for i := 1; i < n; i++ {
		x[i] = phi*x[i-1] + math.Sqrt(1-phi*phi)*r.NormFloat64()
	}
	return x
}

// arSeries is a noisy load: AR(phi) about a mean.
func arSeries(r *rand.Rand, n int, phi, mean, sd float64) Series {
	x := ar(r, n, phi)
	for i, v := range x {
		x[i] = mean + sd*v
	}
	return seconds(x)
}

// onOff is a load that runs and pauses for 0.5 to 6 s in turn, both
// log-uniform, seen as means over the step.
func onOff(r *rand.Rand, n int, step, level float64) Series {
	const fine = 0.05
	x := make([]float64, n)
	on := r.IntN(2) == 0
	left := 0.0
	for i := range x {
		for t := 0.0; t < step-fine/2; t += fine {
			if left <= 0 {
				on = !on
				left = 0.5 * math.Pow(12, r.Float64())
			}
			left -= fine
			if on {
				x[i] += level * fine / step
			}
		}
	}
	return every(step, x)
}

// fixedWork is a test that ends when its work is done: a warm-up of 20 s, a
// slow drift of 5 %, AR noise, and from a share of the work on a slower pace;
// the last 2 % may wind down to 40 %.
type fixedWork struct {
	noise, phi float64
	from, drop float64 // at this share of the work the pace falls by drop
	windDown   bool
}

// run gives the series and the true moment of the change, NaN without one.
func (f fixedWork) run(r *rand.Rand) (s Series, onset float64) {
	const work = 800.0
	x := []float64{}
	onset = math.NaN()
	noise := ar(r, 4000, f.phi)
	phase := 2 * math.Pi * r.Float64()
	for done := 0.0; done < work && len(x) < len(noise); {
		i := len(x)
		v := 1 + 0.05*math.Sin(phase+2*math.Pi*float64(i)/400) + f.noise*noise[i]
		v *= math.Min(1, 0.3+0.7*float64(i)/20)
		if f.windDown && done > 0.98*work {
			v *= 0.4
		}
		if f.drop > 0 && done >= f.from*work {
			v *= 1 - f.drop
			if math.IsNaN(onset) {
				onset = float64(i)
			}
		}
		v = math.Max(v, 0.005)
		done += v
		x = append(x, 1000*v)
	}
	return seconds(x), onset
}

// whole runs FindOnset over everything there is.
func whole(base, head Series, opt OnsetOptions) Onset {
	end := func(s Series) float64 { return s.At[len(s.At)-1] }
	return FindOnset(base, head, 0, end(base), 0, end(head), opt)
}
