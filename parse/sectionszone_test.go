package parse

import (
	"strings"
	"testing"
	"time"
)

func TestSectionZone(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       int // seconds east of UTC
		ok         bool
	}{
		{"UTC", "Mon Nov 30 10:49:14 UTC 2026\nMon Nov 30 10:49:14 UTC 2026\n", 0, true},
		{"west, a moment later, over midnight", "Sun Aug 11 17:59:59 PDT 2019\nMon Aug 12 01:00:00 UTC 2019\n", -7 * 3600, true},
		{"half an hour", "Mon Aug 12 15:30:00 IST 2019\nMon Aug 12 10:00:00 UTC 2019\n", 19800, true},
		{"offset as zone word", "Mon Aug 12 13:00:00 +03 2019\r\nMon Aug 12 10:00:00 UTC 2019\r\n", 3 * 3600, true},
		{"day first, 12 hours", "Mon 12 Aug 2019 01:00:00 PM CEST\nMon 12 Aug 2019 11:00:00 AM UTC\n", 2 * 3600, true},
		{"one line only", "Mon Aug 12 15:30:00 IST 2019\n", 0, false},
		{"second not UTC", "Mon Aug 12 15:30:00 IST 2019\nMon Aug 12 15:30:00 IST 2019\n", 0, false},
		{"not a day apart", "Mon Aug 12 15:30:00 IST 2019\nMon Aug 10 15:30:00 UTC 2019\n", 0, false},
		{"error text", "/bin/sh: 1: date: not found\n", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := header("uname", "uname -a") + "Linux\n" + header(zoneTitle, "date; date -u") + tt.body
			r := strings.NewReader(text + header("next", "x") + strings.Repeat("x\n", 3*headSize))
			zone, ok := sectionZone(r)
			if ok != tt.ok {
				t.Fatalf("found %v, want %v", ok, tt.ok)
			}
			if ok {
				if _, got := time.Unix(0, 0).In(zone).Zone(); got != tt.want {
					t.Errorf("offset %d s, want %d", got, tt.want)
				}
			}
			if r.Len() < headSize {
				t.Errorf("it read on after the section: %d bytes are left", r.Len())
			}
		})
	}
	if _, ok := sectionZone(strings.NewReader(header("uname", "uname -a") + "Linux\n")); ok {
		t.Error("a zone was found without the section")
	}
}
