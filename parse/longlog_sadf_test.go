package parse

import (
	"bytes"
	"fmt"
)

// sadfLogs are in the forms of sadf, and mpstat's JSON.
var sadfLogs = map[string]longLog{
	"sadf-p": func(b *bytes.Buffer, n int) {
		for i := range n {
			for _, cpu := range []string{"all", "cpu0", "cpu1"} {
				for j, column := range []string{"%user", "%nice", "%system", "%iowait", "%steal", "%idle"} {
					v := [...]string{fmt.Sprintf("%d.25", i%60), "0.00", "17.50", "0.50", "0.50", fmt.Sprintf("%d.25", 81-i%60)}[j]
					fmt.Fprintf(b, "node-01\t10\t2026-05-14 %s UTC\t%s\t%s\t%s\n", hms(i), cpu, column, v)
				}
			}
			for _, column := range []string{"tps", "rkB/s", "wkB/s", "areq-sz", "aqu-sz", "await", "%util"} {
				fmt.Fprintf(b, "node-01\t10\t2026-05-14 %s UTC\tnvme0n1\t%s\t%d.75\n", hms(i), column, i%900)
			}
		}
	},
	"sadf-r": func(b *bytes.Buffer, n int) {
		for i := 1; i <= n; i++ {
			for _, cpu := range []string{"-1", "0", "1"} {
				fmt.Fprintf(b, "%s; CPU; %s; %%user; %d; %d; %%nice; 4; 4; %%system; %d; %d; %%idle; %d; %d;\n", hms(i), cpu, 100*i, 100*i+30, 80*i, 80*i+20, 900*i, 900*i+500)
			}
			for _, disk := range []string{"vda", "nvme0n1"} {
				fmt.Fprintf(b, "%s; DEV; %s; tps; %d; %d; rkB/s; %d; %d; wkB/s; %d; %d; rd_ticks; 88; 99; wr_ticks; 101; 170; tot_ticks; %d; %d;\n", hms(i), disk, i, i+10, 60*i, 60*i+60, 7*i, 7*i+7, 5*i, 5*i+5)
			}
		}
	},
	"sadf-json": func(b *bytes.Buffer, n int) {
		b.WriteString(`{"sysstat": {"hosts": [{"nodename": "node-01", "file-date": "2026-05-14", "statistics": [`)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "\n\t\t{\n\t\t\t\"timestamp\": {\"date\": \"2026-05-14\", \"time\": \"%s\", \"utc\": 1, \"interval\": 10},\n\t\t\t\"cpu-load\": [", hms(i))
			for j, cpu := range []string{"all", "0", "1", "2"} {
				comma(b, j)
				fmt.Fprintf(b, "\n\t\t\t\t{\"cpu\": %q, \"user\": %d.25, \"nice\": 0.00, \"system\": 17.50, \"iowait\": 0.50, \"steal\": 0.50, \"idle\": %d.25}", cpu, i%60, 81-i%60)
			}
			b.WriteString("\n\t\t\t],\n\t\t\t\"disk\": [")
			for j, disk := range []string{"loop0", "vda"} {
				comma(b, j)
				fmt.Fprintf(b, "\n\t\t\t\t{\"disk-device\": %q, \"tps\": %d.25, \"rkB\": 3343.03, \"wkB\": 77047.42, \"dkB\": 0.00, \"areq-sz\": 16.41, \"aqu-sz\": 0.42, \"await\": 1.53, \"util\": 2.80}", disk, i%900)
			}
			b.WriteString("\n\t\t\t]\n\t\t}")
		}
		b.WriteString("\n]}]}}\n")
	},
	"mpstat-json": func(b *bytes.Buffer, n int) {
		b.WriteString(`{"sysstat": {"hosts": [{"nodename": "node-01", "date": "2026-05-14", "statistics": [`)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "\n\t\t\t\t{\n\t\t\t\t\t\"timestamp\": \"%s\",\n\t\t\t\t\t\"cpu-load\": [", hms(i+1))
			for j, cpu := range []string{"all", "0", "1", "2"} {
				comma(b, j)
				fmt.Fprintf(b, "\n\t\t\t\t\t\t{\"cpu\": %q, \"usr\": %d.25, \"nice\": 0.00, \"sys\": 17.50, \"iowait\": 0.50, \"irq\": 0.00, \"soft\": 0.00, \"steal\": 0.50, \"guest\": 0.00, \"gnice\": 0.00, \"idle\": %d.25}", cpu, i%60, 81-i%60)
			}
			b.WriteString("\n\t\t\t\t\t]\n\t\t\t\t}")
		}
		b.WriteString("\n]}]}}\n")
	},
	"sadf-xml": func(b *bytes.Buffer, n int) {
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sysstat>\n\t<host nodename=\"node-01\">\n\t\t<file-date>2026-03-10</file-date>\n\t\t<statistics>\n")
		for i := range n {
			fmt.Fprintf(b, "\t\t\t<timestamp date=\"2026-03-10\" time=\"%s\" utc=\"1\" interval=\"10\">\n\t\t\t\t<cpu-load>\n", hms(i))
			for _, cpu := range []string{"all", "0", "1"} {
				fmt.Fprintf(b, "\t\t\t\t\t<cpu number=%q user=\"%d.25\" nice=\"0.00\" system=\"17.50\" iowait=\"0.50\" steal=\"0.50\" idle=\"%d.25\"/>\n", cpu, i%60, 81-i%60)
			}
			b.WriteString("\t\t\t\t</cpu-load>\n\t\t\t</timestamp>\n")
		}
		b.WriteString("\t\t</statistics>\n\t</host>\n</sysstat>\n")
	},
}

// comma writes a comma before all but the first element of a list.
func comma(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}
