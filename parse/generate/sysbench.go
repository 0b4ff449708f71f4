package generate

import (
	"math"
	"strconv"
)

// sysbench is the log of sysbench 1.0 with --report-interval=1 and its final summary.
// Source: src/sysbench.c and src/lua/internal/sysbench.lua of akopytov/sysbench.
func (r *Run) sysbench(b []byte, l *leg, node int) []byte {
	load, n := l.loads[node], int64(l.threads)
	b = append(b, "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nRunning the test with following options:\nNumber of threads: "...)
	b = strconv.AppendInt(b, n, 10)
	b = append(b, "\nReport intermediate results every 1 second(s)\nInitializing random number generator from current time\n\n\n"+
		"Initializing worker threads...\n\nThreads started!\n\n"...)
	worst, best, sum := 0.0, math.Inf(1), 0.0
	for i, tps := range load.tps {
		b = append(b, "[ "...)
		b = strconv.AppendInt(b, int64(i+1), 10)
		b = append(b, "s ] thds: "...)
		b = strconv.AppendInt(b, n, 10)
		b = append(b, " tps: "...)
		b = appendFixed(b, tps, 0)
		b = append(b, " qps: "...)
		b = appendFixed(b, tps, 0)
		b = append(b, " (r/w/o: 0.00/"...)
		b = appendFixed(b, tps, 0)
		b = append(b, "/0.00) lat (ms,95%): "...)
		b = appendFixed(b, load.latency[i]*1000, 0)
		b = append(b, " err/s: 0.00 reconn/s: 0.00\n"...)
		worst, best, sum = max(worst, load.latency[i]), min(best, load.latency[i]), sum+load.latency[i]
	}
	return appendSummary(b, load, n, best/8, 3*worst, sum/float64(load.seconds()))
}

// appendSummary adds what sysbench prints at the end; latencies are in seconds.
func appendSummary(b []byte, load *load, threads int64, least, most, p95 float64) []byte {
	events, seconds := int64(math.Floor(sum(load.tps))), float64(load.seconds())
	rate := func(n int64) {
		b = append(b, "  ("...)
		b = appendFixed(b, float64(n)/seconds, 0)
		b = append(b, " per sec.)\n"...)
	}
	count := func(name string, n int64) {
		b = append(b, name...)
		b = strconv.AppendInt(b, n, 10)
	}
	milli := func(name string, v float64) {
		b = append(b, name...)
		b = appendFixed(b, v*1000, 39-len(name)+4)
		b = append(b, '\n')
	}
	b = append(b, "SQL statistics:\n    queries performed:\n        read:                            0\n"...)
	count("        write:                           ", events)
	b = append(b, "\n        other:                           0\n"...)
	count("        total:                           ", events)
	count("\n    transactions:                        ", events)
	rate(events)
	count("    queries:                             ", events)
	rate(events)
	count("    ignored errors:                      ", 0)
	rate(0)
	count("    reconnects:                          ", 0)
	rate(0)
	b = append(b, "\nGeneral statistics:\n    total time:                          "...)
	b = strconv.AppendFloat(b, seconds, 'f', 4, 64)
	count("s\n    total number of events:              ", events)
	b = append(b, "\n\nLatency (ms):\n"...)
	busy := float64(threads) * seconds // of all threads together
	milli("         min:", least)
	milli("         avg:", busy/max(1, float64(events)))
	milli("         max:", most)
	milli("         95th percentile:", p95)
	milli("         sum:", busy)
	b = append(b, "\nThreads fairness:\n    events (avg/stddev):           "...)
	b = strconv.AppendFloat(b, float64(events)/float64(threads), 'f', 4, 64)
	b = append(b, "/0.00\n    execution time (avg/stddev):   "...)
	b = strconv.AppendFloat(b, seconds, 'f', 4, 64)
	return append(b, "/0.00\n\n"...)
}

func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}
