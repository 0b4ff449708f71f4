package report

import (
	"io"
	"strings"
	"unicode"

	"inquest/report/diff"
)

// Markdown writes r for a comment on GitHub and its like (CommonMark with tables and
// details). It stays below the 64 kB a comment may have unless o.Verbose is set.
// The only errors are w's.
func Markdown(w io.Writer, r *diff.Result, o Options) error {
	return writeDocument(w, r, o, dialect{
		name: "Markdown", arrow: " → ", newline: "<br>", limit: 60_000, item: "- ",
		escape:  escapeMarkdown,
		bold:    func(s string) string { return surround(s, "**") },
		heading: func(level int, title string) string { return strings.Repeat("#", level) + " " + title + "\n\n" },
		table:   markdownTable,
		fold: func(title, body string) string {
			return "<details><summary>" + title + "</summary>\n\n" + strings.TrimRight(body, "\n") + "\n\n</details>\n\n"
		},
	})
}

// surround puts marks around s unless it is empty: empty emphasis shows its marks.
func surround(s, marks string) string {
	if s == "" {
		return ""
	}
	return marks + s + marks
}

func markdownTable(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(head)
	b.WriteString(strings.Repeat("|---", len(head)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	b.WriteByte('\n')
	return b.String()
}

// escapeMarkdown makes s plain text: no markup, no HTML, no mention of a user (@name) or
// of an issue (#1) that a tracker would act on.
func escapeMarkdown(s string) string {
	var b strings.Builder
	runes := []rune(s)
	word := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]))
	}
	for i, c := range runes {
		switch {
		case c == '<':
			b.WriteString("&lt;")
		case c == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*[]|~", c),
			c == '_' && !(word(i-1) && word(i+1)),
			i == 0 && strings.ContainsRune("#+->", c) && !word(i+1):
			b.WriteString("\\" + string(c))
		case c == '@' && !word(i-1), c == '#' && word(i+1):
			b.WriteString(string(c) + "<!-- -->")
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
