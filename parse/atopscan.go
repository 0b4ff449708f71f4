package parse

// atopScan goes through the JSON of one line. It takes what atop prints that is no JSON:
// commas without a value before them, where tasks were left out of a list.
type atopScan struct {
	b     []byte
	pos   int
	bad   bool // the text breaks off or is no JSON
	stray bool // there was a comma too many
	comma bool // one may follow
	depth int
}

// blanks goes over blanks.
func (s *atopScan) blanks() {
	for s.pos < len(s.b) && (s.b[s.pos] == ' ' || s.b[s.pos] == '\t') {
		s.pos++
	}
}

// peek is the next character that is no blank, 0 at the end.
func (s *atopScan) peek() byte {
	s.blanks()
	if s.pos == len(s.b) {
		return 0
	}
	return s.b[s.pos]
}

// take goes over the character c, which must be next.
func (s *atopScan) take(c byte) bool {
	if s.bad || s.peek() != c {
		s.bad = true
		return false
	}
	s.pos++
	s.comma = c != '{' && c != '[' && c != ':'
	return true
}

// more goes to the next value of a list or object, false at its end.
func (s *atopScan) more(end byte) bool {
	for !s.bad && s.peek() == ',' {
		s.stray = s.stray || !s.comma
		s.comma = false
		s.pos++
	}
	if s.bad || s.peek() == end {
		s.take(end)
		return false
	}
	return true
}

// text reads a string as it stands.
func (s *atopScan) text() []byte {
	if !s.take('"') {
		return nil
	}
	from := s.pos
	for s.pos < len(s.b) && s.b[s.pos] != '"' {
		if s.b[s.pos] == '\\' {
			s.pos++
		}
		s.pos++
	}
	if s.pos >= len(s.b) {
		s.pos, s.bad = len(s.b), true
		return nil
	}
	s.pos++
	return s.b[from : s.pos-1]
}

// scalar reads a string or a number.
func (s *atopScan) scalar() []byte {
	s.comma = true
	if s.peek() == '"' {
		return s.text()
	}
	from := s.pos
	for s.pos < len(s.b) && s.b[s.pos] != ',' && s.b[s.pos] != '}' && s.b[s.pos] != ']' && s.b[s.pos] != ' ' {
		s.pos++
	}
	if s.pos == from || s.pos == len(s.b) {
		s.bad = true
	}
	return s.b[from:s.pos]
}

// value goes over a value of any kind.
func (s *atopScan) value() {
	open := s.peek()
	if open != '{' && open != '[' {
		s.scalar()
		return
	}
	if s.depth == maxJSONDepth {
		s.bad = true
		return
	}
	s.depth++
	s.take(open)
	for s.more(open + 2) { // } is two after {, and ] after [
		s.value()
		if open == '{' && s.take(':') {
			s.value()
		}
	}
	s.depth--
}
