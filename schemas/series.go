package schemas

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// Series is one metric of one node as one source shows it, in time order. A counter
// is turned into a rate: the growth over the interval, divided by its length.
type Series struct {
	Metric   string    // the name used in findings: cpu.busy, disk.util, mysql.Com_update ...
	Instance string    // device, bucket, operation ...; empty when there is one only
	Unit     string    // ratio, seconds, bytes, bytes_per_second, per_second, count or empty
	Rate     bool      // made from a counter
	Source   *Source   // the member it comes from
	TS       []int64   // end of each interval, microseconds UTC
	Step     []float64 // its length in seconds; NaN: not known
	Value    []float64
	Resets   []int64 // instants at which a counter fell: it began again and is summed over that
}

type seriesKey struct {
	metric, instance string
	source           *Source
}

type seriesSet struct {
	byKey map[seriesKey]*Series
	order []*Series
}

func (s *seriesSet) add(metric, instance, unit string, src *Source, ts int64, step, value float64) *Series {
	k := seriesKey{metric, instance, src}
	p := s.byKey[k]
	if p == nil {
		p = &Series{Metric: metric, Instance: instance, Unit: unit, Source: src}
		s.byKey[k] = p
		s.order = append(s.order, p)
	}
	if !IsNull(value) {
		p.TS, p.Step, p.Value = append(p.TS, ts), append(p.Step, step), append(p.Value, value)
	}
	return p
}

// SeriesOf turns the rows of one node into series: the row of all processors of
// table cpu, the rows of the node's own device of table disk (all devices when
// device is empty), and every series of table stats.
func SeriesOf(rows *Rows, device string) []*Series {
	set := &seriesSet{byKey: map[seriesKey]*Series{}}
	for i := range rows.CPU {
		if r := &rows.CPU[i]; r.CPU == "all" {
			for _, c := range cpuMetrics {
				set.add(c.metric, "", "ratio", r.Source, r.TS, r.StepS, c.get(r))
			}
		}
	}
	for i := range rows.Disk {
		r := &rows.Disk[i]
		if device != "" && r.Device != device {
			continue
		}
		for _, c := range diskMetrics {
			set.add(c.metric, r.Device, c.unit, r.Source, r.TS, r.StepS, c.get(r))
		}
	}
	names := map[string]string{}
	for i := range rows.Stats {
		r := &rows.Stats[i]
		instance, ok := names[r.Key.Labels]
		if !ok {
			instance = instanceOf(r.Key.Labels)
			names[r.Key.Labels] = instance
		}
		p := set.add(r.Key.Metric, instance, r.Key.Unit, r.Source, r.TS, r.StepS, r.Value)
		p.Rate = r.Key.Kind == Counter
	}
	out := set.order[:0]
	for _, p := range set.order {
		if len(p.Value) == 0 {
			continue
		}
		p.sort()
		if p.Rate {
			p.toRate()
		}
		if len(p.Value) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// instanceOf makes a short name of a label set. The process number is left out: it
// differs from run to run.
func instanceOf(labels string) string {
	if labels == "" {
		return ""
	}
	var m map[string]string
	if json.Unmarshal([]byte(labels), &m) != nil {
		return labels
	}
	delete(m, "pid")
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	if len(keys) == 1 {
		return m[keys[0]]
	}
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = k + "=" + m[k]
	}
	return strings.Join(parts, " ")
}

// sort puts the samples in time order; of two at one instant the later read stays.
func (p *Series) sort() {
	if !slices.IsSorted(p.TS) {
		idx := make([]int, len(p.TS))
		for i := range idx {
			idx[i] = i
		}
		slices.SortStableFunc(idx, func(a, b int) int { return cmp.Compare(p.TS[a], p.TS[b]) })
		ts, step, value := make([]int64, len(idx)), make([]float64, len(idx)), make([]float64, len(idx))
		for i, j := range idx {
			ts[i], step[i], value[i] = p.TS[j], p.Step[j], p.Value[j]
		}
		p.TS, p.Step, p.Value = ts, step, value
	}
	n := 0
	for i := range p.TS {
		if n > 0 && p.TS[n-1] == p.TS[i] {
			n--
		}
		p.TS[n], p.Step[n], p.Value[n] = p.TS[i], p.Step[i], p.Value[i]
		n++
	}
	p.TS, p.Step, p.Value = p.TS[:n], p.Step[:n], p.Value[:n]
}

// toRate replaces counter values by rates. A counter that fell was reset: what it
// shows since then is the growth. An interval of more than three usual steps is a
// gap, missing and not zero.
func (p *Series) toRate() {
	usual := medianGap(p.TS)
	var ts []int64
	var step, value []float64
	for i := 1; i < len(p.TS); i++ {
		dt := float64(p.TS[i]-p.TS[i-1]) / 1e6
		if dt <= 0 || dt > 3*usual {
			continue
		}
		grown := p.Value[i] - p.Value[i-1]
		if grown < 0 {
			grown = p.Value[i]
			p.Resets = append(p.Resets, p.TS[i])
		}
		ts, step, value = append(ts, p.TS[i]), append(step, dt), append(value, grown/dt)
	}
	p.TS, p.Step, p.Value = ts, step, value
	switch p.Unit {
	case "bytes":
		p.Unit = "bytes_per_second"
	case "seconds":
		p.Unit = "ratio"
	default:
		p.Unit = "per_second"
	}
}

func medianGap(ts []int64) float64 {
	if len(ts) < 2 {
		return 0
	}
	gaps := make([]float64, 0, len(ts)-1)
	for i := 1; i < len(ts); i++ {
		gaps = append(gaps, float64(ts[i]-ts[i-1])/1e6)
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

var cpuMetrics = []struct {
	metric string
	get    func(*CPU) float64
}{
	{"cpu.busy", func(r *CPU) float64 { return r.Busy }},
	{"cpu.user", func(r *CPU) float64 { return r.User }},
	{"cpu.system", func(r *CPU) float64 { return r.System }},
	{"cpu.iowait", func(r *CPU) float64 { return r.IOWait }},
	{"cpu.steal", func(r *CPU) float64 { return r.Steal }},
}

var diskMetrics = []struct {
	metric, unit string
	get          func(*Disk) float64
}{
	{"disk.util", "ratio", func(r *Disk) float64 { return r.IOTimeRatio }},
	{"disk.read_rate", "per_second", func(r *Disk) float64 { return r.ReadsPerSecond }},
	{"disk.write_rate", "per_second", func(r *Disk) float64 { return r.WritesPerSecond }},
	{"disk.read_bytes", "bytes_per_second", func(r *Disk) float64 { return r.ReadBytesPerSecond }},
	{"disk.write_bytes", "bytes_per_second", func(r *Disk) float64 { return r.WrittenBytesPerSecond }},
	{"disk.read_await", "seconds", func(r *Disk) float64 { return r.ReadAwaitSeconds }},
	{"disk.write_await", "seconds", func(r *Disk) float64 { return r.WriteAwaitSeconds }},
	{"disk.queue", "count", func(r *Disk) float64 { return r.QueueLength }},
	{"disk.flush_rate", "per_second", func(r *Disk) float64 { return r.FlushesPerSecond }},
}
