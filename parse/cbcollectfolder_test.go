package parse

import (
	"testing"
	"time"
)

func TestCBCollectFolder(t *testing.T) {
	at := time.Date(2019, 8, 12, 10, 11, 12, 0, time.UTC)
	for _, tt := range []struct {
		name, node string
		ok         bool
	}{
		{"cbcollect_info_ns_1@10.0.0.5_20190812-101112/couchbase.log", "10.0.0.5", true},
		{"cbcollect_info_n_0@127.0.0.1_20190812-101112/", "127.0.0.1", true},
		{"cbcollect_info_ns_1@node_a_1.example.com_20190812-101112/./stats_snapshot/x/index", "node_a_1.example.com", true},
		{"./cbcollect_info_ns_1@cb.local_20190812-101112/diag.log", "cb.local", true},
		{"cbcollect_info_ns_1@fd00::a:1_20190812-101112/diag.log", "fd00::a:1", true},
		{"cbcollect_info__20190812-101112/couchbase.log", "", true},
		{`cbcollect_info_ns_1@w.example.com_20190812-101112\couchbase.log`, "w.example.com", true},
		{"cbcollect_info_ns_1@10.0.0.5_20191312-101112/couchbase.log", "", false},
		{"cbcollect_info_ns_1@10.0.0.5/couchbase.log", "", false},
		{"x/cbcollect_info_ns_1@10.0.0.5_20190812-101112/couchbase.log", "", false},
		{"couchbase.log", "", false},
		{"", "", false},
	} {
		node, stamp, ok := cbcollectFolder(tt.name)
		if node != tt.node || ok != tt.ok || ok && !stamp.Equal(at) {
			t.Errorf("%s: node %q, %v, ok %v; want %q, %v", tt.name, node, stamp, ok, tt.node, tt.ok)
		}
	}
}
