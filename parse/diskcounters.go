package parse

import (
	"encoding/json"
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

// label is a label set as table stats holds it: a JSON object. The names are given in
// order, each followed by its value.
func label(pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if i == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		b.Write(jsonText(pairs[i]))
		b.WriteByte(':')
		b.Write(jsonText(pairs[i+1]))
	}
	b.WriteByte('}')
	return b.String()
}

// jsonText quotes a string; bytes that are no UTF-8 become the replacement character.
func jsonText(s string) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}
