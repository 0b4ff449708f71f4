package stats

import "math"

const (
	// onsetTail is the tail probability that a change must be beyond. It is far
	// below 5 % because the split was chosen to be the largest of many.
	onsetTail = 0.001
	// deepest is the drop beyond which no further evidence is gained: the
	// logarithm of a stop is infinite, and every pause would pass.
	deepest = -0.9
)

// standsOut says that a net log change is larger than the scatter of the bins
// on either side of the split explains. The scatter is relative to the mean of
// its side, that of neighbouring bins is taken as dependent, and the base's
// counts like the head's, because its change was subtracted.
func (s search) standsOut(lo, cut, hi int, change float64) bool {
	head := noiseAround(s.values(lo, cut), s.values(cut, hi))
	base := noiseAround(s.baseValues(lo, cut), s.baseValues(cut, hi))
	r := 1 / float64(hi-lo)
	if sq := head.squares + base.squares; sq > 0 {
		r += (head.products + base.products) / sq
	}
	r = math.Min(math.Max(r, 0), maxLag1)
	factor := (1 + r) / (1 - r)
	variance := head.variance() + base.variance()
	df := math.Max(2, (head.n+base.n-4)/factor)
	return math.Abs(change) > studentT(df).Quantile(1-onsetTail/2)*math.Sqrt(variance*factor)
}

// scatterAround sums up how values scatter about the means of two sides.
type scatterAround struct {
	squares, products float64 // relative to the side's mean
	n, perMean        float64 // values, and 1/n of one side plus 1/n of the other
}

func (a scatterAround) variance() float64 {
	if a.n <= 2 {
		return 0
	}
	return a.squares / (a.n - 2) * a.perMean
}

func noiseAround(sides ...[]float64) scatterAround {
	var a scatterAround
	for _, x := range sides {
		mean, _ := meanVar(x)
		if len(x) == 0 || !(mean > 0) {
			continue
		}
		p, q := lag1(x, mean)
		a.products += p / (mean * mean)
		a.squares += q / (mean * mean)
		a.n += float64(len(x))
		a.perMean += 1 / float64(len(x))
	}
	return a
}
