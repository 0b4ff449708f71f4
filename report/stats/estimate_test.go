package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The sleep data of Student (1908), with the values of R's t.test(extra ~ group).
var (
	sleep1 = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	sleep2 = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

func TestWelchAgainstR(t *testing.T) {
	e := welch(meanPart(sleep2), meanPart(sleep1))
	near(t, "t", e.Effect/e.SE, -1.8608, 5e-5)
	near(t, "df", e.DF, 17.776, 5e-4)
	near(t, "p", e.P, 0.07939, 5e-6)
	near(t, "lower", e.Lo, -3.3654832, 5e-7)
	near(t, "upper", e.Hi, 0.2054832, 5e-7)
}

func TestEstimateAgainstGonum(t *testing.T) {
	e := NewEstimate(-0.3, 0.1, 7)
	d := distuv.StudentsT{Sigma: 1, Nu: 7}
	near(t, "p", e.P, 2*d.CDF(-3), 1e-12)
	near(t, "half width", e.Hi-e.Effect, 0.1*d.Quantile(0.975), 1e-12)
	near(t, "table value", tQuantile(7), 2.3646, 5e-5)
}

func TestEstimateWithoutError(t *testing.T) {
	if e := NewEstimate(0, 0, 5); e.P != 1 || e.Lo != 0 || e.Hi != 0 {
		t.Errorf("no effect, no error: got %+v", e)
	}
	if e := NewEstimate(2, 0, 5); e.P != 0 || e.Lo != 2 || e.Hi != 2 {
		t.Errorf("effect without error: got %+v", e)
	}
	for _, e := range []Estimate{NewEstimate(nan, 1, 5), NewEstimate(1, nan, 5), NewEstimate(1, math.Inf(1), 5), NewEstimate(1, 1, 0)} {
		if !math.IsNaN(e.P) || !math.IsNaN(e.Lo) || !math.IsNaN(e.Hi) || math.IsInf(e.SE, 0) {
			t.Errorf("unknown: got %+v", e)
		}
	}
}

func TestRatio(t *testing.T) {
	near(t, "log ratio", Estimate{Effect: math.Log(0.85), Log: true}.Ratio(), 0.85, 1e-12)
	if !math.IsNaN(Estimate{Effect: 3}.Ratio()) {
		t.Error("a difference has no ratio")
	}
}
