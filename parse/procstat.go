package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "proc-stat",
		Doc:      "/proc/stat of any kernel, one snapshot or many",
		Source:   "proc(5), Documentation/filesystems/proc.rst of Linux",
		Specimen: "TS 1796035050.512531640 2026-11-30 10:37:30\ncpu  25813 4 10775 80460 986 0 190 249 0 0\ncpu0 12948 0 4913 40951 250 0 31 118 0 0\n",
		Tables:   []string{"cpu", "stats"},
		Match: func(h Head) int {
			if lines := h.dataLines(1); len(lines) == 1 && !h.HasLine(isCollectlRecord) {
				if f := cutFields(lines[0], nil); len(f) >= 5 && len(f) <= 11 && text(f[0]) == "cpu" && allDigits(f[1:]) {
					return 90
				}
			}
			return 0
		},
		Parse: parseProcStat,
	})
}

// allDigits tells whether every field is a whole number.
func allDigits(f [][]byte) bool {
	for _, b := range f {
		if _, ok := digitsOf(b); !ok {
			return false
		}
	}
	return true
}

const ticksPerSecond = 100 // USER_HZ of every architecture that matters

// cpuTicks are the counters of one processor: user, nice, system, idle, iowait, irq,
// softirq, steal, guest, guest_nice. Guest time is part of user and nice.
type cpuTicks struct {
	v [10]float64
	n int // how many the kernel prints
}

var cpuTickMetrics = [...]string{"cpu.user_total", "cpu.nice_total", "cpu.system_total", "cpu.idle_total",
	"cpu.iowait_total", "cpu.irq_total", "cpu.softirq_total", "cpu.steal_total"}

// procCPU is what is kept of one processor.
type procCPU struct {
	name     string
	keys     [len(cpuTickMetrics)]*schemas.StatKey
	last     cpuTicks
	snapshot int // number of the snapshot that last is of
}

// procStatTotals makes the keys of the other lines of which the first number is taken.
func procStatTotals(l *Log) map[string]*schemas.StatKey {
	keys := map[string]*schemas.StatKey{
		"procs_running": l.Key("system.run_queue", "", schemas.Gauge, "count"),
		"procs_blocked": l.Key("system.blocked", "", schemas.Gauge, "count"),
	}
	for _, name := range []string{"ctxt", "intr", "softirq", "processes"} {
		keys[name] = l.Key("proc-stat."+name, "", schemas.Counter, "count")
	}
	return keys
}

func parseProcStat(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	series := newNames[*procCPU](l)
	totals := procStatTotals(l)
	var f [][]byte
	dated := false
	for l.Next() {
		line := l.Line()
		name, rest, _ := bytes.Cut(line, []byte{' '})
		switch {
		case isBlank(line):
		case bytes.HasPrefix(name, []byte("cpu")):
			if len(name) == len("cpu") {
				dated = snaps.begin()
			}
			if dated {
				f = cutFields(rest, f)
				cpuLine(l, snaps, series, name[len("cpu"):], f)
			}
		case totals[string(name)] != nil:
			if dated {
				number, _, _ := bytes.Cut(rest, []byte{' '})
				l.Stat(snaps.ts, totals[string(name)], l.cell(number), snaps.step)
			}
		case isProcStatOther(name) || snaps.timeLine(line):
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

// isProcStatOther tells the lines of /proc/stat that are left out.
func isProcStatOther(name []byte) bool {
	switch text(name) {
	case "btime", "page", "swap", "disk_io:":
		return true
	}
	return false
}

// cpuLine adds the counters of a processor and, from the second snapshot on, the
// shares of the time since the one before.
func cpuLine(l *Log, snaps *snapshots, series *names[*procCPU], number []byte, f [][]byte) {
	e := series.find(number)
	if e == nil {
		e = series.add(number, newProcCPU(l, string(number)))
	}
	s := e.value
	var now cpuTicks
	for _, b := range f {
		if now.n == len(now.v) {
			break
		}
		v, ok := parseNumber(b)
		if !ok || v < 0 {
			l.Skip(schemas.BadCell, text(l.Line()))
			return
		}
		now.v[now.n] = v
		now.n++
	}
	if now.n < 4 || (s.snapshot > 0 && now.n < s.last.n) {
		l.Skip(schemas.CutRow, text(l.Line()))
		return
	}
	for i, key := range s.keys {
		if i < now.n {
			l.Stat(snaps.ts, key, now.v[i]/ticksPerSecond, snaps.step)
		}
	}
	if s.snapshot > 0 && s.snapshot == snaps.n-1 && !snaps.again {
		if row, reason := cpuShare(&s.last, &now, snaps.ts, s.name, l.Source); reason == "" {
			row.StepS = snaps.step
			l.CPU(row)
		} else {
			l.Skip(reason, text(l.Line()))
		}
	}
	s.last, s.snapshot = now, snaps.n
}

func newProcCPU(l *Log, number string) *procCPU {
	s := &procCPU{name: number}
	if number == "" {
		s.name = "all"
	}
	labels := label("cpu", s.name)
	for i, m := range cpuTickMetrics {
		s.keys[i] = l.Key(m, labels, schemas.Counter, "seconds")
	}
	return s
}

// cpuShare divides the differences of two snapshots by the sum of the first eight. A
// counter that fell gives the reason why there is no row.
func cpuShare(last, now *cpuTicks, ts int64, name string, src *schemas.Source) (row schemas.CPU, reason string) {
	var d [len(now.v)]float64
	total := 0.0
	for i := range now.n {
		d[i] = now.v[i] - last.v[i]
		if d[i] < 0 {
			return row, schemas.CounterReset
		}
		if i < len(cpuTickMetrics) {
			total += d[i]
		}
	}
	if total == 0 {
		return row, schemas.NoData
	}
	row = schemas.NewCPU(ts, name, src)
	for i, field := range [...]*float64{&row.User, &row.Nice, &row.System, &row.Idle, &row.IOWait, &row.IRQ, &row.SoftIRQ, &row.Steal} {
		if i < now.n {
			*field = d[i] / total
		}
	}
	if now.n > len(cpuTickMetrics) {
		row.Guest = (d[8] + d[9]) / total
	}
	row.SetBusy()
	return row, ""
}
