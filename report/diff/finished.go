package diff

import "math"

// sameWork is how near the work of two sides must be for a node to count as finished.
const sameWork = 0.05

// finish ends the window of a node that has done its work and stops: it is finished, not
// slower. That it has done it shows by the other side, which did as much.
func (x *cell) finish() {
	b, h := &x.base[0], &x.head[0]
	bw, hw := b.work(), h.work()
	if !(bw > 0) || !(hw > 0) || math.Abs(hw-bw) > sameWork*bw {
		return
	}
	for _, m := range []*measured{b, h} {
		m.endAt(m.lastMove())
	}
}

// work is what a throughput adds up to over its load window.
func (m *measured) work() float64 {
	s := samples(m.series).Window(m.w.from, m.w.to)
	sum := 0.0
	for i, v := range s.Value {
		if d := s.Step[i]; !math.IsNaN(v) && !math.IsNaN(d) {
			sum += v * d
		}
	}
	return sum
}

// lastMove is the end of the last sample that is not zero.
func (m *measured) lastMove() float64 {
	s := samples(m.series).Window(m.w.from, m.w.to)
	for i := s.Len() - 1; i >= 0; i-- {
		if s.Value[i] > 0 {
			return s.At[i]
		}
	}
	return m.w.to
}

// endAt moves the end of the window forward when a twentieth of it or more is idle.
func (m *measured) endAt(end float64) {
	if m.w.to-end < m.w.seconds()/20 {
		return
	}
	m.w.to = end
	cut := m.cut()
	m.mean, m.n = cut.Mean(), cut.Len()
}
