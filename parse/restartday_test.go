package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestRestartDay follows the days of sar's text through restarts before and after midnight,
// printed restart by restart, as newer versions do, and table by table.
func TestRestartDay(t *testing.T) {
	cpu := func(begin string, rows ...string) string {
		s := begin + "        CPU     %user     %nice   %system   %iowait    %steal     %idle\n"
		for _, r := range rows {
			s += r + "        all     10.00      0.00      0.00      0.00      0.00     90.00\n"
		}
		return s + "Average:        all     10.00      0.00      0.00      0.00      0.00     90.00\n\n"
	}
	queue := func(begin string, rows ...string) string {
		s := begin + "      runq-sz  plist-sz   ldavg-1   ldavg-5  ldavg-15   blocked\n"
		for _, r := range rows {
			s += r + "            1        90      1.00      1.00      1.00         0\n"
		}
		return s + "Average:            1        90      1.00      1.00      1.00         0\n\n"
	}
	restart := func(at string) string { return at + "     LINUX RESTART\t(2 CPU)\n\n" }
	parts := [][]string{{"23:30:00", "23:40:00", "23:50:00"}, {"23:58:00", "00:08:00", "00:18:00"}, {"00:20:00", "00:30:00", "00:40:00"},
		{"08:00:00", "20:00:00", "03:00:00"}}
	boots := []string{"23:57:59", "00:19:59", "07:59:59"}
	byRestart, cpus, queues := "", "", ""
	for i, p := range parts {
		if i > 0 {
			r := restart(boots[i-1])
			byRestart, cpus, queues = byRestart+r, cpus+r, queues+r
		}
		c, q := cpu(p[0], p[1:]...), queue(p[0], p[1:]...)
		byRestart, cpus, queues = byRestart+c+q, cpus+c, queues+q
	}
	want := []string{"30 23:40 600", "30 23:50 600", "01 00:08 600", "01 00:18 600", "01 00:30 600", "01 00:40 600", "01 20:00 43200", "02 03:00 25200"}
	banner := "Linux 6.1.0-13-amd64 (node-01) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n"
	for name, text := range map[string]string{"by restart": byRestart, "by table": cpus + queues, "one table": cpus} {
		rows := readText(t, banner+text, Options{})
		var got, stats []string
		for _, r := range rows.CPU {
			got = append(got, fmt.Sprint(time.UnixMicro(r.TS).UTC().Format("02 15:04 "), r.StepS))
		}
		for _, r := range rows.Stats {
			if r.Key.Metric == "system.load1" {
				stats = append(stats, fmt.Sprint(time.UnixMicro(r.TS).UTC().Format("02 15:04 "), r.StepS))
			}
		}
		if !slices.Equal(got, want) || len(stats) > 0 && !slices.Equal(stats, want) || strings.Contains(text, "runq") != (len(stats) > 0) {
			t.Errorf("%s: cpu at %v, load at %v, want %v", name, got, stats, want)
		}
	}
}
