package fetch

import (
	"regexp"
	"strings"
)

// A ticketLine is one line as a reader sees it, its markup taken off.
type ticketLine struct {
	no       int    // of the text as given, from 1; HTML may give several lines of one number
	raw      string // markup inside the line removed, blanks kept: for aligned tables
	text     string // raw without indent, bullet, heading and quote marks
	masked   string // text with its addresses blanked out, same length
	depth    int    // indent of a bullet's or line's text, in columns
	bullet   bool
	heading  int  // level of a Markdown or wiki heading, else 0
	bold     bool // all of it is bold
	fenced   bool // inside a code block
	opens    bool // the line that begins one
	settings bool // a code block of settings or commands
	header   bool // a wiki row of ||header|| cells
	addrs    []ticketAddr
	table    bool // belongs to a table or a block of x, y rows

	factors map[string]string // of the headings above
	run     *ticketRun        // that the line was made for
	title   bool              // it is a heading
}

func (l *ticketLine) blank() bool { return l.text == "" }

var (
	fenceMark   = regexp.MustCompile("^\\s*(?:```|~~~)")
	wikiFence   = regexp.MustCompile(`\{(?:noformat|code)(?::[^}]*)?\}`)
	wikiPanel   = regexp.MustCompile(`\{/?(?:panel|color|quote|info|note|warning|expand|section|column)(?::[^}]*)?\}`)
	quoteMark   = regexp.MustCompile(`^\s*(?:>\s?)+`)
	hashHeading = regexp.MustCompile(`^#{1,6}\s+`)
	wikiHeading = regexp.MustCompile(`^[hH]([1-6])\.\s+`)
	bulletMark  = regexp.MustCompile(`^(?:[•◦▪●‣∙·*+–-]|\*{2,4}|-{2,3}|[#*]{2,4}|\d{1,3}[.)])[ \t]+`)
	checkMark   = regexp.MustCompile(`^\[[ xX]\]\s+`)
	underline   = regexp.MustCompile(`^(?:={3,}|-{3,})$`)
	wikiLink    = regexp.MustCompile(`\[([^\[\]|]*)\|([^\[\]|\s]+)(?:\|[^\[\]|]*)?\]`)
	markLink    = regexp.MustCompile(`!?\[([^\[\]]*)\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+"[^"]*")?\s*\)`)
	mdEscape    = regexp.MustCompile(`\\([_*~.#\[\](){}+!-])`)
	mathColour  = regexp.MustCompile(`\$*\{?\\color\{\w+\}\s*([^}$]*)\}?\$*`)
)

// readLines takes the markup off the lines of a ticket.
func readLines(physical []string) []ticketLine {
	var out []ticketLine
	var h htmlUnfolder
	fenced := false
	for i, s := range physical {
		for _, logical := range h.unfold(s) {
			l := readLine(logical, i+1, &fenced)
			if n := len(out); l.blank() && !l.opens && n > 0 && out[n-1].blank() && out[n-1].fenced == l.fenced {
				continue // one blank line says as much as many
			}
			out = append(out, l)
			underlineHeading(out)
		}
	}
	for _, row := range h.flush(nil) {
		out = append(out, readLine(row, len(physical), &fenced))
	}
	for i := range out {
		l := &out[i]
		l.addrs, l.masked = findAddresses(l.text)
	}
	markSettings(out)
	return out
}

// underlineHeading makes a heading of the line above an underline.
func underlineHeading(lines []ticketLine) {
	n := len(lines)
	if n < 2 || lines[n-1].fenced || !underline.MatchString(lines[n-1].text) {
		return
	}
	above := &lines[n-2]
	if above.text != "" && len(above.text) < 80 && !above.bullet && !strings.Contains(above.text, "|") && !isPairRow(above.text) {
		above.heading = 2
	}
	lines[n-1].text = ""
}

func readLine(s string, no int, fenced *bool) ticketLine {
	l := ticketLine{no: no, fenced: *fenced}
	if fenceMark.MatchString(s) {
		l.opens = !*fenced
		*fenced = !*fenced
		l.fenced = true
		return l
	}
	if strings.Contains(s, "{") {
		if n := len(wikiFence.FindAllStringIndex(s, -1)); n > 0 {
			s = wikiFence.ReplaceAllString(s, "")
			if n%2 == 1 {
				l.opens = !*fenced
				*fenced = !*fenced
			}
			l.fenced = l.fenced || *fenced || n > 1
		}
		s = wikiPanel.ReplaceAllString(s, "")
	}
	s = inlineMarkup(s, l.fenced)
	l.raw = s
	l.takeMarks(s)
	return l
}

// takeMarks takes off quote, bullet and heading marks.
func (l *ticketLine) takeMarks(s string) {
	if q := quoteMark.FindString(s); q != "" {
		s = s[len(q):]
		l.raw = s
	}
	l.depth = indentOf(s)
	t := strings.TrimSpace(s)
	if l.fenced {
		l.text = t
		return
	}
	if m := hashHeading.FindString(t); m != "" {
		l.heading = len(strings.TrimSpace(m))
		t = strings.TrimSpace(strings.TrimRight(t[len(m):], "#"))
	} else if m := wikiHeading.FindStringSubmatch(t); m != nil {
		l.heading = int(m[1][0] - '0')
		t = t[len(m[0]):]
	} else if m := bulletMark.FindString(t); m != "" && t != "" {
		l.bullet = true
		if mark := strings.TrimRight(m, " \t"); strings.Trim(mark, "*#-") == "" {
			l.depth += 2 * (len(mark) - 1) // wiki: ** is one level deeper than *
		}
		t = checkMark.ReplaceAllString(strings.TrimSpace(t[len(m):]), "")
	}
	l.text, l.bold = trimBold(t)
	l.header = strings.HasPrefix(t, "||")
}

// indentOf is the indent of s, a tab going to the next multiple of four.
func indentOf(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}
