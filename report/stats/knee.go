package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	kneePoints = 6    // with fewer a second line always fits
	kneeSure   = 0.01 // p under which two lines beat one
	kneeGrid   = 120  // places tried for the knee, on the log scale
)

// Knee is where the growth of a curve ends.
type Knee struct {
	Found         bool
	At            float64 // x at which the two lines meet
	Lo, Hi        float64 // 95 % interval of At
	Before, After float64 // elasticities on either side
}

// FindKnee fits two straight lines that meet, ln y = a + b ln x + c max(0, ln x - k), by
// least squares over a grid of k between the second and the last but one point. A knee
// is found with at least 6 points, when the two lines beat the single one clearly (F with
// 2 and n-4 degrees of freedom, p < 0.01 over the points that k could lie between), and
// the curve grows by at least 0.30 before and by less than 0.10, or falls, after. Lo and
// Hi are the k whose residuals the F distribution with 1 and n-4 degrees of freedom does
// not tell from the least.
func FindKnee(x, y []float64) Knee {
	var k Knee
	n := min(len(x), len(y))
	if n < kneePoints || !allPositive(x) || !allPositive(y) || len(present(x)) < n || len(present(y)) < n {
		return k
	}
	lx, ly := logs(x[:n]), logs(y[:n])
	for i := 1; i < n; i++ {
		if !(lx[i] > lx[i-1]) {
			return k
		}
	}
	_, _, single, _ := leastSquares(lx, ly)
	places := make([]bend, kneeGrid+1)
	best := bend{residual: math.Inf(1)}
	for i := range places {
		at := lx[1] + (lx[n-2]-lx[1])*float64(i)/kneeGrid
		if places[i] = fitBend(lx, ly, at); places[i].residual < best.residual {
			best = places[i]
		}
	}
	df := float64(n - 4)
	noise := math.Max(best.residual, 1e-12) / df
	p := distuv.F{D1: 2, D2: df}.Survival((single - best.residual) / 2 / noise)
	k.At, k.Before, k.After = math.Exp(best.at), best.before, best.after
	k.Found = p*float64(n-3) < kneeSure && k.Before >= sweepScales && k.After < sweepSlope
	limit := best.residual + noise*distuv.F{D1: 1, D2: df}.Quantile(confidence)
	k.Lo, k.Hi = k.At, k.At
	for _, b := range places {
		if b.residual <= limit {
			k.Lo, k.Hi = math.Min(k.Lo, math.Exp(b.at)), math.Max(k.Hi, math.Exp(b.at))
		}
	}
	return k
}

// bend is two lines that meet at an x, and what they leave unexplained.
type bend struct{ at, before, after, residual float64 }

// fitBend fits the lines by regressing y and the second line's part on x first, and then
// one on the other (Frisch, Waugh and Lovell).
func fitBend(x, y []float64, at float64) bend {
	h := make([]float64, len(x))
	for i, v := range x {
		h[i] = math.Max(0, v-at)
	}
	slopeY, interceptY, _, _ := leastSquares(x, y)
	slopeH, interceptH, left, _ := leastSquares(x, h)
	var product float64
	for i := range x {
		product += (y[i] - interceptY - slopeY*x[i]) * (h[i] - interceptH - slopeH*x[i])
	}
	change := product / left
	b := bend{at: at, before: slopeY - change*slopeH}
	b.after = b.before + change
	intercept := interceptY - change*interceptH
	for i := range x {
		d := y[i] - intercept - b.before*x[i] - change*h[i]
		b.residual += d * d
	}
	return b
}

// kneeMoved tells whether growth ends at another x: both knees are found and their
// intervals are apart, or one is and the other side grows on, also where two lines
// would have it bend.
func (s *Sweep) kneeMoved() bool {
	b, h := s.KneeBase, s.KneeHead
	switch {
	case b.Found && h.Found:
		return b.Hi < h.Lo || h.Hi < b.Lo
	case h.Found:
		return s.Base.Lo >= sweepScales && b.After >= sweepScales
	case b.Found:
		return s.Head.Lo >= sweepScales && h.After >= sweepScales
	}
	return false
}
