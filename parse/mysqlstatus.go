package parse

import (
	"slices"
	"strings"

	"inquest/schemas"
)

// statusGauges are the names of SHOW STATUS whose numbers are levels, not counts since
// the start. A star stands for any end.
// Source: the pages "Server Status Variables" of MariaDB and MySQL.
var statusGauges = newNameSet(`
	Acl_* Aria_pagecache_blocks_* Binlog_snapshot_position Compression_level
	Delayed_insert_threads Innodb_available_undo_logs Innodb_buffer_pool_bytes_* Innodb_buffer_pool_pages_data
	Innodb_buffer_pool_pages_dirty Innodb_buffer_pool_pages_free Innodb_buffer_pool_pages_latched
	Innodb_buffer_pool_pages_misc Innodb_buffer_pool_pages_old Innodb_buffer_pool_pages_total
	Innodb_checkpoint_age Innodb_checkpoint_max_age Innodb_checkpoint_target_age
	Innodb_data_pending_* Innodb_encryption_rotation_estimated_iops Innodb_history_list_length
	Innodb_ibuf_free_list Innodb_ibuf_segment_size Innodb_ibuf_size Innodb_mem_* Innodb_num_open_files
	Innodb_onlineddl_* Innodb_os_log_pending_* Innodb_page_size Innodb_row_lock_current_waits
	Innodb_row_lock_time_avg Innodb_row_lock_time_max Innodb_undo_tablespaces_* Innodb_redo_log_*
	Key_blocks_* Last_query_* Max_memory_used Max_used_connections* Memory_used* Mysqlx_worker_threads*
	Not_flushed_delayed_rows Open_files Open_streams Open_table_definitions Open_tables Opened_plugin_libraries
	Performance_schema_session_connect_attrs_longest_seen Prepared_stmt_count Qcache_free_* Qcache_queries_in_cache
	Qcache_total_blocks Rocksdb_manual_compactions_running Rocksdb_memtable_total Rocksdb_memtable_unflushed
	Rocksdb_num_iterators Rpl_semi_sync_master_clients Rpl_semi_sync_master_net_avg_wait_time
	Rpl_semi_sync_master_tx_avg_wait_time Rpl_semi_sync_master_wait_sessions Rpl_semi_sync_source_clients
	Rpl_semi_sync_source_wait_sessions Slave_heartbeat_period Slave_open_temp_tables Slaves_connected Slaves_running
	Ssl_ctx_verify_* Ssl_default_timeout Ssl_session_cache_size Ssl_used_session_cache_entries Ssl_verify_* Stack_usage
	Table_open_cache_active_instances Tc_log_max_pages_used Tc_log_page_size Threadpool_* Threads_cached
	Threads_connected Threads_running wsrep wsrep_applier_thread_count wsrep_apply_oooe wsrep_apply_oool
	wsrep_apply_window wsrep_apply_waits wsrep_causal_reads wsrep_cert_deps_distance wsrep_cert_index_size
	wsrep_cert_interval wsrep_cluster_* wsrep_commit_oooe wsrep_commit_oool wsrep_commit_window
	wsrep_flow_control_paused wsrep_gcache_pool_size wsrep_local_index wsrep_local_recv_queue*
	wsrep_local_send_queue* wsrep_local_state wsrep_open_* wsrep_protocol_version wsrep_rollbacker_thread_count
	wsrep_thread_count`)

// statusWords are the names of SHOW STATUS whose values are words. With differences
// (-r) mysqladmin prints 0 for them, which is no number of the server's.
var statusWords = newNameSet(`
	Binlog_snapshot_file Compression Compression_algorithm Current_tls_* Innodb_buffer_pool_dump_status
	Innodb_buffer_pool_load_incomplete Innodb_buffer_pool_load_status Innodb_buffer_pool_resize_status Innodb_have_*
	Rpl_semi_sync_*_status Rpl_status Slave_running Ssl_cipher* Ssl_server_* Ssl_session_cache_mode Ssl_version
	Tls_library_version wsrep_cluster_capabilities wsrep_cluster_state_uuid wsrep_cluster_status wsrep_connected
	wsrep_evs_* wsrep_gcomm_uuid wsrep_incoming_addresses wsrep_local_state_comment wsrep_local_state_uuid
	wsrep_provider_* wsrep_ready`)

// nameSet is a set of names and patterns, in which one star stands for anything.
type nameSet struct {
	names    map[string]bool
	patterns [][2]string // before and after the star
}

func newNameSet(list string) nameSet {
	s := nameSet{names: map[string]bool{}}
	for _, name := range strings.Fields(list) {
		if before, after, open := strings.Cut(name, "*"); open {
			s.patterns = append(s.patterns, [2]string{before, after})
		} else {
			s.names[name] = true
		}
	}
	return s
}

func (s nameSet) has(name string) bool {
	return s.names[name] || slices.ContainsFunc(s.patterns, func(p [2]string) bool {
		return len(name) >= len(p[0])+len(p[1]) && strings.HasPrefix(name, p[0]) && strings.HasSuffix(name, p[1])
	})
}

// statusKind tells whether a number of SHOW STATUS is a gauge or a counter, and its
// unit as far as the name says it.
func statusKind(name string) (kind, unit string) {
	kind, unit = schemas.Counter, "count"
	if statusGauges.has(name) {
		kind, unit = schemas.Gauge, ""
	}
	lower := strings.ToLower(name)
	switch {
	case strings.HasPrefix(name, "Uptime"):
		unit = "seconds"
	case strings.Contains(lower, "bytes"), strings.HasPrefix(name, "Memory_used"), strings.HasPrefix(name, "Innodb_mem_"),
		name == "Rocksdb_memtable_total", name == "Rocksdb_memtable_unflushed", name == "Innodb_data_read", name == "Innodb_data_written",
		name == "Innodb_os_log_written":
		unit = "bytes"
	case strings.HasSuffix(lower, "_micros"), strings.Contains(lower, "_time"), strings.HasPrefix(lower, "last_"):
		unit = ""
	}
	return kind, unit
}
