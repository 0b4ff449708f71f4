package diff_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// sda records metrics of a node's disk.
func sda(r *rig, metrics map[string]signal) *rig {
	for _, m := range []string{"disk.util", "disk.queue", "disk.read_rate", "disk.write_rate", "disk.read_bytes", "disk.write_bytes", "disk.read_await", "disk.write_await", "disk.flush_rate"} {
		if s, ok := metrics[m]; ok {
			r.add(feed{metric: m, instance: "sda", signal: s})
		}
	}
	return r
}

// Longer waits at a third of the requests and longer waits at three times as many are
// unlike faults: the one is never said without the other.
func TestAwaitIsSaidWithItsRequestRate(t *testing.T) {
	for _, dir := range []string{"read", "write"} {
		run := func(id, build string, wait, rate float64) *rig {
			return sda(loaded(id, build, 1), map[string]signal{"disk." + dir + "_await": busyLoad(wait), "disk." + dir + "_rate": busyLoad(rate)})
		}
		r := pair(t, run("b1", "1", 0.005, 300), run("h1", "2", 0.010, 100))
		f := r.one("level", "disk."+dir+"_await")
		r.check(f, want{direction: "higher", outcome: "symptom", says: []string{"Disk " + dir + " wait (sda) is higher", "ms (+", "while disk " + dir + "s went", "(-66."}})
		near(t, "pct", f.Pct, 100, 3)
	}
	run := func(id, build string, wait float64) *rig {
		return sda(loaded(id, build, 1), map[string]signal{"disk.write_await": busyLoad(wait)})
	}
	r := pair(t, run("b1", "1", 0.005), run("h1", "2", 0.010))
	r.check(r.one("level", "disk.write_await"), want{says: []string{"the request rate was not recorded"}})
}

// Also over clients and thread counts.
func TestAwaitOverStrataAndLegs(t *testing.T) {
	run := func(id, build, sdk string, wait float64) *rig {
		return sda(newRig(id, build).stratum("sdk", sdk).threads(8, 16).put("throughput", busyLoad(1000)),
			map[string]signal{"disk.write_await": busyLoad(wait), "disk.write_rate": busyLoad(100)})
	}
	r := compare(t, side{run("b1", "1", "x", 0.005), run("b2", "1", "y", 0.005)}, side{run("h1", "2", "x", 0.01), run("h2", "2", "y", 0.01)})
	for _, f := range r.of("level", "disk.write_await") {
		if !contains(f.Text, "while disk writes went") {
			t.Errorf("the request rate is missing: %s", f.Text)
		}
	}
	r.check(r.one("level", "disk.write_await"), want{grade: "B", direction: "higher"})
}

// A disk that waits longer with fewer requests at one thread count and with more at another
// has two reasons; the number of one leg must not stand for both.
func TestRequestRateOverLegs(t *testing.T) {
	run := func(id, build string, wait, few, many float64) *rig {
		r := newRig(id, build).threads(8, 16).put("throughput", busyLoad(1000))
		for leg, rate := range map[string]float64{"t8": few, "t16": many} {
			r.add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(rate), legs: []string{leg}})
			r.add(feed{metric: "disk.write_await", instance: "sda", signal: busyLoad(wait), legs: []string{leg}})
		}
		return r
	}
	r := pair(t, run("b1", "1", 0.005, 100, 100), run("h1", "2", 0.010, 40, 300))
	f := r.one("level", "disk.write_await")
	_, rate, said := strings.Cut(f.Text, "while disk writes went ")
	rate, _, _ = strings.Cut(rate, ";")
	if down, up := contains(rate, "-59.") || contains(rate, "-60."), contains(rate, "+198") || contains(rate, "+199") || contains(rate, "x3.0"); said && down != up {
		t.Errorf("the request rate of one leg stands for both: %s", f.Text)
	}
}

// Without a request there is no wait. Tools print 0 for such seconds; their mean would say
// that the disk got faster because it had less to do.
func TestAwaitWithoutRequests(t *testing.T) {
	everyOther := func(v float64) signal {
		return func(_ *rand.Rand, n int) []float64 {
			out := make([]float64, n)
			for i := 0; i < n; i += 2 {
				out[i] = v
			}
			return out
		}
	}
	base := sda(loaded("b1", "1", 1), map[string]signal{"disk.write_await": steady(0.005), "disk.write_rate": steady(100)})
	head := sda(loaded("h1", "2", 1), map[string]signal{"disk.write_await": everyOther(0.005), "disk.write_rate": everyOther(100)})
	r := pair(t, base, head)
	if list := r.of("level", "disk.write_await"); len(list) != 0 {
		t.Errorf("seconds without requests count: %s", list[0].Text)
	}
	near(t, "pct", r.one("level", "disk.write_rate").Pct, -50, 1)
}

// A busier disk explains a loss on the node that lost, not on another.
func TestSaturationExplainsALoss(t *testing.T) {
	run := func(id, build string, ops, queue float64, nodes ...string) *rig {
		r := newRig(id, build).put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(0.5))
		for _, n := range r.run.Nodes {
			if slices.Contains(nodes, n.Name) {
				n.Series = nil
				r.put("throughput", busyLoad(ops), n.Name).put("cpu.busy", busyLoad(0.5), n.Name)
			}
		}
		return r.add(feed{metric: "disk.queue", instance: "sda", signal: busyLoad(queue)})
	}
	r := pair(t, run("b1", "1", 1000, 2), run("h1", "2", 500, 20, "node-a", "node-b", "node-c"))
	loss, queue := r.one("level", "throughput"), r.one("level", "disk.queue")
	if !slices.Contains(loss.Because, queue.ID) {
		t.Errorf("the loss is because of %v, want the queue %s", loss.Because, queue.ID)
	}
}

// The node's disk may have another name after a reinstall: it is still the node's disk, or
// else both are listed. Nothing is dropped without a word.
func TestDeviceOfAnotherName(t *testing.T) {
	run := func(id, build, device string, rate float64) *rig {
		return loaded(id, build, 1).add(feed{metric: "disk.write_rate", instance: device, signal: busyLoad(rate)})
	}
	r := pair(t, run("b1", "1", "sda", 100), run("h1", "2", "nvme0n1", 300))
	compared := len(r.of("level", "disk.write_rate")) > 0
	listed := r.notTested("disk writes", "")
	if !compared && !listed {
		t.Errorf("the disk is neither compared nor listed\n%s", r.list())
	}
	if f := r.of("level", "disk.write_rate"); compared {
		near(t, "pct", f[0].Pct, 200, 5)
	}
}

// The same for the server's process, which a build may rename.
func TestProcessOfAnotherName(t *testing.T) {
	run := func(id, build, process string, busy float64) *rig {
		return loaded(id, build, 1).add(feed{metric: "process.cpu", instance: process, signal: busyLoad(busy)}).
			add(feed{metric: "process.cpu", instance: "sysbench", signal: busyLoad(0.9)})
	}
	r := pair(t, run("b1", "1", "mysqld", 0.3), run("h1", "2", "mariadbd", 0.6))
	if len(r.of("level", "process.cpu")) == 0 && !r.notTested("process CPU", "") {
		t.Errorf("the server's process is neither compared nor listed\n%s", r.list())
	}
	r = pair(t, run("b1", "1", "mysqld", 0.3), run("h1", "2", "mysqld", 0.6))
	f := r.of("level", "process.cpu")
	if len(f) != 1 || f[0].Instance != "mysqld" {
		t.Errorf("the server's process is not the busiest that makes no load: %v", f)
	}
}

// With several disks on a side the one that both have is compared, and the others are listed.
func TestDeviceOnOneSideOnly(t *testing.T) {
	base, head := loaded("b1", "1", 1), loaded("h1", "2", 1)
	base.add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(100)}).add(feed{metric: "disk.write_rate", instance: "sdb", signal: busyLoad(100)})
	head.add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(300)})
	r := pair(t, base, head)
	f := r.one("level", "disk.write_rate")
	near(t, "pct", f.Pct, 200, 5)
	if f.Instance != "sda" {
		t.Errorf("the device is %q, want sda", f.Instance)
	}
	if !slices.ContainsFunc(r.NotTested, func(n diff.NotTested) bool { return contains(n.Metric+n.Reason, "sdb") }) {
		t.Errorf("sdb is on the base only, and nothing says so\n%s", r.list())
	}
}
