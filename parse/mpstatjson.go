package parse

func init() {
	register(Format{
		Name: "mpstat", Variant: "json",
		Doc:    "mpstat -o JSON, complete or cut; sysstat 11.5.1 to 12.7",
		Source: "mpstat(1)",
		Specimen: `{"sysstat": {"hosts": [{"nodename": "node-01", "date": "11/30/26", "statistics": [{"timestamp": "10:36:54",` +
			` "cpu-load": [{"cpu": "all", "usr": 51.79, "sys": 16.41, "idle": 31.80}]}]}]}}`,
		Tables: []string{"cpu", "stats"},
		Match:  func(h Head) int { return matchJSON(h, "mpstat") },
		Parse:  func(l *Log) error { return readJSON(l, false) },
	})
}
