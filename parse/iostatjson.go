package parse

func init() {
	register(Format{
		Name: "iostat", Variant: "json",
		Doc:    "iostat -o JSON, complete or cut; sysstat 11.5.1 to 12.7",
		Source: "iostat(1)",
		Specimen: `{"sysstat": {"hosts": [{"nodename": "node-01", "date": "11/30/26", "statistics": [{"timestamp": "11/30/26 10:36:33",` +
			` "avg-cpu": {"user": 17.41, "nice": 0.00, "system": 7.61, "iowait": 0.38, "steal": 0.19, "idle": 74.41}}]}]}}`,
		Tables: []string{"cpu", "disk"},
		Match:  func(h Head) int { return matchJSON(h, "iostat") },
		Parse:  func(l *Log) error { return readJSON(l, true) },
	})
}
