package units

// Distinct shortens two long values that differ to at most width runes each, beginning
// shortly before the place where they part.
func Distinct(base, head string, width int) (b, h string) {
	x, y := []rune(base), []rune(head)
	if len(x) <= width && len(y) <= width {
		return string(x), string(y)
	}
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	from := same
	for from > 0 && x[from-1] != ',' && x[from-1] != ' ' { // the beginning of an entry of a list
		from--
	}
	if same-from > width/2 {
		from = same - width/3
	}
	return shorten(x, from, width), shorten(y, from, width)
}

// shorten cuts value[from:] to width runes, marking what was left out with an ellipsis.
func shorten(value []rune, from, width int) string {
	from = min(from, len(value))
	s, front := value[from:], ""
	if from > 0 {
		front, width = "…", width-1
	}
	if len(s) > width {
		return front + string(s[:max(width-1, 0)]) + "…"
	}
	return front + string(s)
}
