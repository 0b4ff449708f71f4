package parse

import (
	"bytes"
	"fmt"
	"time"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "ns-server-stats",
		Doc:    "ns_server.stats.log of Couchbase Server: each node's heartbeat once a minute, and dumps of the raw statistics",
		Source: "couchbase/ns_server 6.5 and 7.x, ns_doctor and stats_collector; couchbaselabs/promtimer reads the same",
		Specimen: `[ns_doctor:debug,2019-08-12T03:00:00.123-07:00,ns_1@10.0.0.5:ns_doctor<0.300.0>:ns_doctor:handle_info:186]Current node statuses:
[{'ns_1@10.0.0.5',
     [{last_heard,-576458157399847353},
      {system_stats,[{cpu_utilization_rate,12.5}]}]}]
`,
		Tables: []string{"stats"},
		Match:  matchServerStats,
		Parse:  parseServerStats,
	})
}

func matchServerStats(h Head) int {
	if h.HasLine(func(line []byte) bool {
		e, ok := cutEntry(line)
		return ok && (e.logger == "ns_doctor" || e.logger == "stats")
	}) {
		return 90
	}
	return 0
}

// logEntry is the first line of an entry of a log of ns_server:
//
//	[<logger>:<level>,<time>,<node>:<process>:<module>:<function>:<line>]<text>
type logEntry struct {
	logger string // valid as long as the line
	at     time.Time
	node   []byte // that writes the log
	text   []byte
}

// cutEntry splits the first line of an entry; ok is false for the lines after it.
func cutEntry(line []byte) (e logEntry, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte{'['})
	logger, rest, found := bytes.Cut(rest, []byte{':'})
	if !ok || !found || len(logger) > 40 || bytes.IndexByte(logger, '{') >= 0 {
		return e, false
	}
	_, rest, _ = bytes.Cut(rest, []byte{','})
	stamp, rest, _ := bytes.Cut(rest, []byte{','})
	node, body, found := bytes.Cut(rest, []byte{']'})
	if !found || len(stamp) < len("2006-01-02T15:04:05Z") || len(stamp) > len("2006-01-02T15:04:05.000000-07:00") {
		return e, false
	}
	at, err := time.Parse(time.RFC3339, string(stamp))
	if err != nil {
		return e, false
	}
	for range 4 { // <process>:<module>:<function>:<line>; the name of a node may hold colons
		node = node[:max(0, bytes.LastIndexByte(node, ':'))]
	}
	return logEntry{text(logger), at, node, body}, true
}

// serverStats reads one ns_server.stats.log.
type serverStats struct {
	l      *Log
	beats  *heartbeats
	dump   *statsDump
	reader func(line []byte) // of the lines of the current entry; nil: nothing of use

	beatLine, dumpLine func(line []byte)
}

// parseServerStats reads the heartbeats and the dumps; other entries give nothing.
func parseServerStats(l *Log) error {
	before := l.said()
	l.SetTSSource(schemas.Zoned)
	s := &serverStats{l: l, beats: newHeartbeats(l), dump: newStatsDump(l)}
	s.beatLine, s.dumpLine = s.beats.line, s.dump.line
	entries := 0
	for l.Next() {
		line := l.Line()
		e, ok := logEntry{}, false
		if len(line) > 0 && line[0] == '[' {
			e, ok = cutEntry(line)
		}
		switch {
		case ok:
			entries++
			s.begin(e)
		case s.reader != nil:
			s.reader(line)
		case entries == 0 && len(bytes.TrimSpace(line)) > 0:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	s.beats.end()
	s.beats.report()
	s.dump.report()
	if l.said() == before {
		l.SkipAt(0, schemas.NoData, fmt.Sprintf("%d entries, none with a heartbeat or a dump of statistics", entries))
	}
	return nil
}

// begin starts an entry.
func (s *serverStats) begin(e logEntry) {
	s.beats.end()
	s.reader = nil
	switch {
	case e.logger == "ns_doctor" && (bytes.Contains(e.text, []byte("node statuses:")) || bytes.Contains(e.text, []byte("initial status:"))):
		s.beats.begin(e.at, e.node)
		s.beats.line(e.text[bytes.IndexByte(e.text, ':')+1:])
		s.reader = s.beatLine
	case e.logger == "stats" && s.dump.begin(e):
		s.reader = s.dumpLine
	}
}
