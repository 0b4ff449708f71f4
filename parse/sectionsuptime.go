package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "uptime",
		Doc:      "uptime (procps): the clock and the three load averages",
		Source:   "procps-ng, uptime(1)",
		Specimen: " 10:49:53 up 22 min,  0 user,  load average: 31.34, 23.54, 12.87\n",
		Tables:   []string{"stats"},
		Match:    matchUptime,
		Parse:    parseUptime,
		PerRun:   true,
	})
}

var loadAverage = []byte("load average: ")

func matchUptime(h Head) int {
	for _, line := range h.Lines {
		if len(bytes.TrimSpace(line)) > 0 {
			if f := cutFields(line, nil); len(f) > 6 && string(f[1]) == "up" && bytes.Contains(line, loadAverage) {
				return 90
			}
			return 0
		}
	}
	return 0
}

func parseUptime(l *Log) error {
	before, from, clock := l.said(), l.mark(), newClock(l)
	var keys [3]*schemas.StatKey
	for i, name := range []string{"system.load1", "system.load5", "system.load15"} {
		keys[i] = l.Key(name, "", schemas.Gauge, "count")
	}
	var fields [][]byte
	for l.Next() {
		fields = cutFields(l.Line(), fields)
		if len(fields) == 0 {
			continue
		}
		sec, _, ok := parseClock(fields)
		_, loads, found := bytes.Cut(l.Line(), loadAverage)
		if !ok || !found {
			l.Skip(schemas.ForeignText, text(l.Line()))
			continue
		}
		ts := clock.at(sec)
		fields = cutSep(loads, ',', fields)
		for i, key := range keys {
			if i >= len(fields) {
				l.Skip(schemas.MissingCell, text(l.Line()))
				break
			}
			v, ok := parseNumber(bytes.TrimSpace(fields[i]))
			if !ok {
				l.Skip(schemas.BadCell, text(l.Line()))
			}
			l.Stat(ts, key, v, schemas.Null)
		}
	}
	l.dateByNear(from)
	l.sayNoData(before)
	return nil
}
