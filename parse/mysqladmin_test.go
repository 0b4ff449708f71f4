package parse

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// statusText is the output of mysqladmin extended-status -i for the uptimes and counts given.
func statusText(values ...[3]int) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, "+---------------+-------+\n| Variable_name | Value |\n+---------------+-------+\n| Aborted_clients | 0     |\n"+
			"| Com_update    | %d    |\n| Connections   | %d    |\n| Uptime        | %d    |\n+---------------+-------+\n\n", v[1], v[2], v[0])
	}
	return b.String()
}

// TestMysqladminTime works out instants and absolute values from the server's uptime.
func TestMysqladminTime(t *testing.T) {
	start := time.Date(2026, 11, 30, 10, 46, 25, 0, time.UTC)
	for _, c := range []struct {
		name    string
		samples [][3]int // Uptime, Com_update, Connections as printed
		seconds []float64
		updates []float64
		steps   string
		skips   int
	}{
		{"absolute", [][3]int{{55, 100, 10}, {56, 110, 10}, {59, 150, 11}}, []float64{0, 1, 4}, []float64{100, 110, 150}, "NaN 1 3", 0},
		{"differences", [][3]int{{55, 100, 10}, {1, 10, 0}, {3, 40, 1}}, []float64{0, 1, 4}, []float64{100, 110, 150}, "NaN 1 3", 0},
		{"differences of a server just started", [][3]int{{5, 100, 10}, {10, 10, 1}, {10, 40, 1}}, []float64{0, 10, 20}, []float64{100, 110, 150}, "NaN 10 10", 0},
		{"two in one second", [][3]int{{55, 100, 10}, {55, 101, 10}, {57, 102, 10}}, []float64{0, 0, 2}, []float64{100, 101, 102}, "NaN NaN 2", 0},
		{"started again", [][3]int{{55, 100, 10}, {56, 110, 10}, {3, 5, 1}, {4, 6, 1}}, []float64{0, 1, 4, 5}, []float64{100, 110, 5, 6}, "NaN 1 NaN 1", 1},
	} {
		rows := readText(t, statusText(c.samples...), Options{Start: start})
		var seconds, updates []float64
		var steps []string
		for _, s := range rows.Stats {
			if s.Key.Metric == "mysql.Com_update" {
				seconds = append(seconds, float64(s.TS-start.UnixMicro())/1e6)
				updates = append(updates, s.Value)
				steps = append(steps, number(s.StepS))
			}
		}
		if fmt.Sprint(seconds, updates) != fmt.Sprint(c.seconds, c.updates) || strings.Join(steps, " ") != c.steps || len(rows.Skips) != c.skips {
			t.Errorf("%s: at %v: %v, steps %v, skips %+v; want %v %v %s", c.name, seconds, updates, steps, rows.Skips, c.seconds, c.updates, c.steps)
		}
	}
}

// TestMysqladminCut keeps the table that lost its end after Uptime and leaves out the
// one that lost Uptime.
func TestMysqladminCut(t *testing.T) {
	text := statusText([3]int{55, 100, 10}, [3]int{56, 110, 10})
	second := strings.LastIndex(text, "| Variable_name")
	for _, c := range []struct {
		end  string
		rows int
	}{{"| Com_update", 4}, {"\n+---", 8}, {"Uptime        | 5", 4}} {
		cut := text[:second+strings.LastIndex(text[second:], c.end)]
		rows := readText(t, cut, Options{})
		if len(rows.Stats) != c.rows || len(rows.Skips) == 0 || rows.Skips[0].Reason != schemas.CutRow {
			t.Errorf("cut before %s: %d rows, skips %+v; want %d rows", c.end, len(rows.Stats), rows.Skips, c.rows)
		}
	}
}

func TestStatusKind(t *testing.T) {
	for name, want := range map[string]string{
		"Com_update": "counter count", "Threads_running": "gauge ", "Threads_created": "counter count", "Uptime": "counter seconds",
		"Bytes_sent": "counter bytes", "Innodb_buffer_pool_pages_dirty": "gauge ", "Innodb_buffer_pool_pages_flushed": "counter count",
		"Innodb_buffer_pool_bytes_data": "gauge bytes", "Opened_tables": "counter count", "Open_tables": "gauge ", "Rocksdb_stall_micros": "counter ",
		"Innodb_os_log_written": "counter bytes", "Qcache_free_memory": "gauge ", "wsrep_cluster_size": "gauge ", "Rocksdb_wal_synced": "counter count",
	} {
		kind, unit := statusKind(name)
		if got := kind + " " + unit; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"Slave_running": true, "Slaves_running": false, "Innodb_have_lz4": true, "wsrep_cluster_status": true, "wsrep_cluster_size": false} {
		if statusWords.has(name) != want {
			t.Errorf("%s: a word is %v", name, !want)
		}
	}
}
