package diff_test

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"
)

// mustShow reads what is said of a change that gave no finding: its size and what it had to reach.
var mustShow = regexp.MustCompile(`^(x?)([+-]?[\d.]+)(?: %)? over .*under what one pair of runs must show \((\d+) %\)`)

// soundSilences checks that a change is not called smaller than it is.
func (r *result) soundSilences() {
	r.t.Helper()
	for _, n := range r.NotTested {
		m := mustShow.FindStringSubmatch(n.Reason)
		if m == nil {
			continue
		}
		pct, _ := strconv.ParseFloat(m[2], 64)
		least, _ := strconv.ParseFloat(m[3], 64)
		if m[1] == "x" {
			pct = 100 * (pct - 1)
		}
		if math.Abs(pct) > least+0.1 {
			r.t.Errorf("%s: a change of %g %% is not under %g %%: %s", n.Metric, pct, least, n.Reason)
		}
	}
}

// wild wanders over orders of magnitude, as the latency of a server that stalls does.
func wild(level float64) signal {
	return func(rng *rand.Rand, n int) []float64 {
		out := make([]float64, n)
		x := rng.NormFloat64()
		for i := range out {
			x = 0.99*x + math.Sqrt(1-0.99*0.99)*rng.NormFloat64()
			out[i] = level * math.Exp(2*x)
		}
		return out
	}
}

// A large change within runs that scatter as much is not said to be too small.
func TestLargeChangeInWildRuns(t *testing.T) {
	said := false
	for i := range 10 {
		run := func(side, build string, k float64) *rig {
			return newRig(side+strconv.Itoa(i), build, "node-a").lasting(60).put("throughput", busyLoad(1000)).put("latency.p95", wild(0.01*k))
		}
		r := pair(t, run("b", "1", 1), run("h", "2", 1.5))
		said = said || r.notTested("p95 latency", "the samples of these runs scatter too much to tell")
	}
	if !said {
		t.Error("of ten comparisons of wild runs none says that they scatter too much")
	}
}

// A disk that is read before the load only has a recorder that ran all the time: nothing is off.
func TestNoReadsDuringTheLoad(t *testing.T) {
	run := func(id, build string, reads signal) *rig {
		r := newRig(id, build).put("throughput", busyLoad(1000))
		for metric, s := range map[string]signal{"disk.util": busyLoad(0.3), "disk.read_rate": reads, "disk.read_await": busyLoad(0.001)} {
			r.add(feed{metric: metric, instance: "sda", signal: s, from: -10, to: 300})
		}
		return r
	}
	before := func(_ *rand.Rand, n int) []float64 {
		out := make([]float64, n)
		out[2] = 5
		return out
	}
	if r := pair(t, run("b1", "1", before), run("h1", "2", busyLoad(50))); r.warned("off_load", "") {
		t.Errorf("a recorder that ran all the time is called off: %v", r.Warnings)
	}
}

// A change on some legs that nobody can tell is said of these legs, beside what is found on others.
func TestCannotTellNamesItsLegs(t *testing.T) {
	run := func(id, build string, k ...float64) *rig {
		r := newRig(id, build).threads(1, 4, 16, 32, 64)
		for i, leg := range []string{"t1", "t4", "t16", "t32", "t64"} {
			r.add(feed{metric: "latency.p95", signal: busyLoad(0.01 * k[i]), legs: []string{leg}})
		}
		return r
	}
	r := pair(t, run("b1", "1", 1, 1, 1, 1, 1), run("h1", "2", 0.15, 0.07, 0.35, 1.18, 1.36))
	for _, f := range r.shown() {
		if f.Grade == "X" && f.Metric == "latency.p95" && !contains(f.Text, "at threads 32, 64") {
			t.Errorf("it is not said at which threads: %s", f.Text)
		}
	}
	if !contains(r.list(), "Cannot tell whether p95 latency changed at threads 32, 64") {
		t.Errorf("nothing is said of threads 32 and 64\n%s", r.list())
	}
}

// A queue of a hundredth of a request counts as none though it was a thousandth: it is said
// why what rose twentyfold is not higher.
func TestRiseTooSmallToCount(t *testing.T) {
	run := func(id, build string, k, queue float64) *rig {
		return sda(newRig(id, build).put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(0.5*k)).put("cpu.iowait", busyLoad(0.02)).put("cpu.steal", busyLoad(0.01)),
			map[string]signal{"disk.queue": busyLoad(queue), "disk.write_await": busyLoad(0.001), "disk.write_rate": busyLoad(100 * k)})
	}
	r := pair(t, run("b1", "1", 1, 0.001), run("h1", "2", 0.6, 0.02))
	ch := r.chain("starved or serialised")
	for _, m := range ch.Members {
		if m.What == "disk queue higher" && !contains(m.Detail, "too small an amount to count") {
			t.Errorf("the disk queue is %s (%s)", m.State, m.Detail)
		}
	}
}

// A spread that falls counts from -20 % on, which takes back the x1.25 that counts upwards.
func TestMinimumOfAFallingSpread(t *testing.T) {
	run := func(id, build string, cv float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000)).put("cpu.busy", wavering(0.5, cv, 0))
	}
	for _, x := range []struct{ base, head, least float64 }{{0.05, 0.1, 25}, {0.1, 0.05, 20}} {
		r := compare(t, side{run("b1", "1", x.base), run("b2", "1", x.base), run("b3", "1", x.base)}, side{run("h1", "2", x.head), run("h2", "2", x.head), run("h3", "2", x.head)})
		near(t, "minimum", r.one("volatility", "cpu.busy").MinimumPct, x.least, 0.01)
	}
}

// A node that reaches a minimum which the others miss by a little is not odd: all moved.
func TestOthersMovedToo(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		r := newRig(id, build, "node-a", "node-b", "node-c", "node-d", "node-e").put("throughput", busyLoad(1000*k))
		for i, name := range []string{"node-a", "node-b", "node-c", "node-d", "node-e"} {
			level := 0.35
			if i == 2 {
				level = 0.45
			}
			r.add(feed{metric: "disk.util", instance: "sda", signal: busyLoad(level * (1 - 0.8*(1-k))), nodes: []string{name}})
		}
		return r
	}
	base, head := side{run("b1", "1", 1), run("b2", "1", 1), run("b3", "1", 1)}, side{run("h1", "2", 0.85), run("h2", "2", 0.85), run("h3", "2", 0.85)}
	f := compare(t, base, head).one("level", "disk.util")
	r := &result{t: t}
	r.check(f, want{agree: 1, total: 5, direction: "lower", says: []string{"on 1 of 5 nodes (node-c), on the others too by less than counts"}})
	for _, n := range f.Nodes {
		if n.Odd {
			t.Errorf("%s is called odd: %s", n.Node, f.Text)
		}
	}
}

// Busy time that rose with steal is time in which others ran: no operation costs more work.
func TestStealIsNoWork(t *testing.T) {
	run := func(id, build string, k, busy, steal float64) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000*k)).put("cpu.busy", busyLoad(busy)).put("cpu.steal", busyLoad(steal)).put("cpu.iowait", busyLoad(0.01))
	}
	r := compare(t, side{run("b1", "1", 1, 0.4, 0.005), run("b2", "1", 1, 0.4, 0.005)}, side{run("h1", "2", 0.7, 0.6, 0.205), run("h2", "2", 0.7, 0.6, 0.205)})
	for _, ch := range r.Chains {
		if ch.Rule == "more work per operation" {
			t.Errorf("steal is called work: %s", ch.Text)
		}
	}
	if r.chain("processors given to others") == nil {
		t.Errorf("nothing speaks of the steal\n%s", r.list())
	}
	for _, id := range r.one("level", "throughput").Because {
		if x := r.byID(id); x.Metric == "per_op.cpu.busy" {
			t.Errorf("the loss is explained by the steal: %s", x.Text)
		}
	}
	f := r.one("level", "cpu.busy")
	if len(f.Not) == 0 || !contains(f.Not[len(f.Not)-1], "busy counts steal") {
		t.Errorf("busy is higher by the steal, and it is not said: %q", f.Not)
	}
}
