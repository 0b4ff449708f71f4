package parse

import (
	"maps"
	"testing"
)

func TestManifestFacts(t *testing.T) {
	m, err := ParseManifest([]byte(`{"run_id": "r-1", "build_label": "1.0-2", "workload": "oltp", "offered_rate_tps": "700", "offered_rate_note": null,
		"documents": 300000, "tps_mean": 12.5, "started_at": "2026-01-01T00:00:00Z", "status": "ok", "factors": {"sdk": "x"}, "nodes": {}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"workload": "oltp", "offered_rate_tps": "700", "documents": "300000"}
	if got := m.Facts(); !maps.Equal(got, want) {
		t.Errorf("facts are %v, want %v", got, want)
	}
	var none *Manifest
	if len(none.Facts()) != 0 || none.Failed() != "" {
		t.Error("no manifest has facts")
	}
}

func TestManifestFailed(t *testing.T) {
	for text, want := range map[string]string{
		`{"status": "ABORTED"}`:                      "status ABORTED",
		`{"result": "FAILURE"}`:                      "result FAILURE",
		`{"state": "timed out"}`:                     "state timed out",
		`{"outcome": "cancelled"}`:                   "outcome cancelled",
		`{"failed": true}`:                           "failed",
		`{"success": false}`:                         "not success",
		`{"exit_code": 137}`:                         "exit_code 137",
		`{"exit_code": 0, "status": "SUCCESS"}`:      "",
		`{"status": "ok", "failed": false}`:          "",
		`{"result": "1234.5 tps"}`:                   "",
		`{"result": {"tps": 1}, "success": "maybe"}`: "",
		`{}`: "",
	} {
		m, err := ParseManifest([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Failed(); got != want {
			t.Errorf("%s: failed is %q, want %q", text, got, want)
		}
	}
}
