package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "error-log",
		Doc:      "error log of MariaDB and MySQL; recognised, no rows",
		Source:   "sql/log.cc of MariaDB and MySQL",
		Specimen: "2026-11-30 10:45:30 0 [Note] Starting MariaDB 10.11.19-MariaDB source revision 5843d84 as process 13\n",
		Match:    func(h Head) int { return matchServerLog(h, isErrorLogLine) },
		Parse:    func(l *Log) error { return passServerLog(l, "messages of the server, no samples") },
	})
	register(Format{
		Name:     "rocksdb-log",
		Doc:      "LOG of RocksDB; recognised, no rows",
		Source:   "RocksDB logging/posix_logger.h",
		Specimen: "2026/11/30-10:45:30.964872 13 RocksDB version: 6.29.5\n2026/11/30-10:45:30.964911 13 DB SUMMARY\n",
		Match:    func(h Head) int { return matchServerLog(h, isRocksdbLogLine) },
		Parse:    func(l *Log) error { return passServerLog(l, "events of the storage engine, no samples") },
	})
}

// matchServerLog tells whether the first line, or most of the first lines, are of the log.
func matchServerLog(h Head, isLine func([]byte) bool) int {
	good, all := 0, 0
	for _, line := range h.Lines[:min(len(h.Lines), 20)] {
		if isBlank(line) {
			continue
		}
		all++
		if isLine(line) {
			good++
		}
	}
	if good > 0 && 2*good >= all {
		return 70
	}
	return 0
}

// isErrorLogLine tells a message: "2026-11-30  6:01:45 0 [Note] ...", the hour padded with
// a blank, "2026-11-30T06:01:45.123456Z 0 [Warning] ...", "101230 15:00:00 [ERROR] ...".
func isErrorLogLine(line []byte) bool {
	if len(line) < len("101230 15:00:00 [") || !isDigit(line[0]) || !isDigit(line[5]) && line[4] != '-' {
		return false
	}
	for _, level := range [...]string{"[Note] ", "[Warning] ", "[Warn] ", "[ERROR] ", "[System] "} {
		if i := bytes.Index(line[:min(len(line), 64)], []byte(level)); i > 0 {
			return true
		}
	}
	return false
}

// isRocksdbLogLine tells an event: date and clock to the microsecond, then the thread.
func isRocksdbLogLine(line []byte) bool {
	const form = "dddd/dd/dd-dd:dd:dd.dddddd "
	if len(line) < len(form)+1 {
		return false
	}
	for i := range len(form) {
		if c := form[i]; (c == 'd' && !isDigit(line[i])) || (c != 'd' && line[i] != c) {
			return false
		}
	}
	return true
}

// passServerLog reads to the end, so that a damaged member is noticed, and says once
// that there is nothing to take.
func passServerLog(l *Log, what string) error {
	for l.Next() {
	}
	l.SkipAt(0, schemas.Comment, what)
	return nil
}
