package parse

import (
	"bytes"
	"strconv"

	"inquest/schemas"
)

// sysbenchItem is one number of an interval line.
type sysbenchItem struct {
	metric string
	unit   string
	value  float64 // null when it cannot be read
	text   []byte
}

// sysbenchReport reads interval lines.
type sysbenchReport struct {
	percentile float64        // last one met
	metric     string         // of it
	others     *names[string] // metrics of what a script adds, by its words

	step  float64
	words [][]byte
	items []sysbenchItem
}

// sysbenchNames are the names that stand before the numbers, without the colon, which
// some versions leave out.
var sysbenchNames = map[string]sysbenchItem{
	"thds": {metric: "sysbench.threads"}, "threads": {metric: "sysbench.threads"},
	"tps": {metric: "throughput", unit: "per_second"}, "eps": {metric: "throughput", unit: "per_second"},
	"qps":         {metric: "sysbench.qps", unit: "per_second"},
	"reads":       {metric: "sysbench.reads", unit: "per_second"},
	"reads/s":     {metric: "sysbench.reads", unit: "per_second"},
	"writes":      {metric: "sysbench.writes", unit: "per_second"},
	"writes/s":    {metric: "sysbench.writes", unit: "per_second"},
	"fsyncs":      {metric: "sysbench.fsyncs", unit: "per_second"},
	"err/s":       {metric: "errors", unit: "per_second"},
	"errors":      {metric: "errors", unit: "per_second"},
	"reconn/s":    {metric: "sysbench.reconnects", unit: "per_second"},
	"reconnects":  {metric: "sysbench.reconnects", unit: "per_second"},
	"length":      {metric: "sysbench.queue_length", unit: "count"},
	"concurrency": {metric: "sysbench.concurrency", unit: "count"},
}

// read takes what stands after the clock; false when the line ends inside.
func (r *sysbenchReport) read(rest []byte) bool {
	r.items = r.items[:0]
	r.words = cutFields(rest, r.words)
	w := r.words
	for i := 0; i < len(w); i++ {
		name := bytes.TrimSuffix(bytes.TrimLeft(w[i], "("), []byte{':'})
		item, known := sysbenchNames[string(name)]
		switch {
		case known && i+1 < len(w):
			i++
			item.text = bytes.Trim(w[i], ",/s")
			item.value = sysbenchNumber(item.text)
			if i+1 < len(w) && (text(w[i+1]) == "MiB/s" || text(w[i+1]) == "Mb/s") {
				i++
				item.unit = "bytes_per_second"
				item.value *= 1 << 20
			}
			r.items = append(r.items, item)
		case text(name) == "r/w/o" && i+1 < len(w):
			i++
			r.readShares(bytes.Trim(w[i], "),"))
		case (text(name) == "lat" || text(name) == "latency") && i+2 < len(w): // lat (ms,95%): 23.52
			r.latency(w[i+1], w[i+2])
			i += 2
		case text(name) == "time" && i+2 < len(w): // response time: 120.54ms (95%),
			r.latency(w[i+2], bytes.TrimSuffix(bytes.TrimSuffix(w[i+1], []byte{','}), []byte("ms")))
			i += 2
		case w[i][len(w[i])-1] == ':' && i+1 < len(w): // what a script adds
			i++
			other := r.others.find(name)
			if other == nil {
				other = r.others.add(name, "sysbench."+string(name))
			}
			r.items = append(r.items, sysbenchItem{other.value, "", sysbenchNumber(bytes.Trim(w[i], ",")), w[i]})
		case i+1 >= len(w):
			return false
		}
	}
	return len(r.items) > 0
}

func sysbenchNumber(b []byte) float64 {
	v, ok := parseNumber(b)
	if !ok || v < 0 {
		return schemas.Null
	}
	return v
}

// readShares takes reads, writes and other statements per second: 0.00/1359.25/0.00.
func (r *sysbenchReport) readShares(b []byte) {
	for _, metric := range [...]string{"sysbench.reads", "sysbench.writes", "sysbench.other"} {
		number, rest, _ := bytes.Cut(b, []byte{'/'})
		r.items = append(r.items, sysbenchItem{metric, "per_second", sysbenchNumber(number), number})
		b = rest
	}
}

// latency takes a percentile in milliseconds; which one stands before the per cent
// sign. Percentile 0 means that none was computed, 100 the largest.
func (r *sysbenchReport) latency(label, number []byte) {
	before, _, ok := bytes.Cut(label, []byte{'%'})
	if i := bytes.LastIndexAny(before, "(,"); i >= 0 {
		before = before[i+1:]
	}
	p, isNumber := parseNumber(before)
	switch {
	case !ok || !isNumber:
		r.items = append(r.items, sysbenchItem{"latency", "seconds", schemas.Null, label})
		return
	case p == 0:
		return
	case p == 100:
		r.percentile, r.metric = p, "latency.max"
	case p != r.percentile:
		r.percentile, r.metric = p, "latency.p"+strconv.FormatFloat(p, 'f', -1, 64)
	}
	r.items = append(r.items, sysbenchItem{r.metric, "seconds", sysbenchNumber(number) / 1e3, number})
}
