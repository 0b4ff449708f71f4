package parse

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:    "dstat",
		Variant: "screen",
		Doc:     "what dstat and dool print on the terminal, with or without colours, also where a narrow one cut the columns",
		Source:  "dstat(1); cprint, title and subtitle of dstat 0.7 and of dool 1.3",
		Specimen: "----system---- --total-cpu-usage-- -dsk/total-\n" +
			"     time     |usr sys idl wai stl| read  writ\n" +
			"30-11 10:41:02| 38  11  50   1   0|3767k   78M\n30-11 10:41:03| 90  10   0   0   0| 592k 1060k\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			for i := range h.Lines {
				if i+1 < len(h.Lines) && isDstatScreen(h.Lines[i], h.Lines[i+1]) {
					return 90
				}
			}
			return 0
		},
		Parse: parseDstatScreen,
	})
}

// dstatDashes stand for blanks in titles; dool draws with the second and third.
const dstatDashes = "-┄─"

// isDstatScreen tells a line of titles and the line of names under it.
func isDstatScreen(titles, names []byte) bool {
	titles = lastUpdate(titles)
	if len(titles) == 0 || len(names) == 0 || !strings.ContainsAny(text(titles), dstatDashes) || bytes.HasPrefix(titles, []byte("procs ")) || titles[0] == '"' {
		return false
	}
	parts := 0
	known := false
	for t := range strings.FieldsFuncSeq(text(titles), func(r rune) bool { return r == ' ' || r == '┬' || r == '>' }) {
		parts++
		known = known || isDstatTitle(dstatTitle(t))
	}
	cut := hasBars(names)
	return known && hasDstatName(names) && (cut || parts == 1)
}

// hasDstatName tells whether a column of the usual groups stands on a line.
func hasDstatName(line []byte) bool {
	for w := range strings.FieldsFuncSeq(text(line), func(r rune) bool { return r == ' ' || r == '|' || r == '│' || r == ':' || r == '>' }) {
		switch w {
		case "usr", "read", "recv", "used", "int", "run", "1m", "in", "lis", "majpf", "epoch", "time":
			return true
		}
	}
	return false
}

func isDstatTitle(t string) bool { return isDstatGroup([]byte(t)) || t == "epoch" || t == "system" }

// dstatTitle is the name of a group without the dashes around it and between its words.
func dstatTitle(t string) string {
	t = strings.Trim(t, dstatDashes+" >")
	words := strings.Map(func(r rune) rune {
		if strings.ContainsRune(dstatDashes, r) {
			return ' '
		}
		return r
	}, t)
	if strings.Contains(t, "/") {
		return t
	}
	return words
}

// lastUpdate is what a line shows at the end when it was written over.
func lastUpdate(line []byte) []byte {
	if i := bytes.LastIndexByte(line, '\r'); i >= 0 {
		return line[i+1:]
	}
	return line
}

// dstatScreen is a member being read.
type dstatScreen struct {
	t      *dstatTable
	parts  []int // columns of each part between the bars
	width  int   // of the line of names
	titles []byte
	cells  [][]byte
	runs   int
	again  bool // the header was printed again
	before int64
	step   float64
}

func parseDstatScreen(l *Log) error {
	before := l.said()
	s := &dstatScreen{t: newDstatTable(l, newDstatClock(l))}
	s.t.suffix = true
	for l.Next() {
		line := lastUpdate(l.Line())
		switch {
		case isBlank(line):
		case s.titles != nil && isDstatScreen(s.titles, line):
			s.header(line)
			s.titles = nil
		case isDstatTitles(line):
			s.titles = bytes.Clone(line)
		case s.t.reading() && hasDigit(line) && (hasBars(line) || len(s.parts) == 1):
			s.row(line)
		default:
			l.Skip(schemas.Comment, text(line))
		}
	}
	s.t.end()
	l.sayNoData(before)
	return nil
}

// isDstatTitles tells that a line may be one of titles.
func isDstatTitles(line []byte) bool {
	return (line[0] == '-' || line[0] >= 0x80) && strings.ContainsAny(text(line[:min(len(line), 3)]), dstatDashes) && !hasBars(line)
}

// bar is what dool draws between parts; dstat prints |.
var bar = []byte("│")

func hasBars(line []byte) bool { return bytes.IndexByte(line, '|') >= 0 || bytes.Contains(line, bar) }

// header maps the columns. The title of a part stands right above it.
func (s *dstatScreen) header(line []byte) {
	titles := []rune(string(s.titles))
	names := []rune(string(line))
	var groups, words [][]byte
	var parts []int
	for at := 0; at <= len(names); {
		end := at
		for end < len(names) && names[end] != '|' && names[end] != '│' {
			end++
		}
		part := strings.TrimRight(string(names[at:end]), ">")
		f := strings.FieldsFunc(part, func(r rune) bool { return r == ' ' || r == ':' || r == '┊' })
		title := ""
		if at < len(titles) {
			title = string(titles[at:min(end, len(titles))])
		}
		k := len(f) / max(1, period(f))
		for i, w := range f {
			words = append(words, []byte(w))
			groups = append(groups, []byte(dstatTitle(slice(title, i*k/len(f), k))))
		}
		parts = append(parts, len(f))
		at = end + 1
	}
	if s.t.reading() && s.same(words) {
		s.again = true
		return
	}
	s.parts, s.width = parts, len(names)
	rows := s.t.rows
	s.t.header(groups, words, s.sniff(line))
	if s.runs > 0 && rows > 0 { // the terminal was resized
		s.t.rows = 1
	}
	s.runs++
}

func (s *dstatScreen) same(words [][]byte) bool {
	return slices.EqualFunc(s.t.names, words, func(a string, b []byte) bool { return a == string(b) })
}

// period is the length of the sequence of which the words are repetitions.
func period(words []string) int {
	for p := 1; p <= len(words)/2; p++ {
		ok := len(words)%p == 0
		for i := p; ok && i < len(words); i++ {
			ok = words[i] == words[i-p]
		}
		if ok {
			return p
		}
	}
	return len(words)
}

// slice is the ith of k parts of a title.
func slice(title string, i, k int) string {
	r := []rune(title)
	w := (len(r) - (k - 1)) / max(1, k)
	from := min(i*(w+1), len(r))
	return string(r[from:max(from, min(from+w, len(r)))])
}

// row reads a line of values.
func (s *dstatScreen) row(line []byte) {
	if n := utf8.RuneCount(line); s.width > 0 && n > s.width && n%s.width == 0 { // intermediate updates on one line
		r := []rune(string(line))
		line = []byte(string(r[n-s.width:]))
	}
	if i := bytes.Index(line, []byte(" missed ")); i > 0 && bytes.HasSuffix(line, []byte("ticks")) {
		s.t.l.Skip(schemas.Comment, text(line[i+1:]))
		line = line[:i]
	}
	s.cells = s.cut(bytes.TrimRight(line, "> "), s.cells[:0])
	s.newRun()
	s.t.row(s.cells)
	if s.t.last > s.before && s.before > 0 {
		s.step = float64(s.t.last-s.before) / 1e6
	}
	s.before = s.t.last
}

// newRun tells the header of another run from one that was printed again: the clock does
// not go on with the step of the rows before.
func (s *dstatScreen) newRun() {
	if !s.again {
		return
	}
	s.again = false
	t := s.t
	if t.clockAt < 0 && t.epochAt < 0 || s.step == 0 || len(s.cells) < len(t.cols) {
		return
	}
	before, dated, wall := *t.clock, *t.clock.wall, *t.clock.wall.clock
	ts, step, ok := t.time(s.cells)
	*t.clock, *before.wall, *before.wall.clock = before, dated, wall
	if ok && (ts < t.last || step > 1.5*s.step+1) {
		t.rows = 0
	}
}

// cut splits a row at the bars and each part at its blanks. A time is a part of its own.
func (s *dstatScreen) cut(line []byte, cells [][]byte) [][]byte {
	for n := 0; ; n++ {
		part, rest, more := cutBar(line)
		if n < len(s.parts) && s.parts[n] == 1 && s.isTime(len(cells)) {
			cells = append(cells, bytes.TrimSpace(part))
		} else {
			cells = cutScreenCells(part, cells)
		}
		if !more {
			return cells
		}
		line = rest
	}
}

func (s *dstatScreen) isTime(column int) bool { return column == s.t.clockAt }

// cutBar cuts at the next bar.
func cutBar(line []byte) (part, rest []byte, found bool) {
	for i, c := range line {
		switch {
		case c == '|':
			return line[:i], line[i+1:], true
		case c == bar[0] && bytes.HasPrefix(line[i:], bar):
			return line[:i], line[i+len(bar):], true
		}
	}
	return line, nil, false
}

// cutScreenCells splits a part at blanks and at the marks between devices.
func cutScreenCells(part []byte, cells [][]byte) [][]byte {
	start := -1
	for i := 0; i <= len(part); i++ {
		if i == len(part) || part[i] == ' ' || part[i] == ':' || part[i] >= 0x80 {
			if start >= 0 {
				cells = append(cells, part[start:i])
			}
			start = -1
		} else if start < 0 {
			start = i
		}
	}
	return cells
}

// dstatSuffixed reads a number with a suffix that counts in powers of base.
func dstatSuffixed(cell []byte, base float64) (float64, bool) {
	n := len(cell)
	factor := 1.0
	if n > 1 && !isDigit(cell[n-1]) {
		switch cell[n-1] {
		case 'B', 'b':
		case 'k', 'K':
			factor = base
		case 'M':
			factor = base * base
		case 'G':
			factor = base * base * base
		case 'T':
			factor = base * base * base * base
		case 'P':
			factor = base * base * base * base * base
		default:
			return schemas.Null, false
		}
		n--
	}
	v, ok := parseNumber(cell[:n])
	return v * factor, ok
}
