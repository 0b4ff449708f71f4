package parse

import (
	"bytes"
	"slices"
	"strings"

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
