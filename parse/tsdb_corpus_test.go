package parse

import (
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// snapshotZips lists the recorded zips that hold a finished block.
func snapshotZips(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"corpus/couchbase/760-*.zip", "corpus/couchbase-ticket2/*/*.zip"} {
		list, err := filepath.Glob(filepath.Join(shared(t, "corpus/couchbase"), "../..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, list...)
	}
	return out
}

// TestTSDBRecordings reads every recorded snapshot and compares it with its meta.json.
func TestTSDBRecordings(t *testing.T) {
	zips := snapshotZips(t)
	if len(zips) < 20 {
		t.Errorf("%d zips with a snapshot, want at least 20", len(zips))
	}
	for _, path := range zips {
		t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
			_, files := splitTSDB(zipMembers(t, path))
			blocks := readTSDB(t.Context(), "a.zip", files, Options{})
			if len(blocks) != 1 {
				t.Fatalf("%d blocks, want 1", len(blocks))
			}
			for _, f := range files {
				if f.base() == "meta.json" {
					rc, err := f.Open(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					meta, err := io.ReadAll(rc)
					if err != nil {
						t.Fatal(err)
					}
					checkAgainstMeta(t, blocks[0], meta)
				}
			}
		})
	}
}

// TestTSDBFigures checks figures that other tools gave for the recordings.
func TestTSDBFigures(t *testing.T) {
	for _, tt := range []struct {
		zip             string
		series, samples int
		utilization, sd float64 // per cent; 0: not given
		docs, left      float64 // last samples
	}{
		{"couchbase/760-1782_node-b1.zip", 39, 5729, 8.3, 1.8, -1, 4500},
		{"couchbase/760-1816_node-b1.zip", 0, 0, 8.0, 4.1, -1, 36180},
		{"couchbase/760-1782_node-b2.zip", 0, 0, 25.1, 2.5, -1, -1},
		{"couchbase/760-1816_node-b2.zip", 0, 0, 12.9, 12.2, -1, -1},
		{"couchbase-ticket2/jenkins-pallas-5217/node-s1.zip", 43, 1951, 0, 0, 100000, 0},
		{"couchbase-ticket2/jenkins-pallas-5217/node-t1.zip", 36, 1652, 0, 0, -1, -1},
		{"couchbase-ticket2/jenkins-pallas-5243/node-s3.zip", 43, 2533, 0, 0, 59488, 0},
	} {
		t.Run(tt.zip, func(t *testing.T) {
			_, files := splitTSDB(zipMembers(t, shared(t, "corpus/"+tt.zip)))
			rows := readTSDB(t.Context(), "a.zip", files, Options{})[0].Rows
			keys := map[string]bool{}
			var use []float64
			last := map[string]float64{}
			for _, r := range rows.Stats {
				name := strings.TrimPrefix(r.Key.Metric, metricPrefix)
				keys[name+r.Key.Labels] = true
				last[name] = r.Value
				if name == "sys_cpu_host_utilization_rate" {
					use = append(use, r.Value*100)
				}
			}
			if n := len(keys) + 2; tt.series > 0 && n != tt.series {
				t.Errorf("%d series, want %d", n, tt.series)
			}
			if n := len(rows.Stats) + 2*len(rows.CPU); tt.samples > 0 && n != tt.samples {
				t.Errorf("%d samples, want %d", n, tt.samples)
			}
			if mean, sd := meanAndSD(use); tt.utilization > 0 && (math.Abs(mean-tt.utilization) > 0.06 || math.Abs(sd-tt.sd) > 0.06) {
				t.Errorf("utilization %.2f, sd %.2f; want %.1f and %.1f", mean, sd, tt.utilization, tt.sd)
			}
			if tt.docs >= 0 && last["xdcr_docs_written_total"] != tt.docs || tt.left >= 0 && last["xdcr_changes_left_total"] != tt.left {
				t.Errorf("documents written %v, left %v; want %v and %v", last["xdcr_docs_written_total"], last["xdcr_changes_left_total"], tt.docs, tt.left)
			}
		})
	}
}

// meanAndSD gives the mean and the sample standard deviation.
func meanAndSD(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sd / float64(len(x)-1))
}
