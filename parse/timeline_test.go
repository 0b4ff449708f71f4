package parse

import (
	"testing"
	"time"
)

func TestParseTimeLine(t *testing.T) {
	for _, c := range []struct {
		line string
		want string // the instant, or the clock on the wall where no zone is stated
		zone bool
	}{
		{"TS 1796035666.008887647 2026-11-30 10:47:46", "2026-11-30T10:47:46.008887647Z", true},
		{"TS 1281367519", "2010-08-09T15:25:19Z", true},
		{"1796035050.512531640", "2026-11-30T10:37:30.51253164Z", true},
		{"zzz ***Mon Nov 30 10:37:46 UTC 2026", "2026-11-30T10:37:46Z", true},
		{"zzz ***Mon Nov 30 10:37:46 EST 2026", "2026-11-30T10:37:46Z", false},
		{"zzz <11/30/2026 10:37:46> subcount: 17", "2026-11-30T10:37:46Z", false},
		{"Mon Nov 30 10:37:46 UTC 2026", "2026-11-30T10:37:46Z", true},
		{"Mon 30 Nov 2026 10:37:46 PM CET", "2026-11-30T22:37:46Z", false},
		{"Sun Nov  1 01:59:54 EDT 2026", "2026-11-01T01:59:54Z", false},
		{"2026-11-30T10:37:57Z", "2026-11-30T10:37:57Z", true},
		{"2026-11-30T10:37:53+02:00", "2026-11-30T08:37:53Z", true},
		{"2026-11-30T10:37:53-0330", "2026-11-30T14:07:53Z", true},
		{"2026-11-30 10:37:53.125", "2026-11-30T10:37:53.125Z", false},
		{"2026-11-30 10:37:53 UTC", "2026-11-30T10:37:53Z", true},
		{"30.11.2026 10:37:53", "2026-11-30T10:37:53Z", false},
	} {
		got, ok := parseTimeLine([]byte(c.line), false)
		if !ok {
			t.Errorf("%q is not taken for a line of time", c.line)
			continue
		}
		at := time.Date(got.y, time.Month(got.m), got.d, 0, 0, 0, 0, time.UTC).Add(time.Duration(got.sec*1e6+0.5) * time.Microsecond)
		zone := got.zone != nil || got.epoch
		if got.zone != nil {
			at = time.Date(got.y, time.Month(got.m), got.d, 0, 0, 0, 0, got.zone).Add(time.Duration(got.sec*1e6+0.5) * time.Microsecond)
		}
		if got.epoch {
			at = time.Unix(got.whole, got.frac)
		}
		if s := at.UTC().Format(time.RFC3339Nano); s != c.want || zone != c.zone {
			t.Errorf("%q: %s, zone %v; want %s, %v", c.line, s, zone, c.want, c.zone)
		}
	}
	for _, line := range []string{"", "TS", "TS now", "179603505", "1796035050 2", "17960350501", "0796035050", "2026-11-30", "10:37:53",
		"2026-13-30 10:37:53", "2026-11-30 25:37:53", "2026-11-30 10:37:53 and so on", "Mon Nov 30 2026", "memory 10:37:53 2026-11-30",
		"2026-11-30 10:37:53 10:37:54", "zzz", "2026-11-30T10:37:53+99:00", "Mon Nov 32 10:37:46 UTC 2026"} {
		if got, ok := parseTimeLine([]byte(line), false); ok {
			t.Errorf("%q is taken for a line of time: %+v", line, got)
		}
	}
}

func TestOffsetZone(t *testing.T) {
	for text, want := range map[string]int{"+00:00": 0, "+0530": 19800, "-03": -10800, "+02:00": 7200} {
		zone := offsetZone([]byte(text))
		if zone == nil {
			t.Errorf("%s is no offset", text)
			continue
		}
		if _, got := time.Unix(0, 0).In(zone).Zone(); got != want {
			t.Errorf("%s: %d seconds, want %d", text, got, want)
		}
	}
	for _, text := range []string{"", "+", "+1", "+123", "0200", "+99", "+2:00:00", "-ab"} {
		if zone := offsetZone([]byte(text)); zone != nil {
			t.Errorf("%q is taken for the offset %s", text, zone)
		}
	}
}
