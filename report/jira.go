package report

import (
	"io"
	"regexp"
	"strings"
	"unicode"

	"inquest/report/diff"
)

// Jira writes r in Jira's wiki markup, without colours. It stays below the 32,767
// characters a comment may have by default unless o.Verbose is set.
// The only errors are w's.
//
// Markup: https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
func Jira(w io.Writer, r *diff.Result, o Options) error {
	return writeDocument(w, r, o, dialect{
		name: "Jira", arrow: " -> ", newline: ` \\ `, limit: 30_000, item: "* ",
		escape:  escapeJira,
		bold:    func(s string) string { return surround(s, "*") },
		heading: func(level int, title string) string { return "h" + itoa(int64(level)) + ". " + title + "\n\n" },
		table:   jiraTable,
		fold: func(title, body string) string {
			return "h4. " + title + "\n\n" + strings.TrimRight(body, "\n") + "\n\n"
		},
	})
}

func jiraTable(head []string, rows [][]string) string {
	var b strings.Builder
	b.WriteString("||" + strings.Join(head, "||") + "||\n") // a head has no empty cell
	for _, row := range rows {
		for _, cell := range row {
			if cell == "" {
				cell = " " // two bars side by side would begin a heading
			}
			b.WriteString("|" + cell)
		}
		b.WriteString("|\n")
	}
	b.WriteByte('\n')
	return b.String()
}

// emoticon is what Jira turns into a picture: (x), (/), (!), :) and so on.
var emoticon = regexp.MustCompile(`\((?:[xyni/!+?*-]|on|off|\*[rgby])\)|[:;][)(DPp]`)

// escapeJira makes s plain text. Marks that always mean something are escaped; those that
// only mean something in pairs around a phrase (-struck-, +underlined+) only where they
// would, so that "-15.8 %" stays as it is.
func escapeJira(s string) string {
	s = emoticon.ReplaceAllStringFunc(s, func(m string) string { return "\x00" + m })
	var b strings.Builder
	runes := []rune(s)
	for i, c := range runes {
		switch {
		case c == '\\':
			b.WriteString("&#92;")
		case c == '\x00':
			b.WriteByte('\\')
		case strings.ContainsRune("{}[]|!", c), strings.ContainsRune("*_+-^~?", c) && opensPhrase(runes, i),
			i == 0 && strings.ContainsRune("*#-", c) && (len(runes) == 1 || unicode.IsSpace(runes[1])):
			b.WriteString("\\" + string(c))
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// opensPhrase reports whether the mark at i begins a phrase that the same mark ends.
func opensPhrase(runes []rune, i int) bool {
	word := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]))
	}
	blank := func(i int) bool { return i < 0 || i >= len(runes) || unicode.IsSpace(runes[i]) }
	if word(i-1) || blank(i+1) {
		return false
	}
	for j := i + 2; j < len(runes); j++ {
		if runes[j] == runes[i] && !blank(j-1) && !word(j+1) {
			return true
		}
	}
	return false
}
