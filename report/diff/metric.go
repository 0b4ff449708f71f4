package diff

import (
	"math"
	"strings"
)

// minimum is the smallest change of a metric that is worth a finding: a share of the
// level, and for ratios and times an absolute change as well. Both must be reached.
type minimum struct {
	rel float64 // share of the base
	abs float64 // in the unit of the metric; 0: none
}

// traits are what the rules need to know about a metric.
type traits struct {
	family string
	role   float64 // weight in the ranking: goal 1, saturation 0.6, resource 0.4, internal 0.2
	better int     // +1 higher is better, -1 lower is better, 0 a symptom
	min    minimum
	spread bool // its volatility is tested
	onset  bool // a change in the middle of the run is looked for
	sum    bool // adds up over nodes
}

var exactTraits = map[string]traits{
	"throughput":       {family: "throughput", role: 1, better: 1, min: minimum{rel: 0.03}, spread: true, onset: true, sum: true},
	"latency.mean":     {family: "latency", role: 1, better: -1, min: minimum{rel: 0.05}, onset: true},
	"latency.p50":      {family: "latency", role: 1, better: -1, min: minimum{rel: 0.05}, onset: true},
	"latency.p95":      {family: "latency", role: 1, better: -1, min: minimum{rel: 0.05}, onset: true},
	"latency.p99":      {family: "latency", role: 1, better: -1, min: minimum{rel: 0.10}, onset: true},
	"errors":           {family: "throughput", role: 1, better: -1, min: minimum{rel: 0.05}},
	"cpu.busy":         {family: "cpu", role: 0.4, min: minimum{rel: 0.05, abs: 0.01}, spread: true, onset: true},
	"cpu.user":         {family: "cpu", role: 0.4, min: minimum{rel: 0.05, abs: 0.01}},
	"cpu.system":       {family: "cpu", role: 0.4, min: minimum{rel: 0.05, abs: 0.01}},
	"cpu.iowait":       {family: "cpu", role: 0.6, min: minimum{rel: 0.05, abs: 0.01}},
	"cpu.steal":        {family: "cpu", role: 0.4, min: minimum{rel: 0.05, abs: 0.01}},
	utilization:        {family: "cpu", role: 0.4, min: minimum{rel: 0.05, abs: 0.01}},
	"process.cpu":      {family: "cpu", role: 0.4, min: minimum{rel: 0.05, abs: 0.01}},
	"disk.util":        {family: "disk", role: 0.6, min: minimum{rel: 0.05, abs: 0.05}, onset: true},
	"disk.read_await":  {family: "disk", role: 0.6, min: minimum{rel: 0.10, abs: 0.0002}},
	"disk.write_await": {family: "disk", role: 0.6, min: minimum{rel: 0.10, abs: 0.0002}},
	"disk.queue":       {family: "disk", role: 0.6, min: minimum{rel: 0.10, abs: 0.5}},
	"disk.read_rate":   {family: "disk", role: 0.4, min: minimum{rel: 0.10, abs: 5}},
	"disk.write_rate":  {family: "disk", role: 0.4, min: minimum{rel: 0.10, abs: 1}},
	"disk.read_bytes":  {family: "disk", role: 0.4, min: minimum{rel: 0.10, abs: 65536}},
	"disk.write_bytes": {family: "disk", role: 0.4, min: minimum{rel: 0.10, abs: 4096}},
	"disk.flush_rate":  {family: "disk", role: 0.4, min: minimum{rel: 0.10, abs: 0.5}},
	"memory.used":      {family: "memory", role: 0.4, min: minimum{rel: 0.05}},
}

// traitsOf gives the traits of a metric; ok is false for metrics that are not compared.
func traitsOf(metric string) (traits, bool) {
	if t, ok := exactTraits[metric]; ok {
		return t, true
	}
	if inner, ok := strings.CutPrefix(metric, "per_op."); ok {
		if _, known := traitsOf(inner); !known {
			return traits{}, false
		}
		t := traits{family: "stats", role: 0.4, min: minimum{rel: 0.05}}
		if e, known := exactTraits[inner]; known {
			t.family = e.family
			switch {
			case strings.HasSuffix(inner, "_bytes"):
				t.min.abs = 64 // bytes an operation
			case strings.HasPrefix(inner, "disk."):
				t.min.abs = 0.001 // requests an operation
			}
		} else {
			t.role = 0.2
		}
		return t, true
	}
	for _, p := range elsewhere {
		if strings.HasPrefix(metric, p) {
			return traits{}, false
		}
	}
	for _, p := range products {
		if strings.HasPrefix(metric, p) {
			return traits{family: "stats", role: 0.2, min: minimum{rel: 0.10}}, true
		}
	}
	return traits{}, false
}

// products are the prefixes of metrics that keep the server's own names.
var products = []string{"couchbase.", "mysql.", "rocksdb.", "innodb."}

// elsewhere are the server's own names of what tables cpu and disk hold, and of the
// recorder's own doings: they are in the lake and not compared.
var elsewhere = []string{"couchbase.sys_cpu_", "couchbase.sysproc_cpu_", "couchbase.cpu_", "couchbase.scrape_", "couchbase.up", "couchbase.heartbeat.", "mysql.Uptime", "mysql.Com_show_"}

// isInternal tells whether a metric is one of the server's own.
func isInternal(metric string) bool {
	metric = strings.TrimPrefix(metric, "per_op.")
	for _, p := range products {
		if strings.HasPrefix(metric, p) {
			return true
		}
	}
	return false
}

// effectiveMinimum is from how many per cent a change counts: the metric's own minimum, or
// the smallest change that the runs can show where that is larger. A reader who sees both
// knows whether the rig or the rule is the limit. nil while the run noise is not known.
func effectiveMinimum(own float64, detectable *float64) *float64 {
	if detectable == nil {
		return nil
	}
	return number(math.Max(100*own, *detectable))
}

// reached tells whether the change from base to head is at least k times the relative
// minimum and once the absolute one.
func (m minimum) reached(base, head, k float64) bool {
	if math.Abs(head-base) < m.abs {
		return false
	}
	if base == 0 {
		return head != 0
	}
	return math.Abs(head-base) >= k*m.rel*math.Abs(base)
}
