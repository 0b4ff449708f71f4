package parse

import (
	"archive/zip"
	"encoding/json"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// measured are the numbers of one leg, worked out from the same files by other means.
type measured struct {
	Leg      string             `json:"leg"`
	Start    time.Time          `json:"start_utc"`
	End      time.Time          `json:"end_utc"`
	Threads  int                `json:"threads"`
	TPS      moments            `json:"tps_1s_series"`
	Busy     moments            `json:"busy_cpu_pct_procstat"`
	Disk     *measuredDisk      `json:"disk_diskstats"`
	Counters map[string]float64 `json:"server_counter_deltas"`
}

type measuredDisk struct {
	Device  string  `json:"dev"`
	Util    moments `json:"util_pct"`
	WAwait  moments `json:"w_await_ms"`
	Writes  moments `json:"w_per_s"`
	WKB     moments `json:"wkB_per_s"`
	Flushes moments `json:"flush_per_s"`
}

type moments struct {
	Mean, SD float64
	N        int
}

// momentsOf is mean and standard deviation (of the samples, n below the line) of what is known.
func momentsOf(v []float64) (m moments) {
	for _, x := range v {
		if !schemas.IsNull(x) {
			m.Mean += x
			m.N++
		}
	}
	m.Mean /= float64(m.N)
	for _, x := range v {
		if !schemas.IsNull(x) {
			m.SD += (x - m.Mean) * (x - m.Mean)
		}
	}
	m.SD = math.Sqrt(m.SD / float64(m.N))
	return m
}

// same compares with a measurement, which is rounded to two decimals. How the samples at
// the two ends of the load were counted is not told, so up to two at each end may be
// left out; the rest must agree in mean and spread.
func same(t *testing.T, what string, values []float64, want moments) {
	t.Helper()
	if want.N == 0 {
		return
	}
	for first := range min(3, len(values)) {
		for last := range min(3, len(values)-first) {
			got := momentsOf(values[first : len(values)-last])
			if got.N == want.N && math.Abs(got.Mean-want.Mean) < 0.011 && math.Abs(got.SD-want.SD) < 0.011 {
				return
			}
		}
	}
	t.Errorf("%s: %+v, want %+v", what, momentsOf(values), want)
}

// legRows are the rows of the members of one leg's folder, by base name.
type legRows map[string]*schemas.Rows

// readLegs reads the members of a node's zip, by folder and base name.
func readLegs(t *testing.T, file string) map[string]legRows {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	legs := map[string]legRows{}
	for _, f := range z.File {
		dir, base := path.Split(f.Name)
		switch base {
		case "procstat.log", "diskstats.log", "mysqladmin-ext.log", "mysqladmin-ext-rel.log", "sysbench.log", "vmstat.log",
			"engine-rocksdb.txt", "slave-status.txt":
		default:
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		rows := &schemas.Rows{}
		_, err = Read(file, base, io.Reader(r), rows, Options{})
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		for _, s := range rows.Skips {
			if s.Severity() == schemas.Loss {
				t.Errorf("%s: %s %s, line %d", f.Name, s.Reason, s.Text, s.Line)
			}
		}
		leg := strings.Trim(dir, "/")
		if legs[leg] == nil {
			legs[leg] = legRows{}
		}
		legs[leg][base] = rows
	}
	return legs
}

// TestMariaDBTruth compares what is read from the recorded MariaDB runs with what was
// measured in them.
func TestMariaDBTruth(t *testing.T) {
	root := shared(t, "corpus/mariadb")
	files, err := filepath.Glob(filepath.Join(root, "truth", "*.json"))
	if err != nil || len(files) == 0 {
		t.Skip("no truth files below " + root)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			Nodes map[string]struct{ Legs []measured }
		}
		if err := json.Unmarshal(b, &truth); err != nil {
			t.Fatal(err)
		}
		run := strings.TrimSuffix(filepath.Base(file), ".json")
		for node, n := range truth.Nodes {
			if len(n.Legs) == 0 {
				continue
			}
			t.Run(run+"/"+node, func(t *testing.T) {
				legs := readLegs(t, filepath.Join(root, run, node+".zip"))
				for _, m := range n.Legs {
					t.Run(m.Leg, func(t *testing.T) { checkLeg(t, &m, legs[m.Leg]) })
				}
			})
		}
	}
}

func checkLeg(t *testing.T, m *measured, rows legRows) {
	from, to := m.Start.UnixMicro(), m.End.UnixMicro()
	inside := func(ts int64, step float64) bool { // the interval meets the load
		return ts > from && ts-int64(step*1e6) < to
	}
	if r := rows["procstat.log"]; r != nil {
		var busy []float64
		for _, c := range r.CPU {
			if c.CPU == "all" && inside(c.TS, c.StepS) {
				busy = append(busy, 100*c.Busy)
			}
		}
		same(t, "busy", busy, m.Busy)
	}
	if r := rows["diskstats.log"]; r != nil && m.Disk != nil {
		var util, await, writes, kB, flushes []float64
		for _, d := range r.Disk {
			if d.Device == m.Disk.Device && inside(d.TS, d.StepS) {
				util = append(util, 100*d.IOTimeRatio)
				await = append(await, 1e3*d.WriteAwaitSeconds)
				writes = append(writes, d.WritesPerSecond)
				kB = append(kB, d.WrittenBytesPerSecond/1024)
				flushes = append(flushes, d.FlushesPerSecond)
			}
		}
		same(t, "util", util, m.Disk.Util)
		same(t, "w_await", await, m.Disk.WAwait)
		same(t, "writes", writes, m.Disk.Writes)
		same(t, "written kB", kB, m.Disk.WKB)
		same(t, "flushes", flushes, m.Disk.Flushes)
	}
	if r := rows["sysbench.log"]; r != nil {
		var tps []float64
		for _, s := range r.Stats {
			if s.Key.Metric == "throughput" {
				tps = append(tps, s.Value)
			}
		}
		same(t, "tps", tps, m.TPS)
	}
	if r := rows["mysqladmin-ext.log"]; r != nil && m.Counters != nil {
		checkCounters(t, "mysqladmin-ext.log", r, m.Counters, true)
	}
	if r := rows["mysqladmin-ext-rel.log"]; r != nil && m.Counters != nil {
		checkCounters(t, "mysqladmin-ext-rel.log", r, m.Counters, false)
	}
}

// checkCounters compares how far the counters went. A recording with another step sees
// at least nearly as much.
func checkCounters(t *testing.T, file string, r *schemas.Rows, want map[string]float64, exact bool) {
	first, last := map[string]float64{}, map[string]float64{}
	for _, s := range r.Stats {
		name := strings.TrimPrefix(s.Key.Metric, "mysql.")
		if _, ok := first[name]; !ok {
			first[name] = s.Value
		}
		last[name] = s.Value
	}
	for name, d := range want {
		got := last[name] - first[name]
		if (exact && got != d) || (!exact && got < 0.9*d) {
			t.Errorf("%s: %s went up by %v, want %v", file, name, got, d)
		}
	}
}
