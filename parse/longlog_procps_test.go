package parse

import (
	"bytes"
	"fmt"
)

// procpsLogs are in the forms of procps and of coreutils.
var procpsLogs = map[string]longLog{
	"vmstat": func(b *bytes.Buffer, n int) {
		for i := range n {
			if i%50 == 0 {
				b.WriteString("procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n" +
					" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n")
			}
			fmt.Fprintf(b, "%2d  0      0 19046876 126480 %7d    0    0  1673 31009  633 1216 %d  8 %d  1  0 2026-%02d-%02d %s\n",
				i%9, 5335480+4*i, i%60, 91-i%60, 1+i/8640/28%12, 1+i/8640%28, hms(i))
		}
	},
	"vmstat-d": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			b.WriteString("disk- ------------reads------------ ------------writes----------- -----IO------\n       total merged sectors      ms  total merged sectors      ms    cur    sec\n")
			for _, disk := range []string{"loop0", "vda", "nvme0n1"} {
				fmt.Fprintf(b, "%-5s  %5d   9979 3798818   14375  44147 102079 76136672  163214      0     24\n", disk, 43780+i)
			}
		}
	},
	"vmstat-s": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			fmt.Fprintf(b, "     24684096 K total memory\n%13d K used memory\n      1420428 K active memory\n      4823776 K inactive memory\n     17839348 K free memory\n", 520540+4*i)
			fmt.Fprintf(b, "        25813 non-nice user cpu ticks\n        80460 idle cpu ticks\n      2110858 K paged in\n%13d K paged out\n       366144 CPU context switches\n   1796034700 boot time\n", 47480986+i)
		}
	},
	"top": func(b *bytes.Buffer, n int) {
		for i := range n {
			fmt.Fprintf(b, "top - %s up 9 min,  0 user,  load average: 4.05, 2.09, 0.84\n", hms(i))
			b.WriteString("Tasks:  93 total,   5 running,  88 sleeping,   0 stopped,   0 zombie\n")
			fmt.Fprintf(b, "%%Cpu(s): %2d.9 us,  5.9 sy,  0.0 ni, %2d.2 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st\n", i%60, 93-i%60)
			b.WriteString("MiB Mem :  24105.6 total,  17555.0 free,    669.8 used,   6197.1 buff/cache     \nMiB Swap:      0.0 total,      0.0 free,      0.0 used.  23435.7 avail Mem \n\n")
			b.WriteString("  PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND\n")
			for pid := 17210; pid < 17230; pid++ {
				fmt.Fprintf(b, "%5d root      20   0 1349016  64564  16540 R  %2d.5   0.3   0:00.17 mariadbd --user %d\n", pid, i%90, pid)
			}
			b.WriteByte('\n')
		}
	},
	"free": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			b.WriteString("               total        used        free      shared  buff/cache   available\n")
			fmt.Fprintf(b, "Mem:        24684096      799084%12d       11028     6207388    23885012\nSwap:              0           0           0\n", 18001600+4*(i%1000))
		}
	},
	"df": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			b.WriteString("Filesystem              1K-blocks     Used Available Use% Mounted on\n")
			for j, fs := range []string{"devtmpfs", "tmpfs", "/dev/vda", "/dev/mapper/data-mariadb"} {
				fmt.Fprintf(b, "%-24s 264212084 %8d  76705940  20%% /mount/%d\n", fs, 18795324+i, j)
			}
		}
	},
}
