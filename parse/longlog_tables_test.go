package parse

import (
	"bytes"
	"fmt"
)

// tableLogs are of the sysstat tools called for several reports, each interval with a
// table, and its header, of each.
var tableLogs = map[string]longLog{
	"sar-A": func(b *bytes.Buffer, n int) {
		b.WriteString("Linux 6.1.0-13-amd64 (node-01) \t2026-05-14 \t_x86_64_\t(4 CPU)\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(b, "\n%s        CPU      %%usr     %%nice      %%sys   %%iowait    %%steal      %%irq     %%soft    %%guest    %%gnice     %%idle\n", hms(i-1))
			for _, cpu := range []string{"all", "0", "1", "2", "3"} {
				fmt.Fprintf(b, "%s        %3s     %2d.25      0.00     17.50      0.50      0.50      0.00      0.00      0.00      0.00     %2d.25\n", hms(i), cpu, i%60, 81-i%60)
			}
			fmt.Fprintf(b, "\n%s       proc/s   cswch/s\n%s         5.00   %d.00\n", hms(i-1), hms(i), 1000+i)
			fmt.Fprintf(b, "\n%s    kbmemfree   kbavail kbmemused  %%memused kbbuffers  kbcached  kbcommit   %%commit  kbactive   kbinact   kbdirty\n", hms(i-1))
			fmt.Fprintf(b, "%s     17577920  23435700    669800      2.71    126480   6070600   1500000      6.07   1420428   4823776      %d\n", hms(i), 4*i)
			fmt.Fprintf(b, "\n%s        IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   rxcmp/s   txcmp/s  rxmcst/s   %%ifutil\n", hms(i-1))
			for _, name := range []string{"lo", "eth0"} {
				fmt.Fprintf(b, "%s   %10s   %3d.00     10.00      1.28      1.97      0.00      0.00      0.00      0.01\n", hms(i), name, i%900)
			}
			fmt.Fprintf(b, "\n%s      runq-sz  plist-sz   ldavg-1   ldavg-5  ldavg-15   blocked\n%s            4       %3d      4.05      2.09      0.84         1\n", hms(i-1), hms(i), 90+i%9)
		}
	},
	"pidstat-urd": func(b *bytes.Buffer, n int) {
		b.WriteString("Linux 6.1.0-13-amd64 (node-01) \t2026-05-14 \t_x86_64_\t(4 CPU)\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(b, "\n%s      UID       PID    %%usr %%system  %%guest   %%wait    %%CPU   CPU  Command\n", hms(i-1))
			for pid := 100; pid < 104; pid++ {
				fmt.Fprintf(b, "%s        0    %6d   %2d.00   20.00    0.00   59.00   34.00     0  mariadbd\n", hms(i), pid, i%60)
			}
			fmt.Fprintf(b, "\n%s      UID       PID  minflt/s  majflt/s     VSZ     RSS   %%MEM  Command\n", hms(i-1))
			for pid := 100; pid < 104; pid++ {
				fmt.Fprintf(b, "%s        0    %6d   %4d.00      0.00 1349016   64564   0.26  mariadbd\n", hms(i), pid, i%900)
			}
			fmt.Fprintf(b, "\n%s      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command\n", hms(i-1))
			for pid := 100; pid < 104; pid++ {
				fmt.Fprintf(b, "%s        0    %6d      0.00   %4d.00      0.00       7  mariadbd\n", hms(i), pid, i%900)
			}
		}
	},
	"iostat-h": func(b *bytes.Buffer, n int) {
		b.WriteString("Linux 6.1.0-13-amd64 (node-01) \t2026-05-14 \t_x86_64_\t(4 CPU)\n\n")
		for i := range n {
			fmt.Fprintf(b, "2026-05-14 %s\n", hms(i))
			for _, head := range []string{"     r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz Device\n", "     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz Device\n"} {
				b.WriteString(head)
				for _, disk := range []string{"loop0", "nvme0n1", "vda"} {
					fmt.Fprintf(b, "  %3d.25      3.3M    16.41  15.8%%    0.53    38.1k %s\n", i%900, disk)
				}
				b.WriteByte('\n')
			}
		}
	},
}
