package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// draw is n values of a skewed, positive distribution, as rates and latencies are.
func draw(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 100 * math.Exp(0.4*r.NormFloat64())
	}
	return x
}

func TestDescribeAgainstLibraries(t *testing.T) {
	r := newRand(901)
	for range 200 {
		x := draw(r, 2+r.IntN(60))
		sorted := slices.Sorted(slices.Values(x))
		near(t, "SD", SD(x), stat.StdDev(x, nil), 1e-9)
		near(t, "mean", seconds(x).Mean(), stat.Mean(x, nil), 1e-9)
		near(t, "median against benchmath", Median(x), benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(x), &benchmath.DefaultThresholds), 0.95).Center, 1e-9)
		// Gonum interpolates at p n, ours (type 7) at p (n-1) + 1: the same line at another p.
		n, p := float64(len(x)), r.Float64()
		near(t, "quantile", Quantile(x, p), stat.Quantile(((n-1)*p+1)/n, stat.LinInterp, sorted, nil), 1e-9)
	}
}

func TestEstimateAgainstStudent(t *testing.T) {
	r := newRand(902)
	for range 300 {
		effect, se, df := r.NormFloat64(), 0.01+r.Float64(), 1+20*r.Float64()
		e := NewEstimate(effect, se, df)
		dist := distuv.StudentsT{Mu: effect, Sigma: se, Nu: df}
		near(t, "lower", e.Lo, dist.Quantile(0.025), 1e-6)
		near(t, "upper", e.Hi, dist.Quantile(0.975), 1e-6)
		near(t, "p", e.P, 2*math.Min(dist.CDF(0), dist.Survival(0)), 1e-9)
		if (e.P < 0.05) != (e.Lo > 0 || e.Hi < 0) && math.Abs(e.P-0.05) > 1e-9 {
			t.Errorf("p %g and interval %g..%g contradict each other", e.P, e.Lo, e.Hi)
		}
	}
}

func TestElasticityAgainstRegression(t *testing.T) {
	r := newRand(903)
	for range 200 {
		n := 3 + r.IntN(10)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = float64(1 + i*i)
			y[i] = 50 * math.Pow(x[i], 0.6) * math.Exp(0.1*r.NormFloat64())
		}
		f, err := Elasticity(x, y)
		if err != nil {
			t.Fatal(err)
		}
		lx, ly := logs(x), logs(y)
		alpha, beta := stat.LinearRegression(lx, ly, nil, false)
		near(t, "slope", f.Slope, beta, 1e-9)
		near(t, "intercept", f.Intercept, alpha, 1e-9)
		residual := 0.0
		for i := range lx {
			residual += math.Pow(ly[i]-alpha-beta*lx[i], 2)
		}
		df := float64(n - 2)
		se := math.Sqrt(residual / df / (stat.Variance(lx, nil) * float64(n-1)))
		half := distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(0.975) * se
		near(t, "SE", f.SE, se, 1e-9)
		near(t, "lower", f.Lo, beta-half, 1e-6)
		near(t, "upper", f.Hi, beta+half, 1e-6)
	}
}

// TestBenjaminiHochberg by its definition: the smallest rate at which the step-up rule
// would still take this hypothesis, over all thresholds at or above its p.
func TestBenjaminiHochbergByDefinition(t *testing.T) {
	r := newRand(904)
	for range 200 {
		p := make([]float64, 1+r.IntN(20))
		for i := range p {
			if p[i] = math.Pow(r.Float64(), 3); i > 0 && r.IntN(4) == 0 {
				p[i] = p[i-1] // ties
			}
		}
		for i, q := range BenjaminiHochberg(p) {
			want := 1.0
			for _, threshold := range p {
				taken := 0
				for _, v := range p {
					if v <= threshold {
						taken++
					}
				}
				if threshold >= p[i] {
					want = math.Min(want, threshold*float64(len(p))/float64(taken))
				}
			}
			near(t, "q", q, want, 1e-12)
		}
	}
}

// On independent samples the batches are independent too: the effect is that of a plain
// Welch comparison of batch medians, the error the same but for the margin kept for dependence.
func TestLevelAgainstWelch(t *testing.T) {
	const n, k = 600, 12
	r := newRand(905)
	var wider []float64
	for range 200 {
		b, h := draw(r, n), draw(r, n)
		e, _ := Level(seconds(b), seconds(h), k)
		medians := func(x []float64) []float64 {
			out := make([]float64, k)
			for i := range out {
				batch := slices.Sorted(slices.Values(x[i*n/k : (i+1)*n/k]))
				out[i] = math.Log((batch[n/k/2-1] + batch[n/k/2]) / 2)
			}
			return out
		}
		mb, vb := stat.MeanVariance(medians(b), nil)
		mh, vh := stat.MeanVariance(medians(h), nil)
		near(t, "effect", e.Effect, mh-mb, 1e-9)
		wider = append(wider, e.SE/math.Sqrt((vb+vh)/k))
	}
	if lo, hi := slices.Min(wider), slices.Max(wider); lo < 1-1e-9 || hi > math.Sqrt(17/3.)+1e-9 {
		t.Errorf("the standard error is %.2f to %.2f times Welch's, want 1 to 2.38", lo, hi)
	}
	t.Logf("the standard error is in the middle %.2f times Welch's", Median(wider))
	if m := Median(wider); m < 1 || m > 1.2 {
		t.Errorf("the standard error is in the middle %.2f times Welch's, want at most 1.2", m)
	}
}

// Benchmath's interval of a median rests on order statistics, ours on Student's t of
// the logarithms; over the medians of batches both must hold the truth, and much the same.
func TestIntervalAgainstBenchmath(t *testing.T) {
	const n, k, repetitions = 600, 12, 300
	r := newRand(906)
	var ours, theirs int
	var ratio []float64
	one := seconds(slices.Repeat([]float64{1}, n))
	for range repetitions {
		x := seconds(draw(r, n)) // its median is 100
		e, _ := Level(one, x, k)
		from, to := span(x.samples())
		var medians []float64
		for _, b := range batches(x.samples(), from, to, k) {
			medians = append(medians, Median(valuesOf(b.samples)))
		}
		s := benchmath.AssumeNothing.Summary(benchmath.NewSample(medians, &benchmath.DefaultThresholds), 0.95)
		if e.Lo <= math.Log(100) && math.Log(100) <= e.Hi {
			ours++
		}
		if s.Lo <= 100 && 100 <= s.Hi {
			theirs++
		}
		if math.Abs(math.Log(s.Center)-e.Effect) > e.Hi-e.Lo {
			t.Errorf("benchmath's centre %g lies outside twice our interval %g..%g", s.Center, math.Exp(e.Lo), math.Exp(e.Hi))
		}
		ratio = append(ratio, (e.Hi-e.Lo)/math.Log(s.Hi/s.Lo))
	}
	t.Logf("the truth is within ours %d, benchmath's %d of %d; ours is %.2f times as wide in the middle", ours, theirs, repetitions, Median(ratio))
	if least := repetitions * 92 / 100; ours < least || theirs < least {
		t.Errorf("the truth is within ours %d, benchmath's %d of %d, want %d", ours, theirs, repetitions, least)
	}
	if m := Median(ratio); m < 0.6 || m > 1.4 {
		t.Errorf("our interval is in the middle %.2f times as wide", m)
	}
}

// TestWhyNotPerSample shows why samples are not compared one by one: Mann and Whitney's
// test takes the 600 samples of a slow process for 600 witnesses.
func TestWhyNotPerSample(t *testing.T) {
	r := newRand(907)
	const repetitions = 200
	level := 0
	perSample := rate(repetitions, func() bool {
		b, h := arSeries(r, 600, 0.9, 100, 10), arSeries(r, 600, 0.9, 100, 10)
		if e, _ := Level(b, h, 0); e.P < 0.05 {
			level++
		}
		sample := func(s Series) *benchmath.Sample {
			return benchmath.NewSample(slices.Clone(s.Value), &benchmath.DefaultThresholds)
		}
		c := benchmath.AssumeNothing.Compare(sample(b), sample(h))
		return c.P < c.Alpha
	})
	batch := 100 * float64(level) / repetitions
	t.Logf("identical AR(0.9) pairs flagged at 5 %%: sample by sample %.1f %%, over batches %.1f %%", perSample, batch)
	if perSample < 40 || batch > 10 {
		t.Errorf("identical AR(0.9) pairs flagged: sample by sample %.1f %%, want over 40; over batches %.1f %%, want under 10", perSample, batch)
	}
}
