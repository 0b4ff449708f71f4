package parse

import (
	"bytes"
	"strconv"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "cpuinfo",
		Doc:      "/proc/cpuinfo: model and number of the processors",
		Source:   "proc(5); arch/x86/kernel/cpu/proc.c, arch/arm64/kernel/cpuinfo.c of Linux",
		Specimen: "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC\ncpu cores\t: 2\n\nprocessor\t: 1\n",
		Tables:   []string{"settings"},
		Match: func(h Head) int {
			if lines := h.dataLines(1); len(lines) == 1 {
				name, number, ok := cpuinfoLine(lines[0])
				if ok && text(name) == "processor" && isNumeric(number) {
					return 85
				}
			}
			return 0
		},
		Parse: parseCPUInfo,
	})
}

// cpuinfoLine splits "model name\t: AMD EPYC".
func cpuinfoLine(line []byte) (name, value []byte, ok bool) {
	name, value, ok = bytes.Cut(line, []byte{':'})
	return bytes.TrimSpace(name), bytes.TrimSpace(value), ok
}

// cpuinfoSettings are the facts that are the same for all processors of a machine and
// do not change while it runs, as the clock does.
var cpuinfoSettings = map[string]string{
	"vendor_id":       "cpu.vendor",
	"model name":      "cpu.model",
	"cache size":      "cpu.cache_size",
	"cpu cores":       "cpu.cores_per_socket",
	"CPU implementer": "cpu.implementer",
	"CPU part":        "cpu.part",
	"flags":           "cpu.flags",
	"Features":        "cpu.flags",
	"bugs":            "cpu.bugs",
	"microcode":       "cpu.microcode",
}

func parseCPUInfo(l *Log) error {
	before := l.said()
	count := 0
	sockets, said := map[string]bool{}, map[string]bool{}
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		name, value, ok := cpuinfoLine(line)
		if !ok {
			l.Skip(schemas.ForeignText, text(line))
			continue
		}
		switch text(name) {
		case "processor":
			count++
		case "physical id":
			if !sockets[string(value)] {
				l.hold(namedBytes + len(value))
				sockets[string(value)] = true
			}
		}
		if setting := cpuinfoSettings[string(name)]; setting != "" && !said[setting] {
			said[setting] = true
			l.Setting(setting, string(value), schemas.ScopeHardware)
		}
	}
	if count > 0 {
		l.Setting("cpu.count", strconv.Itoa(count), schemas.ScopeHardware)
	}
	if len(sockets) > 0 {
		l.Setting("cpu.sockets", strconv.Itoa(len(sockets)), schemas.ScopeHardware)
	}
	l.sayNoData(before)
	return nil
}
