package fetch

import (
	"html"
	"regexp"
	"strings"
)

// htmlTag takes only elements that exported tickets hold, so that <no value>
// and <job> stay text.
var htmlTag = regexp.MustCompile(`(?i)<(/?)(a|abbr|b|blockquote|br|caption|center|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|li|ol|p|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul)((?:\s[^<>]*)?)/?>`)

var htmlLink = regexp.MustCompile(`(?i)\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))`)

// htmlAnchor is a link closed on its line: text first, then the address, as in
// the other notations.
var htmlAnchor = regexp.MustCompile(`(?i)<a(\s[^<>]*)>([^<>]*)</a>`)

// betweenRows is what tags leave between two rows.
var betweenRows = regexp.MustCompile(rowClose + `\s*` + rowOpen)

// Marks that stand for the ends of a table row until its cells are joined.
const rowOpen, rowClose = "\x01", "\x02"

// htmlUnfolder turns lines of HTML, escaped once or twice as in issue feeds,
// into the lines that a reader would see. One line may give several.
type htmlUnfolder struct {
	inRow bool
	cells strings.Builder
}

// unfold returns the logical lines of s. Text without tags comes back as is.
func (h *htmlUnfolder) unfold(s string) []string {
	if strings.Contains(s, "&") {
		s = html.UnescapeString(s)
		if strings.Contains(s, "&") && strings.Contains(s, ";") {
			s = html.UnescapeString(s)
		}
		s = plainRunes(s)
	}
	if strings.Contains(s, "<") {
		s = htmlAnchor.ReplaceAllStringFunc(s, func(a string) string {
			m := htmlAnchor.FindStringSubmatch(a)
			if l := htmlLink.FindStringSubmatch(m[1]); l != nil {
				return m[2] + " " + l[1] + l[2] + l[3] + " "
			}
			return m[2]
		})
		s = htmlTag.ReplaceAllStringFunc(s, replaceTag)
	}
	if !h.inRow && !strings.ContainsAny(s, "\n"+rowOpen) {
		return []string{s}
	}
	if strings.ContainsAny(s, rowOpen+rowClose) { // nothing between the rows of a table
		s = betweenRows.ReplaceAllString(s, rowClose+"\n"+rowOpen)
		s = strings.TrimSuffix(strings.TrimPrefix(s, "\n"), "\n")
	}
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		out = h.joinRow(out, line)
	}
	return out
}

// joinRow collects the cells of a row that is written over several lines.
func (h *htmlUnfolder) joinRow(out []string, line string) []string {
	switch {
	case line == rowOpen:
		out = h.flush(out)
		h.inRow = true
	case line == rowClose:
		out = h.flush(out)
	case h.inRow:
		h.cells.WriteString(strings.TrimSpace(line))
		h.cells.WriteByte(' ')
	default:
		out = append(out, line)
	}
	return out
}

func (h *htmlUnfolder) flush(out []string) []string {
	if row := strings.TrimSpace(h.cells.String()); row != "" {
		out = append(out, row+"|")
	}
	h.cells.Reset()
	h.inRow = false
	return out
}

func replaceTag(tag string) string {
	m := htmlTag.FindStringSubmatch(tag)
	closing, name := m[1] != "", strings.ToLower(m[2])
	switch name {
	case "a":
		if !closing {
			if l := htmlLink.FindStringSubmatch(m[3]); l != nil {
				return " " + l[1] + l[2] + l[3] + " "
			}
		}
		return " "
	case "tr":
		if closing {
			return "\n" + rowClose + "\n"
		}
		return "\n" + rowOpen + "\n"
	case "td", "th":
		if closing {
			return ""
		}
		return "|"
	case "li":
		if closing {
			return "\n"
		}
		return "\n* "
	case "pre":
		return "\n```\n"
	case "h1", "h2", "h3", "h4", "h5", "h6":
		if closing {
			return "\n"
		}
		return "\n" + strings.Repeat("#", int(name[1]-'0')) + " "
	case "br", "p", "div", "ul", "ol", "table", "hr", "blockquote", "caption", "summary", "details":
		return "\n"
	}
	return ""
}
