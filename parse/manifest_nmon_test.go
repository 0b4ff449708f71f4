package parse

import (
	"path"
	"testing"
)

// nmonSpots are taken from the list of the recordings, by file.
var nmonSpots = map[string][]spot{
	"nmon/local-nmon-s2-c5.nmon": {
		{"cpu.user", "all", 0, 0.681, 0}, {"cpu.system", "all", 0, 0.315, 0}, {"cpu.iowait", "all", 0, 0.001, 0},
		{"cpu.idle", "all", 0, 0, 0}, {"cpu.steal", "all", 0, 0.003, 0},
		{"disk.written_bytes_per_second", "loop0", 0, 3266.5 * 1024, 0}, {"disk.written_bytes_per_second", "vda", 0, 79123.0 * 1024, 0}},
	"nmon/pynmonanalyzer-test-T0001-T0030.nmon": {
		{"cpu.user", "all", 0, 0.065, 0}, {"cpu.system", "all", 0, 0.032, 0}, {"cpu.iowait", "all", 0, 0, 0}, {"cpu.idle", "all", 0, 0.903, 0},
		{"cpu.user", "all", 1, 0.042, 0}, {"cpu.system", "all", 1, 0.022, 0}, {"cpu.iowait", "all", 1, 0, 0}, {"cpu.idle", "all", 1, 0.936, 0},
		{"disk.io_time_ratio", "sda", 0, 0.007, 0}},
	"collectl/local-collectl-P-cpu.csv": {{"cpu.user", "0", 0, 0.75, 0}, {"cpu.system", "0", 0, 0.25, 0},
		{"cpu.user", "1", 0, 0.70, 0}, {"cpu.system", "1", 0, 0.29, 0}},
	"collectl/local-collectl-P-dsk.csv":   {{"disk.reads_per_second", "vda", 3, 53, 0}},
	"collectl/local-collectl-P-net.csv":   {{"network.received_packets", `{"interface":"eth0"}`, 4, 0, 0}},
	"collectl/local-collectl-P-space.txt": {{"cpu.user", "all", 0, 0.71, 0}, {"cpu.system", "all", 0, 0.28, 0}, {"cpu.idle", "all", 0, 0, 0}},
	"collectl/local-collectl-P-tab.csv":   {{"cpu.user", "all", 4, 0.75, 0}, {"cpu.system", "all", 4, 0.25, 0}},
	"collectl/local-collectl-brief-oT.txt": {{"cpu.busy", "all", 0, 1, 0}, {"cpu.system", "all", 0, 0.37, 0},
		{"io.written_bytes", "", 0, 132710 << 10, 0}},
	"collectl/pcp-some_host.raw": {{"cpu.user_total", `{"cpu":"all"}`, 0, 660565.78, 0}, {"cpu.user_total", `{"cpu":"all"}`, 1, 660565.79, 0},
		{"disk.writes_total", `{"device":"sda"}`, 0, 4912176, 0}, {"disk.writes_total", `{"device":"sda"}`, 1, 4912190, 0}},
}

var nmonExtents = map[string]extent{
	"nmon/local-nmon-s2-c5.nmon":                {15, 10, "2026-11-30T10:38:35Z", "2026-11-30T10:38:43Z"},
	"nmon/pynmonanalyzer-test-T0001-T0030.nmon": {210, 360, "2012-12-07T13:18:32Z", "2012-12-07T13:19:01Z"},
	"collectl/local-collectl-P-cpu.csv":         {10, 0, "2026-11-30T10:38:17Z", "2026-11-30T10:38:21Z"},
	"collectl/local-collectl-P-dsk.csv":         {0, 5, "2026-11-30T10:38:17Z", "2026-11-30T10:38:21Z"},
	"collectl/local-collectl-P-net.csv":         {0, 0, "2026-11-30T10:38:17Z", "2026-11-30T10:38:21Z"},
	"collectl/local-collectl-P-space.txt":       {5, 0, "2026-11-30T10:38:08Z", "2026-11-30T10:38:12Z"},
	"collectl/local-collectl-P-tab.csv":         {5, 0, "2026-11-30T10:38:17Z", "2026-11-30T10:38:21Z"},
	"collectl/local-collectl-brief-oT.txt":      {4, 0, "1970-01-01T10:38:26Z", "1970-01-01T10:38:29Z"},
	"collectl/pcp-some_host.raw":                {5, 6, "2013-05-09T05:13:00.001Z", "2013-05-09T05:13:10.001Z"},
}

// TestManifestNmon checks the known values of the recordings of nmon and collectl.
func TestManifestNmon(t *testing.T) {
	root := shared(t, "corpus/logs")
	for file, want := range nmonExtents {
		t.Run(file, func(t *testing.T) {
			rows := readRecording(t, path.Join(root, file))
			want.check(t, rows)
			if len(nmonSpots[file]) == 0 {
				t.Error("no value of this file is checked")
			}
			for _, s := range nmonSpots[file] {
				s.check(t, rows)
			}
		})
	}
}
