package parse

import "inquest/schemas"

func init() {
	register(Format{
		Name: "sadf", Variant: "-H",
		Doc:      "sadf -H: the header of a file, no samples",
		Source:   "sadf(1)",
		Specimen: "System activity data file: /var/log/sysstat/sa30 (0x2175)\nFile created by sar/sadc from sysstat version 12.6.1\n",
		Match: func(h Head) int {
			if h.HasPrefix("System activity data file:") {
				return 95
			}
			return 0
		},
		Parse: func(l *Log) error {
			for l.Next() {
				if l.Num() == 1 {
					l.Skip(schemas.HeaderDump, text(l.Line()))
				}
			}
			return nil
		},
	})
}
