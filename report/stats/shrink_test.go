package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

func TestTrigammaInverse(t *testing.T) {
	for _, x := range []float64{0.3, 1, 2.5, 10, 80} {
		if got := trigammaInverse(mathext.Zeta(2, x)); math.Abs(got-x) > 1e-6*x {
			t.Errorf("trigammaInverse(trigamma(%g)) = %g", x, got)
		}
	}
}

func TestShrinkNoise(t *testing.T) {
	alike := []RunNoise{}
	for _, sd := range []float64{0.20, 0.21, 0.19, 0.205, 0.195} {
		alike = append(alike, RunNoise{SD: sd, DF: 5, Known: true})
	}
	got, prior := ShrinkNoise(alike, math.Inf(1))
	if prior.DF < 20 || math.Abs(prior.SD-0.2) > 0.03 {
		t.Errorf("variances that are alike: prior %+v, want sd about 0.2 with many degrees of freedom", prior)
	}
	if got[0].DF <= 5 {
		t.Errorf("degrees of freedom did not grow: %g", got[0].DF)
	}
	unlike := []RunNoise{{SD: 0.01, DF: 5, Known: true}, {SD: 0.1, DF: 5, Known: true}, {SD: 1, DF: 5, Known: true}, {SD: 3, DF: 5, Known: true}}
	got, prior = ShrinkNoise(unlike, math.Inf(1))
	if prior.DF > 3 {
		t.Errorf("variances that are unlike: prior of %g degrees of freedom, want few", prior.DF)
	}
	if got[3].SD < 2 {
		t.Errorf("a noisy metric was shrunk from 3 to %g", got[3].SD)
	}
	few := []RunNoise{{SD: 0.1, DF: 5, Known: true}, {SD: 0.2, DF: 1}}
	if got, prior = ShrinkNoise(few, math.Inf(1)); got[0] != few[0] || prior.Known {
		t.Errorf("too few metrics: got %+v, prior %+v, want no change", got, prior)
	}
}
