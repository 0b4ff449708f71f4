package parse

import (
	"bytes"
	"math"
	"os"
	"path"
	"testing"
	"time"

	"inquest/schemas"
)

// spot is a value that a recording is known to hold: the nth row, from 0, of a series
// of table stats, of a processor's column of table cpu, or of a device's of table disk.
type spot struct {
	name   string // metric, or cpu.<column>, or disk.<column>
	of     string // labels, processor or device
	nth    int    // theMean: of all rows
	value  float64
	within float64 // relative error allowed; 0: none but rounding
}

const theMean = -1

// spots are taken from the list of the recordings, by file.
var spots = map[string][]spot{
	"df-free/jc-centos7-df-h.txt": {
		{"filesystem.size", `{"device":"/dev/mapper/centos-root","mount":"/"}`, 0, 17 << 30, 0},
		{"filesystem.used_ratio", `{"device":"/dev/mapper/centos-root","mount":"/"}`, 0, 0.11, 0}},
	"df-free/jc-centos7-free-w.txt": {{"memory.total", "", 0, 8053804 << 10, 0}, {"memory.used", "", 0, 1262704 << 10, 0},
		{"memory.available", "", 0, 6483996 << 10, 0}, {"memory.cached", "", 0, 898640 << 10, 0}},
	"df-free/jc-df-long-filesystem.txt": {
		{"filesystem.size", `{"device":"/dev/mapper/VolGroup00-LogVol00","mount":"/"}`, 0, 6030784 << 10, 0},
		{"filesystem.used", `{"device":"/dev/mapper/VolGroup00-LogVol00","mount":"/"}`, 0, 1147932 << 10, 0}},
	"df-free/local-df-hT.txt":     {{"filesystem.used", `{"device":"/dev/vda","mount":"/"}`, 0, 18 << 30, 0}},
	"df-free/local-df-i.txt":      {{"filesystem.inodes_used", `{"device":"/dev/vda","mount":"/"}`, 0, 554266, 0}},
	"df-free/local-df-k.txt":      {{"filesystem.used", `{"device":"/dev/vda","mount":"/"}`, 0, 18795324 << 10, 0}},
	"df-free/local-df-output.txt": {{"filesystem.used", `{"device":"/dev/vda","mount":"/"}`, 0, 18798280 << 10, 0}},
	"df-free/local-free-h-s-de_DE.txt": {{"memory.used", "", 0, 780 << 20, 0}, {"memory.used", "", 1, 659 << 20, 0},
		{"memory.used", "", 2, 677 << 20, 0}},
	"df-free/local-free-h.txt":  {{"memory.used", "", 0, 780 << 20, 0}},
	"df-free/local-free-k.txt":  {{"memory.total", "", 0, 24684096 << 10, 0}, {"memory.available", "", 0, 23885012 << 10, 0}},
	"df-free/local-free-wb.txt": {{"memory.total", "", 0, 25276514304, 0}, {"memory.buffers", "", 0, 142495744, 0}},

	"mysql-status/pt-innodb-status-003.txt": {{"innodb.history_list_length", "", 0, 11, 0}, {"innodb.rows_inserted", "", 0, 2, 0},
		{"innodb.buffer_pool_size_bytes", "", 0, 134201344, 0}, {"innodb.log_ios_done", "", 0, 15, 0}},
	"mysql-status/pt-mext-001-mysqladmin-ext.txt": {{"mysql.Bytes_received", "", 0, 6473787, 0},
		{"mysql.Uptime", "", 1, 5553, 0}, {"mysql.Uptime", "", 3, 5560, 0}},

	"proc/jc-proc-diskstats-20col.txt": {{"disk.reads_total", `{"device":"loop0"}`, 0, 48, 0},
		{"disk.read_bytes_total", `{"device":"loop0"}`, 0, 718 * 512, 0}, {"disk.writes_total", `{"device":"dm-0"}`, 0, 31994, 0}},
	"proc/jc-proc-meminfo.txt": {{"memory.total", "", 0, 3997272 << 10, 0}, {"memory.available", "", 0, 3386876 << 10, 0}},
	"proc/jc-proc-net_dev.txt": {{"network.received_bytes_total", `{"interface":"ens33"}`, 0, 60600053, 0},
		{"network.received_packets_total", `{"interface":"ens33"}`, 0, 109378, 0}, {"network.sent_bytes_total", `{"interface":"ens33"}`, 0, 44256546, 0}},
	"proc/jc-proc-stat.txt":   {{"cpu.user_total", `{"cpu":"all"}`, 0, 60.02, 0}, {"cpu.softirq_total", `{"cpu":"all"}`, 0, 11.74, 0}},
	"proc/jc-proc-vmstat.txt": {{"vmstat.nr_free_pages", "", 0, 615337, 0}},
	"proc/local-proc-diskstats-series.txt": {{"disk.written_bytes_per_second", "vda", 0, 264236.5 * 1024, 1e-5},
		{"disk.io_time_ratio", "vda", 0, 0.1696, 1e-4}},
	"proc/local-proc-meminfo-series.txt": {{"memory.free", "", 0, 17577920 << 10, 0}, {"memory.free", "", 2, 17159000 << 10, 0}},
	"proc/local-proc-netdev-series.txt":  {{"network.received_bytes_total", `{"interface":"eth0"}`, 2, 986314660, 0}},
	"proc/local-proc-pressure.txt": {{"pressure.some_avg10", `{"resource":"1"}`, 0, 0.9132, 0},
		{"pressure.some_total", `{"resource":"1"}`, 0, 143.155121, 0}},
	"proc/local-proc-stat-series.txt":    {{"cpu.busy", "all", 0, 399.0 / 401, 0}, {"cpu.user", "all", 0, 316.0 / 401, 0}},
	"proc/local-proc-vmstat-series.txt":  {{"vmstat.nr_free_pages", "", 1, 857925, 0}},
	"proc/naarad-procmeminfo-series.txt": {{"memory.free", "", 0, 49515912 << 10, 0}, {"memory.free", "", 1, 49514800 << 10, 0}},
	"proc/pt-diskstats-001.txt":          {{"disk.reads_total", `{"device":"cciss/c0d0"}`, 0, 2139885, 0}, {"disk.reads_total", `{"device":"cciss/c0d1"}`, 4, 1172447376, 0}},
	"proc/pt-diskstats-004.txt":          {{"disk.read_bytes_per_second", "sda", 0, 22464.7 * 1024, 1e-5}},
	"proc/pt-diskstats-small.txt":        {{"disk.writes_total", `{"device":"sda"}`, 1, 534745448, 0}, {"disk.step_s", "sda", 6, 0.999021, 1e-6}},
	"top/jc-centos7-top-b-n3.txt":        {{"cpu.user", "all", 0, 0.003, 0}, {"cpu.idle", "all", 1, 0.993, 0}, {"memory.used", "", 0, 216940 << 10, 0}, {"memory.used", "", 2, 217060 << 10, 0}},
	"top/local-top-bn2-1H-C.txt":         {{"system.load1", "", 0, 4.05, 0}, {"cpu.user", "0", 0, 0.826, 0}, {"cpu.steal", "1", 0, 0, 0}},
	"top/local-top-bn2-de_DE.txt":        {{"system.load1", "", 0, 4.05, 0}, {"cpu.user", "all", 0, 0.776, 0}},
	"top/local-top-bn3-C.txt":            {{"memory.used", "", 0, 669.8 * (1 << 20), 0}, {"cpu.user", "all", 0, 0.737, 0}, {"cpu.user", "all", 1, 0.816, 0}},
	"top/naarad-top-midnight.txt":        {{"memory.total", "", 0, 62.841 * (1 << 30), 0}, {"system.load15", "", 0, 0, 0}},
	"vmstat/jc-centos7-vmstat-at-5-10.txt": {{"system.interrupts", "", 2, 44, 0}, {"system.context_switches", "", 2, 87, 0},
		{"cpu.idle", "all", 2, 1, 0}, {"memory.inactive", "", 0, 295968 << 10, 0}},
	"vmstat/jc-ubuntu18-vmstat-1-long.txt": {{"system.interrupts", "", 0, 57, 0}, {"system.interrupts", "", 35, 98, 0}, {"system.context_switches", "", 35, 114, 0}},
	"vmstat/jc-vmstat-extra-wide.txt":      {{"memory.free", "", 0, 2430264 << 10, 0}, {"memory.buffers", "", 0, 1011084 << 10, 0}, {"memory.cached", "", 0, 22658240 << 10, 0}},
	"vmstat/local-vmstat-D.txt":            {{"vmstat.total_reads", "", 0, 43839, 0}},
	"vmstat/local-vmstat-a-SM.txt":         {{"memory.free", "", 0, 18322 << 20, 0}, {"memory.active", "", 0, 1178 << 20, 0}},
	"vmstat/local-vmstat-d.txt":            {{"disk.reads_total", `{"device":"vda"}`, 0, 43780, 0}, {"disk.writes_total", `{"device":"vda"}`, 0, 44147, 0}},
	"vmstat/local-vmstat-midnight-t.txt":   {{"cpu.user", "all", 1, 0.92, 0}, {"cpu.system", "all", 1, 0.08, 0}},
	"vmstat/local-vmstat-plain.txt":        {{"cpu.user", "all", 0, 0.66, 0}, {"cpu.iowait", "all", 0, 0.03, 0}, {"io.read_bytes", "", 0, 556 << 10, 0}},
	"vmstat/local-vmstat-s.txt":            {{"vmstat.boot_time", "", 0, 1796034455, 0}},
	"vmstat/local-vmstat-t-w-n.txt":        {{"cpu.steal", "all", 0, 0.02, 0}, {"cpu.guest", "all", 0, 0, 0}, {"cpu.user", "all", 0, 0.63, 0}},
	"vmstat/local-vmstat-t.txt":            {{"cpu.steal", "all", 2, 0.05, 0}},
	"vmstat/local-vmstat-w-t-de_DE.txt":    {{"cpu.user", "all", 0, 0.53, 0}, {"cpu.system", "all", 0, 0.38, 0}},
	"vmstat/pt-summary-001-vmstat-no-st.txt": {{"cpu.user", "all", 0, 0.28, 0}, {"cpu.system", "all", 0, 0.26, 0},
		{"cpu.idle", "all", 0, 0.46, 0}},
	"variants/vmstat-t-crlf-no-final-newline.txt": {{"cpu.steal", "all", 2, 0.05, 0}},
}

// extent is how much a recording holds: rows of table cpu and disk, and the first and
// last instant.
type extent struct {
	cpu, disk   int
	first, last string
}

var extents = map[string]extent{
	"mysql-status/pt-innodb-status-003.txt":        {0, 0, "2010-09-04T10:24:51Z", "2010-09-04T10:24:51Z"},
	"mysql-status/pt-mext-001-mysqladmin-ext.txt":  {0, 0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:10Z"},
	"proc/local-proc-diskstats-series.txt":         {0, 30, "2026-11-30T10:37:38.602771Z", "2026-11-30T10:37:44.736152Z"},
	"proc/local-proc-meminfo-series.txt":           {0, 0, "2026-11-30T10:37:46Z", "2026-11-30T10:37:50Z"},
	"proc/local-proc-netdev-series.txt":            {0, 0, "2026-11-30T10:37:57Z", "2026-11-30T10:38:01Z"},
	"proc/local-proc-stat-series.txt":              {9, 0, "2026-11-30T10:37:30.512532Z", "2026-11-30T10:37:36.551868Z"},
	"proc/local-proc-vmstat-series.txt":            {0, 0, "2026-11-30T10:37:53Z", "2026-11-30T10:37:55Z"},
	"proc/naarad-procmeminfo-series.txt":           {0, 0, "2013-12-05T12:04:58.68382Z", "2013-12-05T12:05:36.13984Z"},
	"proc/pt-diskstats-small.txt":                  {0, 280, "2012-01-25T16:49:37.000628Z", "2012-01-25T16:49:46.999984Z"},
	"top/jc-centos7-top-b-n3.txt":                  {2, 0, "1970-01-01T11:24:50Z", "1970-01-01T11:24:56Z"},
	"top/local-top-bn2-1H-C.txt":                   {2, 0, "1970-01-01T10:37:27Z", "1970-01-01T10:37:28Z"},
	"top/local-top-midnight.txt":                   {2, 0, "1970-01-01T23:59:57Z", "1970-01-02T00:00:03Z"},
	"top/naarad-top-midnight.txt":                  {7, 0, "2014-06-23T00:00:02Z", "2014-06-23T00:00:16Z"},
	"vmstat/jc-ubuntu18-vmstat-1-long.txt":         {36, 0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:36Z"},
	"vmstat/local-vmstat-dst-fallback-NewYork.txt": {5, 0, "2026-11-01T01:59:54Z", "2026-11-01T02:00:04Z"},
	"vmstat/local-vmstat-midnight-t.txt":           {4, 0, "2026-03-14T23:59:56Z", "2026-03-15T00:00:04Z"},
	"vmstat/local-vmstat-reprinted-header.txt":     {27, 0, "1970-01-01T00:00:00Z", "1970-01-01T00:00:27Z"},
}

// TestManifestProcps checks the known values of the recordings of procps, /proc and
// the server's status.
func TestManifestProcps(t *testing.T) {
	root := shared(t, "corpus/logs")
	for file, list := range spots {
		t.Run(file, func(t *testing.T) {
			rows := readRecording(t, path.Join(root, file))
			for _, s := range list {
				s.check(t, rows)
			}
		})
	}
	for file, want := range extents {
		t.Run(file, func(t *testing.T) {
			rows := readRecording(t, path.Join(root, file))
			want.check(t, rows)
		})
	}
}

// readRecording reads one recording, whose rows must be sound.
func readRecording(t *testing.T, name string) *schemas.Rows {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var rows schemas.Rows
	if _, err := Read(name, path.Base(name), bytes.NewReader(data), &rows, Options{}); err != nil {
		t.Fatal(err)
	}
	if bad := checkRows(&rows); bad != nil {
		t.Error(bad)
	}
	return &rows
}

func (want extent) check(t *testing.T, rows *schemas.Rows) {
	t.Helper()
	first, last, _ := rows.Span()
	if got := (extent{len(rows.CPU), len(rows.Disk), instant(first), instant(last)}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func instant(ts int64) string { return time.UnixMicro(ts).UTC().Format(time.RFC3339Nano) }

func (s *spot) check(t *testing.T, rows *schemas.Rows) {
	t.Helper()
	var values []float64
	for i := range rows.Stats {
		if r := &rows.Stats[i]; r.Key.Metric == s.name && r.Key.Labels == s.of {
			values = append(values, r.Value)
		}
	}
	for _, c := range schemas.CPUTable.Columns {
		for i := range rows.CPU {
			if r := &rows.CPU[i]; "cpu."+c.Name == s.name && r.CPU == s.of {
				values = append(values, c.Num(r))
			}
		}
	}
	for _, c := range schemas.DiskTable.Columns {
		for i := range rows.Disk {
			if r := &rows.Disk[i]; "disk."+c.Name == s.name && r.Device == s.of {
				values = append(values, c.Num(r))
			}
		}
	}
	if s.nth == theMean {
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		values = []float64{sum / float64(len(values))}
	}
	if s.nth >= len(values) {
		t.Errorf("%s of %q has %d rows, row %d is wanted", s.name, s.of, len(values), s.nth)
		return
	}
	if got := values[max(0, s.nth)]; !(math.Abs(got-s.value) <= math.Max(s.within, 1e-12)*math.Abs(s.value)) {
		t.Errorf("%s of %q, row %d: %v, want %v", s.name, s.of, s.nth, got, s.value)
	}
}
