package parse

import (
	"math"

	"inquest/schemas"
)

// memoryCells are what is needed to give memory.used one meaning. Before sysstat
// 11.6.4 and 11.7.4 the column kbmemused counted buffers and cache as used (CHANGES),
// since then it does not.
type memoryCells struct {
	free, used, buffers, cached float64 // bytes
	share                       float64 // %memused as printed, ratio
	digit                       float64 // the value of its last digit, ratio
}

func newMemoryCells() memoryCells {
	n := schemas.Null
	return memoryCells{n, n, n, n, n, n}
}

// see takes a cell by the name of its column.
func (m *memoryCells) see(name string, v float64, cell []byte) {
	switch name {
	case "kbmemfree":
		m.free = v
	case "kbmemused":
		m.used = v
	case "kbbuffers":
		m.buffers = v
	case "kbcached":
		m.cached = v
	case "%memused":
		m.share, m.digit = v, math.Pow10(-decimals(cell)-2)
	}
}

// inUse is the memory in use without buffers and cache. The old meaning shows by used
// and free adding up to the whole of which %memused is the share.
func (m *memoryCells) inUse() float64 {
	asOld := m.used / (m.free + m.used)
	asNew := m.used / (m.free + m.used + m.buffers + m.cached)
	if math.Abs(asOld-m.share) <= m.digit && math.Abs(asOld-m.share) < math.Abs(asNew-m.share) &&
		m.used >= m.buffers+m.cached {
		return m.used - m.buffers - m.cached
	}
	return m.used
}
