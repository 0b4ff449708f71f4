package parse

func init() {
	register(Format{
		Name: "sadf", Variant: "json",
		Doc:    "sadf -j, complete or cut; sysstat 9.1 to 12.7",
		Source: "sadf(1), json_stats.c of sysstat",
		Specimen: `{"sysstat": {"hosts": [{"nodename": "node-01", "file-date": "2026-11-30", "statistics": [{"timestamp":` +
			` {"date": "2026-11-30", "time": "10:36:15", "utc": 1, "interval": 2}, "queue": {"runq-sz": 3}}]}]}}`,
		Tables: []string{"cpu", "disk", "stats"},
		Match:  func(h Head) int { return matchJSON(h, "sadf") },
		Parse:  func(l *Log) error { return readJSON(l, false) },
	})
}
