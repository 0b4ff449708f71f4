package parse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// SectionTimes tells when the tasks of a cbcollect_info run were started, which
// sections do not say themselves.
type SectionTimes struct{ starts []sectionStart }

type sectionStart struct {
	at   time.Time
	text string // beginning of the line: title (command)
}

const maxTaskText = 200 // bytes kept of a line of cbcollect_info.log

// readSectionTimes reads cbcollect_info.log. Each task has a line with the time it
// was started, its title and command, and how it ended:
//
//	[2019-08-12T10:00:01.123456+00:00] Extended iostat (iostat -x 1 10) - OK
//
// Collectors of 6.x print the offset with the wrong sign, but the clock fits it, so
// that the instant is right. Lines of tasks that wrote no section are left out.
func readSectionTimes(r io.Reader) (SectionTimes, error) {
	var s SectionTimes
	br := bufio.NewReaderSize(r, headSize)
	for {
		line, err := br.ReadSlice('\n')
		if at, text, ok := cutTaskLine(line); ok && wroteSection(text) {
			s.starts = append(s.starts, sectionStart{at, string(text[:min(len(text), maxTaskText)])})
		}
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of a very long line
			_, err = br.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return s, fmt.Errorf("read the times of the sections: %w", err)
		}
		if err != nil {
			return s, nil
		}
	}
}

// Start gives the time at which the nth section (from 0) of a title was started.
func (s SectionTimes) Start(title string, nth int) (time.Time, bool) {
	for i := range s.starts {
		if rest, ok := strings.CutPrefix(s.starts[i].text, title); ok && strings.HasPrefix(rest, " (") {
			if nth == 0 {
				return s.starts[i].at, true
			}
			nth--
		}
	}
	return time.Time{}, false
}

// cutTaskLine splits [<time>] <text>.
func cutTaskLine(line []byte) (at time.Time, text []byte, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte("["))
	stamp, text, found := bytes.Cut(rest, []byte("] "))
	if !ok || !found || len(stamp) > len("2006-01-02T15:04:05.000000+00:00") {
		return time.Time{}, nil, false
	}
	at, err := time.Parse(time.RFC3339, string(stamp))
	return at, bytes.TrimRight(text, "\r\n"), err == nil
}

// wroteSection leaves out what is not the start of a task that wrote a section.
func wroteSection(text []byte) bool {
	return !bytes.HasPrefix(text, []byte("Skipping ")) &&
		!bytes.HasPrefix(text, []byte("Taking sample ")) &&
		!bytes.HasSuffix(text, []byte("skipped (needs root privs)"))
}
