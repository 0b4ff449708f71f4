package parse

import (
	"os"
	"path"
	"strings"
	"testing"

	"inquest/schemas"
)

// atopRecordings are the known values of the recordings of atop and atopsar.
var atopRecordings = map[string]struct {
	lines  int
	extent extent
	spots  []spot
	boot   string // the line that is said to be since boot; empty: none
	bootAt int64
}{
	"atop/local-atop-J.json.txt": {5, extent{4, 4, "2026-11-30T10:38:45Z", "2026-11-30T10:38:51Z"}, []spot{
		{"cpu.step_s", "all", 0, 2, 0}, {"cpu.user", "all", 0, 327.0 / 400, 0}, {"memory.total", "", 0, 25276514304, 0},
		{"disk.io_time_ratio", "vda", 0, 0.058, 0}, {"disk.queue_length", "vda", 0, 0.161, 0}, {"disk.step_s", "vda", 3, 2, 0}},
		"elapsed 668", 1},
	"atop/local-atop-P.txt": {66, extent{12, 4, "2026-11-30T10:38:45Z", "2026-11-30T10:38:51Z"}, []spot{
		{"cpu.step_s", "all", 0, 2, 0}, {"cpu.system", "all", 0, 70.0 / (100 * 2 * 2), 0}, {"cpu.user", "all", 0, 327.0 / (100 * 2 * 2), 0},
		{"cpu.idle", "all", 0, 0, 0}, {"cpu.softirq", "all", 0, 2.0 / (100 * 2 * 2), 0}, {"cpu.busy", "all", 0, 1, 0},
		{"disk.io_time_ratio", "vda", 0, 0.116 / 2, 0}, {"disk.step_s", "vda", 0, 2, 0}},
		"RESET", 1},
	"atop/local-atopsar-cdm.txt": {35, extent{12, 4, "2026-11-30T10:38:45Z", "2026-11-30T10:38:51Z"}, []spot{
		{"cpu.user", "all", 0, 1.64 / 2, 0}, {"cpu.system", "all", 0, 0.35 / 2, 0}}, "", 0},
	"atop/virtualclient-atop-1s-5s.txt": {139, extent{41, 1, "2022-07-17T16:56:13Z", "2022-07-17T16:56:16Z"}, []spot{
		{"cpu.system", "all", 0, 0.06 / 16, 0}, {"cpu.user", "all", 0, 1.32 / 16, 0}, {"cpu.idle", "all", 0, 14.71 / 16, 0},
		{"cpu.idle", "all", 3, 15.12 / 16, 0}, {"cpu.step_s", "all", 3, 1, 0}}, "2h11m35s elapsed", 3},
}

// TestManifestAtop checks the known values of the recordings of atop.
func TestManifestAtop(t *testing.T) {
	root := shared(t, "corpus/logs")
	for file, want := range atopRecordings {
		t.Run(file, func(t *testing.T) {
			name := path.Join(root, file)
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rows := readRecording(t, name)
			if n := len(strings.Split(strings.TrimRight(string(data), "\n"), "\n")); n > want.lines || n < want.lines-3 {
				t.Errorf("%d lines, want %d and no more than some blank ones less", n, want.lines)
			}
			want.extent.check(t, rows)
			for _, s := range want.spots {
				s.check(t, rows)
			}
			boots := 0
			for _, s := range rows.Skips {
				if s.Severity() == schemas.Loss {
					t.Errorf("a loss: %+v", s)
				}
				if s.Reason == schemas.SinceBoot {
					boots++
					if s.Line != want.bootAt || !strings.Contains(s.Text, want.boot) {
						t.Errorf("since boot: line %d %q, want line %d %q", s.Line, s.Text, want.bootAt, want.boot)
					}
				}
			}
			if boots > 1 || boots == 1 && want.boot == "" || boots == 0 && want.boot != "" {
				t.Errorf("%d blocks are since boot, want %q", boots, want.boot)
			}
		})
	}
}
