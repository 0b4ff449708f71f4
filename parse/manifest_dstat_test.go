package parse

import (
	"path"
	"slices"
	"strings"
	"testing"

	"inquest/schemas"
)

// dstatSpots are the known values of the recordings of dstat and perf stat, from the list of the
// recordings; row 2 of dstat is the first that is a sample.
var dstatSpots = map[string][]spot{
	"dstat/local-dstat-T-percpu.csv": {{"cpu.user", "all", 0, 0.93, 0}, {"cpu.user", "0", 0, 0.91089, 0}},
	"dstat/local-dstat-screen.txt":   {{"cpu.user", "all", 0, 0.90, 0}, {"io.read_bytes", "", 0, 592 << 10, 0}},
	"dstat/local-dstat-tcdngym.csv": {{"cpu.user", "all", 0, 0.905, 0}, {"cpu.system", "all", 0, 0.095, 0},
		{"io.written_bytes", "", 0, 1085440, 0}},
	"perf/local-perf-stat-A-I-semicolon.txt": {{"perf.cs", `{"cpu":"0"}`, 0, 3983, 0}, {"perf.cs", `{"cpu":"1"}`, 0, 1346, 0}},
	"perf/local-perf-stat-I-csv-de_DE-ambiguous.txt": {{"perf.task-clock", "", 0, 2.06810, 0}, {"perf.task-clock", "", 1, 1.95397, 0},
		{"perf.cs", "", 0, 8204, 0}},
	"perf/local-perf-stat-I-csv.txt":   {{"perf.task-clock", "", 0, 2.04105, 0}, {"perf.context-switches", "", 0, 11490, 0}},
	"perf/local-perf-stat-I-human.txt": {{"perf.task-clock", "", 0, 2.00481, 0}},
	"perf/local-perf-stat-I.ndjson":    {{"perf.task-clock", "", 0, 2.006250332, 0}},
}

// dstatSkips are what the recordings hold that is no sample: the reason, how often, and words
// that stand in it.
var dstatSkips = map[string]struct {
	reason string
	count  int
	words  string
}{
	"dstat/local-dstat-T-percpu.csv":          {schemas.SinceBoot, 1, "1796035267.004"},
	"dstat/local-dstat-header-only-crash.csv": {schemas.NoData, 1, ""},
	"dstat/local-dstat-screen.txt":            {schemas.SinceBoot, 1, "30-11 10:41:02"},
	"dstat/local-dstat-tcdngym.csv":           {schemas.SinceBoot, 1, "37.804"},
	"perf/local-perf-stat-I-csv.txt":          {schemas.NotCounted, 8, "cycles"},
	"perf/local-perf-stat-I-human.txt":        {schemas.NotCounted, 3, "cycles"},
}

var dstatExtents = map[string]extent{
	"dstat/local-dstat-T-percpu.csv":                 {9, 3, "2026-11-30T10:41:08.004Z", "2026-11-30T10:41:10.004Z"},
	"dstat/local-dstat-header-only-crash.csv":        {0, 0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"},
	"dstat/local-dstat-screen.txt":                   {4, 0, "1970-11-30T10:41:03Z", "1970-11-30T10:41:06Z"}, // no year is printed
	"dstat/local-dstat-tcdngym.csv":                  {4, 0, "2026-11-30T10:41:03Z", "2026-11-30T10:41:06Z"},
	"perf/local-perf-stat-A-I-semicolon.txt":         {0, 0, "1970-01-01T00:00:01.002068Z", "1970-01-01T00:00:03.00158Z"},
	"perf/local-perf-stat-I-csv-de_DE-ambiguous.txt": {0, 0, "1970-01-01T00:00:01.00798Z", "1970-01-01T00:00:02.004126Z"},
	"perf/local-perf-stat-I-csv.txt":                 {0, 0, "1970-01-01T00:00:01.013495Z", "1970-01-01T00:00:04.008374Z"},
	"perf/local-perf-stat-I-human.txt":               {0, 0, "1970-01-01T00:00:01.000286Z", "1970-01-01T00:00:03.011986Z"},
	"perf/local-perf-stat-I.ndjson":                  {0, 0, "1970-01-01T00:00:01.001048Z", "1970-01-01T00:00:02.001513Z"},
}

// TestManifestDstat checks the known values of the recordings of dstat and perf stat.
func TestManifestDstat(t *testing.T) {
	root := shared(t, "corpus/logs")
	for file, want := range dstatExtents {
		t.Run(file, func(t *testing.T) {
			rows := readRecording(t, path.Join(root, file))
			for _, s := range dstatSpots[file] {
				s.check(t, rows)
			}
			want.check(t, rows)
			skip := dstatSkips[file]
			if len(rows.Skips) != skip.count {
				t.Errorf("%d skips, want %d: %+v", len(rows.Skips), skip.count, rows.Skips)
			}
			if i := slices.IndexFunc(rows.Skips, func(s schemas.Skip) bool { return s.Reason != skip.reason }); i >= 0 {
				t.Errorf("skip %+v, want reason %s", rows.Skips[i], skip.reason)
			}
			if skip.count > 0 && !strings.Contains(rows.Skips[0].Text, skip.words) {
				t.Errorf("skip %q, want %q in it", rows.Skips[0].Text, skip.words)
			}
		})
	}
}
