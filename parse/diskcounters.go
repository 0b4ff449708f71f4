package parse

import (
	"strings"

	"inquest/schemas"
)

// diskCounter says what a column of disk counters becomes in table stats.
type diskCounter struct {
	metric string
	unit   string
	factor float64
}

// diskKeys are the keys of one device's counters.
func diskKeys(l *Log, device string, counters []diskCounter) []*schemas.StatKey {
	labels := label("device", device)
	keys := make([]*schemas.StatKey, len(counters))
	for i, c := range counters {
		kind := schemas.Gauge
		if strings.HasSuffix(c.metric, "_total") {
			kind = schemas.Counter
		}
		if c.metric != "" {
			keys[i] = l.Key(c.metric, labels, kind, c.unit)
		}
	}
	return keys
}
