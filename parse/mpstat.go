package parse

func init() {
	register(Format{
		Name:   "mpstat",
		Doc:    "mpstat with or without -P, -A, -I and -N; sysstat 7 to 12.7",
		Source: "mpstat(1)",
		Specimen: "Linux 6.1.0-13-amd64 (node-01) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n" +
			"10:36:42     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n" +
			"10:36:43     all   52.28    0.00   25.89    8.63    0.00    0.51    0.00    0.00    0.00   12.69\n",
		Tables: []string{"cpu", "stats"},
		Match: func(h Head) int {
			if sysstatTool(h) == "mpstat" {
				return 90
			}
			return 0
		},
		Parse:  func(l *Log) error { return readTables(l, true) },
		PerRun: true,
	})
}
