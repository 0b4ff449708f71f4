package parse

import (
	"bytes"

	"inquest/schemas"
)

// sysbenchOptions are the lines of the header that state an option.
var sysbenchOptions = []struct{ prefix, setting, suffix string }{
	{"Number of threads: ", "sysbench.threads", ""},
	{"Target transaction rate: ", "sysbench.rate", "/sec"},
	{"Report intermediate results every ", "sysbench.report_interval", " second(s)"},
	{"Warmup time: ", "sysbench.warmup_time", "s"},
}

// header reads a line before the first report.
func (s *sysbench) header(line []byte) {
	l := s.l
	for _, o := range sysbenchOptions {
		value, ok := bytes.CutPrefix(line, []byte(o.prefix))
		if !ok {
			continue
		}
		value = bytes.TrimSuffix(bytes.TrimSpace(value), []byte(o.suffix))
		switch o.setting {
		case "sysbench.threads":
			s.threads = true
		case "sysbench.report_interval":
			s.interval = sysbenchNumber(value)
		}
		l.Setting(o.setting, string(value), schemas.ScopeBench)
		return
	}
	if hasAnyPrefix(line, "FATAL:") {
		s.fatal(line)
	}
	switch {
	case hasAnyPrefix(line, "FATAL:", "ALERT:", "Error", "error"):
		l.Skip(schemas.CommandFailed, text(line))
	case hasAnyPrefix(line, "WARNING:", "DEBUG:", "Running the test with", "Initializing ", "Threads started!", "Doing ",
		"Random number generator", "Additional request validation", "Maximum number of requests", "Done.", "Using "):
	case line[0] == ' ' || line[0] == '\t': // a script's own words
	default:
		l.Skip(schemas.Comment, text(line))
	}
}

func hasAnyPrefix(b []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if bytes.HasPrefix(b, []byte(p)) {
			return true
		}
	}
	return false
}

// isSysbenchSummary tells the lines with which the final summary can begin.
func isSysbenchSummary(line []byte) bool {
	return hasAnyPrefix(line, "SQL statistics:", "OLTP test statistics:", "General statistics:", "Latency histogram",
		"CPU speed:", "Throughput:", "File operations:", "Test execution summary:", "Total operations:", "Latency (ms):")
}

// average records that a summary begins; its means are no samples.
func (s *sysbench) average(line []byte) {
	s.summary = true
	s.l.Skip(schemas.Average, text(line))
}

// fromSummary takes from the summary how long the load ran and how much it did: the
// interval lines of a starved client are not of the length that they state.
func (s *sysbench) fromSummary(line []byte) {
	line = bytes.TrimSpace(line)
	switch {
	case bytes.HasPrefix(line, []byte("total time:")):
		value := bytes.TrimSuffix(bytes.TrimSpace(line[len("total time:"):]), []byte{'s'})
		if v, ok := parseNumber(value); ok {
			s.l.Setting("sysbench.total_time", string(value), schemas.ScopeBench)
			s.last = max(s.last, v)
		} else {
			s.l.Skip(schemas.BadCell, text(line))
		}
	case bytes.HasPrefix(line, []byte("transactions:")), bytes.HasPrefix(line, []byte("total number of events:")):
		_, value, _ := bytes.Cut(line, []byte{':'})
		value = bytes.TrimSpace(value)
		if i := bytes.IndexByte(value, ' '); i >= 0 {
			value = value[:i]
		}
		if _, ok := parseNumber(value); ok && !s.counted {
			s.counted = true
			s.l.Setting("sysbench.transactions", string(value), schemas.ScopeBench)
		}
	case hasAnyPrefix(line, "FATAL:", "ALERT:"):
		s.l.Skip(schemas.CommandFailed, text(line))
	}
}
