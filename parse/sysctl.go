package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "sysctl",
		Doc:      "sysctl -a: the kernel's settings",
		Source:   "sysctl(8) of procps-ng",
		Specimen: "fs.aio-max-nr = 65536\nkernel.pid_max = 32768\nnet.core.somaxconn = 4096\nvm.dirty_ratio = 20\nvm.swappiness = 60\n",
		Tables:   []string{"settings"},
		Match: func(h Head) int {
			good := 0
			for _, line := range h.Lines {
				if isSysctl(line) {
					good++
				}
			}
			if good >= 5 && good*10 >= len(h.Lines)*9 {
				return 80
			}
			return 0
		},
		Parse: parseSysctl,
	})
}

// isSysctl tells a line "vm.swappiness = 60".
func isSysctl(line []byte) bool {
	name, _, ok := bytes.Cut(line, []byte(" ="))
	return ok && bytes.IndexByte(name, '.') > 0 && !bytes.ContainsAny(name, " \t:")
}

func parseSysctl(l *Log) error {
	before := l.said()
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
		case bytes.HasPrefix(line, []byte("sysctl: ")): // some names may be read by root only
			l.Skip(schemas.CommandFailed, text(line))
		case isSysctl(line):
			name, value, _ := bytes.Cut(line, []byte(" ="))
			if !unsettled.Match(name) {
				l.Setting(string(name), string(bytes.Join(bytes.Fields(value), []byte{' '})), schemas.ScopeOS)
			}
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}
