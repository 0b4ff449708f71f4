package stats

import "math"

// adjacent is the distance, in median steps, up to which two samples count as
// neighbours; a longer one is a gap and says nothing about jitter.
const adjacent = 1.5

// Spread is how a series scatters over its whole window, in its own unit.
type Spread struct {
	SD    float64 // sample standard deviation
	MAD   float64 // unscaled median absolute deviation
	RMSSD float64 // root mean square difference of neighbours in time
	Mean  float64 // time-weighted
	N     int     // values present
}

// SpreadOf measures the whole series. What cannot be known is NaN: SD and
// RMSSD of a single sample, everything of none.
func SpreadOf(s Series) Spread {
	ps := s.samples()
	x := valuesOf(ps)
	return Spread{SD: SD(x), MAD: MAD(x), RMSSD: rmssdOf(ps, s.MedianStep()), Mean: meanOf(ps), N: len(ps)}
}

// rmssdOf is RMSSD over neighbours in time: gaps are not differences.
func rmssdOf(ps []sample, median float64) float64 {
	x := make([]float64, 0, len(ps))
	for i, p := range ps {
		if i > 0 && p.end-ps[i-1].end > adjacent*median {
			x = append(x, math.NaN())
		}
		x = append(x, p.value)
	}
	return RMSSD(x)
}
