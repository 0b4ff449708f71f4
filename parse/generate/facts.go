package generate

import (
	"slices"
	"strings"
)

// variables are some of a server's, as SHOW GLOBAL VARIABLES lists them.
var variables = [][2]string{
	{"autocommit", "ON"}, {"binlog_format", "MIXED"}, {"innodb_buffer_pool_size", "134217728"},
	{"innodb_flush_log_at_trx_commit", "1"}, {"innodb_flush_method", "O_DIRECT"}, {"innodb_io_capacity", "200"},
	{"innodb_log_file_size", "100663296"}, {"max_connections", "151"}, {"performance_schema", "OFF"},
	{"rocksdb_block_cache_size", "536870912"}, {"rocksdb_flush_log_at_trx_commit", "1"},
	{"rocksdb_max_background_jobs", "2"}, {"sync_binlog", "0"}, {"thread_handling", "one-thread-per-connection"},
	{"transaction_isolation", "REPEATABLE-READ"},
}

// variables is variables.txt of a node, with what effects of kind setting put there.
func (r *Run) variables(b []byte, node string) []byte {
	list := slices.Clone(variables)
	for _, e := range r.spec.Effects {
		if e.Kind != "setting" || !among(e.Nodes, node) {
			continue
		}
		value := e.BaseValue
		if e.applies(r, node, 0) {
			value = e.HeadValue
		}
		list = slices.DeleteFunc(list, func(v [2]string) bool { return v[0] == e.Name })
		list = append(list, [2]string{e.Name, value})
	}
	slices.SortFunc(list, func(x, y [2]string) int { return strings.Compare(x[0], y[0]) })
	b = append(b, "Variable_name\tValue\n"...)
	for _, v := range list {
		b = append(b, v[0]+"\t"+v[1]+"\n"...)
	}
	return b
}

// facts are the short files about a node.
func facts(node string) [][2]string {
	return [][2]string{
		{"uname.txt", "Linux " + node + " " + kernel + " #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n"},
		{"version.txt", "VERSION()\t@@version_comment\t@@hostname\n10.11.19-MariaDB\tgenerated\t" + node + "\n"},
		{"mounts.txt", "/dev/nvme0n1 / ext4 rw,relatime 0 0\n/dev/" + device + " /data ext4 rw,relatime 0 0\n"},
	}
}
