package parse

import "bytes"

func init() {
	register(Format{
		Name: "iostat", Variant: "json",
		Doc:    "iostat -o JSON, complete or cut; sysstat 11.5.1 to 12.7",
		Source: "iostat(1)",
		Specimen: `{"sysstat": {"hosts": [{"nodename": "node-01", "date": "11/30/26", "statistics": [{"timestamp": "11/30/26 10:36:33",` +
			` "avg-cpu": {"user": 17.41, "nice": 0.00, "system": 7.61, "iowait": 0.38, "steal": 0.19, "idle": 74.41}}]}]}}`,
		Tables: []string{"cpu", "disk"},
		Match:  func(h Head) int { return matchJSON(h, `"avg-cpu"`, `"disk_device"`) },
		Parse:  func(l *Log) error { return readJSON(l, true) },
	})
	register(Format{
		Name: "mpstat", Variant: "json",
		Doc:    "mpstat -o JSON, complete or cut; sysstat 11.5.1 to 12.7",
		Source: "mpstat(1)",
		Specimen: `{"sysstat": {"hosts": [{"nodename": "node-01", "date": "11/30/26", "statistics": [{"timestamp": "10:36:54",` +
			` "cpu-load": [{"cpu": "all", "usr": 51.79, "sys": 16.41, "idle": 31.80}]}]}]}}`,
		Tables: []string{"cpu", "stats"},
		Match: func(h Head) int {
			if h.Contains(`"file-date"`) {
				return 0
			}
			return matchJSON(h, `"cpu-load"`, `"sum-interrupts"`, `"node-load"`, `"individual-interrupts"`, `"soft-interrupts"`)
		},
		Parse: func(l *Log) error { return readJSON(l, false) },
	})
	register(Format{
		Name: "sadf", Variant: "json",
		Doc:    "sadf -j, complete or cut; sysstat 9.1 to 12.7",
		Source: "sadf(1), json_stats.c of sysstat",
		Specimen: `{"sysstat": {"hosts": [{"nodename": "node-01", "file-date": "2026-11-30", "statistics": [{"timestamp":` +
			` {"date": "2026-11-30", "time": "10:36:15", "utc": 1, "interval": 2}, "queue": {"runq-sz": 3}}]}]}}`,
		Tables: []string{"cpu", "disk", "stats"},
		Match:  func(h Head) int { return matchJSON(h, `"file-date"`) },
		Parse:  func(l *Log) error { return readJSON(l, false) },
	})
}

// matchJSON tells sysstat's JSON by its first key and one of the words.
func matchJSON(h Head, words ...string) int {
	b := bytes.TrimLeft(h.Bytes, " \t\r\n")
	if len(b) == 0 || b[0] != '{' || !bytes.HasPrefix(bytes.TrimLeft(b[1:], " \t\r\n"), []byte(`"sysstat"`)) {
		return 0
	}
	for _, w := range words {
		if h.Contains(w) {
			return 95
		}
	}
	return 0
}
