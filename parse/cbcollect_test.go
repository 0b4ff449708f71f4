package parse

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/schemas"
)

const vmstatText = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 3  0      0 900000 100000 400000    0    0  1646 27845  616 1203 19  8 72  1  0
 4  0      0 880000 100000 410000    0    0    12   500  900 1500 60 20 18  2  0
`

const uptimeText = " 03:10:20 up 22 min,  0 user,  load average: 31.34, 23.54, 12.87\n"

// readCollect reads a section file and lists when and how each section's last row was found.
func readCollect(t *testing.T, text string, opt Options) (*schemas.Rows, map[string]string) {
	t.Helper()
	rows := &schemas.Rows{}
	f, err := Read("a.zip", "couchbase.log", strings.NewReader(text), rows, opt)
	if err != nil || f.Name != "cbcollect" {
		t.Fatalf("format %v, error %v", f, err)
	}
	at := map[string]string{}
	see := func(src *schemas.Source, ts int64) {
		at[src.Member] = time.UnixMicro(ts).UTC().Format("2006-01-02T15:04:05Z ") + src.TSSource + " " + src.Format
	}
	for _, r := range rows.CPU {
		see(r.Source, r.TS)
	}
	for _, r := range rows.Stats {
		see(r.Source, r.TS)
	}
	return rows, at
}

// TestSectionStarts gives sections their start, so that output without a clock or
// without a date gets its instants.
func TestSectionStarts(t *testing.T) {
	text := header("uptime before", "uptime") + uptimeText +
		header(zoneTitle, "date; date -u") + "Mon Aug 12 03:10:12 PDT 2019\nMon Aug 12 10:10:12 UTC 2019\n" +
		header("paging", "vmstat 1 10") + vmstatText +
		header("paging", "vmstat 1 10") + vmstatText +
		header("uptime after", "uptime") + uptimeText
	start := time.Date(2019, 8, 12, 10, 10, 19, 0, time.UTC)
	starts := func(title string, nth int) (time.Time, bool) {
		return start.Add(time.Duration(nth) * time.Minute), title != "unknown"
	}
	for _, tt := range []struct {
		name string
		opt  Options
		want map[string]string
	}{
		{"nothing known", Options{}, map[string]string{
			"couchbase.log#uptime before": "1970-01-01T03:10:20Z relative uptime",
			"couchbase.log#paging":        "1970-01-01T00:00:01Z relative vmstat",
			"couchbase.log#uptime after":  "1970-01-01T10:10:20Z relative uptime",
		}},
		{"starts known", Options{SectionStart: starts}, map[string]string{
			"couchbase.log#uptime before": "2019-08-12T03:10:20Z assumed uptime", // before the zone is learnt
			"couchbase.log#paging":        "2019-08-12T10:11:20Z assumed vmstat",
			"couchbase.log#uptime after":  "2019-08-12T10:10:20Z zoned uptime",
		}},
		{"starts and zone known", Options{SectionStart: starts, Zone: time.FixedZone("", -7*3600), ZoneKnown: true}, map[string]string{
			"couchbase.log#uptime before": "2019-08-12T10:10:20Z zoned uptime",
			"couchbase.log#paging":        "2019-08-12T10:11:20Z assumed vmstat",
			"couchbase.log#uptime after":  "2019-08-12T10:10:20Z zoned uptime",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, got := readCollect(t, text, tt.opt); !cmp.Equal(tt.want, got) {
				t.Errorf("instants differ (-want +got):\n%s", cmp.Diff(tt.want, got))
			}
		})
	}
}

// TestSectionSkips checks that what a section lost is said with its line in the file,
// and that sections of no known format are passed over.
func TestSectionSkips(t *testing.T) {
	text := header("Process list", "ps") + "USER PID\nroot 1\n" + // lines 5, 6
		header("Interrupt status", "intrstat") + "/bin/sh: 1: intrstat: not found\n" + // line 11
		header("stats", "cbstats all") + "Failed to execute ['cbstats', 'all']: [Errno 2] No such file or directory: 'cbstats'\n" + // line 16
		header("Extended iostat", "iostat") + // line 20
		header("System paging activity", "vmstat") + vmstatText + " 4  0      0 88`vmstat` timed out after 60 seconds\n" + // line 29
		header("Processor status", "mpstat") + "?\n" // line 34
	rows, _ := readCollect(t, text, Options{})
	var got []string
	for _, s := range rows.Skips {
		if s.Severity() == schemas.Loss {
			got = append(got, strings.TrimPrefix(s.Member, "couchbase.log#")+" "+s.Reason+" "+strconv.FormatInt(s.Line, 10))
		}
	}
	want := []string{"Interrupt status command_failed 11", "stats command_failed 16", "Extended iostat no_data 20",
		"System paging activity cut_row 29", "System paging activity timed_out 29", "Processor status unknown_format 34"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("skips differ (-want +got):\n%s", diff)
	}
}

// TestContainer reads a joined section file: the sections of known tools carry rows.
func TestContainer(t *testing.T) {
	text, err := os.ReadFile(shared(t, "corpus/logs/container/cbcollect-style-couchbase.log"))
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := readCollect(t, string(text), Options{})
	got := map[string]int{}
	for _, r := range rows.CPU {
		got["cpu "+r.Source.Member]++
	}
	for _, r := range rows.Disk {
		got["disk "+r.Source.Member]++
	}
	for _, s := range rows.Skips {
		if s.Reason == schemas.CommandFailed || s.Reason == schemas.TimedOut {
			got[s.Reason+" "+s.Member]++
		}
	}
	want := map[string]int{
		"cpu couchbase.log#System activity reporter": 6, "cpu couchbase.log#System paging activity": 4, "cpu couchbase.log#Processor status": 18,
		"cpu couchbase.log#Extended iostat": 2, "disk couchbase.log#Extended iostat": 2, "disk couchbase.log#Raw /proc/diskstats": 20,
		"command_failed couchbase.log#Interrupt status": 1, "timed_out couchbase.log#CPU throttling info": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows by section differ (-want +got):\n%s", diff)
	}
}

// TestHardwareText reads what lshw prints where it cannot write JSON.
func TestHardwareText(t *testing.T) {
	text := header("System Hardware", "lshw -json || lshw") + `node-a
    description: Computer
  *-core
     *-memory
          description: System memory
          size: 64GiB
     *-cpu:0
          product: Intel(R) Xeon(R) CPU E5-2630 v4 @ 2.20GHz
          size: 2600MHz
     *-cache
          description: L1 cache
          size: 32KiB
     *-nvme
        *-namespace
             product: SSDPE2KX
             logical name: /dev/nvme0n1
             size: 931GiB (1TB)
`
	rows, _ := readCollect(t, text, Options{})
	var got []string
	for _, s := range rows.Settings {
		got = append(got, s.Name+" = "+s.Value)
	}
	want := []string{"memory.size = 64GiB", "disk.nvme0n1.model = SSDPE2KX", "disk.nvme0n1.size = 931GiB (1TB)",
		"cpu.sockets = 1", "cpu.model = Intel(R) Xeon(R) CPU E5-2630 v4 @ 2.20GHz"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings differ (-want +got):\n%s", diff)
	}
	rows, _ = readCollect(t, header("System Hardware", "lshw -json || lshw")+`{"id":"node-a","children":[{"id":"cpu`, Options{})
	if len(rows.Skips) != 1 || rows.Skips[0].Reason != schemas.JSONTruncated {
		t.Errorf("skips of cut JSON: %v, want one json_truncated", rows.Skips)
	}
}
