package fetch

import "math"

func mean(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// rounded rounds half away from zero, as tickets do; nil when v is no number.
func rounded(v float64, decimals int) *float64 {
	scale := math.Pow10(decimals)
	r := math.Round(v*scale) / scale
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return nil
	}
	if r == 0 {
		r = 0 // not -0
	}
	return &r
}

// pctChange is the change from base to head in per cent of base, nil when the
// base is zero or either is no number.
func pctChange(base, head float64) *float64 {
	if base == 0 {
		return nil
	}
	return rounded((head/base-1)*100, 1)
}

// spreadPct is how far repeats lie apart, in per cent of their mean.
func spreadPct(v []float64) *float64 {
	if len(v) < 2 {
		return nil
	}
	lo, hi := v[0], v[0]
	for _, x := range v {
		lo, hi = min(lo, x), max(hi, x)
	}
	if m := mean(v); m != 0 {
		return rounded((hi-lo)/math.Abs(m)*100, 1)
	}
	return nil
}

// elasticity is the least-squares slope of ln y over ln x with its 95 %
// interval (Student's t, n-2 degrees of freedom); points where either is not
// positive are left out. ok is false under two points or without spread in x.
func elasticity(x, y []float64) (slope, halfWidth float64, ok bool) {
	var lx, ly []float64
	for i := range x {
		if x[i] > 0 && y[i] > 0 && !math.IsInf(x[i], 0) && !math.IsInf(y[i], 0) {
			lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
		}
	}
	n := float64(len(lx))
	if n < 2 {
		return 0, 0, false
	}
	mx, my := mean(lx), mean(ly)
	var sxx, sxy float64
	for i := range lx {
		sxx += (lx[i] - mx) * (lx[i] - mx)
		sxy += (lx[i] - mx) * (ly[i] - my)
	}
	if sxx == 0 {
		return 0, 0, false
	}
	slope = sxy / sxx
	if n < 3 {
		return slope, math.NaN(), true
	}
	var rss float64
	for i := range lx {
		r := ly[i] - my - slope*(lx[i]-mx)
		rss += r * r
	}
	return slope, studentT(int(n)-2) * math.Sqrt(rss/(n-2)/sxx), true
}

// studentT is the two-sided 95 % quantile of Student's t.
func studentT(df int) float64 {
	table := [...]float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
		2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086}
	if df <= len(table) {
		return table[df-1]
	}
	return 1.96 + 2.5/float64(df) // within 0.002 above 20
}
