package parse

import (
	"math"
	"testing"
	"time"

	"inquest/schemas"
)

// readNode reads the artifact of a recorded zip.
func readNode(t *testing.T, zip string) *Artifact {
	t.Helper()
	a, err := ReadArtifact(t.Context(), zipMembers(t, shared(t, "corpus/"+zip)), ArtifactOptions{File: "a.zip"})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestCollectSections checks the ten seconds of sar in couchbase.log, and that the
// sections without a clock have the instants of the collection.
func TestCollectSections(t *testing.T) {
	for _, tt := range []struct {
		zip   string
		first string  // clock of the first sample
		busy  float64 // per cent
	}{
		{"couchbase-ticket1/jenkins-hera-dura-ycsb-444/node-h1.zip", "12:30:35", 0},
		{"couchbase-ticket1/jenkins-hera-dura-ycsb-444/node-h4.zip", "12:29:38", 13.15},
		{"couchbase-ticket1/jenkins-hera-dura-ycsb-447/node-h3.zip", "12:32:26", 11.17},
		{"couchbase-ticket1/jenkins-hera-dura-ycsb-460/node-h2.zip", "12:35:15", 9.6},
		{"couchbase-ticket1/jenkins-hera-dura-ycsb-467/node-h1.zip", "12:38:04", 5.13},
	} {
		t.Run(tt.zip, func(t *testing.T) {
			a := readNode(t, tt.zip)
			var sar []schemas.CPU
			all := map[string]int{}
			for _, r := range a.Rows.CPU {
				if r.CPU != "all" {
					continue
				}
				all[r.Source.Member]++
				if r.Source.Member == "couchbase.log#System activity reporter" {
					sar = append(sar, r)
				}
			}
			if len(sar) != 10 || all["couchbase.log#Processor status"] != 10 || all["couchbase.log#Extended iostat"] != 9 || all["couchbase.log#System paging activity"] != 9 {
				t.Fatalf("samples of all processors: %v, want 10 of sar and mpstat, 9 of iostat and vmstat", all)
			}
			var busy []float64
			for _, r := range sar {
				busy = append(busy, r.Busy*100)
				if r.Source.TSSource != schemas.Zoned {
					t.Errorf("ts_source of sar is %s, want zoned", r.Source.TSSource)
				}
			}
			at := time.UnixMicro(sar[0].TS).UTC()
			if mean, _ := meanAndSD(busy); at.Format(time.TimeOnly) != tt.first || math.Abs(mean-tt.busy) > 0.03 {
				t.Errorf("sar from %s, busy %.3f; want %s and %v", at.Format(time.TimeOnly), mean, tt.first, tt.busy)
			}
			for _, r := range a.Rows.CPU {
				if d := time.UnixMicro(r.TS).Sub(at); r.Source.Member == "couchbase.log#System paging activity" && (d < 5*time.Second || d > 30*time.Second) {
					t.Errorf("vmstat is %v after the start of sar", d)
				}
			}
		})
	}
}

// TestCollectHeartbeats checks the heartbeats of all nodes in one node's log: those of the others are marked.
func TestCollectHeartbeats(t *testing.T) {
	a := readNode(t, "couchbase-ticket1/jenkins-hera-dura-ycsb-447/node-h3.zip")
	beats := map[string]int{}
	for _, r := range a.Rows.Stats {
		if r.Key.Metric == "couchbase.heartbeat.cpu_utilization_rate" {
			beats[r.Key.Labels]++
		}
	}
	if len(beats) != 6 || beats[`{"node":"node-h1","seen_from":"node-h3"}`] != 3 || beats[`{"node":"node-h3"}`] != 3 {
		t.Errorf("heartbeats %v, want 3 of each of 6 nodes", beats)
	}
}

// TestCollectWriteAheadLog reads the zip whose snapshot is a live folder: 36 series and 2695
// samples, five of which mark the end of a series, by the replay of other tools.
func TestCollectWriteAheadLog(t *testing.T) {
	a := readNode(t, "couchbase/760_nosnap_node-b3.zip")
	for _, p := range a.Problems {
		t.Errorf("problem: %+v", p)
	}
	series := map[*schemas.StatKey]bool{}
	samples := 0
	for _, r := range a.Rows.Stats {
		if r.Source.Member == "stats_snapshot/wal" {
			series[r.Key] = true
			samples++
		}
	}
	for _, r := range a.Rows.CPU {
		if r.Source.Member == "stats_snapshot/wal" { // of a rate of user and one of system time
			samples += 2
		}
	}
	if len(series)+2 != 36 || samples != 2695-5 {
		t.Errorf("%d series, %d samples; want 36 and 2690", len(series)+2, samples)
	}
}
