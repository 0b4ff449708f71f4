package parse

import (
	"bytes"
	"strconv"

	"inquest/schemas"
)

// pgbenchOptions are the lines of the results that state an option.
var pgbenchOptions = []struct{ prefix, setting, suffix string }{
	{"transaction type: ", "pgbench.transaction_type", ""},
	{"scaling factor: ", "pgbench.scaling_factor", ""},
	{"partition method: ", "pgbench.partition_method", ""},
	{"partitions: ", "pgbench.partitions", ""},
	{"query mode: ", "pgbench.query_mode", ""},
	{"number of clients: ", "pgbench.clients", ""},
	{"number of threads: ", "pgbench.threads", ""},
	{"maximum number of tries: ", "pgbench.max_tries", ""},
	{"number of transactions per client: ", "pgbench.transactions_per_client", ""},
	{"duration: ", "pgbench.duration", " s"},
}

// pgbenchResult is what the results say of how much was done, and how long it took.
type pgbenchResult struct {
	done, rate, duration float64
}

// results reads a line of the results, whose means are no samples.
func (p *pgbench) results(line []byte) bool {
	l := p.l
	for _, o := range pgbenchOptions {
		value, ok := bytes.CutPrefix(line, []byte(o.prefix))
		if !ok {
			continue
		}
		if p.summary && o.setting == "pgbench.transaction_type" { // results of another run
			p.begin()
		}
		p.beginResults(line)
		value = bytes.TrimSuffix(bytes.TrimSpace(value), []byte(o.suffix))
		l.Setting(o.setting, string(value), schemas.ScopeBench)
		if o.setting == "pgbench.duration" {
			p.result.duration = sysbenchNumber(value)
		}
		return true
	}
	if value, ok := bytes.CutPrefix(line, []byte("number of transactions actually processed: ")); ok {
		p.beginResults(line)
		value, _, _ = bytes.Cut(value, []byte{'/'})
		if v, ok := parseNumber(value); ok && v >= 0 {
			p.result.done = v
			l.Setting("pgbench.transactions", string(value), schemas.ScopeBench)
		} else {
			l.Skip(schemas.BadCell, text(line))
		}
		return true
	}
	if value, ok := bytes.CutPrefix(line, []byte("tps = ")); ok {
		p.beginResults(line)
		value, _, _ = bytes.Cut(value, []byte{' '})
		switch v, ok := parseNumber(value); {
		case !ok || v < 0:
			l.Skip(schemas.BadCell, text(line))
		case p.result.rate == 0: // before PostgreSQL 14 the second is without the time to connect
			p.result.rate = v
			l.Setting("pgbench.tps", string(value), schemas.ScopeBench)
		}
		return true
	}
	return false
}

func (p *pgbench) beginResults(line []byte) {
	p.begun = true
	if !p.summary {
		p.summary = true
		p.l.Skip(schemas.Average, text(line))
	}
}

// give adds how long the load ran: what was done over its rate, as pgbench works the rate out;
// else the duration that was asked for.
func (r *pgbenchResult) give(l *Log) {
	total := r.duration
	if r.done > 0 && r.rate > 0 {
		total = r.done / r.rate
	}
	if total > 0 {
		l.Setting("pgbench.total_time", strconv.FormatFloat(total, 'f', 3, 64), schemas.ScopeBench)
	}
	*r = pgbenchResult{}
}
