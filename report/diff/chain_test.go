package diff_test

import (
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// chain gives the only chain of a rule; nil when there is none.
func (r *result) chain(rule string) *diff.Chain {
	r.t.Helper()
	var found *diff.Chain
	for i := range r.Chains {
		if ch := &r.Chains[i]; ch.Rule == rule {
			if found != nil {
				r.t.Fatalf("two chains of rule %q: %s; %s", rule, found.Text, ch.Text)
			}
			found = ch
		}
	}
	return found
}

// states are the members of a chain by what they look at.
func states(ch *diff.Chain) map[string]string {
	out := map[string]string{}
	for _, m := range ch.Members {
		out[m.What] = m.State
	}
	return out
}

// soundChains checks what every chain must hold.
func (r *result) soundChains() {
	r.t.Helper()
	for _, ch := range r.Chains {
		bad := func(what string) { r.t.Helper(); r.t.Errorf("chain %s: %s: [%s] %s", ch.Rule, what, ch.Grade, ch.Text) }
		if broken.MatchString(ch.Text) || !strings.Contains(ch.Text, ch.Conclusion) || len(ch.Where.Nodes) == 0 {
			bad("the sentence is broken")
		}
		weakest := ""
		for _, m := range ch.Members {
			if !slices.Contains([]string{diff.Seen, diff.Absent, diff.NotMeasured, diff.Unclear}, m.State) || (m.State == diff.Seen) != (len(m.Findings) > 0) && (m.State != diff.Seen || m.Detail == "") {
				bad("state " + m.State + " of " + m.What + " does not fit its findings")
			}
			for _, id := range m.Findings {
				f := r.byID(id)
				if f == nil || f.Grade == "X" || f.Kind == "noise" {
					bad(id + " cannot be a member")
				} else if f.Kind != "settings" {
					weakest = max(weakest, f.Grade)
				}
			}
		}
		if ch.Grade != weakest {
			bad("its weakest finding has grade " + weakest)
		}
		if ch.Grade == "C" && !strings.Contains(ch.Text, "one pair of runs") && !strings.Contains(ch.Text, "run noise unknown") {
			bad("it says more than its grade")
		}
	}
}

// node is what the nodes of a run show; a metric that is 0 is not recorded.
type node struct{ ops, busy, await, queue, iowait, steal, latency, memory float64 }

func (n node) run(id, build string, nodes ...string) *rig {
	r := newRig(id, build)
	for metric, v := range map[string]float64{"throughput": n.ops, "cpu.busy": n.busy, "cpu.iowait": n.iowait, "cpu.steal": n.steal, "latency.p95": n.latency, "memory.used": n.memory} {
		if v > 0 {
			r.put(metric, busyLoad(v), nodes...)
		}
	}
	if n.await > 0 {
		r.add(feed{metric: "disk.write_await", instance: "sda", signal: busyLoad(n.await)})
		r.add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(n.ops / 2)})
	}
	if n.queue > 0 {
		r.add(feed{metric: "disk.queue", instance: "sda", signal: busyLoad(n.queue)})
	}
	return r
}

// Each rule with what it needs seen, absent and not measured: what is not measured never counts as absent.
func TestChains(t *testing.T) {
	whole := node{ops: 1000, busy: 0.5, await: 0.001, queue: 2, iowait: 0.05, steal: 0.04, latency: 0.01, memory: 4e9}
	half := whole // half the work, nothing waits longer
	half.ops, half.busy, half.latency = 500, 0.25, 0
	with := func(n node, change func(*node)) node { change(&n); return n }
	tests := []struct {
		name       string
		base, head node
		rule       string
		says, not  string
		members    map[string]string
	}{
		{"waits for the disk", whole, with(half, func(n *node) { n.await = 0.004 }), "waiting on disk", "waits longer for the disk", "cannot tell",
			map[string]string{"throughput lower": diff.Seen, "CPU busy lower": diff.Seen, "disk wait higher": diff.Seen, "disk queue higher": diff.Absent, "iowait higher": diff.Absent}},
		{"its queue alone", with(whole, func(n *node) { n.await = 0 }), with(half, func(n *node) { n.queue, n.await = 9, 0 }), "waiting on disk", "waits longer for the disk", "cannot tell",
			map[string]string{"disk wait higher": diff.NotMeasured, "disk queue higher": diff.Seen}},
		{"iowait alone, disk not looked at", with(whole, func(n *node) { n.await, n.queue = 0, 0 }), with(half, func(n *node) { n.iowait, n.await, n.queue = 0.3, 0, 0 }), "waiting on disk", "cannot tell whether it waits for the disk: disk wait and disk queue were not measured", "",
			map[string]string{"disk wait higher": diff.NotMeasured, "iowait higher": diff.Seen}},
		{"iowait beside a disk that is as quick", whole, with(half, func(n *node) { n.iowait = 0.3 }), "waiting on disk", "", "", nil},
		{"no wait", whole, half, "waiting on disk", "", "", nil},
		{"starved", whole, half, "starved or serialised", "look at locks, network, client", "cannot tell",
			map[string]string{"CPU time per operation higher": diff.Absent, "disk wait higher": diff.Absent, "disk queue higher": diff.Absent, "iowait higher": diff.Absent, "steal higher": diff.Absent}},
		{"starved or waiting", with(whole, func(n *node) { n.await = 0 }), half, "starved or serialised", "cannot tell which: disk wait was not measured", "", map[string]string{"disk wait higher": diff.NotMeasured}},
		{"starved, but for the disk", whole, with(half, func(n *node) { n.queue = 9 }), "starved or serialised", "", "", nil},
		{"zeros of a container", with(whole, func(n *node) { n.iowait, n.steal = 0, 0 }), half, "starved or serialised", "cannot tell which: iowait and steal were not measured", "", nil},
		{"more work", whole, with(half, func(n *node) { n.busy = 0.6 }), "more work per operation", "an operation costs more work", "",
			map[string]string{"CPU busy higher": diff.Seen, "CPU time per operation higher": diff.Seen, "server process CPU per operation higher": diff.NotMeasured}},
		{"more work at the same CPU", whole, with(half, func(n *node) { n.busy = 0.5 }), "more work per operation", "an operation costs more work", "",
			map[string]string{"CPU busy higher": diff.Absent, "CPU time per operation higher": diff.Seen}},
		{"more work, not measured", with(whole, func(n *node) { n.busy = 0 }), half, "more work per operation", "", "", nil},
		{"steal", whole, with(half, func(n *node) { n.steal = 0.3 }), "processors given to others", "look at the rig", "", map[string]string{"steal higher": diff.Seen}},
		{"no steal", whole, half, "processors given to others", "", "", nil},
		{"steal not measured", with(whole, func(n *node) { n.steal = 0 }), half, "processors given to others", "", "", nil},
		{"memory", whole, with(half, func(n *node) { n.memory = 9e9 }), "more memory", "look at paging", "", map[string]string{"memory used higher": diff.Seen, "disk reads higher": diff.NotMeasured}},
		{"no more memory", whole, half, "more memory", "", "", nil},
		{"cheaper", whole, with(whole, func(n *node) { n.busy = 0.3 }), "cheaper, or a goal not measured", "cannot tell which", "was not measured;",
			map[string]string{"CPU busy lower": diff.Seen, "throughput moved": diff.Absent, "latency moved": diff.Absent, "CPU time per operation lower": diff.Seen}},
		{"cheaper, latency not measured", with(whole, func(n *node) { n.latency = 0 }), with(whole, func(n *node) { n.busy, n.latency = 0.3, 0 }), "cheaper, or a goal not measured", "cannot tell which; latency was not measured", "", nil},
		{"less CPU, throughput not measured", node{busy: 0.5}, node{busy: 0.3}, "cheaper, or a goal not measured", "cannot tell whether less was done or the same more cheaply: throughput was not measured", "", map[string]string{"throughput moved": diff.NotMeasured}},
		{"less CPU for less work", whole, half, "cheaper, or a goal not measured", "", "", nil},
		{"longer, rate not stated", whole, with(whole, func(n *node) { n.latency = 0.05 }), "longer at the same rate", "cannot tell whether the load offered a fixed rate", "", map[string]string{"throughput moved": diff.Absent, "fixed offered rate": diff.NotMeasured}},
		{"longer, throughput not measured", node{busy: 0.5, latency: 0.01}, node{busy: 0.5, latency: 0.05}, "longer at the same rate", "cannot tell whether as many were done: throughput was not measured", "", nil},
		{"longer for less", whole, with(half, func(n *node) { n.latency = 0.05 }), "longer at the same rate", "", "", nil},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, x.base.run("b1", "1"), x.head.run("h1", "2"))
			ch := r.chain(x.rule)
			if x.says == "" {
				if ch != nil {
					t.Fatalf("unexpected: %s", ch.Text)
				}
				return
			}
			if ch == nil {
				t.Fatalf("no chain of rule %q\n%s", x.rule, r.list())
			}
			if !strings.Contains(ch.Text, x.says) || x.not != "" && strings.Contains(ch.Text, x.not) {
				t.Errorf("want %q and not %q: %s", x.says, x.not, ch.Text)
			}
			if ch.Grade != "C" || !strings.HasSuffix(ch.Text, "one pair of runs") || len(ch.Where.Nodes) != 3 {
				t.Errorf("grade %s, nodes %v: %s", ch.Grade, ch.Where.Nodes, ch.Text)
			}
			got := states(ch)
			for what, state := range x.members {
				if got[what] != state {
					t.Errorf("%s is %q, want %q", what, got[what], state)
				}
			}
			same := pair(t, x.base.run("b1", "1"), x.head.run("h1", "1"))
			if len(same.Chains) > 0 {
				t.Errorf("one build on both sides, and yet: %s", same.Chains[0].Text)
			}
		})
	}
}

// Few requests that take long are less waiting than many short ones: a longer wait for each
// explains nothing then, neither in a chain nor under "because".
func TestFewRequestsThatTakeLong(t *testing.T) {
	run := func(id, build string, ops, busy, await, requests float64) *rig {
		r := newRig(id, build).put("throughput", busyLoad(ops)).put("cpu.busy", busyLoad(busy)).
			add(feed{metric: "disk.write_await", instance: "sda", signal: busyLoad(await)})
		if requests > 0 {
			r.add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(requests)})
		}
		return r
	}
	for requests, want := range map[float64]string{500: "seen", 5: "absent", 0: "unclear"} {
		base := 500.0
		if requests == 0 {
			base = 0
		}
		r := pair(t, run("b1", "1", 1000, 0.5, 0.001, base), run("h1", "2", 500, 0.25, 0.02, requests))
		ch := r.chain("starved or serialised")
		if want == "seen" {
			ch = r.chain("waiting on disk")
		}
		if ch == nil || states(ch)["disk wait higher"] != want {
			t.Errorf("%g requests: disk wait is not %s: %+v", requests, want, ch)
		}
		because := slices.Contains(r.one("level", "throughput").Because, r.of("level", "disk.write_await")[0].ID)
		if because != (want == "seen") {
			t.Errorf("%g requests: the disk wait is given as a cause: %v", requests, because)
		}
	}
}

// A load generator that offers a fixed rate hides a slower server from the throughput.
func TestLongerAtAFixedRate(t *testing.T) {
	run := func(id, build, rate string, latency float64) *rig {
		r := newRig(id, build).put("throughput", busyLoad(1000)).put("latency.p95", busyLoad(latency))
		for _, n := range r.run.Nodes {
			n.Settings = append(n.Settings, schemas.Setting{Name: "sysbench.threads", Value: "16", Scope: schemas.ScopeBench, Source: r.source(n, "sysbench", "sysbench.txt", "", "", "")})
			if rate != "" {
				n.Settings = append(n.Settings, schemas.Setting{Name: "sysbench.rate", Value: rate, Scope: schemas.ScopeBench, Source: r.source(n, "sysbench", "sysbench.txt", "", "", "")})
			}
		}
		return r
	}
	ch := pair(t, run("b1", "1", "1000", 0.01), run("h1", "2", "1000", 0.05)).chain("longer at the same rate")
	if ch == nil || states(ch)["fixed offered rate"] != diff.Seen || strings.Contains(ch.Text, "cannot tell") {
		t.Errorf("a fixed rate is not seen: %+v", ch)
	}
	if ch := pair(t, run("b1", "1", "", 0.01), run("h1", "2", "", 0.05)).chain("longer at the same rate"); ch != nil {
		t.Errorf("the generator names no rate, and yet: %s", ch.Text)
	}
}
