package main

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A benchNode is one node of a run as the tools recorded it for a minute: sysbench and
// iostat at these levels, every second.
type benchNode struct {
	tps   float64            // transactions per second
	disks map[string]float64 // writes per second of each device, nil without iostat
	p95   float64            // in ms, 0 leaves the latency out
}

const benchSeconds = 60

var benchEnd = time.Date(2026, 11, 30, 10, 1, 0, 0, time.UTC)

// benchRun writes a run: a folder of that name with a zip for each node.
func benchRun(t *testing.T, id string, nodes map[string]benchNode) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), id)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, n := range nodes {
		file, err := os.Create(filepath.Join(dir, name+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		w := zip.NewWriter(file)
		members := map[string]string{"sysbench.log": n.sysbench(), "mpstat.log": n.mpstat(name)}
		if n.disks != nil {
			members["iostat.log"] = n.iostat(name)
		}
		for _, member := range []string{"sysbench.log", "mpstat.log", "iostat.log"} {
			if members[member] == "" {
				continue
			}
			to, err := w.CreateHeader(&zip.FileHeader{Name: member, Method: zip.Deflate, Modified: benchEnd})
			if err == nil {
				_, err = to.Write([]byte(members[member]))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// evenRun is a run of three nodes that share a total evenly.
func evenRun(t *testing.T, id string, total float64) string {
	n := benchNode{tps: total / 3, disks: map[string]float64{"sda": 200, "sdb": 400}, p95: 5}
	return benchRun(t, id, map[string]benchNode{"node-a": n, "node-b": n, "node-c": n})
}

func (n benchNode) sysbench() string {
	b := &strings.Builder{}
	b.WriteString("sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: 16\nReport intermediate results every 1 second(s)\nInitializing random number generator from current time\n\n\nInitializing worker threads...\n\nThreads started!\n\n")
	for i := 1; i <= benchSeconds; i++ {
		fmt.Fprintf(b, "[ %ds ] thds: 16 tps: %.2f qps: %.2f (r/w/o: 0.00/%.2f/0.00)", i, n.tps, n.tps, n.tps)
		if n.p95 > 0 {
			fmt.Fprintf(b, " lat (ms,95%%): %.2f", n.p95)
		}
		b.WriteString(" err/s: 0.00 reconn/s: 0.00\n")
	}
	fmt.Fprintf(b, "SQL statistics:\n    transactions:                        %.0f (%.2f per sec.)\n\nGeneral statistics:\n    total time:                          %d.0000s\n", n.tps*benchSeconds, n.tps, benchSeconds)
	return b.String()
}

func (n benchNode) mpstat(name string) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "Linux 6.1.0-28-amd64 (%s) \t11/30/2026 \t_x86_64_\t(8 CPU)\n\n09:59:59     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  %%guest  %%gnice   %%idle\n", name)
	for i := range benchSeconds {
		at := benchEnd.Add(time.Duration(i-benchSeconds) * time.Second)
		fmt.Fprintf(b, "%s     all   40.00    0.00   15.00    2.00    0.00    1.00    0.00    0.00    0.00   42.00\n", at.Format("15:04:05"))
	}
	return b.String()
}

func (n benchNode) iostat(name string) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "Linux 6.1.0-28-amd64 (%s) \t11/30/2026 \t_x86_64_\t(8 CPU)\n\n", name)
	for i := range benchSeconds {
		at := benchEnd.Add(time.Duration(i-benchSeconds) * time.Second)
		fmt.Fprintf(b, "%s\nDevice            r/s     rkB/s   rrqm/s  %%rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %%wrqm w_await wareq-sz  aqu-sz  %%util\n", at.Format("01/02/2006 03:04:05 PM"))
		for _, device := range []string{"sda", "sdb", "sdc"} {
			if writes, ok := n.disks[device]; ok {
				fmt.Fprintf(b, "%-10s     10.00    160.00     0.00   0.00    0.50    16.00 %8.2f %9.2f     0.00   0.00    1.00    16.00    0.30  35.00\n", device, writes, writes*16)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
