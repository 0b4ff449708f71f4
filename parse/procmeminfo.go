package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "proc-meminfo",
		Doc:      "/proc/meminfo, one snapshot or many",
		Source:   "proc(5), Documentation/filesystems/proc.rst of Linux",
		Specimen: "MemTotal:       24684096 kB\nMemFree:        17577920 kB\nMemAvailable:   23678368 kB\n",
		Tables:   []string{"stats"},
		Match: func(h Head) int {
			if h.HasLine(isCollectlRecord) {
				return 0
			}
			for _, line := range h.dataLines(2) {
				if bytes.HasPrefix(afterStamp(line), []byte("MemTotal:")) {
					return 90
				}
			}
			return 0
		},
		Parse: parseMeminfo,
	})
}

// afterStamp is a line without the date and clock that some collectors put before
// every line, followed by a tab.
func afterStamp(line []byte) []byte {
	if before, rest, ok := bytes.Cut(line, []byte{'\t'}); ok {
		if _, isTime := parseTimeLine(before, false); isTime {
			return rest
		}
	}
	return line
}

// meminfoMetrics are the names that other tools share.
var meminfoMetrics = map[string]string{
	"MemTotal": "memory.total", "MemFree": "memory.free", "MemAvailable": "memory.available",
	"Buffers": "memory.buffers", "Cached": "memory.cached", "Active": "memory.active", "Inactive": "memory.inactive",
	"Dirty": "memory.dirty", "Shmem": "memory.shared", "Slab": "memory.slab", "Committed_AS": "memory.committed",
	"SwapTotal": "swap.total", "SwapFree": "swap.free", "SwapCached": "swap.cached",
}

// meminfo is a member being read, with what the current snapshot says of the used memory.
type meminfo struct {
	l     *Log
	snaps *snapshots
	keys  *names[*schemas.StatKey]
	sum   map[*schemas.StatKey]float64
}

func parseMeminfo(l *Log) error {
	m := &meminfo{l: l, snaps: newSnapshots(l), keys: newNames[*schemas.StatKey](l), sum: map[*schemas.StatKey]float64{}}
	before := l.said()
	var f [][]byte
	dated := false
	for l.Next() {
		line := m.snaps.stampedLine(l.Line())
		name, rest, ok := bytes.Cut(line, []byte{':'})
		f = cutFields(rest, f)
		switch {
		case isBlank(line):
		case ok && len(f) > 0 && len(f) <= 2 && bytes.IndexByte(name, ' ') < 0 && isDigit(f[0][0]):
			if text(name) == "MemTotal" {
				m.used()
				dated = m.snaps.begin()
			}
			if dated {
				m.line(name, f)
			}
		case m.snaps.timeLine(line):
			m.used()
			dated = false
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	m.used()
	l.sayNoData(before)
	return nil
}

func (m *meminfo) line(name []byte, f [][]byte) {
	l := m.l
	factor, unit := 1.0, "count"
	if len(f) == 2 {
		if text(f[1]) != "kB" {
			l.Skip(schemas.CutRow, text(l.Line()))
			return
		}
		factor, unit = 1024, "bytes"
	} else if len(name) < 4 || text(name[:4]) != "Huge" { // all but HugePages_* are in kB
		l.Skip(schemas.CutRow, text(l.Line()))
		return
	}
	e := m.keys.find(name)
	if e == nil {
		metric := meminfoMetrics[string(name)]
		if metric == "" {
			metric = "meminfo." + string(name)
		}
		e = m.keys.add(name, l.Key(metric, "", schemas.Gauge, unit))
	}
	v := l.cell(f[0]) * factor
	l.Stat(m.snaps.ts, e.value, v, m.snaps.step)
	m.sum[e.value] = v
}

// used adds, at the end of a snapshot, the memory and the swap space in use.
func (m *meminfo) used() {
	if len(m.sum) == 0 {
		return
	}
	get := func(name string) float64 {
		if e := m.keys.byName[name]; e != nil {
			if v, ok := m.sum[e.value]; ok {
				return v
			}
		}
		return schemas.Null
	}
	m.l.Stat(m.snaps.ts, m.l.Key("memory.used", "", schemas.Gauge, "bytes"),
		get("MemTotal")-get("MemFree")-get("Buffers")-get("Cached"), m.snaps.step)
	m.l.Stat(m.snaps.ts, m.l.Key("swap.used", "", schemas.Gauge, "bytes"), get("SwapTotal")-get("SwapFree"), m.snaps.step)
	clear(m.sum)
}
