package generate

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// process is a stationary noise with mean 0 and variance 1, a sample a second.
type process interface {
	// next is the following sample.
	next(r *rand.Rand) float64
	// logMean is log E exp(s g) of a sample g: what to divide by so that exp(s g) has mean 1.
	logMean(s float64) float64
}

// Processes are the names of the noise processes.
func Processes() []string { return []string{"iid", "ar", "bursty", "regime", "sawtooth"} }

// newProcess begins a process of the spec's kind somewhere in its stationary state.
func (s *Spec) newProcess(r *rand.Rand) process {
	switch s.Process {
	case "iid":
		return &auto{g: r.NormFloat64()}
	case "ar":
		return &auto{phi: s.Phi, g: r.NormFloat64()}
	case "bursty":
		return newBursty(r)
	case "regime":
		return newRegime(r)
	case "sawtooth":
		return newSawtooth(r, s.Period)
	}
	panic(fmt.Sprintf("process %q has passed the check", s.Process))
}

// auto is an autoregression of the first order; with phi 0 the samples are independent.
type auto struct{ phi, g float64 }

func (a *auto) next(r *rand.Rand) float64 {
	a.g = a.phi*a.g + math.Sqrt(1-a.phi*a.phi)*r.NormFloat64()
	return a.g
}

func (a *auto) logMean(s float64) float64 { return s * s / 2 }

// scale solves for s so that exp(s x) has the relative sd cv:
// log E exp(2 s x) - 2 log E exp(s x) = log(1 + cv^2). The left side grows with s.
func scale(logMean func(s float64) float64, cv float64) float64 {
	want := math.Log1p(cv * cv)
	lo, hi := 0.0, 1.0
	gap := func(s float64) float64 { return logMean(2*s) - 2*logMean(s) - want }
	for gap(hi) < 0 && hi < 64 {
		hi *= 2
	}
	for range 60 {
		if mid := (lo + hi) / 2; gap(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}
