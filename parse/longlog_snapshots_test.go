package parse

import (
	"bytes"
	"fmt"
)

// snapshotLogs are files of /proc, read again and again.
var snapshotLogs = map[string]longLog{
	"proc-stat": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			for cpu := -1; cpu < 8; cpu++ {
				name := "cpu "
				if cpu >= 0 {
					name = fmt.Sprintf("cpu%d", cpu)
				}
				fmt.Fprintf(b, "%s %d 4 %d %d 986 0 190 249 0 0\n", name, 25813+300*i, 10775+100*i, 80460+600*i)
			}
			fmt.Fprintf(b, "intr %d 0 0 0 0 0 0 0 0 0 0 0 12 0 4 0 0 0 0 0 0 0 0 77 30 5\nctxt %d\nbtime 1796034700\nprocesses %d\nprocs_running 4\nprocs_blocked 0\nsoftirq 190 1 2 3 4 5 6 7 8 9 10\n", 900+i, 366144+i, 9000+i)
		}
	},
	"proc-diskstats": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			for j, disk := range []string{"loop0", "vda", "vda1", "nvme0n1"} {
				fmt.Fprintf(b, " 254 %7d %s %d 10623 %d 17449 %d 154197 94961872 205174 0 %d 232105 11076 42 88829488 9197 6339 283\n", j, disk, 45742+i, 4221706+8*i, 52683+i, 29340+i)
			}
		}
	},
	"proc-meminfo": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			for j, name := range []string{"MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapCached", "Active", "Inactive",
				"Active(anon)", "Inactive(anon)", "Unevictable", "SwapTotal", "SwapFree", "Dirty", "Writeback", "AnonPages", "Mapped",
				"Shmem", "KReclaimable", "Slab", "SReclaimable", "PageTables", "CommitLimit", "Committed_AS", "VmallocTotal", "Percpu"} {
				fmt.Fprintf(b, "%-15s %8d kB\n", name+":", 24684096-4*((i+j)%5000))
			}
			b.WriteString("HugePages_Total:       0\nHugePages_Free:        0\n")
		}
	},
	"proc-vmstat": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			for j, name := range []string{"nr_free_pages", "nr_zone_inactive_anon", "nr_zone_active_anon", "nr_mlock", "nr_dirtied", "nr_written",
				"pgpgin", "pgpgout", "pswpin", "pswpout", "pgalloc_dma", "pgalloc_dma32", "pgalloc_normal", "pgfault", "pgmajfault",
				"thp_fault_alloc", "compact_success", "workingset_refault_file"} {
				fmt.Fprintf(b, "%s %d\n", name, 903752+i*j)
			}
		}
	},
	"proc-netdev": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			b.WriteString("Inter-|   Receive                                                |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n")
			for _, name := range []string{"lo", "eth0", "eth1"} {
				fmt.Fprintf(b, "%6s: %9d %7d    0    0    0     0          0         0  %7d   43373    0    0    0     0       0          0\n", name, 986200319+i, 59925+i, 4739647+i)
			}
		}
	},
	"proc-pressure": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			for _, name := range []string{"cpu", "io", "memory"} {
				fmt.Fprintf(b, "/proc/pressure/%s:some avg10=%d.32 avg60=70.67 avg300=34.34 total=%d\n", name, i%90, 143155121+i)
				fmt.Fprintf(b, "/proc/pressure/%s:full avg10=0.00 avg60=1.69 avg300=1.11 total=%d\n", name, 5696397+i)
			}
		}
	},
}
