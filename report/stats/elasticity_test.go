package stats

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// Transactions a second at 20, 50, 80, 100 and 150 threads of three
// servers, and of the slow one with a patch, from a public report.
var (
	threads   = []float64{20, 50, 80, 100, 150}
	reference = []float64{6574.14, 15140.14, 20138.38, 23784.30, 34138.96}
	other     = []float64{6340.32, 14219.20, 19054.88, 23190.26, 30586.72}
	slow      = []float64{665.07, 641.08, 626.83, 607.69, 654.11}
	patched   = []float64{6483.17, 14635.17, 19708.48, 23949.44, 32377.06}
)

func ratios(a, b []float64) []float64 {
	r := make([]float64, len(a))
	for i := range a {
		r[i] = a[i] / b[i]
	}
	return r
}

func TestElasticityOfThreadSweeps(t *testing.T) {
	for _, c := range []struct {
		name          string
		y             []float64
		slope, lo, hi float64
	}{
		{"reference", reference, 0.80, 0.70, 0.90},
		{"other", other, 0.78, 0.69, 0.87},
		{"slow", slow, -0.02, -0.10, 0.05},
		{"patched", patched, 0.79, 0.71, 0.88},
		{"slow against reference", ratios(slow, reference), -0.82, -0.94, -0.71},
		{"patched against reference", ratios(patched, reference), -0.01, -0.06, 0.04},
	} {
		f, err := Elasticity(threads, c.y)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		near(t, c.name+" slope", f.Slope, c.slope, 0.005)
		near(t, c.name+" lower", f.Lo, c.lo, 0.0055)
		near(t, c.name+" upper", f.Hi, c.hi, 0.0055)
	}
}

func TestElasticityAgainstGonum(t *testing.T) {
	f, err := Elasticity(threads, reference)
	if err != nil {
		t.Fatal(err)
	}
	intercept, slope := stat.LinearRegression(logs(threads), logs(reference), nil, false)
	near(t, "slope", f.Slope, slope, 1e-12)
	near(t, "intercept", f.Intercept, intercept, 1e-12)
}

func TestElasticityEdges(t *testing.T) {
	exact, err := Elasticity([]float64{1, 2, nan, 4}, []float64{3, 6, 100, 12})
	if err != nil || exact.N != 3 {
		t.Fatalf("a missing point: %+v, %v", exact, err)
	}
	near(t, "proportional", exact.Slope, 1, 1e-12)
	near(t, "interval", exact.Hi-exact.Lo, 0, 1e-6)

	for name, c := range map[string][2][]float64{
		"none":          {nil, nil},
		"two points":    {{1, 2}, {1, 2}},
		"zero":          {{1, 2, 3}, {1, 0, 3}},
		"negative x":    {{-1, 2, 3}, {1, 2, 3}},
		"one x":         {{5, 5, 5}, {1, 2, 3}},
		"unlike counts": {{1, 2, 3}, {1, 2}},
		"all missing":   {{nan, 1, 2}, {1, math.Inf(1), nan}},
	} {
		if f, err := Elasticity(c[0], c[1]); !errors.Is(err, ErrCurve) {
			t.Errorf("%s: got %+v, %v", name, f, err)
		}
	}
}
