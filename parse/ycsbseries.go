package parse

import (
	"fmt"
	"math"

	"inquest/schemas"
)

// ycsbSeries are the lines of the results that have a number for a name:
//
//	[READ], 0, 1922.51        measurementtype=timeseries: mean latency of the unit of time that
//	[READ], 1000, 1890.02     begins so many milliseconds after the first operation
//	[READ], 0, 512            a histogram: how many took so many ms (or, HdrHistogram, us)
//	[READ], 1, 80
//
// A time series begins with 0 and goes on in steps of its unit, which is 1000 by default; the
// classes of a histogram of ms are 0, 1, 2.
type ycsbSeries struct {
	op    string
	line  int64
	times []float64
	means []float64
	unit  float64 // the shortest distance of two times so far, 0: there were none
	n     int
	kind  ycsbKind
}

type ycsbKind uint8

const (
	ycsbUnknown ycsbKind = iota
	ycsbTimes
	ycsbHistogram
)

// leastUnit is the shortest unit of a time series, ms, that is told from a histogram.
const leastUnit = 100

// defaultUnit is that of a time series of which there is one value, ms.
const defaultUnit = 1000

func (s *ycsbSeries) add(y *ycsb, op, name, value []byte) {
	if string(op) != s.op {
		y.endSeries()
		s.op, s.line, s.kind = string(op), y.l.Num(), ycsbUnknown
	}
	at, _ := parseNumber(name)
	mean, _ := parseNumber(value) // NaN: no operation in that unit
	s.n++
	if s.kind == ycsbUnknown && s.n <= 2 {
		if s.n == 1 && at != 0 || s.n == 2 && at < leastUnit {
			s.kind = ycsbHistogram
			y.l.Skip(schemas.Average, fmt.Sprintf("histogram of %s", s.op))
		} else if s.n == 2 {
			s.kind = ycsbTimes
		}
	}
	if s.kind != ycsbHistogram {
		if n := len(s.times); n == 2 { // the first is added when the next tells the unit
			y.addSeries(s.times[0], s.means[0])
			s.times, s.means = append(s.times[:0], s.times[1]), append(s.means[:0], s.means[1])
		}
		s.times, s.means = append(s.times, at), append(s.means, mean)
		if n := len(s.times); n == 2 && (s.unit == 0 || s.times[1]-s.times[0] < s.unit) {
			s.unit = s.times[1] - s.times[0]
		}
	}
}

// endSeries adds the last of a time series.
func (y *ycsb) endSeries() {
	s := &y.series
	if s.op == "" {
		return
	}
	if s.kind != ycsbHistogram {
		for i, at := range s.times {
			y.addSeries(at, s.means[i])
		}
	}
	*s = ycsbSeries{times: s.times[:0], means: s.means[:0]}
}

// addSeries adds the mean latency of a unit of time. Where status lines gave latencies of longer
// intervals they are the series latency.mean.
func (y *ycsb) addSeries(ms, mean float64) {
	unit := y.series.unit
	if unit == 0 {
		unit = defaultUnit
	}
	if unit <= 0 || math.IsNaN(mean) || mean < 0 {
		return
	}
	k := y.operation([]byte(y.series.op))
	key := k.mean
	if y.means {
		key = y.l.Key("ycsb.timeseries", k.labels, schemas.Gauge, "seconds")
	}
	ts := y.first + int64((ms+unit)*1e3)
	if !y.any {
		ts = y.l.relative(y.base + (ms+unit)/1e3)
	}
	y.l.Stat(ts, key, mean/1e6, unit/1e3)
}
