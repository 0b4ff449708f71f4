package schemas

// The values of column kind in table stats.
const (
	Gauge   = "gauge"   // a level that may rise and fall, or a rate
	Counter = "counter" // grows since boot or since the server's start
)

// StatKey names one series of table stats. Parsers intern it: all rows of a series
// point to the same key.
type StatKey struct {
	Metric string // memory.used, mysql.Com_update ...
	Labels string // JSON object with sorted keys and no blanks; empty when none
	Kind   string // Gauge or Counter
	Unit   string // ratio, seconds, bytes, bytes_per_second, per_second, count; empty when unknown
}

// Stat is one sample of one series in the long table.
type Stat struct {
	TS     int64 // end of the interval, microseconds UTC
	Key    *StatKey
	Value  float64
	StepS  float64
	Source *Source
}

// StatTable describes the rows of table stats (grain: ts x metric x labels).
var StatTable = Table[Stat]{
	Name: "stats", Doc: "every other number, one row per sample, metric and labels",
	Columns: []Column[Stat]{
		tsColumn(func(r *Stat) int64 { return r.TS }),
		str("metric", "name of the series", func(r *Stat) string { return r.Key.Metric }),
		str("labels", "JSON object with sorted keys, empty when none", func(r *Stat) string { return r.Key.Labels }),
		str("kind", "gauge or counter", func(r *Stat) string { return r.Key.Kind }),
		str("unit", "ratio, seconds, bytes, bytes_per_second, per_second, count, or empty when unknown", func(r *Stat) string { return r.Key.Unit }),
		num("value", "", "the number, in the unit of column unit", func(r *Stat) float64 { return r.Value }),
		num("step_s", "seconds", "length of the interval that ends at ts", func(r *Stat) float64 { return r.StepS }),
		str("ts_source", "how ts was found: zoned, assumed, relative", func(r *Stat) string { return r.Source.TSSource }),
		str("coverage", "history: covers at least half of the load; snapshot: does not", func(r *Stat) string { return r.Source.Coverage }),
		str("format", "the tool that wrote the member", func(r *Stat) string { return r.Source.Format }),
		str("member", "the member, with #title inside a section file", func(r *Stat) string { return r.Source.Member }),
		str("leg", "the part of the run the member belongs to", func(r *Stat) string { return r.Source.Leg }),
	},
}
