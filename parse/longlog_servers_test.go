package parse

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

// statusNames are 671 names, as many as a server of today lists.
var statusNames = func() (out []string) {
	for _, group := range []string{"Aborted", "Binlog", "Com", "Handler", "Innodb_buffer_pool", "Innodb_data", "Performance_schema", "Rocksdb", "Ssl", "Threadpool"} {
		for i := range 67 {
			out = append(out, fmt.Sprintf("%s_%s_%d", group, [...]string{"create_table", "read", "pages_flushed_by_lru"}[i%3], i))
		}
	}
	return append(out, "Uptime")
}()

// statusTables writes tables of the server's status; value gives that of the nth name in the ith.
func statusTables(value func(i, nth int) int) longLog {
	return func(b *bytes.Buffer, n int) {
		const rule = "+----------------------------------------------------+--------------------------------------------------+\n"
		for i := range n {
			fmt.Fprintf(b, "%s| %-50s | %-48s |\n%s", rule, "Variable_name", "Value", rule)
			for j, name := range statusNames {
				fmt.Fprintf(b, "| %-50s | %-48d |\n", name, value(i, j))
			}
			b.WriteString(rule + "\n")
		}
	}
}

// blockOf writes the first snapshot of a sample again and again. The sample begins with
// a line of time, and so does its second snapshot.
func blockOf(sample string) longLog {
	return func(b *bytes.Buffer, n int) {
		data, err := os.ReadFile(sample)
		if err != nil {
			panic(err)
		}
		_, block, _ := bytes.Cut(data, []byte{'\n'})
		block, _, _ = bytes.Cut(block, []byte("\nTS "))
		for i := range n {
			stamp(b, i)
			b.Write(block)
			b.WriteByte('\n')
		}
	}
}

// serverLogs are what servers and load generators say of themselves.
var serverLogs = map[string]longLog{
	"mysqladmin":   statusTables(func(i, nth int) int { return 55 + 10*i + nth*nth*nth }),
	"mysqladmin-r": statusTables(func(i, nth int) int { return 10 + nth%7 + 5000*max(0, 1-i) }),
	"mysqladmin-tabs": func(b *bytes.Buffer, n int) {
		for i := range n {
			stamp(b, i)
			b.WriteString("Variable_name\tValue\n")
			for j, name := range statusNames {
				fmt.Fprintf(b, "%s\t%d\n", name, 55+10*i+j)
			}
		}
	},
	"innodb-status":  blockOf("testdata/innodb-status/engine-innodb.txt"),
	"rocksdb-status": blockOf("testdata/rocksdb-status/engine-rocksdb.txt"),
	"slave-status":   blockOf("testdata/slave-status/slave-status.txt"),
	"sysbench": func(b *bytes.Buffer, n int) {
		b.WriteString("sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nNumber of threads: 16\nReport intermediate results every 10 second(s)\n\nThreads started!\n\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(b, "[ %ds ] thds: 16 tps: %d.25 qps: %d.25 (r/w/o: 0.00/1359.25/0.00) lat (ms,95%%): 31.37 err/s: 0.00 reconn/s: 0.00\n", 10*i, 1000+i%900, 2000+i%700)
		}
	},
	"ns-server-stats": func(b *bytes.Buffer, n int) {
		at := time.Date(2026, 11, 30, 12, 30, 24, 0, time.UTC)
		for i := range n {
			fmt.Fprintf(b, "[ns_doctor:debug,%s,ns_1@node-h3:ns_doctor<0.302.0>:ns_doctor:handle_info:182]Current node statuses:\n[", at.Add(time.Duration(i)*time.Minute).Format("2006-01-02T15:04:05.000Z"))
			for node := range 3 {
				comma(b, node)
				fmt.Fprintf(b, "{'ns_1@node-h%d',\n     [{last_heard,%d},\n      {now,-576458157399894560},\n      {active_buckets,[\"bucket-1\"]},\n      {system_stats,\n          [{cpu_utilization_rate,%d.5},\n           {cpu_stolen_rate,0.0},\n           {swap_total,0},\n           {mem_total,25276514304},\n           {mem_free,24316866560}]},\n      {interesting_stats,\n          [{cmd_get,1311.0887749700764},\n           {curr_items,4096},\n           {ops,2621.1774822246916}]}]}", node, i-500000, i%90)
			}
			b.WriteString("]\n")
		}
	},
	"stats-archives": func(b *bytes.Buffer, n int) {
		b.WriteString("{\n  \"@system\": {\n    \"minute\": {\n      \"status\": \"ok\",\n      \"samples\": [")
		for i := range n {
			comma(b, i)
			fmt.Fprintf(b, "\n        {\n          \"ts\": %d,\n          \"sample\": {\n            \"cpu_cores_available\": 2.0,\n            \"cpu_irq_rate\": 0.0,\n            \"cpu_sys_rate\": 1.3333333333333333,\n            \"cpu_user_rate\": %d.71875,\n            \"mem_free\": 24316866560,\n            \"swap_used\": 0,\n            \"rest_requests\": 12.5\n          }\n        }", 1796041800000+1000*int64(i), i%60)
		}
		b.WriteString("\n      ]\n    }\n  }\n}\n")
	},
}
