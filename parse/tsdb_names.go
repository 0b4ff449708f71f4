package parse

import (
	"slices"
	"strings"

	"inquest/schemas"
)

// The kinds and units of Couchbase's metrics of 7.0 and later, which a block does not
// hold. They follow from the name, so that a series has the same kind in every build.
//
// Source: etc/metrics_metadata.json of couchbase/ns_server and couchbase/goxdcr, and
// which metrics ns_server's user interface shows as rates (mn_statistics_description).

// tsdbGauges end like counters and are none.
var tsdbGauges = []string{
	"cm_auto_failover_count", "cm_auto_failover_max_count", "cm_erlang_port_count", "cm_erlang_process_count",
	"index_memory_used_total", "kv_dcp_count", "kv_dcp_producer_count", "sys_mem_total", "sys_swap_total",
	"xdcr_changes_left_total", "xdcr_dcp_datach_length_total",
}

// tsdbCounters do not end like counters.
var tsdbCounters = []string{
	"audit_unsuccessful_retries", "index_cache_hits", "index_cache_misses", "index_num_docs_indexed", "index_num_requests", "index_num_rows_returned",
	"kv_dcp_backoff", "kv_dcp_items_sent", "kv_dcp_total_data_size_bytes", "kv_ep_bg_fetched", "kv_ep_diskqueue_drain", "kv_ep_diskqueue_fill",
	"kv_ep_num_value_ejects", "kv_ep_replica_ahead_exceptions", "kv_ep_tmp_oom_errors", "kv_ops", "kv_read_bytes", "kv_vb_eject", "kv_vb_queue_drain",
	"kv_vb_queue_fill", "kv_written_bytes", "n1ql_errors", "n1ql_invalid_requests", "n1ql_request_time", "n1ql_result_size", "n1ql_selects",
	"n1ql_service_time", "n1ql_warnings", "sys_allocstall", "sys_disk_read_bytes", "sys_disk_read_time_seconds", "sys_disk_reads", "sys_disk_time_seconds",
	"sys_disk_write_bytes", "sys_disk_write_time_seconds", "sys_disk_writes", "sys_pressure_total_stall_time_usec", "sys_rest_requests",
	"sysproc_major_faults_raw", "sysproc_minor_faults_raw", "sysproc_page_faults_raw", "xdcr_data_merge_failed_bytes", "xdcr_data_merged_bytes",
	"xdcr_data_replicated_bytes", "xdcr_data_replicated_uncompress_bytes",
}

// tsdbCounterPrefixes begin families of counters.
var tsdbCounterPrefixes = []string{"kv_ep_io_total_", "kv_vb_ops_", "n1ql_requests", "fts_total_"}

// tsdbKind finds the kind of a metric. sure is false when only its ending speaks for a counter.
func tsdbKind(name string) (kind string, sure bool) {
	begins := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	ends := func(suffix string) bool { return strings.HasSuffix(name, suffix) }
	switch {
	case slices.Contains(tsdbGauges, name):
		return schemas.Gauge, true
	case slices.Contains(tsdbCounters, name), slices.ContainsFunc(tsdbCounterPrefixes, begins):
		return schemas.Counter, true
	case slices.ContainsFunc([]string{"_total", "_count", "_sum"}, ends):
		return schemas.Counter, false
	}
	return schemas.Gauge, true
}

// tsdbUnit finds the unit of a metric and how many of what is stored make one.
func tsdbUnit(name, kind string) (unit string, per float64) {
	base := name
	for _, suffix := range []string{"_total", "_sum"} {
		base = strings.TrimSuffix(base, suffix)
	}
	switch {
	case strings.HasPrefix(name, "sys_cpu_") && strings.HasSuffix(name, "_rate"), name == "sysproc_cpu_utilization", name == "sys_pressure_share_time_stalled":
		return "ratio", 100
	case strings.HasSuffix(base, "_bytes"), strings.HasPrefix(name, "sys_mem_"), strings.HasPrefix(name, "sys_swap_"), strings.HasPrefix(name, "sysproc_mem_"):
		return "bytes", 1
	case strings.HasSuffix(base, "_seconds"):
		return "seconds", 1
	case strings.HasSuffix(base, "_milliseconds"):
		return "seconds", 1e3
	case strings.HasSuffix(base, "_usec"):
		return "seconds", 1e6
	case strings.HasSuffix(name, "_ratio"):
		return "ratio", 1
	case strings.HasSuffix(name, "_per_second"):
		return "per_second", 1
	case name == "n1ql_request_time" || name == "n1ql_service_time":
		return "seconds", 1e9
	case kind == schemas.Counter, slices.Contains(tsdbGauges, name), name == "up",
		strings.HasSuffix(name, "_items"), strings.HasSuffix(name, "_cores_available"), strings.HasSuffix(name, "_queue_size"):
		return "count", 1
	}
	return "", 1
}

// falls tells whether a series falls so often that it cannot be a counter, which
// falls only when its process starts anew.
func falls(values []float64) bool {
	n := 0
	for i := 1; i < len(values); i++ {
		if values[i] < values[i-1] {
			n++
		}
	}
	return n >= 3 && n*20 > len(values)
}
