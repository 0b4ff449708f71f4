package main

import (
	"fmt"
	"testing"
)

const collection = "cbcollect_info_ns_1@10.0.0.1_20261130-101112/"

// collectionZip is a collection of 40 members of which three can hold rows.
func collectionZip() (servedObject, int64) {
	const each = 1_500_000
	var members []storedMember
	for i := range 37 {
		members = append(members, storedMember{fmt.Sprintf("%sanalytics_%02d.log", collection, i), each})
	}
	for i, name := range []string{"couchbase.log", "ns_server.stats.log", "stats_archives.json"} {
		at := 5 + 13*i
		members = append(members[:at], append([]storedMember{{collection + name, each}}, members[at:]...)...)
	}
	return newStoredZip(members...), 3 * each
}

// TestLayoutsCost counts at the server what fetch and inspect take of three kinds of zips,
// and compares it with what fetch itself says. -v prints the table.
func TestLayoutsCost(t *testing.T) {
	collected, wanted := collectionZip()
	const recorder, large = 24_000_000, 500_000_000
	layouts := []struct {
		name        string
		object      servedObject
		wanted      int64
		mostRequest int
		commands    []string
	}{
		{"60 MB collection, 3 of 40 members", collected, wanted, 5, []string{"fetch", "inspect", "inspect --list"}},
		{"24 MB recorder zip, its one member", newStoredZip(storedMember{"run/iostat.log", recorder}), recorder, 5, []string{"fetch", "inspect"}},
		{"500 MB object, all of it", newStoredZip(storedMember{"a.log", large / 2}, storedMember{"b.log", large / 2}), large, 33, []string{"fetch"}},
	}
	s := newObjectServer(t)
	t.Logf("%-36s %-15s %9s %12s %12s", "layout", "command", "requests", "bytes", "wanted")
	for _, l := range layouts {
		if l.wanted == large && testing.Short() {
			continue
		}
		s.objects = map[string]servedObject{"perf/run-1/node-a.zip": l.object}
		for _, command := range l.commands {
			s.reset(nil)
			args := []string{"fetch"}
			want, most := l.wanted, l.mostRequest
			switch command {
			case "inspect":
				args = []string{"inspect"}
			case "inspect --list":
				args, want, most = []string{"inspect", "--list"}, 0, 2
			}
			args = append(append(args, "s3://perf/run-1/node-a.zip", "--format", "json", "--cache", t.TempDir()), s.flags()...)
			got := mustRun(t, 0, args...)
			requests, _, sent := s.counted()
			t.Logf("%-36s %-15s %9d %12d %12d", l.name, command, requests, sent, want)
			if requests > most || sent > want+3<<19 {
				t.Errorf("%s, %s: %d requests and %d bytes for %d", l.name, command, requests, sent, want)
			}
			if command != "fetch" {
				continue
			}
			said := decodeAnswer[struct {
				Artifacts []fetchReport
				Totals    fetchTotals
			}](t, got)
			if said.Totals.Requests != requests || said.Totals.Complete != 1 || said.Totals.FetchedBytes < sent-1000 || said.Totals.FetchedBytes > sent {
				t.Errorf("%s: fetch says %+v; the server counted %d requests and %d bytes", l.name, said.Totals, requests, sent)
			}
			if x := said.Artifacts[0]; x.WantedBytes < want || x.Requests > requests || x.CachedBytes+x.DownloadBytes < x.WantedBytes {
				t.Errorf("%s: %+v", l.name, x)
			}
		}
	}
}
