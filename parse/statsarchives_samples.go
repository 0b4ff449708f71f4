package parse

import (
	"fmt"

	"inquest/schemas"
)

// maxArchiveRows bounds the rows of one file. A node with many buckets and indexes
// holds tens of millions of values.
const maxArchiveRows = 4 << 20

// maxArchiveKeys bounds the values of one sample.
const maxArchiveKeys = 1 << 17

// archiveColumn is a key of a set: one series of table stats, or one share of table cpu.
type archiveColumn struct {
	name  string
	key   *schemas.StatKey
	per   float64
	share func(*schemas.CPU) *float64 // not nil: the value goes to table cpu
}

type archiveValue struct {
	column *archiveColumn
	number float64
}

// cpuShares are the keys of @system that go to table cpu, per cent of all processors.
var cpuShares = map[string]func(*schemas.CPU) *float64{
	"cpu_user_rate":   func(r *schemas.CPU) *float64 { return &r.User },
	"cpu_sys_rate":    func(r *schemas.CPU) *float64 { return &r.System },
	"cpu_irq_rate":    func(r *schemas.CPU) *float64 { return &r.IRQ },
	"cpu_stolen_rate": func(r *schemas.CPU) *float64 { return &r.Steal },
}

// samples reads the list of samples whose bracket was read.
func (r *archiveReader) samples() error {
	for {
		kind, err := r.t.next()
		switch {
		case err != nil:
			return err
		case kind == ']':
			return nil
		case kind != '{':
			if err := r.skip(kind); err != nil {
				return err
			}
			continue
		}
		line := r.t.line
		ts := schemas.Null
		r.values = r.values[:0]
		err = r.object(func(name string) error {
			if name == "sample" {
				if ok, err := r.enter('{'); !ok {
					return err
				}
				return r.sample()
			}
			kind, err := r.t.next()
			if err != nil {
				return err
			}
			if kind == jsonNumber && name == "ts" {
				ts, _ = parseNumber(r.t.value)
			}
			return r.skip(kind)
		})
		if err != nil {
			return err
		}
		r.add(ts, line)
	}
}

// sample reads the values of a sample whose brace was read. A value that the server
// did not know is the word undefined, or null.
func (r *archiveReader) sample() error {
	for i := 0; ; i++ {
		kind, err := r.t.next()
		switch {
		case err != nil:
			return err
		case kind == '}':
			return nil
		case kind == jsonEnd:
			return r.cut()
		case kind != jsonString:
			return r.unlike()
		}
		c := r.column(i)
		kind, err = r.t.next()
		if err != nil {
			return err
		}
		if kind != jsonNumber {
			if err := r.skip(kind); err != nil {
				return err
			}
			continue
		}
		if len(r.values) == maxArchiveKeys {
			r.l.SkipAt(r.t.line, schemas.Unsupported, "a sample with more values than can be held")
		} else if v, ok := parseNumber(r.t.value); ok {
			r.values = append(r.values, archiveValue{c, v / c.per})
		} else {
			r.l.SkipAt(r.t.line, schemas.BadCell, c.name+": "+string(r.t.value))
		}
	}
}

// column finds the column of the key that was read, which is the ith of its sample.
func (r *archiveReader) column(i int) *archiveColumn {
	if i < len(r.order) && r.order[i].name == string(r.t.value) {
		return r.order[i]
	}
	e := r.keys.find(r.t.value)
	if e == nil {
		e = r.keys.add(r.t.value, r.newColumn(string(r.t.value)))
	}
	c := e.value
	if i < len(r.order) {
		r.order[i] = c
	} else if i == len(r.order) && i < maxArchiveKeys {
		r.order = append(r.order, c)
	}
	return c
}

func (r *archiveReader) newColumn(name string) *archiveColumn {
	s := archiveKey(r.set, name)
	c := &archiveColumn{name: name, per: s.per}
	if r.set == "@system" {
		c.share = cpuShares[name]
	}
	if c.share == nil {
		c.key = r.l.Key(s.metric, s.labels, s.kind, s.unit)
	}
	return c
}

// add makes rows of the sample that was read. Its time is that of the sampling in
// the first period and the beginning of what it is the mean of in the others.
func (r *archiveReader) add(ms float64, line int64) {
	const earliest, latest = 1e11, 1e13 // milliseconds: 1973 and 2286
	if !(ms >= earliest && ms <= latest) {
		r.l.SkipAt(line, schemas.BadCell, fmt.Sprintf("a sample of %s in %s has no time", r.period, r.set))
		return
	}
	if ms == r.last {
		r.l.SkipAt(line, schemas.DuplicateRow, fmt.Sprintf("a second sample of %s in %s at %.0f", r.period, r.set, ms))
		return
	}
	r.last = ms
	ts := int64(ms*1000) + r.shift
	r.share = schemas.NewCPU(ts, "all", r.l.Source)
	r.share.StepS = r.step
	for _, v := range r.values {
		switch {
		case v.number < 0 && (v.column.share != nil || isShareOrRate(v.column.key.Unit)):
			r.l.SkipAt(line, schemas.BadCell, fmt.Sprintf("%s is negative", v.column.name))
		case v.column.share != nil:
			*v.column.share(&r.share) = v.number
		case len(r.l.Rows.Stats) >= maxArchiveRows:
			r.left++
		default:
			r.l.Stat(ts, v.column.key, v.number, r.step)
		}
	}
	r.addCPU(&r.share, line)
}

// addCPU adds the sample's row of table cpu if it has one. Busy is user and system
// time: the server's own utilization counts waiting for disks as well.
func (r *archiveReader) addCPU(cpu *schemas.CPU, line int64) {
	if schemas.IsNull(cpu.User) && schemas.IsNull(cpu.System) {
		return
	}
	cpu.Busy = cpu.User + cpu.System
	if cpu.Busy > 1.05 {
		r.l.SkipAt(line, schemas.BadSum, fmt.Sprintf("user and system make %.1f %%", cpu.Busy*100))
		return
	}
	r.l.CPU(*cpu)
}

// isShareOrRate tells the units of which no value can be negative.
func isShareOrRate(unit string) bool {
	return unit == "ratio" || unit == "per_second" || unit == "bytes_per_second"
}
