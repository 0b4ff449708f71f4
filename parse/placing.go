package parse

import (
	"slices"

	"inquest/schemas"
)

// placed finds, in a recorder without a clock, when the load began, by its work counter:
// in the first interval that shows work the load ran for the work done there over the
// rate of the next interval. cut tells that the recording ends while work goes on, so
// that its end says nothing about the load's.
func placed(m *MemberReport) (start int64, cut, ok bool) {
	for _, metrics := range workMetrics {
		at, total := workTotals(m.rows, metrics)
		for i := 1; i+1 < len(at); i++ {
			done := total[i] - total[i-1]
			if done <= 0 {
				continue
			}
			step := float64(at[i]-at[i-1]) / microsecond
			rate := (total[i+1] - total[i]) / (float64(at[i+1]-at[i]) / microsecond)
			if i == 1 || rate <= 0 {
				return 0, false, false // it began before the recording did
			}
			last := len(at) - 1
			return at[i] - int64(min(done/rate, step)*microsecond), total[last] > total[last-1], true
		}
	}
	return 0, false, false
}

// workTotals adds up the counters of the metrics at every instant.
func workTotals(rows *schemas.Rows, metrics []string) (at []int64, total []float64) {
	for i := range rows.Stats {
		r := &rows.Stats[i]
		if r.Key.Kind != schemas.Counter || !slices.Contains(metrics, r.Key.Metric) {
			continue
		}
		if n := len(at); n > 0 && at[n-1] == r.TS {
			total[n-1] += r.Value
			continue
		}
		at, total = append(at, r.TS), append(total, r.Value)
	}
	return at, total
}
