package fetch

import "strings"

// inlineMarkup removes the markup inside a line: links become text and
// address side by side, bold and code marks go. Inside a code block only **
// goes, and its columns are kept.
func inlineMarkup(s string, fenced bool) string {
	if fenced {
		if strings.Contains(s, "**") {
			s = strings.ReplaceAll(s, "**", "  ")
		}
		return strings.TrimRight(s, " \r\f\v")
	}
	if strings.Contains(s, "[") {
		s = wikiLink.ReplaceAllString(s, "$1 $2 ")
		s = markLink.ReplaceAllString(s, "$1 $2 ")
	}
	if strings.Contains(s, `\`) {
		s = mathColour.ReplaceAllString(s, "$1")
		s = mdEscape.ReplaceAllString(s, "$1")
	}
	if strings.Contains(s, "`") {
		s = strings.ReplaceAll(s, "`", "")
	}
	if strings.Contains(s, "{{") {
		s = strings.NewReplacer("{{", "", "}}", "").Replace(s)
	}
	return strings.TrimRight(s, " \r\f\v")
}

// trimBold removes the marks of bold text and tells whether all of s was bold.
func trimBold(s string) (text string, all bool) {
	if !strings.Contains(s, "*") && !strings.HasPrefix(s, "__") {
		return s, false
	}
	inner := strings.TrimSuffix(s, ":")
	for _, mark := range []string{"**", "__", "*"} {
		in, ok := strings.CutPrefix(inner, mark)
		in, closed := strings.CutSuffix(in, mark)
		if ok && closed && in != "" && !strings.Contains(in, mark) {
			if len(inner) != len(s) {
				in += ":"
			}
			return strings.TrimSpace(in), true
		}
	}
	s = strings.ReplaceAll(s, "**", "")
	return dropSingleStars(s), false
}

// dropSingleStars removes the * of wiki bold: one that touches a word on one
// side only. A product such as 4 * 2 stays.
func dropSingleStars(s string) string {
	if !strings.Contains(s, "*") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '*' {
			before := i == 0 || strings.IndexByte(" \t(|,;:", s[i-1]) >= 0
			after := i+1 == len(s) || strings.IndexByte(" \t)|,;:.", s[i+1]) >= 0
			if before != after {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
