package parse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// sectionReader cuts a section file of a Couchbase collector into its sections:
//
//	====... (78)
//	title
//	command, empty when there was none
//	====... (78)
//	output, up to the next such header or the end of the file
//
// Collectors before 7.0 add no line end after output that lacks one, so the first
// rule of a header may stand at the end of a line of output. A rule without the
// other three lines is output. Nothing is held but a buffer of 64 KiB.
//
// Source: couchbase/ns_server, cbcollect_info, TaskRunner.header and Task.execute.
type sectionReader struct {
	title    string
	command  string
	lines    int64 // lines of the file read so far
	timedOut int64 // line on which the collector says that it ended the command; 0: it did not

	r     *bufio.Reader
	ahead bool      // a header was read, its section is not begun
	next  [2]string // its title and command
	out   []byte    // output read and not yet given
	kept  []byte    // memory for out where it is not the buffer of r
	err   error
}

const maxSectionHeader = 16 << 10 // bytes of a header after its first line

var sectionRule = bytes.Repeat([]byte{'='}, 78)

func newSectionReader(r io.Reader) *sectionReader {
	return &sectionReader{r: bufio.NewReaderSize(r, headSize)}
}

// Next goes to the next section, past what was not read of this one. It is false at
// the end of the file and when reading failed.
func (s *sectionReader) Next() bool {
	for !s.ahead && s.err == nil {
		s.fill()
	}
	if !s.ahead {
		return false
	}
	s.title, s.command = s.next[0], s.next[1]
	s.ahead, s.out, s.timedOut = false, nil, 0
	return true
}

// Err is the error that ended reading, nil at a regular end.
func (s *sectionReader) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

// Read gives the output of the section; before the first Next, the text before the first header.
func (s *sectionReader) Read(p []byte) (int, error) {
	for len(s.out) == 0 {
		if s.ahead {
			return 0, io.EOF
		}
		if s.err != nil {
			return 0, s.err
		}
		s.fill()
	}
	n := copy(p, s.out)
	s.out = s.out[n:]
	return n, nil
}

// fill reads one line, or as much of a very long one as the buffer holds, into out.
func (s *sectionReader) fill() {
	line, err := s.peekLine()
	_, _ = s.r.Discard(len(line)) // what was peeked can be discarded
	s.out = line
	if errors.Is(err, bufio.ErrBufferFull) {
		return
	}
	s.err = err
	if len(line) == 0 {
		return
	}
	s.lines++
	end := bytes.TrimRight(line, "\r\n")
	switch {
	case bytes.HasSuffix(end, sectionRule):
		before := end[:len(end)-len(sectionRule)]
		s.kept = append(append(s.kept[:0], line...), '\n') // looking ahead moves the buffer
		s.out = s.kept[:len(line)]
		if s.takeHeader() {
			s.kept = append(s.kept[:len(before)], '\n')
			s.out = s.kept
			if len(before) == 0 {
				s.out = nil
			}
		}
	case bytes.HasSuffix(end, []byte(" seconds")):
		s.cutTimeOut(end)
	}
}

// peekLine looks at the next line with its end. When a line does not fit the buffer
// it gives the beginning and bufio.ErrBufferFull, and leaves enough in the buffer
// that a rule at its end is not torn.
func (s *sectionReader) peekLine() ([]byte, error) {
	for need := 1; ; {
		_, err := s.r.Peek(need)
		b, _ := s.r.Peek(s.r.Buffered())
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			return b[:i+1], nil
		}
		if err != nil {
			return b, err
		}
		if len(b) == s.r.Size() {
			return b[:len(b)-2*len(sectionRule)], bufio.ErrBufferFull
		}
		need = len(b) + 1
	}
}

// takeHeader reads the other three lines of a header if they are there.
func (s *sectionReader) takeHeader() bool {
	for n := 256; ; n *= 2 {
		b, err := s.r.Peek(n)
		title, rest, _ := bytes.Cut(b, []byte{'\n'})
		command, rest, found := bytes.Cut(rest, []byte{'\n'})
		rule, _, ended := bytes.Cut(rest, []byte{'\n'})
		if found && bytes.Equal(bytes.TrimRight(rule, "\r"), sectionRule) && (ended || err != nil) {
			_, _ = s.r.Discard(min(len(b), len(title)+1+len(command)+1+len(rule)+1))
			s.next = [2]string{strings.TrimSpace(string(title)), strings.TrimSpace(string(command))}
			s.lines += 3
			s.ahead = true
			return true
		}
		if ended || err != nil || n >= maxSectionHeader {
			return false
		}
	}
}

// cutTimeOut takes the collector's remark that it ended the command out of the output:
//
//	`<command>` timed out after 60 seconds
//
// It may follow a line that the command had not finished.
func (s *sectionReader) cutTimeOut(line []byte) {
	i := bytes.LastIndex(line, []byte("` timed out after "))
	if i < 0 {
		return
	}
	s.timedOut = s.lines
	s.out = line[:max(0, bytes.IndexByte(line[:i], '`'))]
}
