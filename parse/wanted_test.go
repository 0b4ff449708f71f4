package parse

import "testing"

// TestWanted asks which members are fetched, by their name and by whether they shrank.
func TestWanted(t *testing.T) {
	const cb = "cbcollect_info_ns_1@10.0.0.1_20300101-101112/"
	for _, tt := range []struct {
		name          string
		wanted, dense bool // dense: wanted although it did not shrink
	}{
		{"mpstat.log", true, false},
		{"logs/app-07.log", true, false},
		{"oswiostat/db_1_iostat_26.11.30.1000.dat", true, false},
		{"sar.bin", true, false},
		{"sa/sa30", true, true}, // without an ending: it may be compressed under its own name
		{"mpstat.log.gz", true, true},
		{"logs.TAR.ZST", true, true},
		{"inner.zip", true, true},
		{"folder/", false, false},
		{"heap.bin", false, false},
		{"sysstat/db1.bin", true, false},
		{"atop_20300101.raw", true, false},
		{"collectl.raw", true, false},
		{"mysql-bin.000012", false, false},
		{"core", false, false},
		{"core.4711", false, false},
		{"core.txt", true, false},
		{"score", true, true},
		{"lib/libssl.so.1.1", false, false},
		{"lib/lessons.log", true, false},
		{"graphs/cpu.PNG", false, false},
		{"dump.hprof", false, false},
		{"tcp.pcapng", false, false},
		{"perf.data", false, false},
		{"perf.data.txt", true, false},
		{"data/ibdata1", false, false},
		{"data/t1.ibd", false, false},
		{"cpu.pb.gz", false, false},
		{cb + "ns_server.stats.log", true, false},
		{cb + "memcached.log", false, false},
		{"memcached.log", true, false},
		{cb + "stats_snapshot/01H/chunks/000001", true, true},
		{cb + "./stats_snapshot/01H/index", true, true},
		{cb + "stats_snapshot/wal/00000012", true, true},
	} {
		if got := Wanted(tt.name); got != tt.wanted {
			t.Errorf("%s: wanted %v, want %v", tt.name, got, tt.wanted)
		}
		if got := WantedDense(tt.name); got != tt.dense {
			t.Errorf("%s, dense: wanted %v, want %v", tt.name, got, tt.dense)
		}
	}
}
