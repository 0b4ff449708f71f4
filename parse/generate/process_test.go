package generate

import (
	"math"
	"testing"
)

// TestProcessesAreStandard: mean 0 and variance 1, and exp(s g) has the mean that
// logMean says. Slow processes have few independent samples, so it averages over many starts.
func TestProcessesAreStandard(t *testing.T) {
	const starts, length = 400, 1500
	for _, name := range Processes() {
		t.Run(name, func(t *testing.T) {
			s := Default()
			s.Process = name
			scales := []float64{-0.4, 0.1, 0.5, 1}
			var n, sum, square float64
			exps := make([]float64, len(scales))
			for i := range starts {
				r := s.random(name, i)
				p := s.newProcess(r)
				for range length {
					g := p.next(r)
					n, sum, square = n+1, sum+g, square+g*g
					for k, x := range scales {
						exps[k] += math.Exp(x * g)
					}
				}
			}
			mean := sum / n
			if v := square/n - mean*mean; math.Abs(mean) > 0.02 || math.Abs(v-1) > 0.03 {
				t.Errorf("mean %.4f, variance %.4f; want 0 and 1", mean, v)
			}
			p := s.newProcess(s.random(name))
			for k, x := range scales {
				if got, want := math.Log(exps[k]/n), p.logMean(x); math.Abs(got-want) > 0.02 {
					t.Errorf("log E exp(%v g) is %.4f in the samples, %.4f by logMean", x, got, want)
				}
			}
		})
	}
}

// TestScale has a closed form to compare with: for a normal process the relative sd of
// exp(s g) is sqrt(exp(s^2) - 1).
func TestScale(t *testing.T) {
	for _, cv := range []float64{0, 0.01, 0.1, 0.5, 1} {
		got := scale((&auto{}).logMean, cv)
		if want := math.Sqrt(math.Log1p(cv * cv)); math.Abs(got-want) > 1e-9 {
			t.Errorf("relative sd %v: s = %v, want %v", cv, got, want)
		}
	}
}

// TestAutocorrelation: what makes the processes hard for tests of samples.
func TestAutocorrelation(t *testing.T) {
	for _, c := range []struct {
		process string
		phi     float64
		want    float64 // of neighbours
	}{{"iid", 0.9, 0}, {"ar", 0.9, 0.9}, {"ar", 0.8, 0.8}, {"bursty", 0, 0.6}, {"regime", 0, 0.9 * (1 - 2.0/60)}} {
		s := Default()
		s.Process, s.Phi = c.process, c.phi
		r := s.random("autocorrelation")
		p := s.newProcess(r)
		before, sum := p.next(r), 0.0
		const n = 400_000
		for range n {
			g := p.next(r)
			sum += before * g
			before = g
		}
		if got := sum / n; math.Abs(got-c.want) > 0.03 {
			t.Errorf("%s %v: neighbours correlate by %.3f, want %.3f", c.process, c.phi, got, c.want)
		}
	}
}
