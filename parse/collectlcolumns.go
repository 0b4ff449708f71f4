package parse

import (
	"strings"

	"inquest/schemas"
)

// collectlShares are the columns of [CPU] and [CPU:n]; user and nice contain guest time.
var collectlShares = map[string]cpuField{"User%": cpuUser, "Nice%": cpuNice, "Sys%": cpuSystem, "Wait%": cpuIOWait,
	"Irq%": cpuIRQ, "Soft%": cpuSoft, "Steal%": cpuSteal, "Idle%": cpuIdle, "Guest%": cpuGuest, "GuestN%": cpuGuestNice}

// collectlDisks are the columns of [DSK:name]. QueLen is no queue_length: it is the mean
// over the time in which there was a request, and goes to stats under its own name.
var collectlDisks = map[string]diskColumn{
	"Reads":   {field: func(d *schemas.Disk) *float64 { return &d.ReadsPerSecond }, scale: asPrinted, rate: true},
	"Writes":  {field: func(d *schemas.Disk) *float64 { return &d.WritesPerSecond }, scale: asPrinted, rate: true},
	"RMerge":  {field: func(d *schemas.Disk) *float64 { return &d.ReadsMergedPerSecond }, scale: asPrinted, rate: true},
	"WMerge":  {field: func(d *schemas.Disk) *float64 { return &d.WritesMergedPerSecond }, scale: asPrinted, rate: true},
	"RKBytes": {field: func(d *schemas.Disk) *float64 { return &d.ReadBytesPerSecond }, scale: kibi, rate: true},
	"WKBytes": {field: func(d *schemas.Disk) *float64 { return &d.WrittenBytesPerSecond }, scale: kibi, rate: true},
	"WaitR":   {field: func(d *schemas.Disk) *float64 { return &d.ReadAwaitSeconds }, scale: millis},
	"WaitW":   {field: func(d *schemas.Disk) *float64 { return &d.WriteAwaitSeconds }, scale: millis},
	"Wait":    {field: func(d *schemas.Disk) *float64 { return &d.AwaitSeconds }, scale: millis},
	"Request": {field: func(d *schemas.Disk) *float64 { return &d.RequestBytes }, scale: kibi},
	"Util":    {field: func(d *schemas.Disk) *float64 { return &d.IOTimeRatio }, scale: percent},
	"SvcTim":  {},
}

// collectlMemoryUsed are the columns that the memory in use is worked out from, by their
// place in plotLayout.used; that of Used counts buffers and cache and is left out.
var collectlMemoryUsed = map[string]int{"Tot": 1, "Free": 2, "Buf": 3, "Cached": 4, "Used": -1}

// collectlStats are the columns that have a name of ours, by group. Memory is in KiB,
// but swapping is in bytes.
var collectlStats = map[string]map[string]statColumn{
	"CPU": {
		"Intrpt": {metric: "system.interrupts", unit: "per_second"}, "Ctx": {metric: "system.context_switches", unit: "per_second"},
		"Proc":    {metric: "system.processes_created", unit: "per_second"},
		"ProcQue": {metric: "system.processes", unit: "count"}, "RunTot": {metric: "system.run_queue", unit: "count"},
		"BlkTot": {metric: "system.blocked", unit: "count"},
		"L-Avg1": {metric: "system.load1", unit: "count"}, "L-Avg5": {metric: "system.load5", unit: "count"}, "L-Avg15": {metric: "system.load15", unit: "count"},
	},
	"MEM": {
		"Tot": {metric: "memory.total"}, "Free": {metric: "memory.free"}, "Shared": {metric: "memory.shared"}, "Buf": {metric: "memory.buffers"},
		"Cached": {metric: "memory.cached"}, "Slab": {metric: "memory.slab"}, "Commit": {metric: "memory.committed"},
		"Dirty": {metric: "memory.dirty"}, "Inactive": {metric: "memory.inactive"}, "Active": {metric: "memory.active"},
		"SwapTot": {metric: "swap.total"}, "SwapUsed": {metric: "swap.used"}, "SwapFree": {metric: "swap.free"},
		"SwapIn":  {metric: "swap.in", unit: "bytes_per_second", scale: asPrinted},
		"SwapOut": {metric: "swap.out", unit: "bytes_per_second", scale: asPrinted},
		"PageIn":  {metric: "paging.in", unit: "bytes_per_second", scale: kibi}, "PageOut": {metric: "paging.out", unit: "bytes_per_second", scale: kibi},
		"PageFaults": {metric: "paging.faults", unit: "per_second", scale: asPrinted}, "PageMajFaults": {metric: "paging.major_faults", unit: "per_second", scale: asPrinted},
		"HugeTotal": {metric: "collectl.HugeTotal", unit: "count", scale: asPrinted}, "HugeFree": {metric: "collectl.HugeFree", unit: "count", scale: asPrinted},
		"HugeRsvd": {metric: "collectl.HugeRsvd", unit: "count", scale: asPrinted},
	},
	"DSK": {
		"ReadTot": {metric: "io.reads", unit: "per_second"}, "WriteTot": {metric: "io.writes", unit: "per_second"},
		"OpsTot":    {metric: "io.transfers", unit: "per_second"},
		"ReadKBTot": {metric: "io.read_bytes", unit: "bytes_per_second", scale: kibi}, "WriteKBTot": {metric: "io.written_bytes", unit: "bytes_per_second", scale: kibi},
		"KbTot":      {metric: "collectl.KbTot", unit: "bytes_per_second", scale: kibi},
		"ReadMrgTot": {metric: "collectl.ReadMrgTot", unit: "per_second"}, "WriteMrgTot": {metric: "collectl.WriteMrgTot", unit: "per_second"},
		"MrgTot": {metric: "collectl.MrgTot", unit: "per_second"},
		"QueLen": {metric: "collectl.QueLen", unit: "count"},
	},
	"NET": {
		"RxPktTot": {metric: "network.received_packets", unit: "per_second"}, "RxPkt": {metric: "network.received_packets", unit: "per_second"},
		"TxPktTot": {metric: "network.sent_packets", unit: "per_second"}, "TxPkt": {metric: "network.sent_packets", unit: "per_second"},
		"RxKBTot": {metric: "network.received_bytes", unit: "bytes_per_second", scale: kibi}, "RxKB": {metric: "network.received_bytes", unit: "bytes_per_second", scale: kibi},
		"TxKBTot": {metric: "network.sent_bytes", unit: "bytes_per_second", scale: kibi}, "TxKB": {metric: "network.sent_bytes", unit: "bytes_per_second", scale: kibi},
		"RxErr": {metric: "network.receive_errors", unit: "per_second"}, "TxErr": {metric: "network.send_errors", unit: "per_second"},
		"RxDrp": {metric: "network.receive_drops", unit: "per_second"}, "TxDrp": {metric: "network.send_drops", unit: "per_second"},
	},
}

// collectlLabels are the labels of the instances of a group.
var collectlLabels = map[string]string{"CPU": "cpu", "DSK": "device", "NET": "interface"}

// collectlStat says which metric a column is, with its labels. bare is the column without
// /sec, which -on turns into /int.
func collectlStat(n plotName, bare string) (s statColumn, labels string) {
	s, known := collectlStats[n.group][bare]
	if n.group == "CPU" && n.instance != "" { // what is known of CPU is of the whole machine
		s, known = statColumn{metric: "collectl." + bare, unit: "per_second"}, true
	}
	if !known {
		s = statColumn{metric: "collectl." + bare}
		switch {
		case n.group == "MEM":
		case n.group == "NET", bare != n.column:
			s.unit = "per_second"
		case strings.HasSuffix(bare, "%"):
			s.unit, s.scale = "ratio", percent
		}
	}
	if n.group == "MEM" && s.unit == "" {
		s.unit, s.scale = "bytes", kibi
	}
	if s.scale == (scale{}) {
		s.scale = asPrinted
	}
	var pairs []string
	name, ok := collectlLabels[n.group]
	if !ok {
		name = "name"
		if n.group != "MEM" && n.group != "" {
			pairs = append(pairs, "group", n.group)
		}
	}
	if n.instance != "" {
		pairs = append(pairs, name, n.instance)
	}
	return s, labelJSON(pairs...)
}
