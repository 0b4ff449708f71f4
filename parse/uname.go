package parse

import "inquest/schemas"

func init() {
	register(Format{
		Name:     "uname",
		Doc:      "uname -a: the kernel and its version",
		Source:   "uname(1) of GNU coreutils",
		Specimen: "Linux node-a 6.1.0-13-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.55-1 x86_64 GNU/Linux\n",
		Tables:   []string{"settings"},
		Match: func(h Head) int {
			if lines := h.dataLines(2); h.Whole && len(lines) == 1 {
				if f := cutFields(lines[0], nil); len(f) >= 6 && text(f[0]) == "Linux" && f[3][0] == '#' {
					return 80
				}
			}
			return 0
		},
		Parse: parseUname,
	})
}

func parseUname(l *Log) error {
	before := l.said()
	readUname(l, "")
	for l.Next() {
		if !isBlank(l.Line()) {
			l.Skip(schemas.ForeignText, text(l.Line()))
		}
	}
	l.sayNoData(before)
	return nil
}
