package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:    "perf-stat",
		Variant: "json",
		Doc:     "perf stat -I -j: one JSON object a line, also where a language's decimal comma makes it none",
		Source:  "perf-stat(1); print_counter_value_json of tools/perf/util/stat-display.c",
		Specimen: `{"interval" : 1.001047654, "counter-value" : "2006.250332", "unit" : "msec", "event" : "task-clock", "event-runtime" : 2006248900, "pcnt-running" : 100.00}` + "\n" +
			`{"interval" : 1.001047654, "counter-value" : "6282.000000", "unit" : "", "event" : "cs", "event-runtime" : 2006251013, "pcnt-running" : 100.00}` + "\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			for _, line := range h.dataLines(3) {
				if line[0] == '{' && bytes.Contains(line, []byte(`"counter-value" : `)) && bytes.Contains(line, []byte(`"event" : `)) {
					return 95
				}
			}
			return 0
		},
		Parse: parsePerfJSON,
	})
}

// perfPlaces are the keys that say what a count is of.
var perfPlaces = map[string]string{"cpu": "cpu", "core": "core", "die": "die", "cluster": "cluster", "cache": "cache",
	"socket": "socket", "node": "node", "thread": "thread"}

func parsePerfJSON(l *Log) error {
	before := l.said()
	p := newPerfStat(l)
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
			continue
		case line[0] == '#':
			p.comment(line)
			continue
		case line[0] != '{':
			l.Skip(schemas.ForeignText, text(line))
			continue
		}
		var c perfCount
		interval, whole := perfObject(line, &c)
		switch {
		case !whole && l.unfinished():
			l.Skip(schemas.JSONTruncated, text(line))
		case !whole:
			l.Skip(schemas.CutRow, text(line))
		case len(c.value) == 0 || len(c.event) == 0: // derived metrics only
			l.Skip(schemas.Comment, text(line))
		case !interval:
			l.Skip(schemas.Average, text(line))
		default:
			p.add(&c)
		}
	}
	l.sayNoData(before)
	return nil
}

// perfObject reads the keys of an object; whole is false when its end is missing, interval
// when it has no clock. A number can have a decimal comma, so it ends before a key.
func perfObject(line []byte, c *perfCount) (interval, whole bool) {
	rest := line[1:]
	for {
		rest = bytes.TrimLeft(rest, " ,")
		if len(rest) == 0 {
			return interval, false
		}
		if rest[0] == '}' {
			return interval, true
		}
		if rest[0] != '"' {
			return interval, false
		}
		key, after, ok := bytes.Cut(rest[1:], []byte{'"'})
		after = bytes.TrimLeft(after, " ")
		if !ok || len(after) == 0 || after[0] != ':' {
			return interval, false
		}
		after = bytes.TrimLeft(after[1:], " ")
		var value []byte
		if len(after) > 0 && after[0] == '"' {
			value, rest, ok = bytes.Cut(after[1:], []byte{'"'})
		} else {
			value, rest, ok = cutPerfNumber(after)
		}
		if !ok {
			return interval, false
		}
		switch label, place := perfPlaces[string(key)]; {
		case place:
			c.of, c.label = value, label
		case text(key) == "interval":
			c.time, interval = perfTime(value)
		case text(key) == "counter-value":
			c.value = value
		case text(key) == "unit":
			c.unit = value
		case text(key) == "event":
			c.event = value
		case text(key) == "cgroup":
			c.cgroup = value
		}
	}
}

// cutPerfNumber cuts what is not in quotes before the next key or the end of the object.
func cutPerfNumber(b []byte) (value, rest []byte, ok bool) {
	for i, c := range b {
		switch {
		case c == '}':
			return bytes.TrimRight(b[:i], " ,"), b[i:], true
		case c == '"':
			return bytes.TrimRight(b[:i], " ,"), b[i:], true
		}
	}
	return nil, nil, false
}
