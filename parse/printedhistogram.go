package parse

import (
	"bytes"
	"fmt"
	"math"

	"inquest/schemas"
)

// printedHistogram takes the rows of a histogram as a tool prints them, and makes of them
// what table stats holds. A percentile is the upper bound of the first row whose cumulative
// per cent reaches it: the true one is not above it, but for the rounding of the print, and
// not below the bound of the row before. The mean is there only where it is printed.
type printedHistogram struct {
	name  string
	open  bool
	timed bool    // all bounds are times
	mean  float64 // seconds; null: not printed
	total float64 // as announced; null: not announced
	count float64 // of the rows
	quant [len(histogramShares)]float64
	next  int // of histogramShares, not reached yet
	max   float64
	doubt bool // the row before could not be read
}

// histogramShares are the percentiles that are given, and the names of their metrics.
var histogramShares = [...]float64{50, 95, 99}
var histogramMetrics = [...]string{"latency.p50", "latency.p95", "latency.p99"}

// begin starts a histogram.
func (h *printedHistogram) begin(name string, total float64) {
	*h = printedHistogram{name: name, open: true, timed: true, mean: schemas.Null, total: total, max: schemas.Null}
	for i := range h.quant {
		h.quant[i] = schemas.Null
	}
}

// row takes a row: its upper bound in seconds, which may be infinite, the per cent of
// samples up to it, and its own samples.
func (h *printedHistogram) row(high, percent, count float64) {
	if math.IsInf(high, 0) {
		high = schemas.Null // nobody knows how much above
	}
	for h.next < len(histogramShares) && percent >= histogramShares[h.next] {
		if !h.doubt { // else the row before may have reached it
			h.quant[h.next] = high
		}
		h.next++
	}
	h.doubt = false
	h.count += count
	if count > 0 {
		h.max = high
	}
}

// add ends the histogram and gives its rows. labels are those that it has beside its operation.
func (h *printedHistogram) add(l *Log, ts int64, labels ...string) {
	if !h.open {
		return
	}
	h.open = false
	total := h.total
	if schemas.IsNull(total) {
		total = h.count
	}
	if h.count != total {
		l.Skip(schemas.CutRow, fmt.Sprintf("the rows of %s hold %.0f of %.0f samples", h.name, h.count, total))
		h.max = schemas.Null
	}
	l.Stat(ts, l.Key("couchbase."+h.name+"_count", labelJSON(labels...), schemas.Counter, "count"), total, schemas.Null)
	if !h.timed {
		return
	}
	own := labelJSON(append(labels, "operation", h.name)...)
	add := func(metric string, v float64) {
		l.Stat(ts, l.Key(metric, own, schemas.Gauge, "seconds"), v, schemas.Null)
	}
	add("latency.mean", h.mean)
	for i, v := range h.quant {
		add(histogramMetrics[i], v)
	}
	add("latency.max", h.max)
}

// labelSeconds reads a time as cbstats prints it: 0, 250us, 12ms, 8s, 1m:05s, inf. ok is
// false for what is none, such as a size; a bare 0 is a time and a size.
func labelSeconds(b []byte) (seconds float64, ok bool) {
	if string(b) == "0" {
		return 0, true
	}
	if bytes.HasPrefix(b, []byte("inf")) || bytes.HasPrefix(b, []byte("-inf")) {
		return math.Inf(1), true
	}
	if minutes, rest, found := bytes.Cut(b, []byte("m:")); found {
		m, ok := parseNumber(minutes)
		s, sok := labelSeconds(rest)
		return m*60 + s, ok && sok
	}
	for _, u := range [...]struct {
		name    string
		seconds float64
	}{{"ns", 1e9}, {"us", 1e6}, {"ms", 1e3}, {"s", 1}, {"m", -60}} {
		if digits, found := bytes.CutSuffix(b, []byte(u.name)); found {
			v, ok := parseNumber(digits)
			if u.seconds < 0 {
				return v * -u.seconds, ok
			}
			return v / u.seconds, ok
		}
	}
	return schemas.Null, false
}
