package fetch

import "math"

// A repeatNoise is how far repeats of one build lie apart, over all builds
// that a table has repeats of, at one point.
type repeatNoise struct {
	spread float64 // the largest, in per cent of its mean
	of     *curve  // that has it
	df     int     // degrees of freedom of sd
	sd     float64 // of one run, of the logarithms; pooled
}

// noiseAt pools the repeats of point i; ok is false without any.
func (c *curveTable) noiseAt(i int) (n repeatNoise, ok bool) {
	ss := 0.0
	for k := range c.series {
		v := c.series[k].ys[i]
		s := spreadPct(v)
		if s == nil {
			continue
		}
		if n.of == nil || *s > n.spread {
			n.spread, n.of = *s, &c.series[k]
		}
		logs, positive := make([]float64, len(v)), true
		for j, y := range v {
			logs[j], positive = math.Log(y), positive && y > 0
		}
		if !positive {
			continue
		}
		m := mean(logs)
		for _, l := range logs {
			ss += (l - m) * (l - m)
		}
		n.df += len(v) - 1
	}
	if n.df > 0 {
		n.sd = math.Sqrt(ss / float64(n.df))
	}
	return n, n.of != nil
}

// noiseKnownFrom is the degrees of freedom from which the noise of single
// runs counts as known.
const noiseKnownFrom = 3

// hides reports that a change between the means of a and b is one that runs
// of the same build could show. With at least three degrees of freedom that
// is the 95 % interval of a difference of two means (Student's t); with fewer
// the spread is all there is, and since one pair of runs exceeds the spread
// of another by a factor of two in 3 of 10 cases (two normal draws: 2/pi atan
// 1/2), a change under twice the spread decides nothing.
func (n *repeatNoise) hides(a, b []float64) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	if n.df >= noiseKnownFrom {
		change := math.Abs(math.Log(mean(b) / mean(a)))
		return change <= studentT(n.df)*n.sd*math.Sqrt(1/float64(len(a))+1/float64(len(b)))
	}
	pct := pctChange(mean(a), mean(b))
	return pct != nil && math.Abs(*pct) < 2*n.spread
}
