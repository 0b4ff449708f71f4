package parse

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// readText reads a text as whatever format it is.
func readText(t *testing.T, data string, opt Options) *schemas.Rows {
	t.Helper()
	var rows schemas.Rows
	if _, err := Read("file", "member", strings.NewReader(data), &rows, opt); err != nil {
		t.Fatal(err)
	}
	return &rows
}

const meminfoSnapshot = "MemTotal: 1000 kB\nMemFree: 400 kB\nBuffers: 100 kB\nCached: 200 kB\n"

// TestSnapshotTimes dates joined snapshots by what stands between them.
func TestSnapshotTimes(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skipf("no zone data: %v", err)
	}
	start := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		before [3]string
		opt    Options
		want   [3]string
		source string
		steps  [2]float64
	}{
		{"in order", [3]string{"", "\n", "\n"}, Options{}, [3]string{"1970-01-01T00:00:00Z", "1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z"},
			schemas.Relative, [2]float64{schemas.Null, schemas.Null}},
		{"in order from a start", [3]string{"", "", ""}, Options{Start: start}, [3]string{"2026-05-01T12:00:00Z", "2026-05-01T12:00:01Z", "2026-05-01T12:00:02Z"},
			schemas.Assumed, [2]float64{schemas.Null, schemas.Null}},
		{"padded nanoseconds", [3]string{"TS 1700000000.000000001\n", "TS 1700000001.500000000\n", "TS 1700000003.000000000\n"}, Options{},
			[3]string{"2023-11-14T22:13:20Z", "2023-11-14T22:13:21.5Z", "2023-11-14T22:13:23Z"}, schemas.Zoned, [2]float64{1.5, 1.5}},
		{"nanoseconds without zeros", [3]string{"TS 1700000000.669000\n", "TS 1700000001.4705000\n", "TS 1700000001.999864000\n"}, Options{},
			[3]string{"2023-11-14T22:13:20.000669Z", "2023-11-14T22:13:21.004705Z", "2023-11-14T22:13:21.999864Z"}, schemas.Zoned, [2]float64{1.004036, 0.995159}},
		{"microseconds", [3]string{"1700000000.250000\n", "1700000001.250000\n", "1700000002.250000\n"}, Options{},
			[3]string{"2023-11-14T22:13:20.25Z", "2023-11-14T22:13:21.25Z", "2023-11-14T22:13:22.25Z"}, schemas.Zoned, [2]float64{1, 1}},
		{"date without a zone", [3]string{"2026-07-01 10:00:00\n", "2026-07-01 10:00:02\n", "2026-07-01 10:00:03\n"}, Options{},
			[3]string{"2026-07-01T10:00:00Z", "2026-07-01T10:00:02Z", "2026-07-01T10:00:03Z"}, schemas.Assumed, [2]float64{2, 1}},
		{"end of summer time", [3]string{"Sun Oct 25 02:59:50 CEST 2026\n", "Sun Oct 25 02:00:00 CET 2026\n", "Sun Oct 25 02:00:10 CET 2026\n"},
			Options{Zone: berlin, ZoneKnown: true}, [3]string{"2026-10-25T00:59:50Z", "2026-10-25T01:00:00Z", "2026-10-25T01:00:10Z"}, schemas.Zoned, [2]float64{10, 10}},
		{"end of summer time, zone not known", [3]string{"Sun Oct 25 02:59:50 CEST 2026\n", "Sun Oct 25 02:00:00 CET 2026\n", "Sun Oct 25 03:00:00 CET 2026\n"},
			Options{}, [3]string{"2026-10-25T02:59:50Z", "2026-10-25T03:00:00Z", "2026-10-25T04:00:00Z"}, schemas.Assumed, [2]float64{10, 3600}},
		{"OSWatcher", [3]string{"zzz ***Mon Nov 30 10:37:46 UTC 2026\n", "zzz ***Mon Nov 30 10:38:16 UTC 2026\n", "zzz ***Mon Nov 30 10:38:46 UTC 2026\n"},
			Options{}, [3]string{"2026-11-30T10:37:46Z", "2026-11-30T10:38:16Z", "2026-11-30T10:38:46Z"}, schemas.Zoned, [2]float64{30, 30}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := readText(t, c.before[0]+meminfoSnapshot+c.before[1]+meminfoSnapshot+c.before[2]+meminfoSnapshot, c.opt)
			n := 0
			for _, s := range rows.Stats {
				if s.Key.Metric != "memory.used" {
					continue
				}
				if got := instant(s.TS); got != c.want[n] || s.Source.TSSource != c.source {
					t.Errorf("snapshot %d: %s %s, want %s %s", n, got, s.Source.TSSource, c.want[n], c.source)
				}
				if n > 0 && s.StepS != c.steps[n-1] && !(schemas.IsNull(s.StepS) && schemas.IsNull(c.steps[n-1])) {
					t.Errorf("snapshot %d: step %v, want %v", n, s.StepS, c.steps[n-1])
				}
				n++
			}
			if n != len(c.want) {
				t.Errorf("%d snapshots, want %d", n, len(c.want))
			}
		})
	}
}

// TestSnapshotWithoutTime leaves out a snapshot whose time is not known, and says so.
func TestSnapshotWithoutTime(t *testing.T) {
	rows := readText(t, "TS 1700000000\n"+meminfoSnapshot+meminfoSnapshot, Options{})
	if n := len(rows.Stats); n != 5 { // four sizes and the used memory; no swap
		t.Errorf("%d rows, want those of one snapshot", n)
	}
	if len(rows.Skips) != 1 || rows.Skips[0].Reason != schemas.MissingCell {
		t.Errorf("skips %+v", rows.Skips)
	}
}

// TestSnapshotsAgain makes no interval from the end of one run to the beginning of an
// earlier one.
func TestSnapshotsAgain(t *testing.T) {
	const a, b = "cpu 100 0 100 800 0 0 0 0\n", "cpu 110 0 110 880 0 0 0 0\n"
	rows := readText(t, "TS 1700000100\n"+a+"TS 1700000101\n"+b+"TS 1700000000\n"+b+"TS 1700000001\n"+b[:len(b)-len("880 0 0 0 0\n")]+"980 0 0 0 0\n", Options{})
	if len(rows.CPU) != 2 || math.Abs(rows.CPU[0].Busy-0.2) > 1e-12 || rows.CPU[1].Busy != 0 {
		t.Errorf("rows %+v", rows.CPU)
	}
}

// TestSteadyReading reads without memory that grows with the number of lines.
func TestSteadyReading(t *testing.T) {
	for name, block := range map[string]string{
		"proc-diskstats": "TS 1700000000\n 8 0 sda 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n 8 1 sda1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n",
		"mysqladmin":     "+-----+-----+\n| Variable_name | Value |\n+-----+-----+\n| Aborted_clients | 1 |\n| Com_update | 77 |\n| Slave_running | ON |\n| Uptime | 5 |\n+-----+-----+\n\n",
		"proc-stat":      "TS 1700000000\ncpu 100 0 100 800 0 0 0 0\ncpu0 100 0 100 800 0 0 0 0\nctxt 5\nprocs_running 1\n",
		"proc-vmstat":    "TS 1700000000\nnr_free_pages 5\nnr_mlock 6\npgfault 7\n",
	} {
		f := findFormat(name)
		var rows schemas.Rows
		allocs := func(n int) float64 {
			data := bytes.Repeat([]byte(block), n)
			_ = parseAs(f, data, &rows) // makes room for the rows
			return testing.AllocsPerRun(3, func() {
				rows.CPU, rows.Disk, rows.Stats, rows.Skips = rows.CPU[:0], rows.Disk[:0], rows.Stats[:0], rows.Skips[:0]
				_ = parseAs(f, data, &rows)
			})
		}
		if few, many := allocs(100), allocs(1000); many > few+60 { // skips of repeated times are kept up to a limit
			t.Errorf("%s: %v allocations for 100 snapshots, %v for 1000", name, few, many)
		}
	}
}
