package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "proc-netdev",
		Doc:    "/proc/net/dev, one snapshot or many",
		Source: "net/core/net-procfs.c of Linux",
		Specimen: "Inter-|   Receive                                                |  Transmit\n" +
			" face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n" +
			"  eth0: 986200319   59925    0    0    0     0          0         0  4739647   43373    0    0    0     0       0          0\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			for _, line := range h.dataLines(2) {
				if bytes.HasPrefix(line, []byte("Inter-|")) {
					return 95
				}
			}
			return 0
		},
		Parse: parseNetdev,
	})
}

// netdevMetrics are the names of the counters by side and column.
var netdevMetrics = [2]map[string]string{
	{"bytes": "network.received_bytes_total", "packets": "network.received_packets_total",
		"errs": "network.receive_errors_total", "drop": "network.receive_drops_total"},
	{"bytes": "network.sent_bytes_total", "packets": "network.sent_packets_total",
		"errs": "network.send_errors_total", "drop": "network.send_drops_total"},
}

func parseNetdev(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	var columns []string // metric of each; empty: left out
	var header []byte    // of the columns
	keys := newNames[[]*schemas.StatKey](l)
	var f [][]byte
	dated := false
	for l.Next() {
		line := l.Line()
		colon := bytes.LastIndexByte(line, ':') // old kernels print no blank after it
		switch {
		case isBlank(line):
		case bytes.HasPrefix(line, []byte("Inter-|")):
			dated = snaps.begin()
		case bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("face |")):
			if !bytes.Equal(line, header) {
				header, columns = append(header[:0], line...), netdevColumns(line)
				keys = newNames[[]*schemas.StatKey](l)
				l.hold(len(columns) * pointerBytes)
			}
		case snaps.timeLine(line):
		case colon > 0 && len(columns) > 0:
			if !dated {
				continue
			}
			f = cutFields(line[colon+1:], f)
			if len(f) < len(columns) {
				l.Skip(schemas.CutRow, text(line))
				continue
			}
			name := bytes.TrimSpace(line[:colon])
			ks := keys.find(name)
			if ks == nil {
				ks = keys.add(name, netdevKeys(l, string(name), columns))
			}
			for i, k := range ks.value {
				if k != nil && i < len(f) {
					l.Stat(snaps.ts, k, l.cell(f[i]), snaps.step)
				}
			}
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

// netdevColumns maps the columns of " face |bytes packets ...|bytes packets ...".
func netdevColumns(line []byte) []string {
	sides := cutSep(line, '|', nil)
	var columns []string
	for i, side := range sides[1:] {
		for _, b := range cutFields(side, nil) {
			columns = append(columns, netdevMetrics[min(i, 1)][string(b)])
		}
	}
	return columns
}

func netdevKeys(l *Log, name string, columns []string) []*schemas.StatKey {
	l.hold(len(columns) * pointerBytes)
	keys := make([]*schemas.StatKey, len(columns))
	for i, metric := range columns {
		if metric == "" {
			continue
		}
		unit := "count"
		if metric == "network.received_bytes_total" || metric == "network.sent_bytes_total" {
			unit = "bytes"
		}
		keys[i] = l.Key(metric, label("interface", name), schemas.Counter, unit)
	}
	return keys
}
