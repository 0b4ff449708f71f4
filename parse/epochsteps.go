package parse

import "inquest/schemas"

// epochSteps gives the step between instants that several rows may share.
type epochSteps struct {
	cur  int64
	last float64
	has  bool
}

// step is the time in seconds from the instant before to ts, NaN when there was none.
func (e *epochSteps) step(ts int64) float64 {
	if e.has && ts == e.cur {
		return e.last
	}
	e.last = schemas.Null
	if d := float64(ts-e.cur) / 1e6; e.has && d > 0 {
		e.last = d
	}
	e.cur, e.has = ts, true
	return e.last
}

// readEpoch reads whole seconds since 1970, of ten digits.
func readEpoch(b []byte) (ts int64, ok bool) {
	if len(b) != 10 {
		return 0, false
	}
	n, ok := digitsOf(b)
	return n * 1e6, ok
}
