package parse

import (
	"slices"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:    "vmstat",
		Variant: "-d",
		Doc:     "vmstat -d: counters of each disk since boot, one table or many",
		Source:  "vmstat(8) of procps-ng",
		Specimen: "disk- ------------reads------------ ------------writes----------- -----IO------\n" +
			"       total merged sectors      ms  total merged sectors      ms    cur    sec\n" +
			"vda    43780   9979 3798818   14375  44147 102079 76136672  163214      0     24\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			if slices.ContainsFunc(h.dataLines(3), isVmstatDiskHeader) {
				return 90
			}
			return 0
		},
		Parse: parseVmstatDisk,
	})
}

func isVmstatDiskHeader(line []byte) bool {
	words := [...]string{"total", "merged", "sectors", "ms", "total", "merged", "sectors", "ms", "cur", "sec"}
	var room [12][]byte
	f, few := cutFew(line, room[:0])
	if !few || len(f) < len(words) || len(f) > len(words)+1 { // a zone may follow
		return false
	}
	for i, w := range words {
		if text(f[i]) != w {
			return false
		}
	}
	return true
}

// vmstatDiskCounters says what the columns after the device are.
var vmstatDiskCounters = [...]diskCounter{
	{"disk.reads_total", "count", 1}, {"disk.reads_merged_total", "count", 1},
	{"disk.read_bytes_total", "bytes", 512}, {"disk.read_time_total", "seconds", 1e-3},
	{"disk.writes_total", "count", 1}, {"disk.writes_merged_total", "count", 1},
	{"disk.written_bytes_total", "bytes", 512}, {"disk.write_time_total", "seconds", 1e-3},
	{"disk.in_flight", "count", 1}, {"disk.io_time_total", "seconds", 1},
}

// vmstatDisk is what is kept of one device.
type vmstatDisk struct {
	keys []*schemas.StatKey
	seen int // number of the last snapshot that had it
}

func parseVmstatDisk(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	devices := newNames[*vmstatDisk](l)
	var f [][]byte
	dated := false
	for l.Next() {
		line := l.Line()
		f = cutFields(line, f)
		switch n := len(vmstatDiskCounters) + 1; {
		case len(f) == 0 || text(f[0]) == "total" && isVmstatDiskHeader(line):
		case len(f) >= n && isNumeric(f[1]):
			device := f[0]
			if len(f) > n {
				snaps.stampFields(f[n:])
			}
			d := devices.find(device)
			if d == nil {
				d = devices.add(device, &vmstatDisk{keys: diskKeys(l, string(device), vmstatDiskCounters[:]), seen: -1})
			}
			if snaps.pending || !dated || d.value.seen == snaps.n {
				dated = snaps.begin()
			}
			if !dated {
				continue
			}
			d.value.seen = snaps.n
			for i, c := range vmstatDiskCounters {
				l.Stat(snaps.ts, d.value.keys[i], l.cell(f[i+1])*c.factor, snaps.step)
			}
		case snaps.timeLine(line):
		case isNumeric(f[len(f)-1]):
			l.Skip(schemas.CutRow, text(line))
		case f[0][0] >= 0x80 || !hasDigit(line): // names of the column groups
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

func isNumeric(b []byte) bool {
	_, ok := parseNumber(b)
	return ok
}
