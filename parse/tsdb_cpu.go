package parse

import (
	"fmt"
	"strings"

	"inquest/schemas"
)

const (
	metricPrefix = "couchbase."
	cpuSeries    = "cpu" // stands for table cpu among the series of a block
	cpuSeconds   = "sys_cpu_host_seconds_total"
)

// tsdbCPU makes the rows of table cpu of a block from the rates of user and system
// time, in per cent of all processors: those of the host, else those that 7.0 has,
// which are of the control group. Where a block has no rates it derives them from the
// seconds that the processors spent in each mode.
type tsdbCPU struct {
	share   map[string]string // which series is taken for what, by id
	seconds bool
	taken   map[string]tsdbSamples // by share
}

// cpuRates lists the pairs of series that give table cpu, the best first.
var cpuRates = [][2]string{
	{"sys_cpu_host_user_rate", "sys_cpu_host_sys_rate"},
	{"sys_cpu_user_rate", "sys_cpu_sys_rate"},
}

func newTSDBCPU(x *tsdbIndex) *tsdbCPU {
	c := &tsdbCPU{share: map[string]string{}, taken: map[string]tsdbSamples{}}
	has := map[string]bool{}
	for i := range x.series {
		has[x.series[i].id()] = true
	}
	for _, rates := range cpuRates {
		if has[rates[0]] && has[rates[1]] {
			c.share[rates[0]], c.share[rates[1]] = "user", "system"
			c.share["sys_cpu_irq_rate"], c.share["sys_cpu_stolen_rate"] = "irq", "steal"
			return c
		}
	}
	c.seconds = true
	for i := range x.series {
		if s := &x.series[i]; s.name == cpuSeconds {
			mode := strings.TrimSuffix(strings.TrimPrefix(s.labels, `{"mode":"`), `"}`)
			c.share[s.id()] = mode
		}
	}
	return c
}

// take keeps the samples of a series that table cpu is made from. It is true when
// table stats is not to have them.
func (c *tsdbCPU) take(s *tsdbSeries, read tsdbSamples) bool {
	share, ok := c.share[s.id()]
	if !ok {
		return false
	}
	c.taken[share] = read.clone()
	return !c.seconds
}

// add makes the rows.
func (c *tsdbCPU) add(r *blockReader) {
	if c.seconds {
		c.addSeconds(r)
		return
	}
	user := c.taken["user"]
	step := user.step()
	var system, irq, steal cursor
	system.of, irq.of, steal.of = c.taken["system"], c.taken["irq"], c.taken["steal"]
	for i, ms := range user.ms {
		row := schemas.NewCPU(ms*1000, "all", r.l.Source)
		row.User, row.System = user.values[i]/100, system.at(ms)/100
		row.IRQ, row.Steal, row.StepS = irq.at(ms)/100, steal.at(ms)/100, step
		r.addCPU(row)
	}
}

// cpuModes are the modes of sys_cpu_host_seconds_total that table cpu has.
var cpuModes = map[string]func(*schemas.CPU) *float64{
	"user":   func(r *schemas.CPU) *float64 { return &r.User },
	"sys":    func(r *schemas.CPU) *float64 { return &r.System },
	"irq":    func(r *schemas.CPU) *float64 { return &r.IRQ },
	"stolen": func(r *schemas.CPU) *float64 { return &r.Steal },
}

// addSeconds makes the rows from the seconds in each mode: each is a share of the sum of all.
func (c *tsdbCPU) addSeconds(r *blockReader) {
	idle := c.taken["idle"]
	cursors := map[string]*cursor{}
	for mode, samples := range c.taken {
		cursors[mode] = &cursor{of: samples}
	}
	before := map[string]float64{}
	for i, ms := range idle.ms {
		row := schemas.NewCPU(ms*1000, "all", r.l.Source)
		spent, total, fell := map[string]float64{}, 0.0, false
		for mode, cur := range cursors {
			now := cur.at(ms)
			spent[mode] = now - before[mode]
			fell = fell || spent[mode] < 0
			total += spent[mode]
			before[mode] = now
		}
		if i > 0 && fell {
			r.l.SkipAt(0, schemas.CounterReset, cpuSeconds)
		}
		if i == 0 || fell || !(total > 0) { // not all modes have every sample
			continue
		}
		for mode, of := range cpuModes {
			if seconds, ok := spent[mode]; ok {
				*of(&row) = seconds / total
			}
		}
		row.StepS = float64(ms-idle.ms[i-1]) / 1000
		r.addCPU(row)
	}
}

// addCPU adds a row. Busy is user and system time, as for the archives of 6.x.
func (r *blockReader) addCPU(row schemas.CPU) {
	if r.seen[cpuSeries][row.TS] {
		return
	}
	if row.User < 0 || row.System < 0 || row.User+row.System > 1.05 {
		r.l.SkipAt(0, schemas.BadSum, fmt.Sprintf("user %.1f %%, system %.1f %%", row.User*100, row.System*100))
		return
	}
	row.Busy = row.User + row.System
	r.l.CPU(row)
}

// cursor looks up samples of a series at times that grow.
type cursor struct {
	of  tsdbSamples
	pos int
}

// at is the value at a time; null when there is no sample of exactly that time.
func (c *cursor) at(ms int64) float64 {
	for c.pos < len(c.of.ms) && c.of.ms[c.pos] < ms {
		c.pos++
	}
	if c.pos < len(c.of.ms) && c.of.ms[c.pos] == ms {
		return c.of.values[c.pos]
	}
	return schemas.Null
}
