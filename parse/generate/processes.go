package generate

import (
	"math"
	"math/rand/v2"
)

// bursty is an autoregression of 0.7 and, half of the variance, dips that come about
// every 40 samples, with a depth uniform in 0.5..1.5 that halves from sample to sample.
type bursty struct {
	base auto
	dip  float64 // of shot noise, before it is made standard
}

const (
	dipRate  = 1.0 / 40
	dipDecay = 0.5
)

// Mean and sd of the shot noise: one start has mean 1 and mean square 13/12.
var (
	dipMean = dipRate / (1 - dipDecay)
	dipSD   = math.Sqrt((dipRate*13/12 - dipRate*dipRate) / (1 - dipDecay*dipDecay))
)

func newBursty(r *rand.Rand) *bursty {
	b := &bursty{base: auto{phi: 0.7, g: r.NormFloat64()}}
	for range 40 { // 2^-40 of the start is left
		b.next(r)
	}
	return b
}

func (b *bursty) next(r *rand.Rand) float64 {
	b.dip *= dipDecay
	if r.Float64() < dipRate {
		b.dip += 0.5 + r.Float64()
	}
	return math.Sqrt2 / 2 * (b.base.next(r) - (b.dip-dipMean)/dipSD)
}

// logMean is that of the normal part and, for the sum over k of the shots k samples
// ago, the sum of log(1 + rate (E exp(c h) - 1)), where h is a depth.
func (b *bursty) logMean(s float64) float64 {
	half := s * math.Sqrt2 / 2
	sum := half*half/2 + half*dipMean/dipSD
	for c := -half / dipSD; math.Abs(c) > 1e-12; c *= dipDecay {
		depth := math.Exp(c) * sinhc(c/2)
		sum += math.Log1p(dipRate * (depth - 1))
	}
	return sum
}

// regime stands at one of two levels, with a mean dwell of 60 samples; a tenth of the
// variance is independent samples on top.
type regime struct{ level float64 }

const regimeShare = 0.9

func newRegime(r *rand.Rand) *regime {
	if r.Float64() < 0.5 {
		return &regime{-1}
	}
	return &regime{1}
}

func (g *regime) next(r *rand.Rand) float64 {
	if r.Float64() < 1.0/60 {
		g.level = -g.level
	}
	return math.Sqrt(regimeShare)*g.level + math.Sqrt(1-regimeShare)*r.NormFloat64()
}

func (g *regime) logMean(s float64) float64 {
	return math.Log(math.Cosh(s*math.Sqrt(regimeShare))) + s*s*(1-regimeShare)/2
}

// sawtooth rises for a period and falls at once, from a phase of chance; half of the
// variance is an autoregression of 0.5.
type sawtooth struct {
	base      auto
	at, every int
}

func newSawtooth(r *rand.Rand, period int) *sawtooth {
	return &sawtooth{base: auto{phi: 0.5, g: r.NormFloat64()}, at: r.IntN(period), every: period}
}

// height is that of a position, with mean 0 and variance 1 over the period.
func (t *sawtooth) height(at int) float64 {
	n := float64(t.every)
	return (float64(at) - (n-1)/2) / math.Sqrt((n*n-1)/12)
}

func (t *sawtooth) next(r *rand.Rand) float64 {
	h := t.height(t.at)
	t.at = (t.at + 1) % t.every
	return math.Sqrt2 / 2 * (h + t.base.next(r))
}

func (t *sawtooth) logMean(s float64) float64 {
	half := s * math.Sqrt2 / 2
	sum := 0.0
	for i := range t.every {
		sum += math.Exp(half * t.height(i))
	}
	return half*half/2 + math.Log(sum/float64(t.every))
}

// sinhc is sinh(x)/x.
func sinhc(x float64) float64 {
	if math.Abs(x) < 1e-5 {
		return 1 + x*x/6
	}
	return math.Sinh(x) / x
}
