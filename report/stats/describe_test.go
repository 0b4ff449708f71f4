package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func TestDescribeByHand(t *testing.T) {
	x := []float64{2, 4, 4, 4, 5, 5, 7, 9} // mean 5, sum of squares 32
	near(t, "median", Median(x), 4.5, 0)
	near(t, "MAD", MAD(x), 0.5, 0)                // |x-4.5| = 2.5 .5 .5 .5 .5 .5 2.5 4.5
	near(t, "SD", SD(x), math.Sqrt(32/7.), 1e-12) // n-1
	near(t, "RMSSD", RMSSD(x), math.Sqrt((4+0+0+1+0+4+4)/7.), 1e-12)
	near(t, "quantile 0.25", Quantile(x, 0.25), 4, 0) // position 1.75
	near(t, "quantile 0.9", Quantile(x, 0.9), 7.6, 1e-12)
	near(t, "quantile 0", Quantile(x, 0), 2, 0)
	near(t, "quantile 1", Quantile(x, 1), 9, 0)
	near(t, "median of an odd number", Median([]float64{3, 1, 2}), 2, 0)
}

func TestDescribeSkipsMissing(t *testing.T) {
	x := []float64{1, nan, 3, math.Inf(-1), 5}
	near(t, "median", Median(x), 3, 0)
	near(t, "MAD", MAD(x), 2, 0)
	near(t, "SD", SD(x), 2, 1e-12)
	near(t, "RMSSD", RMSSD([]float64{1, nan, 3, 5}), 2, 1e-12) // only 3 -> 5
	if !slices.Equal(present(x), []float64{1, 3, 5}) || !math.IsNaN(x[1]) {
		t.Error("the input was changed")
	}
}

func TestDescribeTooLittle(t *testing.T) {
	for name, v := range map[string]float64{
		"median of none": Median(nil), "MAD of none": MAD(nil), "SD of one": SD([]float64{1}),
		"RMSSD of one": RMSSD([]float64{1}), "quantile above 1": Quantile([]float64{1, 2}, 1.1), "quantile NaN": Quantile([]float64{1}, nan),
	} {
		if !math.IsNaN(v) {
			t.Errorf("%s: got %g, want NaN", name, v)
		}
	}
	near(t, "MAD of one", MAD([]float64{7}), 0, 0)
	near(t, "SD of a constant", SD([]float64{0.1, 0.1, 0.1}), 0, 0)
}

func TestDescribeAgainstGonum(t *testing.T) {
	x := arSeries(newRand(2), 501, 0.5, 100, 10).Value
	near(t, "SD", SD(x), stat.StdDev(x, nil), 1e-9)
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	near(t, "median", Median(x), stat.Quantile(0.5, stat.Empirical, sorted, nil), 0)
}

func TestSpreadOf(t *testing.T) {
	s := every(1, []float64{2, 4, 4, 4, 5, 5, 7, 9})
	got := SpreadOf(s)
	near(t, "SD", got.SD, SD(s.Value), 0)
	near(t, "MAD", got.MAD, 0.5, 0)
	near(t, "mean", got.Mean, 5, 1e-12)
	if got.N != 8 {
		t.Errorf("n: got %d, want 8", got.N)
	}

	gap := every(1, []float64{1, 2, 3, 103, 104, 105})
	for i := 3; i < 6; i++ {
		gap.At[i] += 50
	}
	near(t, "RMSSD does not cross a gap", SpreadOf(gap).RMSSD, 1, 1e-12)

	one := SpreadOf(every(1, []float64{3}))
	if one.N != 1 || !math.IsNaN(one.SD) || !math.IsNaN(one.RMSSD) || one.MAD != 0 || one.Mean != 3 {
		t.Errorf("one sample: got %+v", one)
	}
}

func TestTau(t *testing.T) {
	for _, c := range []struct{ phi, tol float64 }{{0, 0.3}, {0.5, 0.6}, {0.9, 4}} {
		want := (1 + c.phi) / (1 - c.phi) // of an AR(1) process
		var taus []float64
		for range 40 {
			taus = append(taus, Tau(ar(newRand(uint64(len(taus))), 3600, c.phi)))
		}
		near(t, "AR process", Median(taus), want, c.tol)
	}
	near(t, "constant", Tau([]float64{4, 4, 4}), 1, 0)
	near(t, "alternating is never below 1", Tau([]float64{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}), 1, 0)
	if !math.IsNaN(Tau(nil)) {
		t.Error("tau of nothing is not NaN")
	}
}

func TestTauOfLongSeriesInBlocks(t *testing.T) {
	// Four times the length that is summed lag by lag; the answer is in samples.
	for _, c := range []struct{ phi, want, tol float64 }{{0.9, 19, 2}, {0, 1, 0.2}} {
		var taus []float64
		for i := range 9 {
			taus = append(taus, Tau(ar(newRand(uint64(50+i)), 4*tauMax, c.phi)))
		}
		near(t, "AR process", Median(taus), c.want, c.tol)
	}
}
