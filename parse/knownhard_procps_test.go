package parse

import (
	"math"
	"testing"

	"inquest/schemas"
)

// TestCounterBackwards: a device that was made again gives no row for that interval,
// and a right one for the next. From sysstat/sysstat#355 and #259.
func TestCounterBackwards(t *testing.T) {
	rows := readText(t, `TS 1700000000.000000000 2023-11-14 22:13:20
 253       3 dm-3 500 0 4000 120 900 0 72000 800 0 640 920
TS 1700000001.000000000 2023-11-14 22:13:21
 253       3 dm-3 2 0 16 1 1 0 2048 3 0 3 4
TS 1700000002.000000000 2023-11-14 22:13:22
 253       3 dm-3 2 0 16 1 101 0 206848 53 0 43 54
`, Options{})
	if len(rows.Disk) != 1 {
		t.Fatalf("%d rows, want 1", len(rows.Disk))
	}
	r := rows.Disk[0]
	if r.WritesPerSecond != 100 || r.WrittenBytesPerSecond != 102400*1024 || r.IOTimeRatio != 0.04 || r.QueueLength != 0.05 ||
		r.WriteAwaitSeconds != 0.0005 || !math.IsNaN(r.ReadAwaitSeconds) || r.AwaitSeconds != 0.0005 {
		t.Errorf("row %+v", r)
	}
	if len(rows.Skips) != 1 || rows.Skips[0].Reason != schemas.CounterReset || rows.Skips[0].Line != 4 {
		t.Errorf("skips %+v", rows.Skips)
	}
}

// TestFirstReport: the first row of vmstat is the mean since boot; its memory is not.
// From microsoft/VirtualClient#362.
func TestFirstReport(t *testing.T) {
	rows := readText(t, `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC
 3  0      0 900000 100000 400000    0    0  1646 27845  616 1203 19  8 72  1  0 2024-05-02 10:00:00
 4  0      0 880000 100000 410000    0    0    12   500  900 1500 60 20 18  2  0 2024-05-02 10:00:05
 4  0      0 870000 100000 420000    0    0    10   520  910 1490 62 20 16  2  0 2024-05-02 10:00:10
`, Options{})
	if len(rows.CPU) != 2 {
		t.Fatalf("%d rows, want 2", len(rows.CPU))
	}
	user, idle := (rows.CPU[0].User+rows.CPU[1].User)/2, (rows.CPU[0].Idle+rows.CPU[1].Idle)/2
	if math.Abs(user-0.61) > 1e-12 || math.Abs(idle-0.17) > 1e-12 || rows.CPU[0].StepS != 5 || rows.CPU[0].Source.TSSource != schemas.Zoned {
		t.Errorf("mean user %v, idle %v, first row %+v", user, idle, rows.CPU[0])
	}
	for _, s := range []spot{{"memory.free", "", 0, 900000 << 10, 0}, {"io.read_bytes", "", 0, 12 << 10, 0}} {
		s.check(t, rows)
	}
	if len(rows.Skips) != 1 || rows.Skips[0].Reason != schemas.SinceBoot {
		t.Errorf("skips %+v", rows.Skips)
	}
}

// TestJoinedWithoutTime: snapshots of counters without a line of time give what needs
// no time: the duration and size of requests.
func TestJoinedWithoutTime(t *testing.T) {
	rows := readText(t, " 8 0 sda 100 0 800 50 100 0 800 50 0 60 100\n\n 8 0 sda 100 0 800 50 110 0 960 70 0 65 120\n\n", Options{})
	if len(rows.Disk) != 1 {
		t.Fatalf("%d rows, want 1", len(rows.Disk))
	}
	r := rows.Disk[0]
	if r.WriteAwaitSeconds != 0.002 || r.WriteRequestBytes != 8192 || !math.IsNaN(r.WritesPerSecond) || !math.IsNaN(r.IOTimeRatio) || !math.IsNaN(r.StepS) {
		t.Errorf("row %+v", r)
	}
}

// TestOtherSystems leaves the vmstat and top of other systems alone.
func TestOtherSystems(t *testing.T) {
	for name, text := range map[string]string{
		"FreeBSD": " procs     memory      page                    disks     faults         cpu\n r b w     avm    fre   flt  re  pi  po    fr   sr ada0 cd0   in    sy    cs us sy id\n" +
			" 1 0 0  554504 3016428   106   0   0   0   186    3   0   0   11   138   204  0  0 100\n",
		"AIX": "kthr    memory              page              faults        cpu\n----- ----------- ------------------------ ------------ -----------\n" +
			" r  b   avm   fre  re  pi  po  fr   sr  cy  in   sy  cs us sy id wa\n 1  0 36405 12345   0   0   0   0    0   0  12   34  56  1  2 97  0\n",
		"macOS": "Processes: 300 total, 2 running, 298 sleeping, 1500 threads\n2026/11/30 10:00:00\nLoad Avg: 1.50, 1.60, 1.70\nCPU usage: 5.0% user, 5.0% sys, 90.0% idle\n",
	} {
		if ids := matching([]byte(text)); len(ids) != 0 {
			t.Errorf("%s is taken for %q", name, ids)
		}
	}
}
