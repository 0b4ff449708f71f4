package diff_test

import (
	"fmt"
	"testing"

	"inquest/report/diff"
)

// BenchmarkCompare is a cluster of 8 nodes with 500 metrics each, ten minutes long.
func BenchmarkCompare(b *testing.B) {
	run := func(id, build string, k float64) *rig {
		var nodes []string
		for i := range 8 {
			nodes = append(nodes, fmt.Sprintf("node-%d", i))
		}
		r := newRig(id, build, nodes...).lasting(600).put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5*k)).put("latency.p95", busyLoad(0.01/k))
		for i := range 497 {
			r.put(fmt.Sprintf("mysql.Counter_%d", i), busyLoad(float64(100+i)*k))
		}
		return r
	}
	in := &diff.Input{Base: side{run("b1", "1", 1)}.runs(), Head: side{run("h1", "2", 0.8)}.runs()}
	b.ReportAllocs()
	for b.Loop() {
		if r := diff.Compare(in); len(r.Findings) == 0 {
			b.Fatal("no finding")
		}
	}
}
