package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

const confidence = 0.95

// Estimate is a change from base to head with its uncertainty. Fields that
// cannot be known are NaN, never infinite.
type Estimate struct {
	Effect float64 // head minus base, of the logarithms if Log
	SE     float64 // standard error of Effect
	DF     float64 // degrees of freedom of SE
	Lo, Hi float64 // 95 % interval of Effect
	P      float64 // two-sided p-value of Effect = 0

	N    [2]int     // samples of base and head (of Combine: nodes)
	NEff [2]float64 // independent samples, N/Tau
	Log  bool       // Effect is a log ratio, else a difference in the unit of the series
}

// Ratio is head over base, the exponential of a log ratio; NaN for a difference.
func (e Estimate) Ratio() float64 {
	if !e.Log {
		return math.NaN()
	}
	return math.Exp(e.Effect)
}

// NewEstimate makes an estimate of an effect with a known standard error and
// degrees of freedom: its 95 % interval and two-sided p-value by Student's t. An
// error of 0 leaves no doubt: p is 1 for no effect, else 0. The caller sets N,
// NEff and Log.
func NewEstimate(effect, se, df float64) Estimate {
	e := Estimate{Effect: finite(effect), SE: finite(se), DF: finite(df), Lo: math.NaN(), Hi: math.NaN(), P: math.NaN()}
	switch {
	case missing(effect) || missing(se) || !(df > 0) || missing(df):
	case se == 0:
		e.Lo, e.Hi, e.P = effect, effect, 0
		if effect == 0 {
			e.P = 1
		}
	default:
		half := tQuantile(df) * se
		e.Lo, e.Hi = finite(effect-half), finite(effect+half)
		e.P = 2 * studentT(df).Survival(math.Abs(effect/se))
	}
	return e
}

// BestOf is an estimate that was chosen as the largest of so many: its interval is wide
// enough to hold for all of them (Bonferroni), so that it leaves out no change only where
// P times the choices is small too. P stays that of the estimate alone.
func (e Estimate) BestOf(choices float64) Estimate {
	if !(choices > 1) || missing(e.SE) || !(e.DF > 0) {
		return e
	}
	half := studentT(e.DF).Quantile(1-(1-confidence)/(2*choices)) * e.SE
	e.Lo, e.Hi = finite(e.Effect-half), finite(e.Effect+half)
	return e
}

// finite is v, or NaN where v overflowed.
func finite(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}

func studentT(df float64) distuv.StudentsT { return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df} }

// tQuantile is the half width of a 95 % interval in standard errors.
func tQuantile(df float64) float64 { return studentT(df).Quantile((1 + confidence) / 2) }

// part is one side's mean or other statistic with its sampling variance.
type part struct{ value, variance, df float64 }

// meanPart is the mean of independent values.
func meanPart(x []float64) part {
	m, v := meanVar(x)
	n := float64(len(x))
	return part{m, v / n, n - 1}
}

// welch compares two parts with unequal variances; the degrees of freedom are
// Welch and Satterthwaite's.
func welch(base, head part) Estimate {
	se2 := base.variance + head.variance
	df := base.df + head.df
	if se2 > 0 {
		df = se2 * se2 / (base.variance*base.variance/base.df + head.variance*head.variance/head.df)
	}
	return NewEstimate(head.value-base.value, math.Sqrt(se2), df)
}
