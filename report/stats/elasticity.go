package stats

import (
	"errors"
	"fmt"
	"math"
)

// ErrCurve: a curve cannot be fitted to the points given.
var ErrCurve = errors.New("curve cannot be fitted")

// Fit is a straight line through ln y over ln x. The slope is the elasticity:
// 1 = y grows in proportion to x, 0 = y does not depend on x.
type Fit struct {
	Slope, Intercept float64
	Lo, Hi           float64 // 95 % interval of Slope, t with N-2 degrees of freedom
	SE               float64 // standard error of Slope
	N                int     // points used
}

// Elasticity fits ln y = Intercept + Slope ln x by least squares. Points with a
// missing coordinate are left out; ErrCurve is returned for a coordinate that
// is not positive, for fewer than three points, and when all x are equal.
// Given ratios of two curves as y it fits their divergence.
func Elasticity(x, y []float64) (Fit, error) {
	if len(x) != len(y) {
		return Fit{}, fmt.Errorf("elasticity of %d x and %d y: %w: give one y for each x", len(x), len(y), ErrCurve)
	}
	var lx, ly []float64
	for i := range x {
		if missing(x[i]) || missing(y[i]) {
			continue
		}
		if x[i] <= 0 || y[i] <= 0 {
			return Fit{}, fmt.Errorf("elasticity at point %d (%g, %g): %w: logarithms need positive numbers", i+1, x[i], y[i], ErrCurve)
		}
		lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
	}
	n := len(lx)
	if n < 3 {
		return Fit{}, fmt.Errorf("elasticity of %d points: %w: at least 3 are needed", n, ErrCurve)
	}
	slope, intercept, residual, sxx := leastSquares(lx, ly)
	if sxx == 0 {
		return Fit{}, fmt.Errorf("elasticity of %d points at one x: %w: x must vary", n, ErrCurve)
	}
	df := float64(n - 2)
	e := NewEstimate(slope, math.Sqrt(residual/df/sxx), df)
	return Fit{Slope: slope, Intercept: intercept, Lo: e.Lo, Hi: e.Hi, SE: e.SE, N: n}, nil
}

// leastSquares is the line through (x, y), its residual sum of squares and the
// sum of squares of x about its mean.
func leastSquares(x, y []float64) (slope, intercept, residual, sxx float64) {
	mx, vx := meanVar(x)
	my, _ := meanVar(y)
	sxx = vx * float64(len(x)-1)
	var sxy float64
	for i := range x {
		sxy += (x[i] - mx) * (y[i] - my)
	}
	slope = sxy / sxx
	intercept = my - slope*mx
	for i := range x {
		d := y[i] - intercept - slope*x[i]
		residual += d * d
	}
	return slope, intercept, residual, sxx
}
