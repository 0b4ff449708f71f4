package parse

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// TestHardInputs reads inputs of kinds that other parsers are known to get wrong. The
// lines of want must be in the dump of the rows and skips, those of not must not.
func TestHardInputs(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		text string
		opt  Options
		want []string
		not  []string
	}{
		{
			name: "decimal comma",
			text: "Linux 5.10.0-9-amd64 (node-01) \t17.10.2026 \t_x86_64_\t(4 CPU)\n\n" +
				"17.10.2026 15:10:48\navg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          50,00    0,00   25,00    5,00    0,00   20,00\n\n" +
				"17.10.2026 15:10:49\navg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          13,11    0,00    2,89    1,00    0,00   83,00\n\n" +
				"Device            r/s     w/s     rkB/s     wkB/s   rrqm/s   wrqm/s  %rrqm  %wrqm r_await w_await aqu-sz rareq-sz wareq-sz  svctm  %util\n" +
				"sda              1,50  139,00      6,00  12480,00     0,00    12,25   0,00   8,10    0,40    2,75   0,38     4,00    89,78   0,31   4,36\n",
			want: []string{"2026-10-17T15:10:49Z,all,0.1311,0,0.0289,0.01,0,0.83,0.16,1,assumed",
				"2026-10-17T15:10:49Z,sda,1.5,139,6144,12779520,0,12.25,4096,91934.72,0.0004,0.00275,0.38,0.0436,1,assumed"},
		},
		{
			name: "day first by its number",
			text: sarOf("19/05/16", "10:00:00", "10:00:01"),
			want: []string{"2016-05-19T10:00:01Z,all,0.1,0,0.1,0,0,0.8,0.2,1,assumed"},
			not:  []string{schemas.DateAmbiguous},
		},
		{
			name: "date of two readings, month first",
			text: sarOf("04/08/17", "10:00:00", "10:00:01"),
			want: []string{"2017-04-08T10:00:01Z,all,", "1,date_ambiguous,loss,"},
		},
		{
			name: "date of two readings, day first",
			text: sarOf("04/08/17", "10:00:00", "10:00:01"),
			opt:  Options{DayFirst: true},
			want: []string{"2017-08-04T10:00:01Z,all,", "1,date_ambiguous,loss,"},
		},
		{
			name: "date certain by its form",
			text: sarOf("04.08.2017", "10:00:00", "10:00:01"),
			want: []string{"2017-08-04T10:00:01Z,all,"},
			not:  []string{schemas.DateAmbiguous},
		},
		{
			name: "12-hour clock, noon to midnight",
			text: "Linux 4.15.0-29-generic (node-01) \t08/29/2018 \t_x86_64_\t(4 CPU)\n\n" +
				"11:50:01 AM kbmemfree kbmemused  %memused kbbuffers  kbcached  kbcommit   %commit\n" +
				"12:00:01 PM   1200000   2800000     70.00    100000   1500000   3000000     37.50\n" +
				"12:10:01 AM   1100000   2900000     72.50    110000   1510000   3000000     37.50\n",
			want: []string{"2018-08-29T12:00:01Z,memory.buffers,gauge,bytes,102400000,600,assumed",
				"2018-08-30T00:10:01Z,memory.free,gauge,bytes,1126400000,43800,assumed",
				"2018-08-29T12:00:01Z,memory.used,gauge,bytes,1228800000,600,assumed"}, // old meaning: buffers and cache taken out
		},
		{
			name: "midnight known by the header row",
			text: sarOf("01/19/19", "23:59:39", "00:01:39", "00:03:39"),
			want: []string{"2019-01-20T00:01:39Z,all,0.1,0,0.1,0,0,0.8,0.2,120,assumed", "2019-01-20T00:03:39Z,all,0.1,0,0.1,0,0,0.8,0.2,120,assumed"},
		},
		{
			name: "restart within a section",
			text: sarOf("2024-08-21", "05:30:00 AM", "05:40:00 AM") + "Average:        all     10.00      0.00     10.00      0.00      0.00     80.00\n\n" +
				"05:44:52 AM  LINUX RESTART\t(4 CPU)\n\n" + strings.SplitAfterN(sarOf("x", "05:50:11 AM", "05:51:35 AM"), "\n\n", 2)[1],
			want: []string{"cpu: 2 rows", "2024-08-21T05:40:00Z,all,0.1,0,0.1,0,0,0.8,0.2,600,assumed",
				"2024-08-21T05:51:35Z,all,0.1,0,0.1,0,0,0.8,0.2,84,assumed", "restart,note,05:44:52 AM  LINUX RESTART\t(4 CPU)", "5,average,note,"},
		},
		{
			name: "a cell is missing",
			text: "Linux 5.15.0 (node-01) \t2026-05-14 \t_x86_64_\t(2 CPU)\n\n" +
				"12:00:01 AM     CPU      %usr     %nice      %sys   %iowait    %steal      %irq     %soft    %guest    %gnice     %idle\n" +
				"12:10:01 AM     all      1.00      0.00      1.00      0.00      0.00      0.00      0.00      0.00      0.00     98.00\n" +
				"12:10:01 AM       0      0.00      0.00      0.00      0.00      0.00      0.00      0.00      0.00    100.00\n" +
				"12:10:01 AM       1      2.00      0.00      2.00      0.00      0.00      0.00      0.00      0.00      0.00     96.00\n",
			want: []string{"cpu: 2 rows", "2026-05-14T00:10:01Z,1,0.02,0,0.02,0,0,0,0,0,0.96,0.04,600,assumed", "5,missing_cell,loss,12:10:01 AM       0 "},
		},
		{
			name: "names with and without a colon, discards in between",
			text: "Linux 5.15.0 (node-01) \t2026-05-14 \t_x86_64_\t(2 CPU)\n\n" +
				"Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda               9.00        90.00        90.00      90000      90000\n\n" +
				"Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda               2.00        10.00        20.00         10         20\n\n" +
				"Device             tps    kB_read/s    kB_wrtn/s    kB_dscd/s    kB_read    kB_wrtn    kB_dscd\nsda               2.00        10.00        20.00         0.50         10         20          0\ndm-0              1.00         0.00         4.00         0.00          0          4          0\n",
			want: []string{"disk: 3 rows", "1970-01-01T00:00:01Z,sda,2,10240,20480,,relative", "1970-01-01T00:00:02Z,sda,2,10240,20480,512,relative", "1970-01-01T00:00:02Z,dm-0,1,0,4096,0,relative"},
		},
		{
			name: "sectors and kB give the same bytes",
			text: "Linux 5.15.0 (node-01) \t2026-05-14 \t_x86_64_\t(2 CPU)\n\n" +
				strings.Repeat("Device:         rrqm/s   wrqm/s     r/s     w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util\n"+
					"sda               0.00    19.00    0.00    6.00     0.00   200.00    33.33     0.18   29.83    0.00   29.83  14.67   8.80\n\n", 2),
			want: []string{"1970-01-01T00:00:01Z,sda,0,6,0,102400,0,19,17064.96,0.02983,0,0.02983,0.18,0.088,relative"},
		},
		{
			name: "a counter that went backwards",
			text: "Linux 5.15.0 (node-01) \t2026-05-14 \t_x86_64_\t(2 CPU)\n\n" +
				"22:13:21          DEV       tps  rd_sec/s  wr_sec/s  avgrq-sz  avgqu-sz     await     svctm     %util\n" +
				"22:13:22         dm-3 3689348814741910528.00 858993457.60      0.00      1.00      0.00      0.00      0.00      0.08\n" +
				"22:13:23         dm-3    100.00      0.00 204800.00   2048.00      0.05      0.50      0.40      4.00\n",
			want: []string{"disk: 1 rows", "2026-05-14T22:13:23Z,dm-3,100,0,104857600,1048576,0.0005,0.05,0.04,1,assumed", "4,bad_cell,loss,22:13:22         dm-3 3689"},
		},
		{
			name: "end of summer time, zone not known",
			text: sarOf("2026-11-01", "01:59:54", "01:59:56", "01:59:58", "01:00:00", "01:00:02"),
			want: []string{"2026-11-01T02:00:00Z,all,0.1,0,0.1,0,0,0.8,0.2,2,assumed", "2026-11-01T02:00:02Z,all,0.1,0,0.1,0,0,0.8,0.2,2,assumed", "6,clock_back,loss,01:00:00 "},
		},
		{
			name: "end of summer time, zone known",
			text: sarOf("2026-11-01", "01:59:54", "01:59:56", "01:59:58", "01:00:00", "01:00:02"),
			opt:  Options{Zone: newYork, ZoneKnown: true},
			want: []string{"2026-11-01T05:59:58Z,all,0.1,0,0.1,0,0,0.8,0.2,2,zoned", "2026-11-01T06:00:02Z,all,0.1,0,0.1,0,0,0.8,0.2,2,zoned", "6,clock_back,loss,"},
		},
		{
			name: "cells that are no numbers",
			text: sarOf("2026-05-14", "10:00:00", "10:00:01") + "10:00:02        all      -nan      0.00     10.00      0.00      0.00     80.00\n",
			want: []string{"cpu: 2 rows", "2026-05-14T10:00:02Z,all,,0,0.1,0,0,0.8,0.2,1,assumed", "5,bad_cell,loss,10:00:02 "},
		},
		{
			name: "no header, clock dated by the time of collection",
			text: strings.SplitAfterN(sarOf("x", "23:59:58", "00:00:00"), "\n\n", 2)[1],
			opt:  Options{Near: time.Date(2026, 5, 14, 0, 0, 30, 0, time.UTC)},
			want: []string{"2026-05-14T00:00:00Z,all,0.1,0,0.1,0,0,0.8,0.2,2,assumed"},
		},
		{
			name: "no header and nothing known",
			text: strings.SplitAfterN(sarOf("x", "23:59:58", "00:00:00"), "\n\n", 2)[1],
			want: []string{"1970-01-02T00:00:00Z,all,0.1,0,0.1,0,0,0.8,0.2,2,relative"},
		},
		{
			name: "counted reports after a known start",
			text: "Linux 5.15.0 (node-01) \t2026-05-14 \t_x86_64_\t(2 CPU)\n\n" + strings.Repeat("avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          10.00    0.00   10.00    0.00    0.00   80.00\n\n", 3),
			opt:  Options{Start: time.Date(2026, 5, 14, 9, 0, 0, 0, time.UTC)},
			want: []string{"cpu: 2 rows", "2026-05-14T09:00:01Z,all,0.1,0,0.1,0,0,0.8,0.2,assumed", "2026-05-14T09:00:02Z,all,"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rows schemas.Rows
			f, err := Read("f", "m", strings.NewReader(c.text), &rows, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			got := string(dump(f, &rows, nil))
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("not there: %s", w)
				}
			}
			for _, n := range c.not {
				if strings.Contains(got, n) {
					t.Errorf("there: %s", n)
				}
			}
			if t.Failed() {
				t.Log(got)
			}
		})
	}
}

// sarOf writes a sar -u log with rows at the given clocks.
func sarOf(date, header string, clocks ...string) string {
	var b strings.Builder
	b.WriteString("Linux 5.15.0-105-generic (node-01) \t" + date + " \t_x86_64_\t(6 CPU)\n\n")
	b.WriteString(header + "     CPU     %user     %nice   %system   %iowait    %steal     %idle\n")
	for _, c := range clocks {
		b.WriteString(c + "     all     10.00      0.00     10.00      0.00      0.00     80.00\n")
	}
	return b.String()
}

// TestSadcIsRefused looks for the hint and the kind of the error.
func TestSadcIsRefused(t *testing.T) {
	var rows schemas.Rows
	f, err := Read("f", "sa14", bytes.NewReader([]byte{0x96, 0xd5, 0x71, 0x21, 10, 1, 5, 0, 1, 2}), &rows, Options{})
	if f == nil || f.Name != "sadc" || !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "sadf") || !strings.Contains(err.Error(), "10.1.5") {
		t.Errorf("format %v, error %v", f, err)
	}
	if len(rows.Skips) != 1 || rows.Skips[0].Reason != schemas.Unsupported {
		t.Errorf("skips %v", rows.Skips)
	}
}
