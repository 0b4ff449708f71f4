package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:    "perf-stat",
		Variant: "text",
		Doc:     "perf stat -I as people read it, by CPU (-A), socket or core too, in any language",
		Source:  "perf-stat(1); print_counter_value_std and print_header_interval_std of tools/perf/util/stat-display.c",
		Specimen: "#           time             counts unit events\n" +
			"     1.000285502            2004.81 msec task-clock                       #    2.005 CPUs utilized\n" +
			"     1.000285502               3106      cs                               #    1.549 K/sec\n" +
			"     1.000285502    <not supported>      cycles\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			if h.HasLine(func(b []byte) bool { return len(b) > 0 && isPerfHeader(b) && bytes.Contains(b, []byte("counts")) }) ||
				h.HasPrefix(" Performance counter stats for ") {
				return 90
			}
			for _, line := range h.dataLines(1) {
				if c := (&perfText{}); c.read(line) == perfInterval {
					return 85
				}
			}
			return 0
		},
		Parse: parsePerfText,
	})
}

// perfText reads the lines that people read.
type perfText struct {
	f [][]byte
	c perfCount
}

// perfUnits are the units that stand before an event; without one its column is blank.
var perfUnits = map[string]bool{"msec": true, "ns": true, "Joules": true, "KiB": true, "MiB": true, "GiB": true, "Bytes": true, "C": true, "%": true}

// read takes a line apart: clock, what the count is of, count, unit, event, # what perf makes of it.
func (p *perfText) read(line []byte) perfKind {
	if i := bytes.IndexByte(line, '#'); i >= 0 {
		line = line[:i]
	}
	p.f = cutFields(line, p.f)
	f := p.f
	p.c = perfCount{}
	if len(f) == 0 {
		return perfNothing
	}
	sec, ok := perfTime(f[0])
	if !ok {
		return perfNothing
	}
	p.c.time = sec
	f = f[1:]
	if len(f) > 0 && !isPerfValue(f[0]) {
		p.c.of = f[0]
		f = f[1:]
		if len(f) > 1 && isPerfPlace(p.c.of) && isPerfValue(f[0]) && isPerfValue(f[1]) { // of how many processors
			f = f[1:]
		}
	}
	if len(f) == 0 {
		return perfMetric
	}
	if !isPerfValue(f[0]) || len(p.c.of) > 0 && !hasLetter(p.c.of) {
		return perfNothing
	}
	p.c.value = f[0]
	f = f[1:]
	if text(p.c.value) == "<not" {
		if len(f) == 0 {
			return perfCut
		}
		p.c.value = notCounted
		f = f[1:]
	}
	for i, w := range f { // (23.45%), the share of the time it ran
		if w[0] == '(' {
			f = f[:i]
			break
		}
	}
	if len(f) > 1 && perfUnits[string(f[0])] {
		p.c.unit = f[0]
		f = f[1:]
	}
	switch {
	case len(f) == 0 || !hasLetter(f[0]):
		return perfCut
	case len(f) == 2:
		p.c.cgroup = f[1]
	case len(f) > 2:
		return perfNothing
	}
	p.c.event = f[0]
	return perfInterval
}

var notCounted = []byte("<not counted>")

func parsePerfText(l *Log) error {
	before := l.said()
	p := newPerfStat(l)
	var r perfText
	total := false
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		if line[0] == '#' {
			total = false
			p.comment(line)
			continue
		}
		kind := r.read(line)
		switch {
		case bytes.HasPrefix(line, []byte(" Performance counter stats for ")):
			total = true
			l.Skip(schemas.Average, text(line))
		case kind == perfInterval && l.unfinished() && bytes.IndexByte(line, '#') < 0 && len(r.c.unit) == 0:
			l.Skip(schemas.CutRow, text(line)) // the end of an event's name may be missing
		case kind == perfInterval:
			total = false
			p.add(&r.c)
		case total: // the counts of the whole run
		case kind == perfMetric:
			l.Skip(schemas.Comment, text(line))
		case kind == perfCut || l.unfinished():
			l.Skip(schemas.CutRow, text(line))
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}
