package parse

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// runsOf reads a file of runs after stamps.
func runsOf(t *testing.T, text string, opt Options) *schemas.Rows {
	t.Helper()
	var rows schemas.Rows
	if _, err := Read("file", "member", strings.NewReader(text), &rows, opt); err != nil {
		t.Fatal(err)
	}
	return &rows
}

// TestStampTimes dates the rows of runs by the stamp before each.
func TestStampTimes(t *testing.T) {
	mpstat := func(date, clock1, clock2 string) string {
		return fmt.Sprintf("Linux 6.1.0 (db1) \t%s \t_x86_64_\t(2 CPU)\n\n"+
			"%s     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  %%guest  %%gnice   %%idle\n"+
			"%s     all   20.00    0.00   10.00    5.00    0.00    0.00    0.00    0.00    0.00   65.00\n", date, clock1, clock2)
	}
	cpu := func(user, idle string) string {
		return "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          " + user + "    0.00    0.00    0.00    0.00   " + idle + "\n\n"
	}
	banner := "Linux 6.1.0 (db1) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n"
	kolkata := time.FixedZone("", 19800)
	tests := []struct {
		name, text string
		opt        Options
		want       []string // instants of the cpu rows
		source     string
		skips      string // reasons of severity loss
	}{
		{"date that the stamp settles, day first", "zzz ***Thu Nov 12 10:00:00 UTC 2026\n" + mpstat("12/11/26", "10:00:00", "10:00:01"), Options{},
			[]string{"2026-11-12T10:00:01Z"}, schemas.Zoned, ""},
		{"date that the stamp settles, month first", "zzz ***Thu Nov 12 10:00:00 UTC 2026\n" + mpstat("11/12/26", "10:00:00", "10:00:01"), Options{DayFirst: true},
			[]string{"2026-11-12T10:00:01Z"}, schemas.Zoned, ""},
		{"12-hour clock", "zzz ***Mon Nov 30 22:00:00 UTC 2026\n" + mpstat("11/30/2026", "10:00:00 PM", "10:00:01 PM"), Options{},
			[]string{"2026-11-30T22:00:01Z"}, schemas.Zoned, ""},
		{"reports counted from the stamp", "zzz ***Mon Nov 30 23:59:59 UTC 2026\n" + banner + cpu("9.00", "91.00") + cpu("10.00", "90.00") + cpu("11.00", "89.00"), Options{},
			[]string{"2026-12-01T00:00:00Z", "2026-12-01T00:00:01Z"}, schemas.Zoned, ""},
		{"zone of the artifact", "zzz ***Mon Nov 30 10:00:00 IST 2026\n" + banner + cpu("9.00", "91.00") + cpu("10.00", "90.00"), Options{Zone: kolkata, ZoneKnown: true},
			[]string{"2026-11-30T04:30:01Z"}, schemas.Zoned, ""},
		{"zone of the stamp before that of the artifact", "zzz ***Mon Nov 30 10:00:00 UTC 2026\n" + banner + cpu("9.00", "91.00") + cpu("10.00", "90.00"), Options{Zone: kolkata, ZoneKnown: true},
			[]string{"2026-11-30T10:00:01Z"}, schemas.Zoned, ""},
		{"no zone", "zzz ***Mon Nov 30 10:00:00 IST 2026\n" + banner + cpu("9.00", "91.00") + cpu("10.00", "90.00"), Options{},
			[]string{"2026-11-30T10:00:01Z"}, schemas.Assumed, ""},
		{"a stamp that is cut costs its run", "zzz ***Mon Nov 30 10:00:00 UTC 2026\n" + cpu("9.00", "91.00") + "zzz ***Mon Nov 30\n" + cpu("10.00", "90.00") + "zzz ***Mon Nov 30 10:01:00 UTC 2026\n" + cpu("11.00", "89.00"), Options{},
			[]string{"2026-11-30T10:00:00Z", "2026-11-30T10:01:00Z"}, schemas.Zoned, schemas.BadCell},
		{"tool that was not there", "zzz ***Mon Nov 30 10:00:00 UTC 2026\n" + cpu("9.00", "91.00") + "zzz ***Mon Nov 30 10:00:30 UTC 2026\nsh: iostat: command not found\nzzz ***Mon Nov 30 10:01:00 UTC 2026\n" + cpu("11.00", "89.00"), Options{},
			[]string{"2026-11-30T10:00:00Z", "2026-11-30T10:01:00Z"}, schemas.Zoned, schemas.ForeignText},
		{"interval that the collector states", "# Starting Time:\t11/05/2026 10:00:00\n# Sample Interval(s): 5\nzzz <11/05/2026 10:00:00> subcount: 1\n" + banner + cpu("9.00", "91.00") + cpu("10.00", "90.00") + cpu("11.00", "89.00"), Options{DayFirst: true},
			[]string{"2026-11-05T10:00:05Z", "2026-11-05T10:00:10Z"}, schemas.Assumed, ""},
		{"interval of the command", "# Sample Interval(s): 60\n# Collection Command: /usr/bin/iostat -x 2 30\nzzz <11/05/2026 10:00:00> Count:30\n" + banner + cpu("9.00", "91.00") + cpu("10.00", "90.00"), Options{},
			[]string{"2026-11-05T10:00:02Z"}, schemas.Assumed, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows := runsOf(t, tt.text, tt.opt)
			var got, skips []string
			sources := map[*schemas.Source]bool{}
			for i := range rows.CPU {
				got = append(got, time.UnixMicro(rows.CPU[i].TS).UTC().Format(time.RFC3339))
				sources[rows.CPU[i].Source] = true
				if s := rows.CPU[i].Source.TSSource; s != tt.source {
					t.Errorf("ts_source %s, want %s", s, tt.source)
				}
			}
			if strings.Join(got, " ") != strings.Join(tt.want, " ") {
				t.Errorf("rows at %v, want %v", got, tt.want)
			}
			if len(sources) > 1 { // coverage is that of a source
				t.Errorf("the rows have %d sources", len(sources))
			}
			for _, s := range rows.Skips {
				if s.Severity() == schemas.Loss {
					skips = append(skips, s.Reason)
				}
			}
			if strings.Join(skips, " ") != tt.skips {
				t.Errorf("skips %v, want %q", rows.Skips, tt.skips)
			}
		})
	}
}

// TestManyStamps reads a day of runs with the lines that its rows came from, without
// keeping more for it than for one run.
func TestManyStamps(t *testing.T) {
	var b strings.Builder
	b.WriteString("Linux OSWbb v7.3.3\n")
	const runs = 2880
	for i := range runs {
		fmt.Fprintf(&b, "zzz ***Mon Nov 30 %02d:%02d:%02d UTC 2026\navg-cpu:  %%user   %%nice %%system %%iowait  %%steal   %%idle\n          10.00    0.00    0.00    0.00    0.00   90.00\n\n", i/120, i/2%60, i%2*30)
	}
	var rows schemas.Rows
	_, indexes, err := readIndexed("file", "member", strings.NewReader(b.String()), &rows, Options{})
	if err != nil || len(rows.CPU) != runs {
		t.Fatalf("%d rows, %v", len(rows.CPU), err)
	}
	if last := time.UnixMicro(rows.CPU[runs-1].TS).UTC().Format("15:04:05"); last != "23:59:30" {
		t.Errorf("last row at %s", last)
	}
	if len(indexes) != 1 || indexes[0].last != 1+4*runs || len(indexes[0].points) > maxLinePoints {
		t.Errorf("%d indexes: %+v", len(indexes), indexes)
	}
}
