package parse

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"inquest/schemas"
)

// readArchive reads the stats archive of a recorded zip.
func readArchive(t *testing.T, path string) *schemas.Rows {
	t.Helper()
	rows := &schemas.Rows{}
	for _, f := range zipMembers(t, path) {
		if f.base() != "stats_archives.json" {
			continue
		}
		rc, err := f.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		format, err := Read("a.zip", f.base(), rc, rows, Options{})
		if err != nil || format.Name != "stats-archives" || len(rows.Skips) > 0 {
			t.Errorf("format %v, error %v, skips %v", format, err, rows.Skips)
		}
	}
	return rows
}

// TestArchivesTicket compares the 4 s means inside the load with the truth given for
// a whole ticket: processor time, its spread, the operations and how many samples.
func TestArchivesTicket(t *testing.T) {
	root := shared(t, "corpus/couchbase-ticket1")
	text, err := os.ReadFile(filepath.Join(root, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Runs map[string]struct {
			Start float64 `json:"load_start_epoch_s"`
			Load  float64 `json:"load_s"`
		}
		Comparisons []struct {
			Base, Contender any // a run, or a list of runs where no numbers are given
			Numbers         struct {
				Ops     map[string][2]float64 `json:"ops_per_s_archive"`
				Mean    map[string][2]float64 `json:"busy_mean_pct"`
				SD      map[string][2]float64 `json:"busy_sd_points_4s"`
				Samples map[string][2]int     `json:"samples_4s"`
			}
		}
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, c := range truth.Comparisons {
		for side, name := range []any{c.Base, c.Contender} {
			run, ok := name.(string)
			if !ok {
				continue
			}
			from := int64(truth.Runs[run].Start * 1e6)
			to := from + int64(truth.Runs[run].Load*1e6)
			for node := range c.Numbers.Mean {
				rows := readArchive(t, filepath.Join(root, run, node+".zip"))
				inside := func(ts int64, step float64, src *schemas.Source) bool {
					return strings.HasSuffix(src.Member, "#hour") && ts-int64(step*1e6) >= from && ts <= to
				}
				var busy, ops []float64
				for _, r := range rows.CPU {
					if inside(r.TS, r.StepS, r.Source) {
						busy = append(busy, r.Busy*100)
					}
				}
				for _, r := range rows.Stats {
					if r.Key.Metric == "couchbase.ops" && inside(r.TS, r.StepS, r.Source) {
						ops = append(ops, r.Value)
					}
				}
				n := c.Numbers
				if !bestTrim(busy, ops, n.Samples[node][side], n.Mean[node][side], n.SD[node][side], n.Ops[node][side]) {
					mean, sd := meanAndSD(busy)
					t.Errorf("%s %s: %d samples, busy %.3f, sd %.3f; want %d, %.3f, %.3f", run, node, len(busy), mean, sd,
						n.Samples[node][side], n.Mean[node][side], n.SD[node][side])
				}
				checked++
			}
		}
	}
	if checked != 16 {
		t.Errorf("%d nodes checked, want 16", checked)
	}
}

// bestTrim tells whether the samples give the wanted figures when up to two are taken
// off each end: the load is known to the second and for all nodes together, the
// figures are of the bins that lie wholly inside a node's own.
func bestTrim(busy, ops []float64, n int, wantMean, wantSD, wantOps float64) bool {
	for first := range 3 {
		last := first + n
		if last > len(busy) || len(busy)-last > 2 {
			continue
		}
		mean, sd := meanAndSD(busy[first:last])
		meanOps, _ := meanAndSD(ops[first:last])
		if math.Abs(mean-wantMean) < 0.001 && math.Abs(sd-wantSD) < 0.001 && math.Abs(meanOps-wantOps) < 0.01 {
			return true
		}
	}
	return false
}

// TestArchivesPeriods checks that one period's spread is not another's.
func TestArchivesPeriods(t *testing.T) {
	for _, tt := range []struct {
		zip, period string
		mean, sd    float64 // per cent
	}{
		{"650-4131_node-a1.zip", "#minute", 25.1, 1.0},
		{"650-4131_node-a1.zip", "#hour", 25.1, 0.5},
		{"650-4132_node-a1.zip", "#minute", 17.2, 15.3},
		{"650-4132_node-a1.zip", "#hour", 17.6, 7.35},
		{"650-4132_node-a2.zip", "#minute", 18.6, 15.2},
		{"650-4132_node-a2.zip", "#hour", 17.1, 7.85},
	} {
		var busy []float64
		for _, r := range readArchive(t, shared(t, "corpus/couchbase/"+tt.zip)).CPU {
			if strings.HasSuffix(r.Source.Member, tt.period) {
				busy = append(busy, r.Busy*100)
			}
		}
		if mean, sd := meanAndSD(busy); math.Abs(mean-tt.mean) > 0.06 || math.Abs(sd-tt.sd) > 0.06 {
			t.Errorf("%s %s: mean %.2f, sd %.2f; want %.1f and %.1f", tt.zip, tt.period, mean, sd, tt.mean, tt.sd)
		}
	}
}
