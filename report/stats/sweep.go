package stats

import (
	"fmt"
	"math"
)

// SweepPoints is how many points of a curve are needed to speak of its shape.
const SweepPoints = 4

const (
	sweepSlope  = 0.10 // least elasticity worth naming, of one curve or of the ratio of two
	sweepScales = 0.30 // elasticity from which a curve scales
	// alikeShare is how far values may lie apart and still be one.
	alikeShare = 0.10
)

// Sweep is the shape of the difference between two curves over one factor, such as
// throughput over threads.
type Sweep struct {
	// Kind is the first of these that holds, empty if none:
	//
	//   flat        one side does not follow x and the other scales with it
	//   knee        growth ends at another x
	//   divergence  the ratio of the sides follows x: the interval of its slope excludes 0, |slope| >= 0.10
	//   offset      the ratio does not follow x (its slope's interval holds 0) and is another than 1
	Kind       string
	Base, Head Fit // elasticities of the two sides
	Ratio      Fit // of head / base
	// Offset is the mean log ratio of head to base; for an offset at least the minimum.
	Offset float64
	// Flat tells which side is flat: -1 the base, 1 the head, 0 neither.
	Flat int
	// Apiece is 1/y of the flat side, the time of one operation when they go one at a
	// time (Little's law with one in service); NaN when it changes by over 10 % with x.
	Apiece             float64
	KneeBase, KneeHead Knee
}

// Classify names the shape of head against base over x. minOffset is the least relative
// difference that counts as an offset (0.03 is 3 %). The slopes are of straight lines
// through the logarithms ([Elasticity]); a side is flat when the interval of its slope
// holds 0, or the slope is under 0.10 either way, the interval ends within 0.30 on either
// side (a wider one means nothing), and the other side's slope is at least 0.30 and above
// the flat side's interval. ErrCurve is returned for fewer than [SweepPoints] points and as by [Elasticity].
func Classify(x, base, head []float64, minOffset float64) (Sweep, error) {
	s := Sweep{Apiece: math.NaN(), Offset: math.NaN()}
	if len(x) < SweepPoints || len(base) != len(x) || len(head) != len(x) {
		return s, fmt.Errorf("shape of curves of %d, %d and %d points: %w: at least %d of each are needed", len(x), len(base), len(head), ErrCurve, SweepPoints)
	}
	ratio := make([]float64, len(x))
	for i := range x {
		ratio[i] = head[i] / base[i]
	}
	var err error
	for _, c := range []struct {
		fit *Fit
		y   []float64
	}{{&s.Base, base}, {&s.Head, head}, {&s.Ratio, ratio}} {
		if *c.fit, err = Elasticity(x, c.y); err != nil {
			return s, err
		}
		if c.fit.N < SweepPoints {
			return s, fmt.Errorf("shape of curves of %d points: %w: at least %d are needed", c.fit.N, ErrCurve, SweepPoints)
		}
	}
	s.Offset, _ = meanVar(present(logs(ratio)))
	s.KneeBase, s.KneeHead = FindKnee(x, base), FindKnee(x, head)
	switch {
	case s.Head.flatBeside(s.Base):
		s.Kind, s.Flat, s.Apiece = "flat", 1, apiece(head)
	case s.Base.flatBeside(s.Head):
		s.Kind, s.Flat, s.Apiece = "flat", -1, apiece(base)
	case s.kneeMoved():
		s.Kind = "knee"
	case math.Abs(s.Ratio.Slope) >= sweepSlope && (s.Ratio.Lo > 0 || s.Ratio.Hi < 0):
		s.Kind = "divergence"
	case s.Ratio.Lo <= 0 && s.Ratio.Hi >= 0 && math.Abs(s.Ratio.Slope) < sweepSlope && math.Abs(math.Expm1(s.Offset)) >= minOffset:
		s.Kind = "offset"
	}
	return s, nil
}

// flatBeside tells whether a curve does not follow x while the other one scales with it.
func (f Fit) flatBeside(other Fit) bool {
	zero := f.Lo <= 0 && f.Hi >= 0 || math.Abs(f.Slope) < sweepSlope
	return zero && f.Lo > -sweepScales && f.Hi < sweepScales && other.Slope >= sweepScales && other.Lo > math.Max(0, f.Hi)
}

// apiece is the mean of 1/y; NaN when the largest is over 10 % above the least.
func apiece(y []float64) float64 {
	lo, hi, sum := math.Inf(1), 0.0, 0.0
	for _, v := range y {
		lo, hi, sum = math.Min(lo, 1/v), math.Max(hi, 1/v), sum+1/v/float64(len(y))
	}
	if hi > (1+alikeShare)*lo {
		return math.NaN()
	}
	return sum
}
