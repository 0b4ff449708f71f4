package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"inquest/schemas"
)

// TestLostHeader damages the line of a report that holds its time: the rows of that report
// are not given the time of the one before, and the next has no known step.
func TestLostHeader(t *testing.T) {
	iostat := func(stamp string) string {
		return stamp + "\navg-cpu:  %user   %nice %system %iowait  %steal   %idle\n           5.00    0.00    5.00    0.00    0.00   90.00\n\n" +
			"Device             tps    kB_read/s    kB_wrtn/s    kB_dscd/s    kB_read    kB_wrtn    kB_dscd\n" +
			"vda               1.00         2.00         3.00         0.00          4          6          0\n\n"
	}
	devices := func(stamp string) string {
		_, table, _ := strings.Cut(iostat(stamp), "\n\n")
		return stamp + "\n" + table
	}
	top := func(stamp string) string {
		return stamp + "\nTasks:  93 total,   5 running,  88 sleeping,   0 stopped,   0 zombie\n" +
			"%Cpu(s):  5.0 us,  5.0 sy,  0.0 ni, 90.0 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st\n\n" +
			"    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND\n" +
			"      7 root      20   0    1000    1000    1000 R   9.0   0.1   0:01.00 sh\n\n"
	}
	atop := func(stamp string) string {
		return stamp + "\nCPU | sys       5% | user      5% | irq       0% | idle     90% | wait      0% |\n" +
			"DSK |          vda | busy      4% | read      17 | write     12 | avio 0.60 ms |\n"
	}
	banner := "Linux 6.1.0-13-amd64 (node-01) \t11/30/26 \t_x86_64_\t(1 CPU)\n\n"
	for _, c := range []struct {
		name, before string
		stamp        string
		report       func(string) string
		cut          int // how much of the line is left
	}{
		{"iostat", banner, "11/30/26 10:00:%02d", iostat, 12},
		{"iostat -d", banner, "11/30/26 10:00:%02d", devices, 12},
		{"iostat without the line", banner, "11/30/26 10:00:%02d", iostat, 0},
		{"top", "", "top - 10:00:%02d up 9 min,  0 user,  load average: 4.05, 2.09, 0.84", top, 9},
		{"atop", "", "ATOP - node-01  2026/11/30  10:00:%02d  --------------    10s elapsed", atop, 30},
	} {
		var b strings.Builder
		b.WriteString(c.before)
		for i := range 5 {
			stamp := fmt.Sprintf(c.stamp, 10*i)
			if i == 2 {
				stamp = stamp[:c.cut]
			}
			b.WriteString(c.report(stamp))
		}
		rows := readText(t, b.String(), Options{})
		var at []string
		for _, r := range rows.CPU {
			at = append(at, fmt.Sprint(r.TS/1e6%60, " ", r.StepS))
		}
		for _, r := range rows.Disk {
			at = append(at, fmt.Sprint(r.TS/1e6%60, " ", r.StepS))
		}
		for _, r := range rows.Stats {
			at = append(at, fmt.Sprint(r.TS/1e6%60, " ", r.StepS))
		}
		slices.Sort(at)
		whole := map[string]int{}
		for _, a := range at {
			whole[a[:2]]++
		}
		if whole["20"] > 0 || whole["10"] == 0 || whole["10"] != whole["30"] || whole["30"] != whole["40"] {
			t.Errorf("%s: rows at %v", c.name, at)
		}
		if c.name != "atop" && slices.Contains(at, "30 20") { // atop prints how long a block covers
			t.Errorf("%s: a step over the report that was lost: %v", c.name, at)
		}
		if !slices.ContainsFunc(rows.Skips, func(s schemas.Skip) bool { return s.Reason == schemas.CutRow }) {
			t.Errorf("%s: no skip says it: %v", c.name, rows.Skips)
		}
	}
}
