package parse

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

// sysbenchRun is a log of so many interval lines.
func sysbenchRun(seconds int) string {
	var b strings.Builder
	b.WriteString("sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nNumber of threads: 16\nReport intermediate results every 1 second(s)\n\nThreads started!\n\n")
	for i := 1; i <= seconds; i++ {
		fmt.Fprintf(&b, "[ %ds ] thds: 16 tps: 1000.00 qps: 1000.00 (r/w/o: 0.00/1000.00/0.00) lat (ms,95%%): 31.37 err/s: 0.00 reconn/s: 0.00\n", i)
	}
	return b.String()
}

func TestHowSysbenchEnds(t *testing.T) {
	const lost = "FATAL: mysql_stmt_execute() returned error 2013 (Lost connection to MySQL server during query)\n"
	const summary = "SQL statistics:\n    transactions:                        3000   (1000.00 per sec.)\n\nGeneral statistics:\n    total time:                          3.0002s\n"
	more := strings.SplitAfter(sysbenchRun(5), "Threads started!\n\n")[1]
	lines := strings.SplitAfter(more, "\n")
	for name, x := range map[string]struct{ log, kind, says string }{
		"its summary":                  {sysbenchRun(3) + summary, "", ""},
		"an error":                     {sysbenchRun(3) + lost, LoadAborted, "the load generator stopped with an error after 3 s: FATAL: mysql_stmt_execute() returned error 2013"},
		"two errors, the first counts": {sysbenchRun(3) + lost + "FATAL: `thread_run' function failed: /usr/share/sysbench/oltp_common.lua:409\n", LoadAborted, "error 2013"},
		"an error and one more line":   {sysbenchRun(3) + lost + lines[3], LoadAborted, "after 3 s"},
		"an error that was overcome":   {sysbenchRun(3) + lost + lines[3] + lines[4], NoSummary, "ends after 5 s without its summary"},
		"an error and its summary":     {sysbenchRun(3) + lost + summary, "", ""},
		"an error within the summary":  {sysbenchRun(3) + summary + lost, "", ""},
		"an error before it began":     {sysbenchRun(0) + "FATAL: unable to connect to MySQL server on host 'db', port 3306, aborting...\n", LoadAborted, "before its first report: FATAL: unable to connect"},
		"nothing":                      {sysbenchRun(3), NoSummary, "ends after 3 s without its summary: it was killed, or the log is cut"},
		"a cut line":                   {sysbenchRun(3) + "[ 4s ] thds: 16 tps: 12.", NoSummary, "without its summary"},
		"a second run that went well":  {sysbenchRun(3) + lost + sysbenchRun(3) + summary, "", ""},
		"a second run with an error":   {sysbenchRun(3) + summary + sysbenchRun(2) + lost, LoadAborted, "after 2 s"},
	} {
		a, err := ReadArtifact(context.Background(), []File{{Name: "sysbench.log", Size: int64(len(x.log)),
			Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(x.log)), nil }}}, ArtifactOptions{Name: "node-a"})
		if err != nil {
			t.Fatal(err)
		}
		var got []Problem
		for _, p := range a.Problems {
			if p.Kind == LoadAborted || p.Kind == NoSummary {
				got = append(got, p)
			}
		}
		switch {
		case x.kind == "" && len(got) > 0, x.kind != "" && len(got) != 1:
			t.Errorf("%s: %+v", name, got)
		case x.kind != "" && (got[0].Kind != x.kind || !strings.Contains(got[0].Text, x.says) || got[0].Member != "sysbench.log" || got[0].Degrades()):
			t.Errorf("%s: %+v, want %s: %s", name, got[0], x.kind, x.says)
		}
	}
}
