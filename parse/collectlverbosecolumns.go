package parse

import (
	"math"
	"strings"

	"inquest/schemas"
)

// verboseTable says what the columns of a table are. A name that stands there more than
// once has its number behind it: Wait#2 is the second Wait.
type verboseTable struct {
	key     int    // cell that names what a row is about; -1: the whole machine
	label   string // of that in table stats
	columns map[string]verboseColumn
}

type verboseColumn struct {
	kind  plotKind
	cpu   cpuField
	field diskField
	stat  statColumn
	scale scale
	base  float64 // of the letters of wide numbers, as in brief; 0: none
	bytes bool    // letters count from bytes
}

func verboseShare(f cpuField) verboseColumn {
	kind := plotCPU
	if f == cpuGuest || f == cpuGuestNice {
		kind = plotGuest
	}
	return verboseColumn{kind: kind, cpu: f, scale: percent}
}

func verboseStat(metric, unit string, s scale, base float64) verboseColumn {
	return verboseColumn{kind: plotStat, stat: statColumn{metric: metric, unit: unit}, scale: s, base: base}
}

func verboseSize(metric string) verboseColumn {
	c := verboseStat(metric, "bytes", kibi, 1024)
	c.bytes = true
	return c
}

func verboseDisk(name string, base float64) verboseColumn {
	d := collectlDisks[name]
	return verboseColumn{kind: plotDisk, field: d.field, scale: d.scale, base: base}
}

// verboseShares are the columns of processors.
var verboseShares = map[string]verboseColumn{
	"User": verboseShare(cpuUser), "Nice": verboseShare(cpuNice), "Sys": verboseShare(cpuSystem), "Wait": verboseShare(cpuIOWait),
	"IRQ": verboseShare(cpuIRQ), "Soft": verboseShare(cpuSoft), "Steal": verboseShare(cpuSteal), "Idle": verboseShare(cpuIdle),
	"Guest": verboseShare(cpuGuest), "NiceG": verboseShare(cpuGuestNice), "CPUs": {},
	"Intr": verboseStat("system.interrupts", "per_second", asPrinted, 1000), "Ctxsw": verboseStat("system.context_switches", "per_second", asPrinted, 1000),
	"Proc": verboseStat("system.processes_created", "per_second", asPrinted, 1000), "RunQ": verboseStat("system.processes", "count", asPrinted, 0),
	"RunT": verboseStat("system.run_queue", "count", asPrinted, 0), "BlkT": verboseStat("system.blocked", "count", asPrinted, 0),
	"Avg1": verboseStat("system.load1", "count", asPrinted, 0), "Avg5": verboseStat("system.load5", "count", asPrinted, 0),
	"Avg15": verboseStat("system.load15", "count", asPrinted, 0),
}

var verboseNetwork = map[string]verboseColumn{
	"KBIn": verboseStat("network.received_bytes", "bytes_per_second", kibi, 1024), "PktIn": verboseStat("network.received_packets", "per_second", asPrinted, 1000),
	"KBOut": verboseStat("network.sent_bytes", "bytes_per_second", kibi, 1024), "PktOut": verboseStat("network.sent_packets", "per_second", asPrinted, 1000),
	"SizeIn": {}, "SizeO": {}, // quotients
}

// verboseTables are the tables that are read. Swapping is left out: its unit is not that
// of the other sizes, and not told.
var verboseTables = map[string]*verboseTable{
	"CPU SUMMARY":           {key: -1, columns: verboseShares},
	"SINGLE CPU STATISTICS": {key: 0, label: "cpu", columns: verboseShares},
	"NETWORK SUMMARY":       {key: -1, columns: verboseNetwork},
	"NETWORK STATISTICS":    {key: 1, label: "interface", columns: verboseNetwork},
	"DISK SUMMARY": {key: -1, columns: map[string]verboseColumn{
		"KBRead": verboseStat("io.read_bytes", "bytes_per_second", kibi, 1024), "Reads": verboseStat("io.reads", "per_second", asPrinted, 1000),
		"KBWrite": verboseStat("io.written_bytes", "bytes_per_second", kibi, 1024), "Writes": verboseStat("io.writes", "per_second", asPrinted, 1000),
		"SizeKB": {}, "SizeKB#2": {},
	}},
	"DISK STATISTICS": {key: 0, label: "device", columns: map[string]verboseColumn{
		"KBytes": verboseDisk("RKBytes", 1024), "KBytes#2": verboseDisk("WKBytes", 1024),
		"Merged": verboseDisk("RMerge", 1000), "Merged#2": verboseDisk("WMerge", 1000),
		"IOs": verboseDisk("Reads", 1000), "IOs#2": verboseDisk("Writes", 1000),
		"Size":   {kind: plotDisk, field: func(d *schemas.Disk) *float64 { return &d.ReadRequestBytes }, scale: kibi, base: 1000},
		"Size#2": {kind: plotDisk, field: func(d *schemas.Disk) *float64 { return &d.WriteRequestBytes }, scale: kibi, base: 1000},
		"RWSize": verboseDisk("Request", 1000),
		"Wait":   verboseDisk("WaitR", 1000), "Wait#2": verboseDisk("WaitW", 1000), "Wait#3": verboseDisk("Wait", 1000),
		"QLen": verboseStat("collectl.QueLen", "count", asPrinted, 1000), "SvcTim": {}, "Util": verboseDisk("Util", 0),
	}},
	"MEMORY SUMMARY": {key: -1, columns: map[string]verboseColumn{
		"Total": verboseSize("memory.total"), "Used": {}, "Free": verboseSize("memory.free"), "Buff": verboseSize("memory.buffers"),
		"Cached": verboseSize("memory.cached"), "Slab": verboseSize("memory.slab"), "Mapped": verboseSize("collectl.Map"), "Anon": verboseSize("collectl.Anon"),
		"AnonH": verboseSize("collectl.AnonH"), "Commit": verboseSize("memory.committed"), "Locked": verboseSize("collectl.Locked"),
		"Inact": verboseSize("memory.inactive"), "Dirty": verboseSize("memory.dirty"),
		"Total#2": verboseSize("swap.total"), "Used#2": verboseSize("swap.used"), "Free#2": verboseSize("swap.free"), "In": {}, "Out": {},
		"Fault": verboseStat("paging.faults", "per_second", asPrinted, 1000), "MajFt": verboseStat("paging.major_faults", "per_second", asPrinted, 1000),
		"In#2": verboseStat("paging.in", "bytes_per_second", kibi, 1024), "Out#2": verboseStat("paging.out", "bytes_per_second", kibi, 1024),
	}},
}

// verboseUsed are the columns that the memory in use is worked out from, by their place in
// plotLayout.used.
var verboseUsed = map[string]int{"memory.total": 1, "memory.free": 2, "memory.buffers": 3, "memory.cached": 4}

// newVerboseLayout makes what is needed to read the rows about one thing.
func newVerboseLayout(l *Log, spec *verboseTable, words [][]byte, key string) *plotLayout {
	for len(words) > 0 && (text(words[0]) == "Date" || text(words[0]) == "Time") {
		words = words[1:]
	}
	words = words[min(spec.key+1, len(words)):]
	t := &plotLayout{cols: make([]plotColumn, len(words)), places: map[string]int{}}
	met := map[string]int{}
	for _, w := range words {
		met[string(w)]++
	}
	seen, found := map[string]int{}, 0
	labels := ""
	if spec.key >= 0 {
		labels = label(spec.label, key)
	}
	for i, w := range words {
		name := string(w)
		seen[name]++
		if seen[name] > 1 {
			name += "#" + itoa(int64(seen[name]))
		} else if name == "Wait" && spec.label == "device" && met[name] == 1 {
			name = "Wait#3" // versions before 4 print the mean of reads and writes only
		}
		v, ok := spec.columns[name]
		if !ok {
			v = verboseStat("collectl."+string(w), "", asPrinted, 1000)
		}
		c := &t.cols[i]
		*c = plotColumn{kind: v.kind, cpu: v.cpu, field: v.field, scale: v.scale, base: v.base, bytes: v.bytes}
		switch v.kind {
		case plotCPU, plotGuest:
			c.at = t.processor(key)
		case plotDisk:
			c.at = t.device(key)
		case plotStat:
			c.key = l.Key(v.stat.metric, labels, schemas.Gauge, v.stat.unit)
			if spec == verboseTables["MEMORY SUMMARY"] {
				if c.used = verboseUsed[v.stat.metric]; c.used > 0 {
					found++
				}
			}
		}
	}
	if found == len(verboseUsed) {
		t.usedKey = l.Key("memory.used", "", schemas.Gauge, "bytes")
	}
	return t
}

// letterNumber reads a number that ends with the letter of a power of base: 12K, 16G.
func letterNumber(b []byte, base float64) (float64, bool) {
	n := len(b)
	if n < 2 {
		return schemas.Null, false
	}
	power := strings.IndexByte("KMGTP", b[n-1])
	v, ok := parseNumber(b[:n-1])
	if power < 0 || !ok {
		return schemas.Null, false
	}
	return v * math.Pow(base, float64(power+1)), true
}
