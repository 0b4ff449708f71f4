package parse

import (
	"bytes"
	"path"
	"strconv"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "proc-pressure",
		Doc:      "/proc/pressure/cpu, io, memory or irq, alone or joined, one snapshot or many",
		Source:   "Documentation/accounting/psi.rst of Linux",
		Specimen: "some avg10=91.32 avg60=70.67 avg300=34.34 total=143155121\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
		Tables:   []string{"stats"},
		Match: func(h Head) int {
			for _, line := range h.dataLines(2) {
				if _, rest := pressureName(line); isPressure(rest) {
					return 90
				}
			}
			return 0
		},
		Parse: parsePressure,
	})
}

func isPressure(line []byte) bool {
	return bytes.HasPrefix(line, []byte("some avg10=")) || bytes.HasPrefix(line, []byte("full avg10="))
}

// pressureName takes the file's name off a line, as grep prints it:
// /proc/pressure/cpu:some avg10=...
func pressureName(line []byte) (name, rest []byte) {
	before, rest, ok := bytes.Cut(line, []byte{':'})
	if ok && isPressure(rest) {
		return before[bytes.LastIndexByte(before, '/')+1:], rest
	}
	return nil, line
}

// pressure is a member being read.
type pressure struct {
	l        *Log
	snaps    *snapshots
	resource []byte                   // named by a line before, as head and tail print it; empty: not named
	keys     *names[*schemas.StatKey] // by resource, first word and name
	id       []byte
	fields   [][]byte
	number   []byte // the name of one that is not named
	nth      int    // of the resources of this snapshot that are not named
	begun    bool   // the snapshot has begun and is dated
	fresh    bool   // the next line begins a snapshot
	some     bool   // the line before was of some
	lost     bool   // said that names are lost
}

func parsePressure(l *Log) error {
	p := &pressure{l: l, snaps: newSnapshots(l), fresh: true, keys: newNames[*schemas.StatKey](l)}
	before := l.said()
	for l.Next() {
		line := l.Line()
		name, rest := pressureName(line)
		switch {
		case isPressure(rest):
			p.line(name, rest)
		case isBlank(line):
			p.fresh = p.fresh || len(p.resource) == 0 // a blank line between named files is no border
		case bytes.HasPrefix(line, []byte("==> ")):
			p.resource = append(p.resource[:0], path.Base(string(bytes.TrimSuffix(line[4:], []byte(" <=="))))...)
			if text(p.resource) == "cpu" {
				p.fresh = true
			}
		case p.snaps.timeLine(line):
			p.fresh = true
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

// line adds a line of some or full. Where the files were joined without their names,
// the next resource begins with some, or with full after full.
func (p *pressure) line(resource, line []byte) {
	l := p.l
	some := line[0] == 's'
	if p.fresh {
		p.begun = p.snaps.begin()
		p.fresh, p.nth, p.some = false, 0, false
	}
	if len(resource) == 0 {
		resource = p.resource
	}
	if len(resource) == 0 {
		if some || !p.some {
			p.nth++
		}
		if !p.lost {
			p.lost = true
			l.Skip(schemas.NamesLost, "the names of the resources are not in the file; they are numbered in order")
		}
		p.number = strconv.AppendInt(p.number[:0], int64(p.nth), 10)
		resource = p.number
	}
	p.some = some
	if !p.begun {
		return
	}
	word, rest, _ := bytes.Cut(line, []byte{' '})
	p.fields = cutFields(rest, p.fields)
	for _, b := range p.fields {
		name, number, _ := bytes.Cut(b, []byte{'='})
		v, ok := parseNumber(number)
		if !ok || v < 0 {
			l.Skip(schemas.BadCell, text(line))
			continue
		}
		switch text(name) {
		case "avg10", "avg60", "avg300":
			l.Stat(p.snaps.ts, p.key(resource, word, name, schemas.Gauge, "ratio"), v/100, p.snaps.step)
		case "total": // microseconds
			l.Stat(p.snaps.ts, p.key(resource, word, name, schemas.Counter, "seconds"), v/1e6, p.snaps.step)
		default:
			l.Skip(schemas.ExtraCell, text(b))
		}
	}
}

// key finds the key of a number of a line.
func (p *pressure) key(resource, word, name []byte, kind, unit string) *schemas.StatKey {
	p.id = append(append(append(p.id[:0], resource...), 0), word...)
	p.id = append(append(p.id, 0), name...)
	e := p.keys.find(p.id)
	if e == nil {
		metric := "pressure." + string(word) + "_" + string(name)
		e = p.keys.add(p.id, p.l.Key(metric, label("resource", string(resource)), kind, unit))
	}
	return e.value
}
