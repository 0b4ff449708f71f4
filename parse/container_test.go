package parse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// filesIn makes members of name, text pairs.
func filesIn(pairs ...string) []File {
	var out []File
	for i := 0; i < len(pairs); i += 2 {
		text := pairs[i+1]
		out = append(out, File{Name: pairs[i], Size: int64(len(text)), Modified: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC),
			Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }})
	}
	return out
}

// archived makes one member of others: an archive that breaks off after them with an error, if any.
func archived(name string, inside []File, broken error) File {
	return File{Name: name, Walk: func(ctx context.Context, fn func(File, io.Reader) error) error {
		for _, f := range inside {
			r, err := f.Open(ctx)
			if err != nil {
				return err
			}
			f.Name, f.Open = name+"/"+f.Name, nil
			if err := fn(f, r); err != nil {
				return err
			}
		}
		return broken
	}}
}

const (
	mpstatOne = "Linux 6.1.0 (db1) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n" +
		"10:00:00     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n" +
		"10:00:01     all   20.00    0.00   10.00    5.00    0.00    0.00    0.00    0.00    0.00   65.00\n"
	vmstatTwo = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n" +
		" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n" +
		" 4  0      0 880000 100000 410000    0    0    12   500  900 1500 60 20 18  2  0\n" +
		" 4  0      0 870000 100000 410000    0    0    12   500  900 1500 50 20 28  2  0\n"
	localDate = "Mon Nov 30 05:00:00 EST 2026\n"
	utcDate   = "Mon Nov 30 10:00:00 UTC 2026\n"
	timedate  = "               Local time: Mon 2026-11-30 05:00:00 EST\n                Time zone: America/New_York (EST, -0500)\n"
)

// TestContainers finds out how an artifact is organised, whose it is, and its zone.
func TestContainers(t *testing.T) {
	const sos = "sosreport-db1-0123456-2026-11-30-abcdefg/"
	tests := []struct {
		name      string
		opt       ArtifactOptions
		files     []File
		container string
		node      string
		first     string // instant of the first cpu row, of a clock that reads 10:00:01
		source    string // its ts_source
		problems  string // kinds
	}{
		{"sosreport, zone by name", ArtifactOptions{Name: "db1"},
			filesIn(sos+"sos_commands/host/hostname", "db1.example.com\n", sos+"sos_commands/systemd/timedatectl", timedate, sos+"var/log/sa/sar30", mpstatOne),
			"sosreport", "db1.example.com", "2026-11-30T15:00:01Z", schemas.Zoned, ""},
		{"sosreport, zone by date and date -u", ArtifactOptions{},
			filesIn(sos+"sos_commands/date/date", localDate, sos+"sos_commands/date/date_--utc", utcDate, sos+"mpstat", mpstatOne),
			"sosreport", "db1", "2026-11-30T15:00:01Z", schemas.Zoned, ""},
		{"sosreport, names of other versions", ArtifactOptions{Name: "db2"},
			filesIn("sosreport-db2-2026-11-30-zyxwvut/sos_commands/general/date", localDate, "sosreport-db2-2026-11-30-zyxwvut/mpstat", mpstatOne),
			"sosreport", "db2", "2026-11-30T10:00:01Z", schemas.Assumed, ""},
		{"sosreport, the clock against the zone's name", ArtifactOptions{},
			filesIn(sos+"sos_commands/date/date", utcDate, sos+"sos_commands/date/date_--utc", utcDate, sos+"sos_commands/systemd/timedatectl", timedate, sos+"mpstat", mpstatOne),
			"sosreport", "db1", "2026-11-30T10:00:01Z", schemas.Zoned, "time_zone"},
		{"sosreport, /etc/localtime packed as its target", ArtifactOptions{},
			filesIn(sos+"sos_commands/host/hostname", "db1\n", sos+"etc/localtime", "../usr/share/zoneinfo/Asia/Kolkata", sos+"mpstat", mpstatOne),
			"sosreport", "db1", "2026-11-30T04:30:01Z", schemas.Zoned, ""},
		{"OSWatcher", ArtifactOptions{Name: "db1"},
			filesIn("archive/oswmpstat/db1_mpstat_26.11.30.1000.dat", "zzz ***Mon Nov 30 10:00:00 UTC 2026\n"+mpstatOne, "archive/oswps/db1_ps_26.11.30.1000.dat", "zzz ***Mon Nov 30 10:00:00 UTC 2026\nPID\n"),
			"oswatcher", "db1", "2026-11-30T10:00:01Z", schemas.Zoned, ""},
		{"OSWatcher, zone of the manifest", ArtifactOptions{Name: "db1", Manifest: &ManifestNode{Name: "db1", TimeZone: "America/New_York"}},
			filesIn("oswmpstat/my_db_1_mpstat_26.11.30.1000.dat", "zzz ***Mon Nov 30 10:00:00 EST 2026\n"+mpstatOne),
			"oswatcher", "my_db_1", "2026-11-30T15:00:01Z", schemas.Zoned, "node_name"},
		{"ExaWatcher", ArtifactOptions{Name: "cell1.example.org"},
			filesIn("Mpstat.ExaWatcher/2026_11_30_10_00_00_MpstatExaWatcher_cell1.example.org.dat", "# Starting Time:\t11/30/2026 10:00:00\nzzz <11/30/2026 10:00:00> Count:720\n"+mpstatOne),
			"exawatcher", "cell1.example.org", "2026-11-30T10:00:01Z", schemas.Assumed, ""},
		{"pbench", ArtifactOptions{Name: "h2"},
			filesIn("run/1-rw/sample1/tools-default/server:h1/mpstat/mpstat-stdout.txt", strings.ReplaceAll(mpstatOne, "10:00:", "11:00:"), "run/1-rw/sample1/tools-default/h2/mpstat/mpstat-stdout.txt", mpstatOne),
			"pbench", "h2", "2026-11-30T10:00:01Z", schemas.Assumed, "several_hosts"},
		{"pt-stalk, zone by an instant beside a clock", ArtifactOptions{},
			filesIn("2026_11_30_10_00_00-hostname", "db7\n", "2026_11_30_10_00_00-diskstats", "TS 1796050801.000000000 2026-11-30 10:00:01\n", "2026_11_30_10_00_00-mpstat", mpstatOne),
			"pt-stalk", "db7", "2026-11-30T15:00:01Z", schemas.Zoned, ""},
		{"plain, zone by date and date -u in one file", ArtifactOptions{Name: "db1"},
			filesIn("date.txt", localDate+utcDate, "mpstat.txt", mpstatOne), "plain", "db1", "2026-11-30T15:00:01Z", schemas.Zoned, ""},
		{"plain", ArtifactOptions{Name: "db1"}, filesIn("mpstat.txt", mpstatOne), "plain", "db1", "2026-11-30T10:00:01Z", schemas.Assumed, ""},
	}
	for _, tt := range tests {
		for _, packed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, packed %t", tt.name, packed), func(t *testing.T) {
				files := tt.files
				if packed {
					files = []File{archived("logs.tar.gz", tt.files, nil)}
				}
				a, err := ReadArtifact(context.Background(), files, tt.opt)
				if err != nil {
					t.Fatal(err)
				}
				if a.Container != tt.container || a.Node != tt.node {
					t.Errorf("%s of %s, want %s of %s", a.Container, a.Node, tt.container, tt.node)
				}
				if len(a.Rows.CPU) == 0 {
					t.Fatalf("no rows: %+v", a.Problems)
				}
				if got := time.UnixMicro(a.Rows.CPU[0].TS).UTC().Format(time.RFC3339); got != tt.first || a.Rows.CPU[0].Source.TSSource != tt.source {
					t.Errorf("first row at %s, %s, want %s, %s", got, a.Rows.CPU[0].Source.TSSource, tt.first, tt.source)
				}
				var kinds []string
				for _, p := range a.Problems {
					kinds = append(kinds, p.Kind)
				}
				if strings.Join(kinds, " ") != tt.problems {
					t.Errorf("problems %+v, want kinds %q", a.Problems, tt.problems)
				}
			})
		}
	}
}

// TestPbenchLegs has a leg for each sample of each iteration.
func TestPbenchLegs(t *testing.T) {
	var files []File
	for _, leg := range []string{"1-4k/sample1", "1-4k/sample2", "2-8k/sample1"} {
		for _, tool := range []string{"mpstat", "vmstat"} {
			text := map[string]string{"mpstat": mpstatOne, "vmstat": vmstatTwo}[tool]
			files = append(files, filesIn("run/"+leg+"/tools-default/h1/"+tool+"/"+tool+"-stdout.txt", text)...)
		}
	}
	a, err := ReadArtifact(context.Background(), files, ArtifactOptions{Name: "h1"})
	if err != nil {
		t.Fatal(err)
	}
	var legs []string
	for _, l := range a.Legs {
		legs = append(legs, l.Name)
	}
	if want := []string{"1-4k/sample1", "1-4k/sample2", "2-8k/sample1"}; !slices.Equal(legs, want) {
		t.Errorf("legs %q, want %q", legs, want)
	}
	for i := range a.Rows.CPU {
		if a.Rows.CPU[i].Source.Leg == "" {
			t.Errorf("a row of %s has no leg", a.Rows.CPU[i].Source.Member)
		}
	}
}

// TestBrokenArchive keeps what stands before the damage, and other members.
func TestBrokenArchive(t *testing.T) {
	files := append(filesIn("vmstat.txt", vmstatTwo), archived("logs.tar.xz", filesIn("mpstat.txt", mpstatOne), errors.New("its archive ends early")))
	a, err := ReadArtifact(context.Background(), files, ArtifactOptions{Name: "db1"})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	for _, m := range a.Members {
		rows[m.Name] = m.CPU
	}
	if rows["vmstat.txt"] != 1 || rows["logs.tar.xz/mpstat.txt"] != 1 {
		t.Errorf("rows %v", rows)
	}
	if len(a.Problems) != 1 || a.Problems[0].Kind != MemberDamaged || a.Problems[0].Member != "logs.tar.xz" || a.Problems[0].Kept != "1 members in it" {
		t.Errorf("problems %+v", a.Problems)
	}
}
