package parse

import "bytes"

func init() {
	register(Format{
		Name:   "sar",
		Doc:    "sar, all reports, live or from a file; sysstat 7 to 12.7, any locale whose clock and date are numbers",
		Source: "sar(1), pr_stats.c of sysstat",
		Specimen: "Linux 6.1.0-13-amd64 (node-01) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n" +
			"10:36:13        CPU     %user     %nice   %system   %iowait    %steal     %idle\n" +
			"10:36:15        all     81.25      0.00     17.50      0.50      0.50      0.25\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if sysstatTool(h) == "sar" || isSysstatError(h) {
				return 90
			}
			return 0
		},
		Parse:  func(l *Log) error { return readTables(l, false) },
		PerRun: true,
	})
}

// sysstatErrors begin what sar and sadf print in place of data.
var sysstatErrors = [][]byte{
	[]byte("Please check if data collecting is enabled"),
	[]byte("Requested activities not available in file"),
	[]byte("Invalid system activity file"),
	[]byte("End of system activity file unexpected"),
	[]byte("Cannot open /var/log/sa"),
	[]byte("Cannot open /var/log/sysstat"),
}

// isSysstatError tells whether the text is an error of sar or sadf and nothing else.
func isSysstatError(h Head) bool {
	if !h.Whole || len(h.Lines) > 10 {
		return false
	}
	return h.HasLine(func(line []byte) bool {
		for _, e := range sysstatErrors {
			if bytes.HasPrefix(line, e) {
				return true
			}
		}
		return false
	})
}
