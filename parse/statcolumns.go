package parse

import "strings"

// statColumn says which metric of table stats a printed column is.
type statColumn struct {
	metric string
	unit   string
	scale  scale
	label  string // a fixed label beside the one of the row: name and value
	value  string
}

// statColumns are the columns of sar that have a metric name of ours. Source: sar(1).
var statColumns = func() map[string]statColumn {
	m := map[string]statColumn{}
	for name, metric := range map[string]string{
		"kbmemfree": "memory.free", "kbavail": "memory.available", "kbbuffers": "memory.buffers",
		"kbcached": "memory.cached", "kbactive": "memory.active", "kbinact": "memory.inactive",
		"kbdirty": "memory.dirty", "kbslab": "memory.slab", "kbcommit": "memory.committed", "kbshmem": "memory.shared",
		"kbswpfree": "swap.free", "kbswpused": "swap.used", "kbswpcad": "swap.cached",
		"kbttlmem": "memory.total", "kbttlswp": "swap.total", // sadf -r only
	} {
		m[name] = statColumn{metric: metric, unit: "bytes", scale: kibi}
	}
	for name, metric := range map[string]string{
		"pgpgin/s": "paging.in", "pgpgout/s": "paging.out",
		"rxkB/s": "network.received_bytes", "txkB/s": "network.sent_bytes",
	} {
		m[name] = statColumn{metric: metric, unit: "bytes_per_second", scale: kibi}
	}
	for name, metric := range map[string]string{"bread/s": "io.read_bytes", "bwrtn/s": "io.written_bytes"} {
		m[name] = statColumn{metric: metric, unit: "bytes_per_second", scale: sectors}
	}
	for name, metric := range map[string]string{"rxbyt/s": "network.received_bytes", "txbyt/s": "network.sent_bytes"} {
		m[name] = statColumn{metric: metric, unit: "bytes_per_second", scale: asPrinted}
	}
	for name, metric := range map[string]string{
		"fault/s": "paging.faults", "majflt/s": "paging.major_faults",
		"tps": "io.transfers", "rtps": "io.reads", "wtps": "io.writes",
		"cswch/s": "system.context_switches", "proc/s": "system.processes_created",
		"rxpck/s": "network.received_packets", "txpck/s": "network.sent_packets",
		"rxerr/s": "network.receive_errors", "txerr/s": "network.send_errors",
		"rxdrop/s": "network.receive_drops", "txdrop/s": "network.send_drops",
	} {
		m[name] = statColumn{metric: metric, unit: "per_second", scale: asPrinted}
	}
	for name, metric := range map[string]string{"runq-sz": "system.run_queue", "plist-sz": "system.processes",
		"blocked": "system.blocked"} {
		m[name] = statColumn{metric: metric, unit: "count", scale: asPrinted}
	}
	for name, metric := range map[string]string{"ldavg-1": "system.load1", "ldavg-5": "system.load5", "ldavg-15": "system.load15"} {
		m[name] = statColumn{metric: metric, unit: "count", scale: asPrinted}
	}
	m["%ifutil"] = statColumn{metric: "network.utilization", unit: "ratio", scale: percent}
	for short, resource := range map[string]string{"cpu": "cpu", "io": "io", "mem": "memory"} {
		for kind, metric := range map[string]string{"s": "pressure.some_avg", "f": "pressure.full_avg"} {
			for _, span := range []string{"10", "60", "300"} {
				m["%"+kind+short+"-"+span] = statColumn{metric: metric + span, unit: "ratio", scale: percent,
					label: "resource", value: resource}
			}
		}
	}
	return m
}()

// nativeColumn is the metric of a column that has no name of ours: the tool's name
// with the format before it, the unit by the form of the name.
func nativeColumn(format, name string) statColumn {
	c := statColumn{metric: format + "." + name, scale: asPrinted}
	switch {
	case strings.HasPrefix(name, "%"):
		c.unit, c.scale = "ratio", percent
	case strings.HasSuffix(name, "/s") && strings.HasPrefix(name, "kB"):
		c.unit, c.scale = "bytes_per_second", kibi
	case strings.HasSuffix(name, "/s"):
		c.unit = "per_second"
	case strings.HasPrefix(name, "kb"):
		c.unit, c.scale = "bytes", kibi
	case strings.HasPrefix(name, "MB"):
		c.unit, c.scale = "bytes", mebi
	}
	return c
}

// keyColumns are the column words that name the thing a row is about, with the name
// of the label.
var keyColumns = map[string]string{
	"CPU": "cpu", "DEV": "device", "IFACE": "interface", "INTR": "interrupt", "NODE": "node", "TTY": "tty",
	"FAN": "fan", "TEMP": "temp", "IN": "in", "BAT": "battery", "FILESYSTEM": "device", "MOUNTPOINT": "mount",
	"FCHOST": "fchost",
}
