package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

// operations adds the numbers that a status line has of each operation:
//
//	[READ: Count=6100, Max=120063, Min=240, Avg=643.08, 90=1007, 99=4687] [READ-FAILED: Count=76, ...]
//	[READ AverageLatency(us)=643.08]
//	[READ: Count=36 Max=2.63 Min=0.13 Avg=0.94 90=1.51 99=2.63]      YCSB-cpp, since the start
//
// Latencies are microseconds.
func (y *ycsb) operations(ts int64, step float64, b []byte) {
	for len(b) > 0 {
		inside, rest, ok := bytes.Cut(b[1:], []byte{']'})
		if !ok {
			y.l.Skip(schemas.CutRow, text(y.l.Line()))
			return
		}
		if op, numbers, ok := bytes.Cut(inside, []byte(": ")); ok {
			y.numbers(ts, step, y.operation(op), numbers)
		} else if op, mean, ok := bytes.Cut(inside, []byte(" AverageLatency(us)=")); ok {
			k := y.operation(op)
			if v, ok := parseNumber(mean); ok && v >= 0 && !k.failed {
				y.l.Stat(ts, k.mean, v/1e6, step)
				y.means = true
			} else if !ok {
				y.l.Skip(schemas.BadCell, text(mean))
			}
		} else {
			y.l.Skip(schemas.BadCell, text(inside))
		}
		i := bytes.IndexByte(rest, '[')
		if i < 0 {
			return
		}
		b = rest[i:]
	}
}

// operation finds the series of an operation; READ-FAILED are the errors of READ.
func (y *ycsb) operation(op []byte) *ycsbKeys {
	if k, ok := y.keys[string(op)]; ok {
		return k
	}
	name := string(op)
	k := &ycsbKeys{name: name, numbers: map[string]*schemas.StatKey{}}
	name, k.failed = strings.CutSuffix(name, "-FAILED")
	if !k.failed {
		name, k.failed = strings.CutSuffix(name, "_ERROR") // go-ycsb
	}
	k.labels = labelJSON("operation", strings.ToLower(name))
	k.mean = y.l.Key("latency.mean", k.labels, schemas.Gauge, "seconds")
	k.rate = y.l.Key("ycsb.operations", k.labels, schemas.Gauge, "per_second")
	if k.failed {
		k.rate = y.l.Key("errors", k.labels, schemas.Gauge, "per_second")
	}
	y.keys[string(op)] = k
	return k
}

// numbers adds the numbers of one operation.
func (y *ycsb) numbers(ts int64, step float64, k *ycsbKeys, b []byte) {
	sep := []byte(", ")
	sinceStart := bytes.Contains(b, []byte(" Max=")) && !bytes.Contains(b, []byte(", "))
	if sinceStart {
		sep = sep[1:]
	}
	count, known := 1.0, false
	whole := true // the latencies are of this interval
	for len(b) > 0 {
		var part []byte
		part, b, _ = bytes.Cut(b, sep)
		name, value, ok := bytes.Cut(part, []byte{'='})
		v, isNumber := parseNumber(value)
		switch {
		case !ok:
			y.l.Skip(schemas.BadCell, text(part))
		case text(name) == "Count":
			if !isNumber || v < 0 {
				y.l.Skip(schemas.BadCell, text(part))
				return
			}
			count, known = v, true
			if sinceStart {
				count, k.count = v-k.count, v
				whole = count == v
			}
			if count < 0 {
				y.l.Skip(schemas.CounterReset, text(part))
				return
			}
			y.l.Stat(ts, k.rate, count/step, step)
		case k.failed || known && count == 0: // there was none that could take time
		case !whole:
			y.sinceStart()
			return
		case !isNumber || v < 0:
			y.l.Skip(schemas.BadCell, text(part))
		default:
			y.l.Stat(ts, y.latency(k, name), v/1e6, step)
			y.means = true
		}
	}
}

// sinceStart says once that latencies are left out which count from the start of the load:
// they say nothing of an interval.
func (y *ycsb) sinceStart() {
	if !y.told {
		y.told = true
		y.l.Skip(schemas.Average, "latencies are of all operations since the start: from the second report on they are left out")
	}
}

// latency is the series of a latency by its name: Avg, Max, Min, 90, 99.9.
func (y *ycsb) latency(k *ycsbKeys, name []byte) *schemas.StatKey {
	if key, ok := k.numbers[string(name)]; ok {
		return key
	}
	metric := ""
	switch text(name) {
	case "Avg":
		metric = "latency.mean"
	case "Max":
		metric = "latency.max"
	case "Min":
		metric = "latency.min"
	default:
		metric = "ycsb." + string(name)
		if _, ok := parseNumber(name); ok {
			metric = "latency.p" + string(name)
		}
	}
	key := y.l.Key(metric, k.labels, schemas.Gauge, "seconds")
	k.numbers[string(name)] = key
	return key
}
