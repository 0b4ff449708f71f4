package main

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// smallRun is a run of two nodes with one minute of load: what sysbench and mpstat write
// about it. Its random numbers follow from its name.
type smallRun struct {
	name, build, workload string
	tps, busy             float64
	day                   int    // since 2026-11-01
	offered               string // transactions a second; empty: as many as possible
}

// write makes the folder of the run.
func (r smallRun) write(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	begin := time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC).AddDate(0, 0, r.day)
	end := begin.Add(time.Minute)
	nodes := map[string]any{}
	for i, node := range []string{"node-a", "node-b"} {
		rng := rand.New(rand.NewPCG(uint64(r.day), uint64(i)))
		file := filepath.Join(folder, node+".zip")
		if err := zipTexts(file, end, map[string]string{"sysbench.log": r.sysbench(rng), "mpstat.log": r.mpstat(rng, node, begin)}); err != nil {
			return err
		}
		nodes[node] = map[string]any{"zip": node + ".zip", "time_zone": "UTC",
			"legs": []any{map[string]any{"leg": "", "start_utc": begin.Format(time.RFC3339), "end_utc": end.Format(time.RFC3339)}}}
	}
	manifest := map[string]any{"run_id": r.name, "nodes": nodes}
	if r.build != "" {
		manifest["build_label"] = r.build
	}
	if r.workload != "" {
		manifest["workload"] = r.workload
	}
	b, err := json.MarshalIndent(manifest, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "manifest.json"), b, 0o666)
}

// sysbench is the log of the load generator.
func (r smallRun) sysbench(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: 16\n")
	if r.offered != "" {
		fmt.Fprintf(&b, "Target transaction rate: %s/sec\n", r.offered)
	}
	b.WriteString("Report intermediate results every 1 second(s)\n\nThreads started!\n\n")
	sum, x := 0.0, 0.0
	for i := 1; i <= 60; i++ {
		x = 0.6*x + 0.8*rng.NormFloat64()
		tps := r.tps * (1 + 0.04*x)
		sum += tps
		fmt.Fprintf(&b, "[ %ds ] thds: 16 tps: %.2f qps: %.2f (r/w/o: 0.00/%.2f/0.00) lat (ms,95%%): %.2f err/s: 0.00 reconn/s: 0.00\n", i, tps, tps, tps, 16000/tps*(1+0.1*math.Abs(rng.NormFloat64())))
	}
	fmt.Fprintf(&b, "SQL statistics:\n    transactions:                        %.0f  (%.2f per sec.)\n\nGeneral statistics:\n    total time:                          60.0012s\n    total number of events:              %.0f\n",
		sum, sum/60, sum)
	return b.String()
}

// mpstat is the report of the recorder, from 2 s before the load to 2 s after it.
func (r smallRun) mpstat(rng *rand.Rand, node string, begin time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Linux 6.1.0 (%s) \t%s \t_x86_64_\t(2 CPU)\n", node, begin.Format("01/02/06"))
	x := 0.0
	for i := -1; i <= 62; i++ {
		x = 0.6*x + 0.8*rng.NormFloat64()
		busy := 100 * r.busy * (1 + 0.04*x)
		if i < 1 || i > 60 {
			busy = 1
		}
		at := begin.Add(time.Duration(i) * time.Second)
		fmt.Fprintf(&b, "\n%s     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  %%guest  %%gnice   %%idle\n", at.Add(-time.Second).Format("15:04:05"))
		for _, cpu := range []string{"all", "0", "1"} {
			fmt.Fprintf(&b, "%s     %3s   %5.2f    0.00   %5.2f    0.00    0.00    0.00    0.00    0.00    0.00   %5.2f\n", at.Format("15:04:05"), cpu, 0.7*busy, 0.3*busy, 100-busy)
		}
	}
	return b.String()
}

func zipTexts(file string, modified time.Time, texts map[string]string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	w := zip.NewWriter(out)
	for _, name := range []string{"sysbench.log", "mpstat.log"} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: modified})
		if err != nil {
			return err
		}
		if _, err := f.Write([]byte(texts[name])); err != nil {
			return err
		}
	}
	return w.Close()
}

// makeRun makes the folder of a small run: mkrun FOLDER BUILD DAY TPS BUSY [OFFERED]. A build of - is none.
func makeRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 5 || len(args) > 6 {
		ts.Fatalf("usage: mkrun FOLDER BUILD DAY TPS BUSY [OFFERED]")
	}
	r := smallRun{name: filepath.Base(args[0]), build: strings.TrimPrefix(args[1], "-"), workload: "small writes"}
	var err error
	r.day, err = strconv.Atoi(args[2])
	ts.Check(err)
	r.tps, err = strconv.ParseFloat(args[3], 64)
	ts.Check(err)
	r.busy, err = strconv.ParseFloat(args[4], 64)
	ts.Check(err)
	if len(args) > 5 {
		r.offered = args[5]
	}
	ts.Check(r.write(ts.MkAbs(args[0])))
}
