package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "vmstat",
		Variant:  "-s -D",
		Doc:      "vmstat -s and vmstat -D: a list of numbers with their names",
		Source:   "vmstat(8) of procps-ng",
		Specimen: "     24684096 K total memory\n       520540 K used memory\n      1420428 K active memory\n",
		Tables:   []string{"stats"},
		Match: func(h Head) int {
			lines := h.dataLines(3)
			if len(lines) == 0 {
				return 0
			}
			for _, line := range lines {
				if _, name, _, ok := cutVmstatSum(line); !ok || len(name) == 0 {
					return 0
				}
			}
			_, name, _, _ := cutVmstatSum(lines[0])
			if text(name) == "total memory" || text(name) == "disks" {
				return 85
			}
			return 0
		},
		Parse: parseVmstatSum,
	})
}

// cutVmstatSum splits a line into number, name and the letter of the unit, which is 0
// when none is printed.
func cutVmstatSum(line []byte) (number, name []byte, unit byte, ok bool) {
	line = bytes.TrimSpace(line)
	number, name, ok = bytes.Cut(line, []byte{' '})
	if !ok || !isNumeric(number) {
		return nil, nil, 0, false
	}
	name = bytes.TrimLeft(name, " ")
	if len(name) > 2 && name[1] == ' ' && (name[0] == 'B' || prefixFactor(name[0]) > 0) {
		unit, name = name[0], name[2:]
	}
	return number, name, unit, true
}

func parseVmstatSum(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	keys := newNames[*schemas.StatKey](l)
	first := ""
	dated := false
	for l.Next() {
		line := l.Line()
		if isBlank(line) || snaps.timeLine(line) {
			continue
		}
		number, name, unit, ok := cutVmstatSum(line)
		if !ok || len(name) == 0 {
			l.Skip(schemas.ForeignText, text(line))
			continue
		}
		if first == "" {
			first = string(name)
		}
		if string(name) == first {
			dated = snaps.begin()
		}
		if !dated {
			continue
		}
		key := keys.find(name)
		if key == nil {
			key = keys.add(name, vmstatSumKey(l, string(name), unit))
		}
		factor := prefixFactor(unit)
		switch unit {
		case 'k': // here, unlike elsewhere, the letters k and m are powers of ten
			factor = 1e3
		case 'm':
			factor = 1e6
		case 0, 'B':
			factor = 1
		}
		l.Stat(snaps.ts, key.value, l.cell(number)*factor, snaps.step)
	}
	l.sayNoData(before)
	return nil
}

// vmstatSumKey names a number of the list. Sizes, queues and counts of devices are
// gauges, all others grow since boot.
func vmstatSumKey(l *Log, name string, letter byte) *schemas.StatKey {
	kind, unit := schemas.Counter, "count"
	switch {
	case strings.HasSuffix(name, " memory"), strings.HasSuffix(name, " swap"), strings.HasSuffix(name, " cache"),
		name == "inprogress IO", name == "disks", name == "partitions":
		kind = schemas.Gauge
	case name == "boot time":
		kind, unit = schemas.Gauge, "seconds"
	}
	if letter != 0 {
		unit = "bytes"
	}
	return l.Key("vmstat."+strings.ReplaceAll(name, " ", "_"), "", kind, unit)
}
