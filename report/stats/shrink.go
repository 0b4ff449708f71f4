package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// ShrinkNoise steadies run noises that rest on few degrees of freedom by what all of
// them have in common: their variances are taken as draws from a scaled inverse
// chi-square, whose scale (prior SD) and degrees of freedom are estimated from their
// spread, and each variance becomes the mean of itself and the prior, weighted by
// degrees of freedom (Smyth, "Linear models and empirical Bayes methods", 2004,
// section 6.2). Unlike variances give a prior of few degrees of freedom, which then
// changes little.
//
// The method takes the noises for independent, and metrics of one run are not: a slow run
// is slow in all. What they have in common by chance would look like certainty. So the
// prior never has more degrees of freedom than so many independent metrics have.
//
// Noises without degrees of freedom, or of 0, neither give nor take. A noise that has
// three degrees of freedom with those of the prior is known.
func ShrinkNoise(noises []RunNoise, independent float64) (shrunk []RunNoise, prior RunNoise) {
	shrunk = append(shrunk, noises...)
	var e, half, df []float64
	for _, n := range noises {
		if n.DF > 0 && n.SD > 0 {
			e = append(e, math.Log(n.SD*n.SD)-mathext.Digamma(n.DF/2)+math.Log(n.DF/2))
			half = append(half, mathext.Zeta(2, n.DF/2)) // the trigamma function
			df = append(df, n.DF)
		}
	}
	if len(e) < minShrink {
		return shrunk, prior
	}
	mean, v := meanVar(e)
	extra := v
	for _, t := range half {
		extra -= t / float64(len(half))
	}
	if extra <= 0 { // no more spread than chance makes: the prior is as good as certain
		extra = 0.01
	}
	d0 := math.Min(2*trigammaInverse(extra), independent*Median(df))
	s0 := math.Exp(mean + mathext.Digamma(d0/2) - math.Log(d0/2))
	prior = RunNoise{SD: math.Sqrt(s0), DF: d0, Known: true, Source: fmt.Sprintf("%d metrics", len(e))}
	for i := range shrunk {
		n := &shrunk[i]
		if n.DF == 0 || n.SD == 0 {
			continue
		}
		n.SD = math.Sqrt((d0*s0 + n.DF*n.SD*n.SD) / (d0 + n.DF))
		n.DF += d0
		n.Known = n.Known || n.DF >= knownDF
		n.Source += fmt.Sprintf(", shrunk towards sd %.2f (%.1f degrees of freedom, from %d metrics)", prior.SD, d0, len(e))
	}
	return shrunk, prior
}

// minShrink is how many noises a prior needs.
const minShrink = 4

// trigammaInverse solves trigamma(x) = y by Newton's method on 1/trigamma, which is
// nearly a straight line.
func trigammaInverse(y float64) float64 {
	x := 0.5 + 1/y
	for range 50 {
		tri := mathext.Zeta(2, x)
		d := tri * (1 - tri/y) / (-2 * mathext.Zeta(3, x))
		x += d
		if math.Abs(d) < 1e-9*x {
			break
		}
	}
	return x
}
