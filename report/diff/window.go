package diff

import (
	"math"

	"inquest/report/stats"
	"inquest/schemas"
)

// window is a load window in seconds since 1970-01-01.
type window struct {
	from, to float64
	edge     float64 // how far the ends may be off
	source   string
}

func (w window) seconds() float64 { return w.to - w.from }

// known tells whether there is a window at all.
func (w window) known() bool { return w.to > w.from }

// inner is the part of the window in which the load is certain to have run.
func (w window) inner() (from, to float64) {
	edge := min(w.edge, w.seconds()/8)
	return w.from + edge, w.to - edge
}

// windowOf gives a leg's load window; override holds seconds from its start.
func windowOf(l *Leg, override *[2]float64) window {
	w := window{from: float64(l.From) / 1e6, to: float64(l.To) / 1e6, edge: l.EdgeS, source: l.Source}
	if override != nil && w.known() {
		w.to = min(w.to, w.from+override[1])
		w.from += override[0]
		w.edge, w.source = 0, "--window"
	}
	return w
}

// samples converts a series to seconds.
func samples(s *schemas.Series) stats.Series {
	at := make([]float64, len(s.TS))
	for i, t := range s.TS {
		at[i] = float64(t) / 1e6
	}
	return stats.Series{At: at, Step: s.Step, Value: s.Value}
}

// within cuts a series to the certain part of the window.
func within(s *schemas.Series, w window) stats.Series {
	from, to := w.inner()
	return samples(s).Window(from, to)
}

// overlapMean is the mean over the window, each sample weighted by its time within it;
// NaN without samples.
func overlapMean(s *schemas.Series, w window) float64 {
	all := samples(s)
	step := all.MedianStep()
	sum, weight := 0.0, 0.0
	for i, v := range all.Value {
		d := all.Step[i]
		if math.IsNaN(d) || d > 3*step {
			d = step
		}
		if within := min(all.At[i], w.to) - max(all.At[i]-d, w.from); within > 0 && !math.IsNaN(v) {
			sum += v * within
			weight += within
		}
	}
	return sum / weight
}

// covered is the share of the window that the samples of a series cover, 0..1.
func covered(s *schemas.Series, w window) float64 {
	if !w.known() {
		return 0
	}
	all := samples(s)
	step := all.MedianStep()
	if math.IsNaN(step) {
		return 0
	}
	sum := 0.0
	for i := range all.At {
		d := all.Step[i]
		if math.IsNaN(d) || d > 3*step {
			d = step
		}
		sum += max(0, min(all.At[i], w.to)-max(all.At[i]-d, w.from))
	}
	return min(1, sum/w.seconds())
}
