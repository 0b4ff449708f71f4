package parse

import (
	"strings"

	"inquest/schemas"
)

// dstatMeaning says what a column becomes.
type dstatMeaning struct {
	kind   dstatKind
	of     string // processor or device
	cpu    func(*schemas.CPU) *float64
	disk   diskField
	metric string // of table stats
	labels string
	unit   string
	factor float64
	base   float64 // what a suffix of the screen form counts in: 1024 or 1000
}

type dstatKind uint8

const (
	dstatStat dstatKind = iota
	dstatCPU
	dstatDisk
	dstatTime
	dstatEpoch
	dstatLeftOut
)

// dstatCPUColumns are the columns of "total cpu usage" and "cpu0 usage".
var dstatCPUColumns = map[string]func(*schemas.CPU) *float64{
	"usr": func(r *schemas.CPU) *float64 { return &r.User },
	"sys": func(r *schemas.CPU) *float64 { return &r.System },
	"idl": func(r *schemas.CPU) *float64 { return &r.Idle },
	"wai": func(r *schemas.CPU) *float64 { return &r.IOWait },
	"hiq": func(r *schemas.CPU) *float64 { return &r.IRQ },
	"siq": func(r *schemas.CPU) *float64 { return &r.SoftIRQ },
	"stl": func(r *schemas.CPU) *float64 { return &r.Steal },
}

// dstatDiskColumns are columns about one device, by the first part of the group, which is
// empty for plug-ins that name the device alone.
var dstatDiskColumns = map[string]dstatMeaning{
	"dsk/read":  {disk: func(d *schemas.Disk) *float64 { return &d.ReadBytesPerSecond }, factor: 1, base: 1024},
	"dsk/writ":  {disk: func(d *schemas.Disk) *float64 { return &d.WrittenBytesPerSecond }, factor: 1, base: 1024},
	"io/read":   {disk: func(d *schemas.Disk) *float64 { return &d.ReadsPerSecond }, factor: 1, base: 1000},
	"io/writ":   {disk: func(d *schemas.Disk) *float64 { return &d.WritesPerSecond }, factor: 1, base: 1000},
	"dsk/#read": {disk: func(d *schemas.Disk) *float64 { return &d.ReadsPerSecond }, factor: 1, base: 1000},
	"dsk/#writ": {disk: func(d *schemas.Disk) *float64 { return &d.WritesPerSecond }, factor: 1, base: 1000},
	"/util":     {disk: func(d *schemas.Disk) *float64 { return &d.IOTimeRatio }, factor: 0.01, base: 1000},
	"/avgqu":    {disk: func(d *schemas.Disk) *float64 { return &d.QueueLength }, factor: 1, base: 1000},
	"/rawait":   {disk: func(d *schemas.Disk) *float64 { return &d.ReadAwaitSeconds }, factor: 0.001, base: 1000},
	"/wawait":   {disk: func(d *schemas.Disk) *float64 { return &d.WriteAwaitSeconds }, factor: 0.001, base: 1000},
}

// dstatStats are the columns of table stats by group and name; a group that names an
// interface stands with an empty name after the slash.
var dstatStats = func() map[string]dstatMeaning {
	m := map[string]dstatMeaning{}
	add := func(group, unit string, base float64, pairs ...string) {
		for i := 0; i < len(pairs); i += 2 {
			m[group+":"+pairs[i]] = dstatMeaning{metric: pairs[i+1], unit: unit, factor: 1, base: base}
		}
	}
	add("dsk/total", "bytes_per_second", 1024, "read", "io.read_bytes", "writ", "io.written_bytes")
	add("io/total", "per_second", 1000, "read", "io.reads", "writ", "io.writes")
	add("dsk/total", "per_second", 1000, "#read", "io.reads", "#writ", "io.writes")
	add("net/", "bytes_per_second", 1024, "recv", "network.received_bytes", "send", "network.sent_bytes")
	add("pkt/", "per_second", 1000, "#recv", "network.received_packets", "#send", "network.sent_packets")
	add("paging", "bytes_per_second", 1024, "in", "paging.in", "out", "paging.out")
	add("virtual memory", "per_second", 1000, "majpf", "paging.major_faults", "minpf", "paging.faults")
	add("system", "per_second", 1000, "int", "system.interrupts", "csw", "system.context_switches")
	add("procs", "count", 1000, "run", "system.run_queue", "blk", "system.blocked")
	add("procs", "per_second", 1000, "new", "system.processes_created")
	add("load avg", "count", 1000, "1m", "system.load1", "5m", "system.load5", "15m", "system.load15")
	memory := []string{"total", "memory.total", "used", "memory.used", "free", "memory.free", "buff", "memory.buffers", "buf", "memory.buffers",
		"cach", "memory.cached", "cache", "memory.cached", "avai", "memory.available", "avail", "memory.available",
		"dirty", "memory.dirty", "shmem", "memory.shared"}
	add("memory usage", "bytes", 1024, memory...)
	add("advanced memory usage", "bytes", 1024, memory...)
	add("swap", "bytes", 1024, "used", "swap.used", "free", "swap.free")
	add("swp/total", "bytes", 1024, "used", "swap.used", "free", "swap.free")
	return m
}()

// dstatNativeUnits are groups whose columns have no name of ours but a known unit.
var dstatNativeUnits = map[string]string{"interrupts": "per_second", "virtual memory": "per_second",
	"advanced virtual memory": "per_second", "advanced memory usage": "bytes"}

// dstatMeans finds what a column of a group is.
func dstatMeans(group, name string) dstatMeaning {
	if cpu, ok := dstatProcessor(group); ok && dstatCPUColumns[name] != nil {
		return dstatMeaning{kind: dstatCPU, of: cpu, cpu: dstatCPUColumns[name], factor: 0.01, base: 1000}
	}
	if group == "epoch" && name == "epoch" {
		return dstatMeaning{kind: dstatEpoch}
	}
	if name == "time" && (group == "system" || group == "") {
		return dstatMeaning{kind: dstatTime}
	}
	if c, ok := dstatStats[group+":"+name]; ok {
		return c
	}
	part, of, _ := strings.Cut(group, "/")
	if c, ok := dstatStats[part+"/:"+name]; ok && of != "" {
		if of != "total" {
			c.labels = labelJSON("interface", of)
		}
		return c
	}
	if c, ok := dstatDiskColumns[part+"/"+name]; ok && of != "" && of != "total" {
		c.kind, c.of = dstatDisk, of
		return c
	}
	if c, ok := dstatDiskColumns["/"+name]; ok && group != "" && group != "total" {
		c.kind, c.of = dstatDisk, group
		return c
	}
	if name == "svctm" {
		return dstatMeaning{kind: dstatLeftOut}
	}
	native := nativeColumn("dstat", name)
	c := dstatMeaning{metric: native.metric, unit: native.unit, factor: native.scale.mul / native.scale.div, base: 1000}
	if unit := dstatNativeUnits[group]; unit != "" {
		c.unit = unit
	}
	if c.unit == "bytes" {
		c.base = 1024
	}
	return c
}

// dstatProcessor reads "total cpu usage", "cpu0 usage" and, of pcp-dstat, "total usage".
func dstatProcessor(group string) (cpu string, ok bool) {
	group, ok = strings.CutSuffix(group, " usage")
	if !ok {
		return "", false
	}
	if group == "total cpu" || group == "total" {
		return "all", true
	}
	number, ok := strings.CutPrefix(group, "cpu")
	_, digits := digitsOf([]byte(number))
	return number, ok && digits && number != ""
}

// isDstatGroup tells the names of groups that no other tool prints so.
func isDstatGroup(name []byte) bool {
	if len(name) < len("dsk/a") || len(name) > 60 {
		return false
	}
	switch text(name) {
	case "memory usage", "advanced memory usage", "load avg", "procs", "paging", "dsk/total", "net/total", "io/total", "tcp sockets",
		"virtual memory", "file locks", "unix sockets", "sysv ipc":
		return true
	}
	if _, ok := dstatProcessor(text(name)); ok {
		return true
	}
	return hasAnyPrefix(name, "dsk/", "net/", "io/", "swp/") && len(cutFields(name, nil)) == 1
}

// hasDstatName tells whether a column of the usual groups stands on a line.
func hasDstatName(line []byte) bool {
	for w := range strings.FieldsFuncSeq(text(line), func(r rune) bool { return strings.ContainsRune(" |│:>\",", r) }) {
		switch w {
		case "usr", "read", "recv", "used", "int", "run", "1m", "in", "lis", "majpf", "epoch", "time":
			return true
		}
	}
	return false
}
