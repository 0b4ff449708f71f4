package parse

import (
	"strconv"
	"strings"

	"inquest/schemas"
)

// nmonShares are the columns of CPU_ALL and CPU001. Busy is always empty, CPUs is how
// many there are.
var nmonShares = map[string]cpuField{"User%": cpuUser, "Sys%": cpuSystem, "Wait%": cpuIOWait, "Idle%": cpuIdle, "Steal%": cpuSteal}

// nmonDisks are the tags whose columns are devices and whose numbers table disk has.
// DISKRXFER is of AIX.
var nmonDisks = map[string]diskColumn{
	"DISKBUSY":  {field: func(d *schemas.Disk) *float64 { return &d.IOTimeRatio }, scale: percent},
	"DISKREAD":  {field: func(d *schemas.Disk) *float64 { return &d.ReadBytesPerSecond }, scale: kibi, rate: true},
	"DISKWRITE": {field: func(d *schemas.Disk) *float64 { return &d.WrittenBytesPerSecond }, scale: kibi, rate: true},
	"DISKXFER":  {field: func(d *schemas.Disk) *float64 { return &d.TransfersPerSecond }, scale: asPrinted, rate: true},
	"DISKRXFER": {field: func(d *schemas.Disk) *float64 { return &d.ReadsPerSecond }, scale: asPrinted, rate: true},
	"DISKBSIZE": {field: func(d *schemas.Disk) *float64 { return &d.RequestBytes }, scale: kibi},
}

// nmonStats are the columns of stats that have a name of ours, by tag. The counts of VM
// are over the interval.
var nmonStats = map[string]map[string]statColumn{
	"MEM": {
		"memtotal": {metric: "memory.total"}, "memfree": {metric: "memory.free"}, "memshared": {metric: "memory.shared"},
		"cached": {metric: "memory.cached"}, "active": {metric: "memory.active"}, "inactive": {metric: "memory.inactive"},
		"buffers": {metric: "memory.buffers"}, "swaptotal": {metric: "swap.total"}, "swapfree": {metric: "swap.free"},
		"swapcached": {metric: "swap.cached"},
		// of AIX, where virtual memory is the paging space
		"Real total(MB)": {metric: "memory.total"}, "Real free(MB)": {metric: "memory.free"},
		"Virtual total(MB)": {metric: "swap.total"}, "Virtual free(MB)": {metric: "swap.free"},
		"Real Free %": {metric: "nmon.Real Free %", unit: "ratio", scale: percent}, "Virtual free %": {metric: "nmon.Virtual free %", unit: "ratio", scale: percent},
	},
	"PROC": {
		"Runnable": {metric: "system.run_queue", unit: "count"}, "Blocked": {metric: "system.blocked", unit: "count"},
		"pswitch": {metric: "system.context_switches", unit: "per_second"}, "fork": {metric: "system.processes_created", unit: "per_second"},
	},
	"VM": {
		"pgpgin": {metric: "paging.in", unit: "bytes_per_second", scale: kibi}, "pgpgout": {metric: "paging.out", unit: "bytes_per_second", scale: kibi},
		"pgfault": {metric: "paging.faults", unit: "per_second"}, "pgmajfault": {metric: "paging.major_faults", unit: "per_second"},
	},
}

// nmonMemoryUsed are the columns that the memory in use is worked out from.
var nmonMemoryUsed = map[string]int{"memtotal": 0, "memfree": 1, "buffers": 2, "cached": 3}

// nmonTraffic are the ends of the columns of NET and NETPACKET, after the interface.
var nmonTraffic = []struct {
	end string
	statColumn
}{
	{"-read-KB/s", statColumn{metric: "network.received_bytes", unit: "bytes_per_second", scale: kibi}},
	{"-write-KB/s", statColumn{metric: "network.sent_bytes", unit: "bytes_per_second", scale: kibi}},
	{"-read/s", statColumn{metric: "network.received_packets", unit: "per_second"}},
	{"-write/s", statColumn{metric: "network.sent_packets", unit: "per_second"}},
	{"-reads/s", statColumn{metric: "network.received_packets", unit: "per_second"}}, // AIX
	{"-writes/s", statColumn{metric: "network.sent_packets", unit: "per_second"}},
}

// nmonStat says which metric a column is, with its labels.
func nmonStat(tag, name string) (s statColumn, labels string) {
	s, ok := nmonStats[tag][name]
	switch {
	case tag == "MEM":
		if !ok {
			s = statColumn{metric: "nmon." + name}
		}
		if s.unit == "" {
			s.unit, s.scale = "bytes", mebi
		}
	case ok:
	case tag == "PROC" || tag == "VM":
		s = statColumn{metric: "nmon." + name}
	case strings.HasPrefix(tag, "NET"):
		if i := strings.LastIndexByte(name, '-'); i > 0 {
			s, labels = statColumn{metric: "nmon." + name[i+1:]}, label("interface", name[:i])
		} else {
			s, labels = nativeColumn("nmon", name), label("tag", tag)
		}
		for _, c := range nmonTraffic {
			if card, is := strings.CutSuffix(name, c.end); is && card != "" {
				s, labels = c.statColumn, label("interface", card)
				break
			}
		}
	case tag == "JFSFILE":
		s, labels = statColumn{metric: "filesystem.used_ratio", unit: "ratio", scale: percent}, label("mount", name)
	case tag == "JFSINODE":
		s, labels = statColumn{metric: "nmon.JFSINODE", unit: "ratio", scale: percent}, label("mount", name)
	case strings.HasPrefix(tag, "DISK"):
		s, labels = statColumn{metric: "nmon." + tag}, label("device", name)
	case strings.HasPrefix(tag, "DG"): // groups of devices, which are counted apart
		s, labels = statColumn{metric: "nmon." + tag}, label("group", name)
	default:
		s, labels = nativeColumn("nmon", name), label("tag", tag)
		if strings.HasSuffix(name, "%") {
			s.unit, s.scale = "ratio", percent
		}
	}
	if s.scale == (scale{}) {
		s.scale = asPrinted
	}
	return s, labels
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
