package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "proc-vmstat",
		Doc:      "/proc/vmstat, one snapshot or many",
		Source:   "mm/vmstat.c of Linux",
		Specimen: "nr_free_pages 903752\nnr_free_pages_blocks 801792\nnr_zone_inactive_anon 34598\n",
		Tables:   []string{"stats"},
		Match: func(h Head) int {
			lines := h.dataLines(3)
			for _, line := range lines {
				f := cutFields(afterStamp(line), nil)
				if len(f) != 2 || !bytes.HasPrefix(f[0], []byte("nr_")) || !allDigits(f[1:]) {
					return 0
				}
			}
			if len(lines) == 0 || h.HasLine(isCollectlRecord) {
				return 0
			}
			return 90
		},
		Parse: parseProcVmstat,
	})
}

func parseProcVmstat(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	keys := newNames[*schemas.StatKey](l)
	first := ""
	dated := false
	for l.Next() {
		line := snaps.stampedLine(l.Line())
		name, number, ok := bytes.Cut(line, []byte{' '})
		switch {
		case isBlank(line):
		case ok && isVmstatName(name) && isNumeric(number):
			key := vmstatKey(l, keys, name)
			if first == "" {
				first = string(name)
			}
			if snaps.pending || string(name) == first {
				dated = snaps.begin()
			}
			if dated {
				l.Stat(snaps.ts, key, l.cell(number), snaps.step)
			}
		case snaps.timeLine(line):
		case !ok && isVmstatName(name):
			l.Skip(schemas.CutRow, text(line))
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

// vmstatKey is the key of a name, kept in keys.
func vmstatKey(l *Log, keys *names[*schemas.StatKey], name []byte) *schemas.StatKey {
	if e := keys.find(name); e != nil {
		return e.value
	}
	kind := schemas.Counter
	if bytes.HasPrefix(name, []byte("nr_")) {
		kind = schemas.Gauge
	}
	return keys.add(name, l.Key("vmstat."+string(name), "", kind, "count")).value
}

// isVmstatName tells a name of /proc/vmstat: small letters, digits and underscores.
func isVmstatName(b []byte) bool {
	for _, c := range b {
		if (c < 'a' || c > 'z') && !isDigit(c) && c != '_' {
			return false
		}
	}
	return len(b) > 0 && !isDigit(b[0])
}
