package generate

import "math"

// mysqladmin is the output of mysqladmin -i ext, reduced to a few counters, from three
// seconds before the load on. Its tables have no clock. Source: client/mysqladmin.cc of MariaDB.
func (r *Run) mysqladmin(b []byte, l *leg, node int) []byte {
	load := l.loads[node]
	ops, flushes := 0.0, 0.0
	connections := int64(40)
	next := -margin
	for i := -margin; i <= load.seconds()+margin; i++ { // i seconds of the load are over
		if k := i - 1; k >= 0 && k < load.seconds() {
			ops += load.tps[k]
			flushes += r.spec.at(load, k).flushes
		}
		if i < next {
			continue
		}
		next = i + r.spec.StatusEvery
		connections++ // the client's own
		running := int64(1)
		if i > 0 && i <= load.seconds() {
			running += int64(l.threads)
		}
		work := int64(math.Floor(ops))
		b = append(b, statusRule+"| Variable_name        | Value          |\n"+statusRule...)
		b = statusRow(b, "Com_update          ", 10000+work)
		b = statusRow(b, "Connections         ", connections)
		b = statusRow(b, "Innodb_os_log_fsyncs", 64+int64(math.Floor(flushes)))
		b = statusRow(b, "Questions           ", 10100+work+connections)
		b = statusRow(b, "Rocksdb_wal_synced  ", 10000+int64(math.Floor(flushes)))
		b = statusRow(b, "Threads_running     ", running)
		b = statusRow(b, "Uptime              ", int64(3600+i))
		b = append(b, statusRule+"\n"...)
	}
	return b
}

const statusRule = "+----------------------+----------------+\n"

// statusRow adds a row of the table: the value on the left, padded.
func statusRow(b []byte, name string, n int64) []byte {
	b = append(b, "| "...)
	b = append(b, name...)
	b = append(b, " | "...)
	start := len(b)
	b = appendInt(b, n, 0)
	for len(b)-start < len("Value         ") {
		b = append(b, ' ')
	}
	return append(b, " |\n"...)
}

// statusSpan is how long after the start of the load the last table is taken, seconds.
func (s *Spec) statusSpan(l *load) int {
	return (l.seconds()+2*margin)/s.StatusEvery*s.StatusEvery - margin
}
