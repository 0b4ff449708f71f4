package stats

import "math"

// batch is the samples of one of k equal spans of time.
type batch struct {
	index   int // which of the k
	samples []sample
}

// batches cuts samples into k spans of equal time between from and to, by the
// middle of each sample. Spans without a sample are left out.
func batches(ps []sample, from, to float64, k int) []batch {
	width := (to - from) / float64(k)
	var out []batch
	for _, p := range ps {
		mid := p.mid()
		if missing(mid) {
			mid = p.end
		}
		// Bounded before the conversion: an int cannot hold every float64.
		at := math.Floor((mid - from) / width)
		i := 0
		if at > 0 { // also false for NaN: all samples at one instant
			i = int(math.Min(at, float64(k-1)))
		}
		if n := len(out); n == 0 || out[n-1].index != i {
			out = append(out, batch{index: i})
		}
		last := &out[len(out)-1]
		last.samples = append(last.samples, p)
	}
	return out
}

// span is the time from the start of the first sample to the end of the last.
func span(ps []sample) (from, to float64) {
	if len(ps) == 0 {
		return 0, 0
	}
	from, to = ps[0].start(), ps[len(ps)-1].end
	if missing(from) {
		from = ps[0].end
	}
	return from, to
}

// batchStats is a statistic of each batch over the whole span.
func batchStats(ps []sample, k int, stat func([]sample) float64) []float64 {
	from, to := span(ps)
	bs := batches(ps, from, to, k)
	out := make([]float64, len(bs))
	for i, b := range bs {
		out[i] = stat(b.samples)
	}
	return out
}

// batchCount is the number of batches for n samples when none is asked for:
// one for five samples, 4 to 12.
func batchCount(n int) int { return min(max(n/5, 4), 12) }

func allPositive(x []float64) bool {
	for _, v := range x {
		if !(v > 0) {
			return false
		}
	}
	return true
}

func logs(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Log(v)
	}
	return out
}
