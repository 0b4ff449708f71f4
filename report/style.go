package report

// style wraps texts in ANSI attributes, or leaves them alone.
type style struct{ on bool }

func (s style) wrap(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string { return s.wrap("1", text) }
func (s style) dim(text string) string  { return s.wrap("2", text) }

// outcome colours like the HTML report: orange for worse, blue for better.
func (s style) outcome(outcome, text string) string {
	switch outcome {
	case "worse":
		return s.wrap("1;33", text)
	case "better":
		return s.wrap("1;34", text)
	}
	return s.bold(text)
}
