package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "innodb-status",
		Doc:    "SHOW ENGINE INNODB STATUS of MySQL 5.0 to 8 and MariaDB, once or repeated",
		Source: "storage/innobase/srv/srv0srv.cc, srv_printf_innodb_monitor",
		Specimen: "*************************** 1. row ***************************\n  Type: InnoDB\n  Name: \nStatus: \n" +
			"=====================================\n2026-11-30 10:46:25 0x7f822562c6c0 INNODB MONITOR OUTPUT\n=====================================\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			for _, line := range h.dataLines(8) {
				if _, ok := innodbHeader(line, false); ok {
					return 95
				}
			}
			return 0
		},
		Parse: parseInnodbStatus,
	})
}

var innodbTitle = []byte("INNODB MONITOR OUTPUT")

// innodbHeader reads the line that begins a report, with the server's local time:
// "2026-11-30 10:46:25 0x7f822562c6c0 INNODB MONITOR OUTPUT", "100904 10:24:51 INNODB ...".
func innodbHeader(line []byte, dayFirst bool) (t timeLine, ok bool) {
	before, ok := bytes.CutSuffix(bytes.TrimRight(line, " "), innodbTitle)
	if !ok {
		return t, false
	}
	var room [8][]byte
	f, _ := cutFew(before, room[:0])
	if len(f) < 2 {
		return t, false
	}
	if b := f[0]; len(b) == len("100904") && allDigits(f[:1]) {
		f[0] = []byte("20" + string(b)) // years before 2000 had another InnoDB
	}
	ok = t.readDate(f[:2], dayFirst)
	return t, ok
}

func parseInnodbStatus(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	lines := byFirstLetter(innodbLines(l))
	var section innodbSection
	inside, dated := false, false
	for l.Next() {
		line := l.Line()
		switch {
		case len(line) > len(innodbTitle) && bytes.Contains(line, innodbTitle):
			if bytes.HasPrefix(line, []byte("END OF ")) {
				inside = false
				continue
			}
			if at, ok := innodbHeader(line, l.DayFirst); ok && !snaps.pending {
				snaps.take(at) // a line of time before the report is better: it has a zone
			}
			inside, section = true, innodbSection{}
			dated = snaps.begin()
		case !inside:
			snaps.timeLine(line)
		case dated && section.isText(line):
			for _, p := range lines[bytes.TrimLeft(line, " ")[0]] {
				if p.read(line) {
					p.add(l, snaps)
					break
				}
			}
		}
	}
	if inside {
		l.Skip(schemas.CutRow, "a report without its end")
	}
	l.sayNoData(before)
	return nil
}

// innodbSection follows the sections of a report, whose titles stand between two lines
// of dashes.
type innodbSection struct {
	title, titled bool // a title comes next; one has just come
	apart         bool // the rest of the section repeats the report's lines for parts of it
}

// isText tells whether the line holds numbers of the server as a whole.
func (s *innodbSection) isText(line []byte) bool {
	if len(line) > 1 && len(bytes.TrimLeft(line, "-")) == 0 {
		s.title, s.titled = !s.titled, false
		return false
	}
	if s.title {
		s.title, s.titled = false, true
		s.apart = bytes.HasPrefix(line, []byte("INDIVIDUAL BUFFER POOL"))
		return false
	}
	s.titled = false
	if bytes.HasPrefix(line, []byte("LIST OF TRANSACTIONS")) {
		s.apart = true
	}
	return !s.apart && !isBlank(line)
}

// innodbLine is a line of the report, by its words, with the numbers in it.
type innodbLine struct {
	words   []string // those that must stand there; "#" is a number
	keys    []*schemas.StatKey
	numbers []float64
}

// innodbLines makes the table of the lines that are read.
func innodbLines(l *Log) []*innodbLine {
	var out []*innodbLine
	for _, form := range innodbForms {
		p := &innodbLine{words: strings.Fields(strings.NewReplacer("#,", "# ,", "#;", "# ;").Replace(form.line))}
		for _, name := range strings.Fields(form.names) {
			kind, unit := schemas.Counter, "count"
			if rest, gauge := strings.CutPrefix(name, "~"); gauge {
				kind, name = schemas.Gauge, rest
			}
			if strings.Contains(name, "bytes") || strings.HasSuffix(name, "allocated") {
				unit = "bytes"
			}
			p.keys = append(p.keys, l.Key("innodb."+name, "", kind, unit))
		}
		out = append(out, p)
	}
	return out
}

// byFirstLetter sorts the lines by the letters that they may begin with.
func byFirstLetter(lines []*innodbLine) (out [256][]*innodbLine) {
	for _, p := range lines {
		first := p.words[0][:1]
		if first == "#" {
			first = "0123456789."
		}
		for _, c := range []byte(first) {
			out[c] = append(out[c], p)
		}
	}
	return out
}

// read tells whether the line has the words and takes its numbers.
func (p *innodbLine) read(line []byte) bool {
	p.numbers = p.numbers[:0]
	for i, w := range p.words {
		line = bytes.TrimLeft(line, " ")
		if w != "#" {
			rest, ok := bytes.CutPrefix(line, []byte(w))
			if !ok || (i == len(p.words)-1 && len(rest) > 0 && rest[0] != ' ' && rest[0] != ',' && rest[0] != ';') {
				return false
			}
			line = rest
			continue
		}
		end := 0
		for end < len(line) && (isDigit(line[end]) || line[end] == '.') {
			end++
		}
		v, ok := parseNumber(bytes.TrimRight(line[:end], "."))
		if !ok || (end < len(line) && line[end] != ' ' && line[end] != ',' && line[end] != ';') {
			return false
		}
		p.numbers = append(p.numbers, v)
		line = line[end:]
	}
	line = bytes.TrimLeft(line, " ")
	return len(p.numbers) == len(p.keys) && (len(line) == 0 || !isDigit(line[0]))
}

func (p *innodbLine) add(l *Log, snaps *snapshots) {
	for i, v := range p.numbers {
		l.Stat(snaps.ts, p.keys[i], v, snaps.step)
	}
}
