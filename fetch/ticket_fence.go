package fetch

import "strings"

// markSettings finds the code blocks that hold settings or commands: a line
// with an equals sign or one that begins with an option or a prompt. Nothing in
// them is a table, whatever it looks like.
func markSettings(lines []ticketLine) {
	for i := 0; i < len(lines); {
		if !lines[i].fenced {
			i++
			continue
		}
		end, settings := i, false
		for ; end < len(lines) && lines[end].fenced && (end == i || !lines[end].opens); end++ {
			text := lines[end].text
			settings = settings || strings.Contains(text, "=") || strings.HasPrefix(text, "-") && len(text) > 1 && text[1] != ' ' && !isNumberCell(text) ||
				strings.HasPrefix(text, "$ ") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]")
		}
		for ; i < end; i++ {
			lines[i].settings = settings
		}
	}
}
