package stats

import (
	"math"
	"math/rand/v2"
)

// processNames are the kinds of load that simulations go over, as in the notes on methods.
var processNames = []string{"iid", "AR.5", "AR.8", "AR.9", "AR.95", "bursty", "saw60", "saw180", "regime"}

// process is n seconds of a load of mean 100 and standard deviation sd: independent,
// autoregressive, with bursts about every 40 s, as a sawtooth of 60 or 180 s, or
// between two levels that last a minute each.
func process(r *rand.Rand, name string, n int, sd float64) Series {
	phi := map[string]float64{"AR.5": 0.5, "AR.8": 0.8, "AR.9": 0.9, "AR.95": 0.95, "bursty": 0.7, "saw60": 0.5, "saw180": 0.5}[name]
	x := ar(r, n, phi)
	switch name {
	case "bursty":
		for i, left := 0, 0; i < n; i++ {
			if left == 0 && r.IntN(40) == 0 {
				left = 3 + r.IntN(8)
			}
			if left > 0 {
				x[i] += 3
				left--
			}
		}
	case "saw60", "saw180":
		period := map[string]float64{"saw60": 60, "saw180": 180}[name]
		phase := r.Float64()
		for i := range x {
			_, at := math.Modf(float64(i)/period + phase)
			x[i] = 0.5*x[i] + 3*(at-0.5)
		}
	case "regime":
		high := r.IntN(2) == 0
		for i := range x {
			if r.IntN(60) == 0 {
				high = !high
			}
			x[i] *= 0.5
			if high {
				x[i] += 0.87
			} else {
				x[i] -= 0.87
			}
		}
	}
	_, v := meanVar(x)
	k := 1.0
	if phi == 0 || name == "bursty" || name == "saw60" || name == "saw180" {
		k = 1 / math.Sqrt(v)
	}
	for i := range x {
		x[i] = math.Max(0, 100+sd*k*x[i])
	}
	return seconds(x)
}
