package generate

import (
	"bytes"
	"context"
	"io"
	"math"
	"testing"
	"time"

	"inquest/parse"
	"inquest/schemas"
)

// read gives a node's files to the parsers, as an artifact would.
func read(t *testing.T, r *Run, node string) *parse.Artifact {
	t.Helper()
	var files []parse.File
	for _, f := range r.Files(node) {
		files = append(files, parse.File{Name: f.Name, Size: int64(len(f.Data)), Modified: f.Modified,
			Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Data)), nil }})
	}
	opt := parse.ArtifactOptions{File: node + ".zip", Name: node}
	text, err := r.ManifestJSON()
	if err != nil {
		t.Fatal(err)
	}
	if text != nil {
		m, err := parse.ParseManifest(text)
		if err != nil {
			t.Fatal(err)
		}
		opt.Manifest = m.Node(node+".zip", node)
	}
	a, err := parse.ReadArtifact(context.Background(), files, opt)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var roundTrips = map[string]func(*Spec){
	"plain":      func(*Spec) {},
	"no noise":   func(s *Spec) { s.NoisePct, s.RunSDPct, s.NodeSDPct = 0, 0, 0 },
	"a curve":    func(s *Spec) { s.Threads = []int{1, 16, 128} },
	"midnight":   func(s *Spec) { s.Start = time.Date(2026, 12, 31, 23, 59, 7, 0, time.UTC) },
	"one cpu":    func(s *Spec) { s.CPUs = 1 },
	"many cpus":  func(s *Spec) { s.CPUs, s.Seconds = 64, 20 },
	"saturated":  func(s *Spec) { s.Levels.BusyPct, s.Levels.UtilPct = 100, 100 },
	"no writes":  func(s *Spec) { s.Levels.WritesPerOp, s.Levels.FlushesPerOp = 0, 0 },
	"slow":       func(s *Spec) { s.Levels.TPS = 3 },
	"bursty":     func(s *Spec) { s.Process, s.NoisePct = "bursty", 40 },
	"no bench":   func(s *Spec) { s.Manifest = false },
	"bare curve": func(s *Spec) { s.Manifest, s.Threads = false, []int{2, 8} },
	"coarse":     func(s *Spec) { s.StatusEvery, s.Seconds = 10, 123 },
	"collapse": func(s *Spec) {
		s.Work, s.Effects = WorkFixed, []Effect{{Kind: "collapse", Pct: -85, AtWorkPct: 94}}
	},
}

// TestWhatIsWrittenIsRead: every member is recognised, nothing is lost or doubted, and
// the rows give back the model's means within the tools' rounding.
func TestWhatIsWrittenIsRead(t *testing.T) {
	for name, change := range roundTrips {
		t.Run(name, func(t *testing.T) {
			s := spec(change)
			for _, r := range runs(t, s)[1:3] {
				node := r.Nodes()[1]
				a := read(t, r, node)
				checkMembers(t, a)
				if len(a.Legs) != len(s.Threads) {
					t.Fatalf("%d legs, want %d", len(a.Legs), len(s.Threads))
				}
				for i, l := range a.Legs {
					checkLeg(t, s, r, node, a, l, s.Threads[i])
				}
			}
		})
	}
}

// checkMembers: no member is unknown, lost or a problem; what is skipped is what the
// tools print beside samples.
func checkMembers(t *testing.T, a *parse.Artifact) {
	t.Helper()
	for _, m := range a.Members {
		if m.Format == "" || m.CPU+m.Disk+m.Stats+m.Settings == 0 || m.Skips > 0 || len(m.Problems) > 0 {
			t.Errorf("%s: format %q, %d cpu, %d disk, %d stats, %d settings, %d lost, problems %v",
				m.Name, m.Format, m.CPU, m.Disk, m.Stats, m.Settings, m.Skips, m.Problems)
		}
	}
	for _, p := range a.Problems {
		t.Errorf("problem: %+v", p)
	}
	for _, k := range a.Rows.Skips {
		if k.Reason != schemas.Average && k.Reason != schemas.SinceBoot {
			t.Errorf("skip: %s line %d: %s", k.Reason, k.Line, k.Text)
		}
	}
	if a.Device != "" && a.Device != device {
		t.Errorf("data device %q, want %q", a.Device, device)
	}
}

// checkLeg compares the rows within the leg's load window with the truth.
func checkLeg(t *testing.T, s *Spec, r *Run, node string, a *parse.Artifact, l parse.Leg, threads int) {
	t.Helper()
	truth, ok := r.Means(node, threads)
	if !ok {
		t.Fatalf("no truth about %s, %d threads", node, threads)
	}
	if got := float64(l.To-l.From) / 1e6; got != float64(truth.Seconds) {
		t.Errorf("leg %q: a load of %v s (%s), want %d", l.Name, got, l.WindowSource, truth.Seconds)
	}
	within := func(ts int64, src *schemas.Source) bool {
		return ts > l.From && ts <= l.To && (src.Leg == l.Name || len(a.Legs) == 1)
	}
	var tps, p95, busy, vmstat, writes mean
	updates := map[int64]float64{}
	for i := range a.Rows.Stats {
		row := &a.Rows.Stats[i]
		switch in := within(row.TS, row.Source); {
		case row.Key.Metric == "mysql.Com_update" && (row.Source.Leg == l.Name || len(a.Legs) == 1):
			updates[row.TS] = row.Value
		case in && row.Key.Metric == "throughput":
			tps.add(row.Value)
		case in && row.Key.Metric == "latency.p95":
			p95.add(row.Value)
		}
	}
	for i := range a.Rows.CPU {
		row := &a.Rows.CPU[i]
		if !within(row.TS, row.Source) || row.CPU != "all" {
			continue
		}
		if row.Source.Format == "vmstat" {
			vmstat.add(row.Busy)
		} else {
			busy.add(row.Busy)
		}
	}
	for i := range a.Rows.Disk {
		if row := &a.Rows.Disk[i]; within(row.TS, row.Source) {
			writes.add(row.WritesPerSecond)
		}
	}
	near(t, "throughput", tps, truth.Seconds, truth.Throughput, 0.005)
	near(t, "latency", p95, truth.Seconds, truth.LatencyP95, 0.000005)
	near(t, "busy by mpstat", busy, truth.Seconds, truth.Busy, 0.0001)
	near(t, "busy by vmstat", vmstat, truth.Seconds, truth.Busy, 0.01)
	near(t, "writes", writes, truth.Seconds, truth.Writes, 0.005)

	done := updates[l.To] - updates[l.From]
	if s.StatusEvery == 1 && math.Abs(done-truth.Throughput*float64(truth.Seconds)) > 1 {
		t.Errorf("Com_update rises by %v within the load, want %v", done, truth.Throughput*float64(truth.Seconds))
	}
}

// mean is a running mean.
type mean struct {
	n   int
	sum float64
}

func (m *mean) add(v float64) { m.n, m.sum = m.n+1, m.sum+v }

func near(t *testing.T, what string, m mean, n int, want, off float64) {
	t.Helper()
	if got := m.sum / float64(m.n); m.n != n || !(math.Abs(got-want) <= off) {
		t.Errorf("%s: mean %v of %d samples; want %v of %d", what, got, m.n, want, n)
	}
}
