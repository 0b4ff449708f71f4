package stats

import "math"

// bestSplit is the first index of the right part of the split of x with the
// largest energy distance between its parts (E-divisive, Matteson and James
// 2014, exponent 1), each of at least two values; -1 if x is too short or constant.
func bestSplit(x []float64) int {
	n := len(x)
	var left, right, between float64 // sums of distances within and across
	for i := range x {
		for j := i + 1; j < n; j++ {
			right += math.Abs(x[i] - x[j])
		}
	}
	best, at := 0.0, -1
	for cut := 1; cut <= n-minSegment; cut++ {
		var toLeft, toRight float64 // of the value that changes sides
		moved := x[cut-1]
		for i, v := range x {
			if i < cut {
				toLeft += math.Abs(v - moved)
			} else {
				toRight += math.Abs(v - moved)
			}
		}
		left += toLeft
		right -= toRight
		between += toRight - toLeft
		if cut < minSegment {
			continue
		}
		a, b := float64(cut), float64(n-cut)
		energy := 2*between/(a*b) - 2*left/(a*(a-1)) - 2*right/(b*(b-1))
		if q := energy * a * b / (a + b); q > best {
			best, at = q, cut
		}
	}
	return at
}

// separation is the share of pairs (before, after) that are ordered as the
// sign says (+1: after is larger); a tie is half a pair.
func separation(before, after []float64, sign float64) float64 {
	var ordered float64
	for _, a := range before {
		for _, b := range after {
			switch d := sign * (b - a); {
			case d > 0:
				ordered++
			case d == 0:
				ordered += 0.5
			}
		}
	}
	return ordered / float64(len(before)*len(after))
}

// stepBeatsLine says that two levels describe the values better than a straight
// line does. Both have two parameters.
func stepBeatsLine(before, after []float64) bool {
	step := squares(before) + squares(after)
	y := append(append([]float64{}, before...), after...)
	x := make([]float64, len(y))
	for i := range x {
		x[i] = float64(i)
	}
	_, _, line, _ := leastSquares(x, y)
	return step < line
}

// squares is the sum of squares about the mean.
func squares(x []float64) float64 {
	_, v := meanVar(x)
	return v * float64(len(x)-1)
}
