package parse

import "fmt"

// sysbench ends with a summary. When a thread fails it says why on lines that begin with
// FATAL: and stops without one (src/sysbench.c: an error of a worker thread ends the test);
// a log that ends without either was cut, or the program was killed.

// reportsAfterFatal is how many whole interval reports after a FATAL line tell that the load
// went on: threads that still run may print one more.
const reportsAfterFatal = 2

// fatal notes the load generator's word that it stops.
func (s *sysbench) fatal(line []byte) {
	if s.words == "" {
		s.words, s.stopped, s.since = text(line), s.last, 0
		if len(s.words) > 200 {
			s.words = s.words[:200]
		}
	}
}

// ends tells what the log says of how its last run ended, once all of it was read.
func (s *sysbench) ends() {
	switch {
	case s.summary || s.l.Err() != nil: // a damaged member is a problem already
	case s.words != "" && s.since < reportsAfterFatal:
		when := fmt.Sprintf("after %g s", s.stopped)
		if s.stopped == 0 {
			when = "before its first report"
		}
		s.l.Problem(LoadAborted, fmt.Sprintf("the load generator stopped with an error %s: %s", when, s.words))
	case s.last > 0:
		s.l.Problem(NoSummary, fmt.Sprintf("the load generator's log ends after %g s without its summary: it was killed, or the log is cut", s.last))
	}
}
