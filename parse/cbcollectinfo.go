package parse

import (
	"bytes"
	"fmt"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "cbcollect-info",
		Doc:      "the log that a Couchbase collector keeps of its own work (cbcollect_info.log): when each section was started; no rows",
		Source:   "couchbase/ns_server, cbcollect_info, function log",
		Specimen: "[2019-08-12T10:00:01.000000+00:00] Using temporary dir /tmp\n[2019-08-12T10:00:01.123456+00:00] uname (uname -a) - OK\n",
		Match:    matchCollectInfo,
		Parse:    parseCollectInfo,
	})
}

func matchCollectInfo(h Head) int {
	ours := 0
	for i, line := range h.Lines {
		_, text, ok := cutTaskLine(line)
		if !ok && i == 0 {
			return 0
		}
		if bytes.HasSuffix(text, []byte(") - OK")) || bytes.Contains(text, []byte(") - Exit code ")) ||
			bytes.HasPrefix(text, []byte("Skipping task ")) || bytes.HasPrefix(text, []byte("Using temporary dir ")) {
			ours++
		}
	}
	if ours == 0 {
		return 0
	}
	return 90
}

// parseCollectInfo counts the tasks: the log gives no rows, see readSectionTimes for its use.
func parseCollectInfo(l *Log) error {
	tasks := 0
	for l.Next() {
		if _, text, ok := cutTaskLine(l.Line()); ok && wroteSection(text) {
			tasks++
		}
	}
	l.SkipAt(0, schemas.Comment, fmt.Sprintf("start times of %d tasks, no rows", tasks))
	return nil
}
