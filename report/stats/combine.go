package stats

import "math"

// Combine makes one claim of the log ratios of N paired nodes: their mean, with
// se^2 = noise.SD^2 (1/runsBase + 1/runsHead) + var(effects)/N and Student's t
// on noise.DF. The nodes' share is at least what their own standard errors
// imply (ses, may be nil), which carries a single node too. Nodes without an
// effect are left out; N counts the rest.
//
// With unknown run noise there is no p-value (NaN): SE and the interval then
// tell only how far the nodes of these runs agree, on N-1 degrees of freedom
// (NaN for a single node, whose own estimate has them).
func Combine(effects, ses []float64, noise RunNoise, runsBase, runsHead int) (est Estimate) {
	var own float64
	for i, v := range effects {
		if i < len(ses) && !missing(v) && !missing(ses[i]) {
			own += ses[i] * ses[i]
		}
	}
	d := present(effects)
	n := float64(len(d))
	mean, v := meanVar(d)
	nodes := own / n / n
	if v/n > nodes {
		nodes = v / n
	}
	switch {
	case noise.Known:
		est = NewEstimate(mean, math.Sqrt(nodes+noise.SD*noise.SD*perRun(runsBase, runsHead)), noise.DF)
	default:
		est = NewEstimate(mean, math.Sqrt(nodes), n-1)
		est.P = math.NaN()
	}
	est.N = [2]int{len(d), len(d)}
	est.Log = true
	return est
}

// Contrast is the difference of two estimates of one scale, a less b: how far two strata
// disagree, or how much of a change is left net of a control's. Its variance is the sum of
// both, so it sees less than either. Their error comes from one and the same run noise, which
// is known no better for being used twice: the degrees of freedom are those of the lesser
// and do not add up. (With the noise of 10 runs Welch's sum of them flags 6.3 % of what is
// alike at 5 %, this 4.8 %.)
func Contrast(a, b Estimate) Estimate {
	if a.Log != b.Log { // a ratio less a difference means nothing
		return NewEstimate(math.NaN(), math.NaN(), math.NaN())
	}
	e := NewEstimate(a.Effect-b.Effect, math.Hypot(a.SE, b.SE), math.Min(a.DF, b.DF))
	e.Log = a.Log
	return e
}
