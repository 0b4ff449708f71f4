package diff_test

import (
	"fmt"
	"math"
	"testing"

	"inquest/report/diff"
)

// resources are runs of many metrics of which the throughput and the CPU are at a level of
// their own, the others at one and the same; scatter is how far runs differ.
func resources(id, build string, work, cpu, scatter float64) side {
	var out side
	for i := range 2 {
		k := math.Exp(scatter * float64(2*i-1))
		r := newRig(fmt.Sprint(id, i+1), build).put("throughput", busyLoad(1000*work*math.Sqrt(k))).put("cpu.busy", busyLoad(0.4*cpu*k)).
			put("memory.used", busyLoad(4e9*k))
		for _, m := range []string{"disk.util", "disk.write_rate", "disk.read_rate", "disk.write_bytes", "disk.read_bytes", "disk.write_await", "disk.read_await", "disk.flush_rate"} {
			level := 0.3
			if m != "disk.util" {
				level = 1000
			}
			r.add(feed{metric: m, instance: "sda", signal: busyLoad(level * k)})
		}
		out = append(out, r)
	}
	return out
}

// CPU that falls where the throughput was found to have fallen is the next test, not one of
// many: its own p decides. Beside a throughput that stands still it is one of many.
func TestCPUIsTestedAfterTheThroughput(t *testing.T) {
	cpuOf := func(work float64) (f *diff.Finding, p float64) {
		r := compare(t, resources("b", "1", 1, 1, 0.025), resources("h", "2", work, 0.85, 0.025))
		f = r.one("level", "cpu.busy")
		if f.P == nil || f.Q == nil {
			t.Fatalf("p %v, q %v: both must be known\n%s", f.P, f.Q, r.list())
		}
		return f, *f.P
	}
	alone, p := cpuOf(1)
	if p > 0.05 || *alone.Q < 0.05 || alone.Grade != "X" {
		t.Fatalf("p %g, q %g, grade %s: the runs do not show what is to be tested: %s", p, *alone.Q, alone.Grade, alone.Text)
	}
	after, p := cpuOf(0.8)
	if after.Grade != "A" || *after.Q < p || *after.Q > 0.05 {
		t.Errorf("grade %s, p %g, q %g behind a throughput that fell: %s", after.Grade, p, *after.Q, after.Text)
	}
	if against, _ := cpuOf(1.25); against.Grade != "X" {
		t.Errorf("grade %s of CPU that moved against the throughput: %s", against.Grade, against.Text)
	}
}
