package stats

import "math"

// maxStepWeight caps the time one sample may stand for, in median steps, so
// that the sample after a gap does not outweigh everything else.
const maxStepWeight = 3

// Series is samples of one metric in time order.
type Series struct {
	At    []float64 // end of the sample's interval, seconds
	Step  []float64 // length of the interval, seconds; NaN, zero or absent = unknown
	Value []float64 // NaN = missing
}

// sample is one present value with the interval (end-step, end] it stands for.
type sample struct {
	end, step, value float64
}

func (p sample) start() float64 { return p.end - p.step }
func (p sample) mid() float64   { return p.end - p.step/2 }

// Len is the number of samples, present or missing.
func (s Series) Len() int { return min(len(s.At), len(s.Value)) }

// knownStep is the recorded length of sample i, or NaN.
func (s Series) knownStep(i int) float64 {
	if i < len(s.Step) && s.Step[i] > 0 && !missing(s.Step[i]) {
		return s.Step[i]
	}
	return math.NaN()
}

// MedianStep is the usual distance between samples in seconds: the median of
// the recorded steps, else of the differences of time. NaN if neither is known.
func (s Series) MedianStep() float64 {
	steps := make([]float64, 0, s.Len())
	for i := range s.Len() {
		if st := s.knownStep(i); !missing(st) {
			steps = append(steps, st)
		}
	}
	if len(steps) == 0 {
		for i := 1; i < s.Len(); i++ {
			if d := s.At[i] - s.At[i-1]; d > 0 && !missing(d) {
				steps = append(steps, d)
			}
		}
	}
	return Median(steps)
}

// length is the interval of sample i in seconds: recorded, else the distance
// to the sample before, at most three median steps; the median step for a
// first sample; NaN when nothing is known.
func (s Series) length(i int, median float64) float64 {
	if st := s.knownStep(i); !missing(st) {
		return st
	}
	if i > 0 {
		if d := s.At[i] - s.At[i-1]; d > 0 && !missing(d) {
			return math.Min(d, maxStepWeight*median)
		}
	}
	return median
}

// Window is the part of the series inside a load window: samples whose
// interval ends in (from, to], without a first one that starts before from by
// more than half its length. Missing values inside are kept.
func (s Series) Window(from, to float64) Series {
	median := s.MedianStep()
	var w Series
	for i := range s.Len() {
		if !(s.At[i] > from && s.At[i] <= to) {
			continue
		}
		length := s.length(i, median)
		// The tolerance keeps a sample that starts exactly half a step early.
		if s.At[i] < from+length/2-1e-9*length {
			continue
		}
		w.At = append(w.At, s.At[i])
		w.Step = append(w.Step, s.knownStep(i))
		w.Value = append(w.Value, s.Value[i])
	}
	return w
}

// Mean is the time-weighted arithmetic mean. A sample weighs its step, at most
// three median steps; all weigh the same when no step is known. NaN if empty.
func (s Series) Mean() float64 { return meanOf(s.samples()) }

// samples are the present values with a weight in seconds each.
func (s Series) samples() []sample {
	median := s.MedianStep()
	out := make([]sample, 0, s.Len())
	for i := range s.Len() {
		if missing(s.Value[i]) || missing(s.At[i]) {
			continue
		}
		step := math.Min(s.length(i, median), maxStepWeight*median)
		out = append(out, sample{end: s.At[i], step: step, value: s.Value[i]})
	}
	return out
}

// meanOf is the mean weighted by step, by count where no step is known.
func meanOf(ps []sample) float64 {
	var sum, weight float64
	for _, p := range ps {
		w := p.step
		if missing(w) {
			w = 1
		}
		sum += w * p.value
		weight += w
	}
	if weight == 0 {
		return math.NaN()
	}
	return sum / weight
}

// valuesOf strips the times.
func valuesOf(ps []sample) []float64 {
	x := make([]float64, len(ps))
	for i, p := range ps {
		x[i] = p.value
	}
	return x
}

// missing says that a number carries no information.
func missing(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// present are the values that are not missing.
func present(x []float64) []float64 {
	out := make([]float64, 0, len(x))
	for _, v := range x {
		if !missing(v) {
			out = append(out, v)
		}
	}
	return out
}
