package parse

import (
	"bytes"
	"fmt"
)

// recorderLogs are in the forms of recorders of a whole machine.
var recorderLogs = map[string]longLog{
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
				fmt.Fprintf(b, "CPU%s,T%04d,%d.5,17.0,0.5,%d.5,0.5,,4\n", cpu, i, i%60, 81-i%60)
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
	"atop-P": func(b *bytes.Buffer, n int) {
		b.WriteString("RESET\nCPU node-01 1778716800 2026/05/14 00:00:00 86400 100 4 1000 2000 0 34557000 3000 10 20 0 0 2400 100\nSEP\n")
		for i := 1; i <= n; i++ {
			at := fmt.Sprintf("node-01 %d 2026/05/%02d %s 10", 1778716800+10*i, 14+i*10/86400, hms(i))
			fmt.Fprintf(b, "CPU %s 100 4 400 %d 40 %d 60 4 12 4 200 2400 100\n", at, 1000+i%600, 2480-i%600)
			for cpu := range 4 {
				fmt.Fprintf(b, "cpu %s 100 %d 100 %d 10 %d 15 1 3 1 50 2400 100\n", at, cpu, 300+i%100, 570-i%100)
			}
			fmt.Fprintf(b, "CPL %s 4 1.25 1.10 0.95 %d 31000\n", at, 52000+i)
			for _, disk := range []string{"nvme0n1", "vda"} {
				fmt.Fprintf(b, "DSK %s %s 1160 %d 64000 2000 128000\n", at, disk, 1000+i%900)
			}
			b.WriteString("SEP\n")
		}
	},
	"dstat": func(b *bytes.Buffer, n int) {
		b.WriteString("\"pcp-dstat 0.8.0 CSV output\"\n\"Author:\",\"Dag Wieers <dag@wieers.com>\",,,,\"URL:\",\"http://dag.wieers.com/home-made/dstat/\"\n" +
			"\"Host:\",\"node-01\",,,,\"User:\",\"root\"\n\"Cmdline:\",\"dstat -Tcdn --output x 10\",,,,\"Date:\",\"14 May 2026 00:00:00 UTC\"\n\n" +
			"\"epoch\",\"total cpu usage\",,,,,\"dsk/vda\",,\"net/total\",\n\"epoch\",\"usr\",\"sys\",\"idl\",\"wai\",\"stl\",\"read\",\"writ\",\"recv\",\"send\"\n")
		for i := range n {
			fmt.Fprintf(b, "%d,%d.250,17.500,%d.250,0.500,0.500,%d.0,460895.05,2660.0,480964.0\n", 1778716800+10*i, i%60, 81-i%60, i%9000)
		}
	},
	"perf": func(b *bytes.Buffer, n int) {
		for i := 1; i <= n; i++ {
			for _, event := range []string{"context-switches", "page-faults", "cycles", "instructions"} {
				fmt.Fprintf(b, "%6d.013494772,%d,,%s,2041051947,100.00,5.629,K/sec\n", 10*i, 11490+i, event)
			}
		}
	},
	"pgbench": func(b *bytes.Buffer, n int) {
		b.WriteString("pgbench (15.18)\nstarting vacuum...end.\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(b, "progress: %d.0 s, %d.8 tps, lat 0.851 ms stddev 0.345, 0 failed\n", 10*i, 4000+i%900)
		}
	},
	"prometheus": func(b *bytes.Buffer, n int) {
		b.WriteString("# HELP node_load1 1m load average.\n# TYPE node_load1 gauge\n")
		for i := range n {
			fmt.Fprintf(b, "node_load1 %d.25 %d000\n", i%40, 1778716800+10*i)
			for cpu := range 4 {
				fmt.Fprintf(b, "node_cpu_seconds_total{cpu=\"%d\",mode=\"user\"} %d.5 %d000\n", cpu, 1000+10*i, 1778716800+10*i)
			}
		}
	},
}
