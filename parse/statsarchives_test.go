package parse

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"inquest/schemas"
)

// TestArchivePieces reads a document that comes byte by byte.
func TestArchivePieces(t *testing.T) {
	for _, name := range []string{"odd.json", "local-650.json", "cut.json"} {
		data, err := os.ReadFile("testdata/stats-archives/" + name)
		if err != nil {
			t.Fatal(err)
		}
		var whole, pieces schemas.Rows
		f, err := Read("a", "b", bytes.NewReader(data), &whole, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read("a", "b", iotest.OneByteReader(bytes.NewReader(data)), &pieces, Options{}); err != nil {
			t.Fatal(err)
		}
		if want, got := string(dump(f, &whole, nil)), string(dump(f, &pieces, nil)); want != got {
			t.Errorf("%s: rows differ (-whole +pieces):\n%s", name, cmp.Diff(want, got))
		}
	}
}

// TestArchiveSources checks that each period has a source of its own.
func TestArchiveSources(t *testing.T) {
	data, err := os.ReadFile("testdata/stats-archives/local-650.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows schemas.Rows
	if _, err := Read("a", "stats_archives.json", bytes.NewReader(data), &rows, Options{}); err != nil {
		t.Fatal(err)
	}
	steps := map[string]float64{}
	sources := map[*schemas.Source]bool{}
	for _, r := range rows.Stats {
		steps[r.Source.Member] = r.StepS
		sources[r.Source] = true
	}
	want := map[string]float64{"stats_archives.json#day": 60, "stats_archives.json#hour": 4, "stats_archives.json#minute": 1}
	if diff := cmp.Diff(want, steps); diff != "" || len(sources) != 3 {
		t.Errorf("%d sources, steps differ (-want +got):\n%s", len(sources), diff)
	}
}

func TestArchiveKeys(t *testing.T) {
	for _, tt := range []struct{ set, key, metric, labels, kind, unit string }{
		{"@system", "cpu_utilization_rate", "cpu_utilization_rate", "", schemas.Gauge, "ratio"},
		{"@system", "mem_free", "mem_free", "", schemas.Gauge, "bytes"},
		{"@system-processes", "beam.smp/cpu_utilization", "cpu_utilization", `{"process":"beam.smp"}`, schemas.Gauge, "ratio"},
		{"@system-processes", "memcached/page_faults_raw", "page_faults_raw", `{"process":"memcached"}`, schemas.Counter, "count"},
		{"my/bucket", "bytes_written", "bytes_written", `{"bucket":"my/bucket"}`, schemas.Gauge, "bytes_per_second"},
		{"b", "ep_dcp_2i_total_bytes", "ep_dcp_2i_total_bytes", `{"bucket":"b"}`, schemas.Gauge, "bytes_per_second"},
		{"b", "ep_dcp_xdcr_items_remaining", "ep_dcp_xdcr_items_remaining", `{"bucket":"b"}`, schemas.Gauge, "count"},
		{"b", "vb_replica_queue_fill", "vb_replica_queue_fill", `{"bucket":"b"}`, schemas.Gauge, "per_second"},
		{"b", "couch_docs_data_size", "couch_docs_data_size", `{"bucket":"b"}`, schemas.Gauge, "bytes"},
		{"b", "disk_commit_total", "disk_commit_total", `{"bucket":"b"}`, schemas.Gauge, ""},
		{"@xdcr-b", "replications/0f/b/t/docs_processed", "docs_processed",
			`{"sourceBucketName":"b","targetBucketName":"t","targetClusterUUID":"0f"}`, schemas.Counter, "count"},
		{"@xdcr-b", "replication_changes_left", "replication_changes_left", `{"bucket":"b"}`, schemas.Gauge, "count"},
		{"@index-b-1", "index/by_name/num_requests", "num_requests", `{"bucket":"b-1","index":"by_name"}`, schemas.Gauge, ""},
		{"@global", "ops", "ops", "", schemas.Gauge, "per_second"},
	} {
		got := archiveKey(tt.set, tt.key)
		if got.metric != metricPrefix+tt.metric || got.labels != tt.labels || got.kind != tt.kind || got.unit != tt.unit {
			t.Errorf("%s %s: %+v, want %s %s %s %s", tt.set, tt.key, got, tt.metric, tt.labels, tt.kind, tt.unit)
		}
	}
}

// TestArchiveBroken reads documents that are cut or of another shape: what stands
// before is kept and the rest is said.
func TestArchiveBroken(t *testing.T) {
	good := `{"b": {"hour": {"status": "ok", "samples": [{"ts": 1565601000000, "sample": {"ops": 1}}`
	for name, text := range map[string]string{
		"cut after a sample": good,
		"cut in a number":    good + `, {"ts": 1565601004000, "sample": {"ops": 12`,
		"cut in a name":      good + `, {"ts": 1565601004000, "sample": {"op`,
		"bad character":      good + `, {"ts": 1565601004000, "sample": {"ops": ?}}]}}}`,
		"name missing":       good + `, {"ts": 1565601004000, "sample": {12: 13}}]}}}`,
		"closed too early":   good + `}}]]]`,
	} {
		var rows schemas.Rows
		if _, err := Read("a", "b", strings.NewReader(text), &rows, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(rows.Stats) != 1 || rows.Stats[0].Value != 1 || len(rows.Skips) != 1 || rows.Skips[0].Reason != schemas.JSONTruncated {
			t.Errorf("%s: rows %+v, skips %v; want the one sample and json_truncated", name, rows.Stats, rows.Skips)
		}
	}
}
