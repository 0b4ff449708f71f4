package parse

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

func TestParseClock(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string // as a duration since midnight; empty: no clock
		used int
	}{
		{"10:36:15 all", "10h36m15s", 1},
		{"9:05:00", "9h5m0s", 1},
		{"10:36:15.250 x", "10h36m15.25s", 1},
		{"12:00:00 AM CPU", "0s", 2},
		{"12:10:01 PM", "12h10m1s", 2},
		{"11:59:58 pm", "23h59m58s", 2},
		{"10時36分15秒 all", "10h36m15s", 1},
		{"10시 36분 15초 all", "10h36m15s", 3},
		{"10.36.15 all", "10h36m15s", 1},
		{"23:59:60", "24h0m0s", 1},
		{"24:00:00", "", 0},
		{"10:36", "", 0},
		{"10:3:15", "", 0},
		{"10:36:15:7", "", 0},
		{"10:36:15.", "", 0},
		{"10.36.15.7", "", 0},
		{"12.6.1", "", 0},
		{"Average:", "", 0},
		{"", "", 0},
	} {
		sec, used, ok := parseClock(cutFields([]byte(c.in), nil))
		if !ok {
			if c.want != "" {
				t.Errorf("%q: no clock, want %s", c.in, c.want)
			}
			continue
		}
		if got := time.Duration(sec * 1e9).String(); got != c.want || used != c.used {
			t.Errorf("%q: %s in %d fields, want %s in %d", c.in, got, used, c.want, c.used)
		}
	}
}

func TestParseDate(t *testing.T) {
	for _, c := range []struct {
		in        string
		dayFirst  bool
		want      string // empty: no date
		ambiguous bool
	}{
		{"11/30/26", false, "2026-11-30", false},
		{"11/30/2026", true, "2026-11-30", false},
		{"19/05/16", false, "2016-05-19", false},
		{"04/08/17", false, "2017-04-08", true},
		{"04/08/17", true, "2017-08-04", true},
		{"04/04/17", false, "2017-04-04", false},
		{"2017-08-04", false, "2017-08-04", false},
		{"04.08.2017", false, "2017-08-04", false},
		{"30-11-26", false, "2026-11-30", false},
		{"30-NOV-2026", false, "2026-11-30", false},
		{"2026年11月30日", false, "2026-11-30", false},
		{"2026년 11월 30일", false, "2026-11-30", false},
		{"20261130", false, "2026-11-30", false},
		{"1/2/99", false, "1999-01-02", true},
		{"02/30/26", false, "", false},
		{"13/13/26", false, "", false},
		{"10:36:15", false, "", false},
		{"_x86_64_", false, "", false},
		{"1/2/3/4", false, "", false},
		{"123456789", false, "", false},
		{"", false, "", false},
	} {
		y, m, d, ambiguous, ok := parseDate([]byte(c.in), c.dayFirst)
		got := ""
		if ok {
			got = time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		}
		if got != c.want || ambiguous != c.ambiguous {
			t.Errorf("%q: %q (ambiguous %v), want %q (%v)", c.in, got, ambiguous, c.want, c.ambiguous)
		}
	}
}

func TestClock(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		zone   *time.Location
		date   [3]int
		clocks string
		want   string
		backs  int
	}{
		{"midnight", time.UTC, [3]int{2019, 1, 9}, "23:59:39 00:01:39 00:03:39",
			"2019-01-09T23:59:39Z 2019-01-10T00:01:39Z 2019-01-10T00:03:39Z", 0},
		{"noon to midnight", time.UTC, [3]int{2018, 8, 29}, "12:00:01 00:10:01",
			"2018-08-29T12:00:01Z 2018-08-30T00:10:01Z", 0},
		{"end of summer time, zone not known", time.UTC, [3]int{2026, 11, 1}, "01:59:56 01:59:58 01:00:00 01:00:02 02:00:00",
			"2026-11-01T01:59:56Z 2026-11-01T01:59:58Z 2026-11-01T02:00:00Z 2026-11-01T02:00:02Z 2026-11-01T03:00:00Z", 1},
		{"end of summer time, zone known", newYork, [3]int{2026, 11, 1}, "01:59:56 01:59:58 01:00:00 01:00:02 02:00:00",
			"2026-11-01T05:59:56Z 2026-11-01T05:59:58Z 2026-11-01T06:00:00Z 2026-11-01T06:00:02Z 2026-11-01T07:00:00Z", 1},
		{"begin of summer time, zone known", newYork, [3]int{2026, 3, 8}, "01:59:50 03:00:00",
			"2026-03-08T06:59:50Z 2026-03-08T07:00:00Z", 0},
		{"clock set back by a second", time.UTC, [3]int{2026, 6, 1}, "10:00:00 10:00:01 10:00:00 10:00:01",
			"2026-06-01T10:00:00Z 2026-06-01T10:00:01Z 2026-06-01T10:00:00Z 2026-06-01T10:00:01Z", 1},
		{"no date", time.UTC, [3]int{}, "10:00:00", "1970-01-01T10:00:00Z", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rows schemas.Rows
			l := newLog("f", "m", "test", bufio.NewReader(strings.NewReader("")), &rows, Options{Zone: c.zone})
			clk := newClock(l)
			if c.date != [3]int{} {
				clk.setDate(c.date[0], c.date[1], c.date[2])
			} else {
				clk.startTable()
			}
			var got []string
			for _, f := range strings.Fields(c.clocks) {
				sec, _, ok := parseClock([][]byte{[]byte(f)})
				if !ok {
					t.Fatalf("no clock: %q", f)
				}
				got = append(got, time.UnixMicro(clk.at(sec)).UTC().Format(time.RFC3339))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
			if len(rows.Skips) != c.backs {
				t.Errorf("%d skips, want %d: %v", len(rows.Skips), c.backs, rows.Skips)
			}
		})
	}
}

func TestClockDoesNotAllocate(t *testing.T) {
	var rows schemas.Rows
	l := newLog("f", "m", "test", bufio.NewReader(bytes.NewReader(nil)), &rows, Options{})
	clk := newClock(l)
	clk.setDate(2026, 11, 30)
	fields := cutFields([]byte("10:36:15 AM all"), nil)
	if n := testing.AllocsPerRun(100, func() {
		sec, _, _ := parseClock(fields)
		clk.at(sec)
	}); n != 0 {
		t.Errorf("%v allocations for a clock", n)
	}
}

func TestDateByNear(t *testing.T) {
	near := time.Date(2026, 11, 30, 0, 0, 30, 0, time.UTC)
	var rows schemas.Rows
	l := newLog("f", "m", "test", bufio.NewReader(strings.NewReader("")), &rows, Options{Near: near})
	from := l.mark()
	clk := newClock(l)
	for _, sec := range []float64{86390, 86395, 10} {
		l.CPU(schemas.NewCPU(clk.at(sec), "all", l.Source))
	}
	l.dateByNear(from)
	want := []string{"2026-11-29T23:59:50Z", "2026-11-29T23:59:55Z", "2026-11-30T00:00:10Z"}
	for i, r := range rows.CPU {
		if got := time.UnixMicro(r.TS).UTC().Format(time.RFC3339); got != want[i] {
			t.Errorf("row %d: %s, want %s", i, got, want[i])
		}
	}
	if l.Source.TSSource != schemas.Assumed {
		t.Errorf("ts_source %q", l.Source.TSSource)
	}
}
