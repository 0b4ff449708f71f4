package parse

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// vmstatUntil is a recording of half a minute up to a clock.
func vmstatUntil(end time.Time) string {
	var b strings.Builder
	b.WriteString("procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n" +
		" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n")
	for i := 30; i >= 0; i-- {
		fmt.Fprintf(&b, " 4  0      0 880000 100000 410000    0    0    12   500  900 1500 60 20 18  2  0 %s\n", end.Add(-time.Duration(i)*time.Second).Format(time.DateTime))
	}
	return b.String()
}

// The plain time of a zip entry is a clock of the place where the zip was written: where the
// recorders' clocks say which, the load of a generator without a clock ends when it did.
func TestPlainTimesOfAZip(t *testing.T) {
	const log = "Number of threads: 4\n[ 10s ] thds: 4 tps: 100.00 qps: 100.00 (r/w/o: 0.00/100.00/0.00) lat (ms,95%): 0.46 err/s: 0.00 reconn/s: 0.00\n" +
		"General statistics:\n    total time:                          20.0s\n    total number of events:              2000\n"
	end := time.Date(2026, 3, 4, 10, 41, 30, 0, time.UTC)
	berlin := end.Add(time.Hour) // as its clock shows it
	written := berlin.Add(2 * time.Second)
	for name, x := range map[string]struct {
		recorders []time.Time // last sample, as printed
		zone      string      // of the node by its manifest
		local     bool
		want      time.Duration // how long after the end of the recording the load ends
	}{
		"a node in Berlin, zipped there":       {[]time.Time{berlin, berlin}, "Europe/Berlin", true, 2 * time.Second},
		"a node in UTC, zipped in Berlin":      {[]time.Time{end, end}, "UTC", true, 2 * time.Second},
		"a time that is an instant":            {[]time.Time{end, end}, "UTC", false, time.Hour + 2*time.Second},
		"recorders that stopped earlier":       {[]time.Time{end.Add(-7 * time.Minute), end.Add(-7 * time.Minute)}, "UTC", true, time.Hour + 2*time.Second},
		"recorders that contradict each other": {[]time.Time{end, end.Add(-30 * time.Minute)}, "UTC", true, time.Hour + 2*time.Second},
		"no recorder":                          {nil, "Europe/Berlin", true, time.Hour + 2*time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			files := []File{textFile("t4/sysbench.log", log, written)}
			for i, at := range x.recorders {
				files = append(files, textFile(fmt.Sprintf("t4/vmstat%d.log", i), strings.Replace(vmstatUntil(at), " UTC\n", " CET\n", 1), written))
			}
			for i := range files {
				files[i].Local = x.local
			}
			a, err := ReadArtifact(context.Background(), files, ArtifactOptions{Name: "node-a", Manifest: &ManifestNode{TimeZone: x.zone}})
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Legs) != 1 || a.Legs[0].WindowSource != WindowGenerator {
				t.Fatalf("legs %+v, want one by its load generator", a.Legs)
			}
			if got := time.UnixMicro(a.Legs[0].To).UTC(); !got.Equal(end.Add(x.want)) {
				t.Errorf("the load ends %s, want %s", got, end.Add(x.want))
			}
		})
	}
}
