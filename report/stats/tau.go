package stats

import "math"

const (
	sokalWindow = 5    // lags summed, in units of tau
	tauMax      = 4096 // longest series summed lag by lag
)

// Tau is the integrated autocorrelation time in samples, 1 + 2*sum(rho), with
// Sokal's automatic window of 5 tau: n samples are worth n/Tau independent
// ones. It is at least 1, also for a constant; NaN if there is no value.
//
// The sum ends at a quarter of the series: when the window has not closed
// there, n/Tau is below 20 in any case. Longer series are averaged into blocks
// first, which keeps variance times tau.
func Tau(x []float64) float64 {
	x = present(x)
	if len(x) == 0 {
		return math.NaN()
	}
	mean, variance := meanVar(x)
	if !(variance > 0) {
		return 1
	}
	scale := 1.0
	if len(x) > tauMax {
		size := (len(x) + tauMax - 1) / tauMax
		x = blockMeans(x, size)
		var v float64
		mean, v = meanVar(x)
		if !(v > 0) {
			return 1
		}
		scale, variance = float64(size)*v/variance, v
	}
	c0 := variance * float64(len(x)-1)
	tau := 1.0
	for lag := 1; lag <= len(x)/4; lag++ {
		var c float64
		for i := lag; i < len(x); i++ {
			c += (x[i] - mean) * (x[i-lag] - mean)
		}
		tau += 2 * c / c0
		if float64(lag) >= sokalWindow*tau {
			break
		}
	}
	return math.Max(1, scale*tau)
}

// blockMeans averages runs of size values; a shorter rest is dropped.
func blockMeans(x []float64, size int) []float64 {
	out := make([]float64, 0, len(x)/size)
	for ; len(x) >= size; x = x[size:] {
		m, _ := meanVar(x[:size])
		out = append(out, m)
	}
	return out
}
