package parse

import (
	"bytes"
	"fmt"
)

// A longLog writes a recording of n intervals of 10 s whose clocks go on.
type longLog func(b *bytes.Buffer, n int)

// sysstatLogs are in the forms of the sysstat tools.
var sysstatLogs = map[string]longLog{
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
	"sadf-d": func(b *bytes.Buffer, n int) {
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
	"iostat-json": func(b *bytes.Buffer, n int) {
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
