package parse

import "bytes"

// termScanner follows an Erlang term that is printed over many lines and tells of
// every {key, value} in it whose value is a number, an atom or a text. No tree is
// built: the scanner knows only the keys of the tuples it is in.
//
// It reads what io_lib's ~p prints: atoms, 'quoted atoms', numbers, "strings",
// <<"binaries">>, lists, tuples, maps, pids and references. Of a text that is printed
// in several pieces it knows the last. What is no term is scanned without harm.
type termScanner struct {
	leaf func(value []byte) // the keys are those of path
	shut func()             // a tuple with a key ends; its key is still in path

	names []byte // the keys, one after the other
	ends  []int  // where each ends in names
	stack []termFrame
	deep  int    // brackets open beyond maxTermDepth
	piece []byte // of the binary being read
}

// termFrame is an open bracket.
type termFrame struct {
	bracket byte
	items   int  // elements before the current one
	keyed   bool // the first element is in path
}

const maxTermDepth = 100

// reset forgets the term.
func (s *termScanner) reset() {
	s.names, s.ends, s.stack, s.deep = s.names[:0], s.ends[:0], s.stack[:0], 0
}

// inside tells whether a term has begun and not ended.
func (s *termScanner) inside() bool { return len(s.stack) > 0 }

// depth is the number of keys, and key the ith of them, from the outermost.
func (s *termScanner) depth() int { return len(s.ends) }

func (s *termScanner) key(i int) []byte {
	from := 0
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.names[from:s.ends[i]]
}

// scan reads one line of the term.
func (s *termScanner) scan(line []byte) {
	for len(line) > 0 {
		n := 1
		switch c := line[0]; {
		case c == ' ' || c == '\t':
		case bytes.HasPrefix(line, []byte("=>")):
			n = 2
		case c == ',' || c == '|':
			if len(s.stack) > 0 && s.deep == 0 {
				s.stack[len(s.stack)-1].items++
			}
		case c == '[' || c == '{':
			s.push(c)
		case c == ']' || c == '}':
			s.pop()
		case bytes.HasPrefix(line, []byte("<<")):
			n = 2
			s.piece = s.piece[:0]
			s.push('<')
		case bytes.HasPrefix(line, []byte(">>")):
			n = 2
			s.pop()
			s.scalar(s.piece)
		case bytes.HasPrefix(line, []byte("#{")):
			n = 2
			s.push('#')
		case c == '"' || c == '\'':
			n = quotedLength(line)
			s.scalar(line[1:max(1, n-1)])
		case c == '<' || c == '#': // pid, reference or function
			if n = bytes.IndexByte(line, '>') + 1; n == 0 {
				n = len(line)
			}
			s.scalar(line[:n])
		default:
			n = wordLength(line)
			s.scalar(line[:n])
		}
		line = line[n:]
	}
}

// quotedLength is the length of the quoted text that begins line, with its quotes.
func quotedLength(line []byte) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case line[0]:
			return i + 1
		}
	}
	return len(line)
}

// wordLength is the length of the atom or number that begins line, at least 1.
func wordLength(line []byte) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case ',', '|', '[', ']', '{', '}', '<', '>', '"', '\'', ' ', '\t', '=':
			return i
		}
	}
	return len(line)
}

// scalar takes an element that is no list or tuple.
func (s *termScanner) scalar(value []byte) {
	if len(s.stack) == 0 || s.deep > 0 {
		return
	}
	f := &s.stack[len(s.stack)-1]
	switch {
	case f.bracket == '<':
		s.piece = append(s.piece[:0], value...)
	case f.bracket == '{' && f.items == 0 && !f.keyed:
		s.names = append(s.names, value...)
		s.ends = append(s.ends, len(s.names))
		f.keyed = true
	case f.bracket == '{' && f.items == 1 && f.keyed:
		s.leaf(value)
	}
}

func (s *termScanner) push(bracket byte) {
	if len(s.stack) >= maxTermDepth {
		s.deep++
		return
	}
	s.stack = append(s.stack, termFrame{bracket: bracket})
}

// pop closes the innermost bracket, of whatever kind it is.
func (s *termScanner) pop() {
	if s.deep > 0 {
		s.deep--
		return
	}
	if len(s.stack) == 0 {
		return
	}
	if s.stack[len(s.stack)-1].keyed {
		s.shut()
		s.ends = s.ends[:len(s.ends)-1]
		from := 0
		if n := len(s.ends); n > 0 {
			from = s.ends[n-1]
		}
		s.names = s.names[:from]
	}
	s.stack = s.stack[:len(s.stack)-1]
}
