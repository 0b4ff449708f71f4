package parse

import (
	"strings"
	"testing"
	"time"
)

const collectLog65 = `[2019-08-12T18:00:01.000000+08:00] Using temporary dir /tmp
[2019-08-12T18:00:01.123456+08:00] uname (uname -a) - OK
[2019-08-12T18:00:02+08:00] Skipping task uname because it doesn't match '(Distro)'
[2019-08-12T18:00:03.000000+08:00] Raw /proc/diskstats (cat /proc/diskstats; echo '') - OK
[2019-08-12T18:00:03.050000+08:00] Taking sample 2 after 1.000000 seconds - OK
[2019-08-12T18:00:14.500000+08:00] Distro version (cat /etc/redhat-release) - Exit code 1
[2019-08-12T18:00:15.500000+08:00] Distro version (dmidecode) - skipped (needs root privs)
[2019-08-12T18:00:16.500000+08:00] Distro version (cat /etc/os-release) - OK
[2019-08-12T18:00:17.000000+08:00] memcached stats ['diskinfo', 'detail'] (['cbstats', '-a', 'x']) - [Command timed out after 60 seconds] - Exit code -9
[2019-08-12T18:01:17.000000+08:00] Network (ethtool) configuration (for i in $(ls); do
ethtool -S $i; done) - OK
`

func TestSectionTimes(t *testing.T) {
	s, err := readSectionTimes(strings.NewReader(collectLog65 + "[2019-08-12T18:02:00.000000+08:00] last (x) - " + strings.Repeat("y", 2*headSize)))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		title string
		nth   int
		want  string // empty: not known
	}{
		{"uname", 0, "2019-08-12T10:00:01.123456Z"},
		{"uname", 1, ""},
		{"Raw /proc/diskstats", 0, "2019-08-12T10:00:03Z"},
		{"Distro version", 0, "2019-08-12T10:00:14.5Z"},
		{"Distro version", 1, "2019-08-12T10:00:16.5Z"},
		{"Distro version", 2, ""},
		{"Distro", 0, ""},
		{"memcached stats ['diskinfo', 'detail']", 0, "2019-08-12T10:00:17Z"},
		{"Network (ethtool) configuration", 0, "2019-08-12T10:01:17Z"},
		{"last", 0, "2019-08-12T10:02:00Z"},
	} {
		got := ""
		if at, ok := s.Start(tt.title, tt.nth); ok {
			got = at.UTC().Format(time.RFC3339Nano)
		}
		if got != tt.want {
			t.Errorf("start of %s, section %d: %q, want %q", tt.title, tt.nth, got, tt.want)
		}
	}
}

func TestSectionTimesReadError(t *testing.T) {
	s, err := readSectionTimes(failing{strings.NewReader(collectLog65)})
	if _, ok := s.Start("uname", 0); err == nil || !ok {
		t.Errorf("error %v, uname known %v; want an error and what was read before it", err, ok)
	}
}
