package parse

import (
	"slices"
	"strings"

	"inquest/schemas"
)

// archiveSeries says what a key of a stats archive is in table stats.
type archiveSeries struct {
	metric string
	labels string
	kind   string
	unit   string
	per    float64 // how many of the archive's unit are one of ours
}

// archiveKey finds the series of a key of an archive. The archive's name is that of a
// bucket, or begins with @ for other sets:
//
//	@system, @global, @query         the node's
//	@system-processes                <process>/<name>
//	@xdcr-<bucket>                   replications/<cluster>/<source>/<target>/<name>, and sums
//	@index-<bucket>, @fts-<bucket>,  <service>/<item>/<name>, and sums
//	@eventing-<bucket>, ...
//
// Source: couchbase/ns_server 6.5, stats_collector, system_stats_collector and the
// service_stats_collector modules.
func archiveKey(archive, key string) archiveSeries {
	var labels []string
	name := key
	kind, bucket, ofBucket := strings.Cut(strings.TrimPrefix(archive, "@"), "-")
	parts := strings.Split(key, "/")
	switch {
	case archive == "@system-processes":
		if process, rest, ok := strings.Cut(key, "/"); ok {
			name, labels = rest, []string{"process", process}
		}
	case !strings.HasPrefix(archive, "@"):
		labels = []string{"bucket", archive}
	case len(parts) >= 5 && parts[0] == "replications":
		name = parts[len(parts)-1]
		labels = []string{"sourceBucketName", parts[2], "targetBucketName", strings.Join(parts[3:len(parts)-1], "/"), "targetClusterUUID", parts[1]}
	case ofBucket && len(parts) == 3:
		name, labels = parts[2], []string{"bucket", bucket, kind, parts[1]}
	case ofBucket:
		labels = []string{"bucket", bucket}
	}
	s := archiveSeries{metric: "couchbase." + name, labels: labelJSON(labels...), kind: schemas.Gauge}
	s.unit, s.per = archiveUnit(name)
	if strings.HasSuffix(name, "_raw") || parts[0] == "replications" && slices.Contains(replicationCounters, name) {
		s.kind = schemas.Counter
	}
	return s
}

// replicationCounters are what a replication publishes as counts since its start.
var replicationCounters = []string{
	"data_replicated", "deletion_docs_written", "deletion_failed_cr_source", "deletion_received_from_dcp", "docs_checked", "docs_failed_cr_source",
	"docs_opt_repd", "docs_processed", "docs_received_from_dcp", "docs_written", "expiry_docs_written", "num_checkpoints", "num_failedckpts",
	"set_docs_written", "set_failed_cr_source", "set_received_from_dcp",
}

// archiveUnit finds the unit of a statistic of 6.x by its name, and how many of what
// is printed make one.
// Rates are what the collector makes of memcached's counters.
func archiveUnit(name string) (unit string, per float64) {
	switch {
	case isPercent(name):
		return "ratio", 100
	case name == "bytes_read" || name == "bytes_written" || name == "bandwidth_usage" ||
		strings.HasPrefix(name, "ep_dcp_") && strings.HasSuffix(name, "_total_bytes"):
		return "bytes_per_second", 1
	case isArchiveRate(name):
		return "per_second", 1
	case isArchiveBytes(name):
		return "bytes", 1
	case strings.HasPrefix(name, "curr_items") || strings.HasSuffix(name, "_items_remaining") ||
		strings.HasSuffix(name, "queue_size") || strings.HasSuffix(name, "_cores_available") ||
		strings.HasSuffix(name, "_faults_raw") || name == "disk_write_queue" || name == "ep_diskqueue_items" || name == "ep_flusher_todo":
		return "count", 1
	}
	if slices.Contains(replicationCounters, name) || strings.HasSuffix(name, "changes_left") {
		return "count", 1
	}
	return "", 1
}

// isPercent tells the per cent values of the system: of all processors, or of one for a process.
func isPercent(name string) bool {
	return name == "cpu_utilization" || strings.HasPrefix(name, "cpu_") && strings.HasSuffix(name, "_rate")
}

// archiveRates are the counters of a bucket, a replication and the node that archives hold as rates.
var archiveRates = []string{
	"bg_wait_count", "cas_badval", "cas_hits", "cas_misses", "cmd_get", "cmd_lookup", "cmd_set", "cmd_total_gets", "cmd_total_ops", "cmd_total_sets",
	"decr_hits", "decr_misses", "delete_hits", "delete_misses", "disk_commit_count", "disk_update_count", "ep_bg_fetched",
	"ep_cache_miss", "ep_diskqueue_drain", "ep_diskqueue_fill", "ep_num_value_ejects", "ep_ops_create", "ep_ops_update",
	"ep_tmp_oom_errors", "evictions", "get_hits", "get_misses", "incr_hits", "incr_misses", "misses", "ops", "rest_requests", "xdc_ops",
	"docs_filtered", "rate_doc_checks", "rate_doc_opt_repd", "rate_received_from_dcp", "rate_replicated",
	"page_faults", "minor_faults", "major_faults",
}

func isArchiveRate(name string) bool {
	switch {
	case strings.HasPrefix(name, "vb_"):
		return strings.Contains(name, "_ops_") || strings.HasSuffix(name, "_eject") || strings.HasSuffix(name, "_queue_drain") ||
			strings.HasSuffix(name, "_queue_fill") || strings.Contains(name, "_sync_write_")
	case strings.HasPrefix(name, "ep_dcp_"):
		return strings.HasSuffix(name, "_items_sent") || strings.HasSuffix(name, "_backoff")
	case strings.HasPrefix(name, "ep_num_ops_"):
		return true
	}
	return slices.Contains(archiveRates, name)
}

func isArchiveBytes(name string) bool {
	switch {
	case strings.HasPrefix(name, "mem_"), strings.HasPrefix(name, "swap_"):
		return true
	case strings.HasPrefix(name, "couch_"):
		return strings.HasSuffix(name, "_size")
	case strings.HasPrefix(name, "vb_"):
		return strings.HasSuffix(name, "_itm_memory") || strings.HasSuffix(name, "_meta_data_memory")
	}
	switch name {
	case "ep_kv_size", "ep_mem_high_wat", "ep_mem_low_wat", "ep_meta_data_memory", "ep_overhead", "ep_value_size", "ep_max_size",
		"data_replicated", "size_rep_queue", "memory_used", "data_size", "disk_size", "memory_quota":
		return true
	}
	return false
}
