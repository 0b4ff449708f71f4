package parse

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"inquest/schemas"
)

// longLogs write recordings of n intervals of 10 s in the forms of the sysstat tools.
var longLogs = map[string]func(b *bytes.Buffer, n int){
	"sar": func(b *bytes.Buffer, n int) {
		b.WriteString("Linux 6.1.0-13-amd64 (node-01) \t2026-05-14 \t_x86_64_\t(4 CPU)\n\n")
		fmt.Fprintf(b, "%s        CPU     %%user     %%nice   %%system   %%iowait    %%steal     %%idle\n", hms(0))
		for i := 1; i <= n; i++ {
			for _, cpu := range []string{"all", "0", "1", "2", "3"} {
				fmt.Fprintf(b, "%s        %3s     %2d.25      0.00     17.50      0.50      0.50     %2d.25\n", hms(i), cpu, i%60, 81-i%60)
			}
		}
		fmt.Fprintf(b, "\n%s          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %%util\n", hms(0))
		for i := 1; i <= n; i++ {
			for _, disk := range []string{"loop0", "vda"} {
				fmt.Fprintf(b, "%s %12s    %3d.50   2660.00 480964.00 426012.00   4800.19      1.91     10.08     21.80\n", hms(i), disk, i%600)
			}
		}
	},
	"mpstat": func(b *bytes.Buffer, n int) {
		b.WriteString("Linux 6.1.0-13-amd64 (node-01) \t2026-05-14 \t_x86_64_\t(4 CPU)\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(b, "\n%s     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  %%guest  %%gnice   %%idle\n", hms(i-1))
			for _, cpu := range []string{"all", "0", "1", "2", "3"} {
				fmt.Fprintf(b, "%s     %3s   %2d.28    0.00   25.89    8.63    0.00    0.51    0.00    0.00    0.00   %2d.69\n", hms(i), cpu, i%60, 64-i%60)
			}
		}
	},
	"iostat": func(b *bytes.Buffer, n int) {
		b.WriteString("Linux 6.1.0-13-amd64 (node-01) \t2026-05-14 \t_x86_64_\t(4 CPU)\n\n")
		for i := range n {
			fmt.Fprintf(b, "2026-05-14 %s\navg-cpu:  %%user   %%nice %%system %%iowait  %%steal   %%idle\n          %2d.25    0.00   17.50    0.50    0.50   %2d.25\n\n", hms(i), i%60, 81-i%60)
			b.WriteString("Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     f/s f_await  aqu-sz  %util\n")
			for _, disk := range []string{"loop0", "nvme0n1", "vda"} {
				fmt.Fprintf(b, "%-10s     %3d.25   3343.03    16.41  15.76    0.53    38.09  229.91  77047.42   246.57  51.75    1.54   335.12   51.93    0.04    0.42   2.80\n", disk, i%900)
			}
			b.WriteString("\n\n")
		}
	},
	"sadf": func(b *bytes.Buffer, n int) {
		b.WriteString("# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle\n")
		for i := range n {
			for cpu := -1; cpu < 4; cpu++ {
				fmt.Fprintf(b, "node-01;10;2026-05-14 %s UTC;%d;%d.25;0.00;17.50;0.50;0.50;%d.25\n", hms(i), cpu, i%60, 81-i%60)
			}
		}
	},
	"pidstat": func(b *bytes.Buffer, n int) {
		b.WriteString("Linux 6.1.0-13-amd64 (node-01) \t2026-05-14 \t_x86_64_\t(4 CPU)\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(b, "\n%s      UID       PID    %%usr %%system  %%guest   %%wait    %%CPU   CPU  Command\n", hms(i-1))
			for pid := 100; pid < 104; pid++ {
				fmt.Fprintf(b, "%s        0    %6d   %2d.00   20.00    0.00   59.00   34.00     0  mariadbd --user %d\n", hms(i), pid, i%60, pid)
			}
		}
	},
	"nmon": func(b *bytes.Buffer, n int) {
		b.WriteString("AAA,progname,nmon\nAAA,interval,10\n")
		for _, cpu := range []string{"001", "002", "003", "004", "_ALL"} {
			fmt.Fprintf(b, "CPU%s,CPU node-01,User%%,Sys%%,Wait%%,Idle%%,Steal%%,Busy,CPUs\n", cpu)
		}
		b.WriteString("PROC,Processes node-01,Runnable,Blocked,pswitch,syscall,read,write,fork,exec,sem,msg\n")
		for _, tag := range []string{"BUSY", "READ", "WRITE", "XFER", "BSIZE"} {
			fmt.Fprintf(b, "DISK%s,Disk node-01,loop0,nvme0n1,vda\n", tag)
		}
		for i := 1; i <= n; i++ {
			fmt.Fprintf(b, "ZZZZ,T%04d,%s,%02d-MAY-2026\n", i, hms(i), 1+i*10/86400)
			for _, cpu := range []string{"001", "002", "003", "004", "_ALL"} {
				fmt.Fprintf(b, "CPU%s,T%04d,%2d.5,17.0,0.5,%2d.5,0.5,,4\n", cpu, i, i%60, 81-i%60)
			}
			fmt.Fprintf(b, "PROC,T%04d,%d,1,12688.8,-1.0,-1.0,-1.0,76.9,-1.0,-1.0,-1.0\n", i, i%20)
			for _, tag := range []string{"BUSY", "READ", "WRITE", "XFER", "BSIZE"} {
				fmt.Fprintf(b, "DISK%s,T%04d,%d.4,16130.6,441.5\n", tag, i, i%900)
			}
		}
	},
	"collectl": func(b *bytes.Buffer, n int) {
		b.WriteString("# Collectl:   V4.3.1-1  HiRes: 1  Options: -scCD -P -f ctl -i 10 --sep , \n# Date:       20260514-000000  Secs: 1778716800 TZ: +0000\n")
		b.WriteString("#Date,Time")
		for _, cpu := range []string{"", ":0", ":1", ":2", ":3"} {
			for _, share := range []string{"User", "Nice", "Sys", "Wait", "Irq", "Soft", "Steal", "Idle"} {
				fmt.Fprintf(b, ",[CPU%s]%s%%", cpu, share)
			}
		}
		b.WriteString(",[CPU]Ctx/sec,[MEM]Free")
		for _, disk := range []string{"loop0", "vda"} {
			for _, column := range []string{"Name", "Reads", "RMerge", "RKBytes", "WaitR", "Writes", "WMerge", "WKBytes", "WaitW", "Request", "QueLen", "Wait", "SvcTim", "Util"} {
				fmt.Fprintf(b, ",[DSK:%s]%s", disk, column)
			}
		}
		b.WriteByte('\n')
		for i := range n {
			fmt.Fprintf(b, "202605%02d,%s", 14+i*10/86400, hms(i))
			for range 5 {
				fmt.Fprintf(b, ",%d,0,17,1,0,1,0,%d", i%60, 81-i%60)
			}
			fmt.Fprintf(b, ",%d,16425236", i)
			for _, disk := range []string{"loop0", "vda"} {
				fmt.Fprintf(b, ",%s,%d,12,732,1,832,4661,440428,3,492,11,3,0,24", disk, i%900)
			}
			b.WriteByte('\n')
		}
	},
	"brief": func(b *bytes.Buffer, n int) {
		b.WriteString("#                  <--------CPU--------><-----------Memory-----------><----------Disks----------->\n")
		b.WriteString("#Date    Time      cpu sys inter  ctxsw Free Buff Cach Inac Slab  Map KBRead  Reads KBWrit Writes \n")
		for i := range n {
			fmt.Fprintf(b, "202605%02d %s  %3d   6  4643    579  16G  94M   5G   2G 550M 350M    %3d      0    12K      0 \n", 14+i*10/86400, hms(i), i%100, i%900)
		}
	},
	"json": func(b *bytes.Buffer, n int) {
		b.WriteString(`{"sysstat": {"hosts": [{"nodename": "node-01", "date": "2026-05-14", "statistics": [`)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "\n\t\t\t\t{\n\t\t\t\t\t\"timestamp\": \"2026-05-14 %s\",\n\t\t\t\t\t\"avg-cpu\":  {\"user\": %d.25, \"nice\": 0.00, \"system\": 17.50, \"iowait\": 0.50, \"steal\": 0.50, \"idle\": %d.25},\n\t\t\t\t\t\"disk\": [", hms(i), i%60, 81-i%60)
			for j, disk := range []string{"loop0", "vda"} {
				if j > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(b, "\n\t\t\t\t\t\t{\"disk_device\": %q, \"r/s\": %d.25, \"w/s\": 229.91, \"rkB/s\": 3343.03, \"wkB/s\": 77047.42, \"rrqm/s\": 16.41, \"rrqm\": 15.76, \"r_await\": 0.53, \"w_await\": 1.54, \"aqu-sz\": 0.42, \"util\": 2.80}", disk, i%900)
			}
			b.WriteString("\n\t\t\t\t\t]\n\t\t\t\t}")
		}
		b.WriteString("\n]}]}}\n")
	},
}

// hms is the clock of the nth interval of 10 s.
func hms(n int) string {
	s := n * 10 % 86400
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}

func longLog(name string, n int) []byte {
	var b bytes.Buffer
	longLogs[name](&b, n)
	return b.Bytes()
}

// TestNoAllocationForALine reads a log and one of twice the length into the same rows:
// the second half allocates nothing.
func TestNoAllocationForALine(t *testing.T) {
	for name := range longLogs {
		short, long := longLog(name, 1000), longLog(name, 2000)
		f := Detect(headOf(long))
		if f == nil {
			t.Fatalf("%s: format not known", name)
		}
		var rows schemas.Rows
		read := func(data []byte) float64 {
			return testing.AllocsPerRun(2, func() {
				rows.CPU, rows.Disk, rows.Stats, rows.Skips = rows.CPU[:0], rows.Disk[:0], rows.Stats[:0], rows.Skips[:0]
				if err := parseAs(f, data, &rows); err != nil {
					t.Fatal(err)
				}
			})
		}
		read(long) // makes room in rows
		// One for each interval would be 1000; pools forget at times, with the race detector often.
		if more := read(long) - read(short); more > 100 {
			t.Errorf("%s: 1000 more intervals took %v more allocations", name, more)
		}
		if n := len(rows.CPU) + len(rows.Disk) + len(rows.Stats); n < 1000 {
			t.Errorf("%s: only %d rows", name, n)
		}
	}
}

// BenchmarkLong gives the speed on recordings of some mebibytes.
func BenchmarkLong(b *testing.B) {
	names := make([]string, 0, len(longLogs))
	for name := range longLogs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			data := longLog(name, 8000)
			f := Detect(headOf(data))
			var rows schemas.Rows
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				rows.CPU, rows.Disk, rows.Stats, rows.Skips = rows.CPU[:0], rows.Disk[:0], rows.Stats[:0], rows.Skips[:0]
				if err := parseAs(f, data, &rows); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
