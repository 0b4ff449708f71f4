package parse

import (
	"errors"
	"fmt"
	"io"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "stats-archives",
		Doc:    "stats_archives.json of Couchbase Server 4.1 to 6.6: the server's own series, 1 s to 6 h apart",
		Source: "couchbase/ns_server 6.5, scripts/dump-stats and stats_archiver",
		Specimen: `{
  "@system": {
    "hour": {
      "status": "ok",
      "samples": [
        {
          "ts": 1565601000000,
          "sample": {
            "cpu_sys_rate": 1.5,
            "cpu_user_rate": 20.25
          }
        }
      ]
    }
  }
}
`,
		Tables: []string{"cpu", "stats"},
		Match:  matchArchives,
		Parse:  parseArchives,
	})
}

func matchArchives(h Head) int {
	for _, c := range h.Bytes {
		if c == '{' {
			break
		}
		if c > ' ' {
			return 0
		}
	}
	if !h.Contains(`"status"`) {
		return 0
	}
	for _, p := range archivePeriods {
		if h.Contains(`"` + p.name + `"`) {
			return 90
		}
	}
	return 0
}

// archivePeriods are the archives of each set. All but the first hold means, whose
// time is the beginning of what they cover.
var archivePeriods = []struct {
	name string
	step float64 // seconds
}{{"minute", 1}, {"hour", 4}, {"day", 60}, {"week", 600}, {"month", 1800}, {"year", 21600}}

// parseArchives reads the archives. A document that is cut, or that is no JSON from
// some place on, gives what stands before.
func parseArchives(l *Log) error {
	before := l.said()
	l.SetTSSource(schemas.Zoned)
	file := l.Source
	r := &archiveReader{l: l, t: newJSONTokens(l.Reader()), file: *file, words: newNames[struct{}](l), sources: map[string]*schemas.Source{}}
	err := r.document()
	l.Source = file
	if err != nil {
		l.SkipAt(r.t.line, schemas.JSONTruncated, err.Error()+"; the samples before it are kept")
	}
	if err == nil {
		if kind, err := r.t.next(); kind != jsonEnd || err != nil {
			l.SkipAt(r.t.line, schemas.ForeignText, "text after the end of the document")
		}
	}
	if r.left > 0 {
		l.SkipAt(0, schemas.Unsupported, fmt.Sprintf("%d values are left out: a file gives at most %d", r.left, maxArchiveRows))
	}
	if l.said() == before {
		l.SkipAt(0, schemas.NoData, "no archive holds a sample")
	}
	if r.t.err != nil && !errors.Is(r.t.err, io.EOF) {
		return r.t.err
	}
	return nil
}
