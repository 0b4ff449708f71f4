package parse

import (
	"bufio"
	"math"
	"strings"
	"testing"

	"inquest/schemas"
)

func TestLabelSeconds(t *testing.T) {
	for _, tt := range []struct {
		label string
		want  float64
		ok    bool
	}{
		{"0", 0, true}, {"250us", 0.00025, true}, {"9999us", 0.009999, true}, {"12ms", 0.012, true}, {"8s", 8, true}, {"800ns", 8e-7, true},
		{"1m:05s", 65, true}, {"10m:00s", 600, true}, {"2m", 120, true}, {"inf", math.Inf(1), true},
		{"16B", 0, false}, {"4KB", 0, false}, {"1MB", 0, false}, {"12", 0, false}, {"", 0, false}, {"s", 0, false}, {"xms", 0, false}, {"m:s", 0, false},
	} {
		got, ok := labelSeconds([]byte(tt.label))
		if ok != tt.ok || ok && math.Abs(got-tt.want) > 1e-12 && got != tt.want {
			t.Errorf("%q is %v, %v; want %v, %v", tt.label, got, ok, tt.want, tt.ok)
		}
	}
}

// TestPrintedPercentiles checks that a percentile is the upper bound of the row that
// reaches it, and not known where a row before could not be read or is open upwards.
func TestPrintedPercentiles(t *testing.T) {
	type row struct{ high, percent, count float64 }
	null := schemas.Null
	for _, tt := range []struct {
		name  string
		rows  []row // a negative count: could not be read
		total float64
		want  map[string]float64
	}{
		{"spread", []row{{1, 10, 1}, {2, 50, 4}, {3, 94.99, 4}, {4, 95, 0}, {5, 100, 1}}, 10, map[string]float64{"latency.p50": 2, "latency.p95": 4, "latency.p99": 5, "latency.max": 5}},
		{"one row", []row{{7, 100, 3}}, null, map[string]float64{"latency.p50": 7, "latency.p95": 7, "latency.p99": 7, "latency.max": 7}},
		{"open upwards", []row{{1, 60, 6}, {math.Inf(1), 100, 4}}, 10, map[string]float64{"latency.p50": 1}},
		{"a row is lost", []row{{1, 40, 4}, {0, 0, -1}, {3, 96, 2}, {4, 100, 4}}, 16, map[string]float64{"latency.p99": 4}},
		{"cut", []row{{1, 60, 6}}, 10, map[string]float64{"latency.p50": 1}},
		{"no rows", nil, 10, map[string]float64{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var rows schemas.Rows
			l := newLog("a", "a", "cbstats", bufio.NewReader(strings.NewReader("")), &rows, Options{})
			var h printedHistogram
			h.begin("x", tt.total)
			for _, r := range tt.rows {
				if r.count < 0 {
					h.doubt = true
				} else {
					h.row(r.high, r.percent, r.count)
				}
			}
			h.add(l, 0)
			got := map[string]float64{}
			for _, r := range rows.Stats {
				if strings.HasPrefix(r.Key.Metric, "latency.") {
					got[r.Key.Metric] = r.Value
				}
			}
			for metric, want := range tt.want {
				if got[metric] != want {
					t.Errorf("%s is %v, want %v", metric, got[metric], want)
				}
			}
			if len(got) != len(tt.want) {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}
