package diff

import (
	"slices"
	"strings"
)

// probe is one thing that a rule looks for: any of the metrics, moved in a direction.
type probe struct {
	what         string
	metrics      []string
	direction    string
	either       bool // in whatever direction
	perOperation bool // counts only if it is more for each operation too
	waits        bool // any of the server's own counters of waiting, for each operation
}

// rule says what findings that fit together point to. All of seen must be seen, one of
// any if there are any, and none of none: what of these is not known makes the conclusion
// a "cannot tell". beside is told and decides nothing.
type rule struct {
	name                    string
	seen, any, none, beside []probe
	unless                  []probe // where one of these is seen the rule does not speak
	fixedRate               bool    // the load must have offered a fixed rate
	shareOnly               bool    // rests on the share of all processors alone: says nothing where their number differs and an operation costs as before
	conclude                func(members []sighting, sure bool) string
}

var (
	lessDone    = probe{what: "throughput lower", metrics: []string{throughput}, direction: "lower"}
	cpuLower    = probe{what: "CPU busy lower", metrics: []string{"cpu.busy"}, direction: "lower"}
	cpuHigher   = probe{what: "CPU busy higher", metrics: []string{"cpu.busy"}, direction: "higher"}
	costHigher  = probe{what: "CPU time per operation higher", metrics: []string{"per_op.cpu.busy"}, direction: "higher"}
	costLower   = probe{what: "CPU time per operation lower", metrics: []string{"per_op.cpu.busy"}, direction: "lower"}
	serverCost  = probe{what: "server process CPU per operation higher", metrics: []string{"per_op.process.cpu"}, direction: "higher"}
	diskWait    = probe{what: "disk wait higher", metrics: []string{"disk.write_await", "disk.read_await"}, direction: "higher", perOperation: true}
	diskQueue   = probe{what: "disk queue higher", metrics: []string{"disk.queue"}, direction: "higher"}
	diskUtil    = probe{what: "disk utilisation higher", metrics: []string{"disk.util"}, direction: "higher"}
	diskReads   = probe{what: "disk reads higher", metrics: []string{"disk.read_rate", "disk.read_bytes"}, direction: "higher"}
	flushes     = probe{what: "disk flushes per operation higher", metrics: []string{"per_op.disk.flush_rate"}, direction: "higher"}
	written     = probe{what: "disk bytes written per operation higher", metrics: []string{"per_op.disk.write_bytes"}, direction: "higher"}
	iowait      = probe{what: "iowait higher", metrics: []string{"cpu.iowait"}, direction: "higher"}
	steal       = probe{what: "steal higher", metrics: []string{"cpu.steal"}, direction: "higher"}
	memory      = probe{what: "memory used higher", metrics: []string{"memory.used"}, direction: "higher"}
	rateMoved   = probe{what: "throughput moved", metrics: []string{throughput}, either: true}
	goalMoved   = probe{what: "latency moved", metrics: []string{"latency.mean", "latency.p50", "latency.p95", "latency.p99"}, either: true}
	serverWaits = probe{what: "the server's own counters of waiting higher per operation", direction: "higher", waits: true}
	takesLonger = probe{what: "latency higher", metrics: []string{"latency.mean", "latency.p50", "latency.p95", "latency.p99"}, direction: "higher"}
)

// rules are applied at every node of every leg and stratum, in this order.
var rules = []rule{
	{
		name: "waiting on disk", seen: []probe{lessDone, cpuLower}, any: []probe{diskWait, diskQueue, iowait}, beside: []probe{diskUtil, flushes},
		conclude: func(m []sighting, sure bool) string {
			if !sure {
				return "cannot tell whether it waits for the disk: " + unknown(m) + ", and iowait alone also rises when processors have less to do"
			}
			text := "an operation waits longer for the disk"
			if state(m, diskUtil) == Absent {
				text += ", though the disk is not busier"
			}
			return text
		},
	},
	{
		name: "more work per operation", seen: []probe{lessDone}, any: []probe{costHigher, cpuHigher}, beside: []probe{serverCost, flushes, written},
		unless: []probe{steal}, // busy counts the time that the host gave to others
		conclude: func(m []sighting, _ bool) string {
			if state(m, costHigher) == Seen && state(m, serverCost) == Absent {
				return "an operation costs more CPU, and not that of the server process: look for other processes"
			}
			return "an operation costs more work"
		},
	},
	{
		name: "starved or serialised", seen: []probe{lessDone, cpuLower}, none: []probe{costHigher, diskWait, diskQueue, iowait, steal}, beside: []probe{serverWaits},
		conclude: func(m []sighting, sure bool) string {
			if sure {
				return "less work reached the processors and nothing that was compared waits longer: starved or serialised, look at locks, network, client"
			}
			if state(m, serverWaits) == Seen {
				return "less work reached the processors and the server counts more waiting: look at its own counters first; cannot tell what else waits: " + unknown(m)
			}
			return "less work reached the processors: starved or serialised (look at locks, network, client), or waiting; cannot tell which: " + unknown(m)
		},
	},
	{
		name: "processors given to others", seen: []probe{lessDone, steal}, beside: []probe{cpuLower, costHigher},
		conclude: func([]sighting, bool) string {
			return "the host gave processor time to others: look at the rig before the build"
		},
	},
	{
		name: "more memory", seen: []probe{lessDone, memory}, beside: []probe{diskReads, iowait},
		conclude: func(m []sighting, _ bool) string {
			if state(m, diskReads) == Seen {
				return "more memory is in use and more is read from disk: look at caches and paging"
			}
			return "more memory is in use: look at paging"
		},
	},
	{
		name: "longer at the same rate", seen: []probe{takesLonger}, none: []probe{rateMoved}, fixedRate: true, beside: []probe{diskWait, diskQueue, costHigher, steal},
		conclude: func(m []sighting, sure bool) string {
			switch {
			case sure:
				return "an operation takes longer and the offered rate is fixed, so that the throughput cannot show it"
			case state(m, rateMoved) != Absent:
				return "an operation takes longer; cannot tell whether as many were done: " + unknown(m[1:2])
			}
			return "an operation takes longer while as many are done; cannot tell whether the load offered a fixed rate: it is not stated"
		},
	},
	{
		name: "cheaper, or a goal not measured", seen: []probe{cpuLower}, none: []probe{rateMoved, goalMoved}, shareOnly: true, beside: []probe{costLower},
		conclude: func(m []sighting, _ bool) string {
			if state(m, rateMoved) != Absent {
				return "cannot tell whether less was done or the same more cheaply: " + unknown(m[:2])
			}
			text := "cheaper work (batching), or a goal that was not measured moved: cannot tell which"
			if state(m, goalMoved) != Absent {
				text += "; " + unknown(m[1:3])
			}
			return text
		},
	},
}

// at applies the rule at one place; ok is false when it does not speak there.
func (r *rule) at(ev *evidence, at place) (l link, ok bool) {
	l = link{rule: r, sure: true}
	for i := range r.unless {
		if s := ev.sees(&r.unless[i], at); s.state == Seen {
			return l, false
		}
	}
	for i := range r.seen {
		s := ev.sees(&r.seen[i], at)
		if s.state != Seen {
			return l, false
		}
		l.members = append(l.members, s)
	}
	some := false
	for i := range r.any {
		s := ev.sees(&r.any[i], at)
		some = some || s.state == Seen
		l.members = append(l.members, s)
	}
	if len(r.any) > 0 && !some {
		return l, false
	}
	if r.name == "waiting on disk" { // iowait is weak evidence beside a disk that was looked at
		l.sure = state(l.members, diskWait) == Seen || state(l.members, diskQueue) == Seen
		if !l.sure && state(l.members, diskWait) == Absent && state(l.members, diskQueue) == Absent {
			return l, false
		}
	}
	for i := range r.none {
		s := ev.sees(&r.none[i], at)
		if s.state == Seen {
			return l, false
		}
		l.sure = l.sure && s.state == Absent
		l.members = append(l.members, s)
	}
	if r.fixedRate {
		s := offeredRate(at)
		if s.state == Absent {
			return l, false
		}
		l.sure = l.sure && s.state == Seen
		l.members = append(l.members, s)
	}
	for i := range r.beside {
		s := ev.sees(&r.beside[i], at)
		s.beside = true
		l.members = append(l.members, s)
	}
	if _, _, unlike := unlikeProcessors([]*stratumPair{at.pair}, []string{at.node}); unlike && r.shareOnly && state(l.members, costLower) != Seen {
		return l, false // a smaller share of more processors is not less work
	}
	return l, true
}

// state is that of a probe among members.
func state(members []sighting, p probe) string {
	for i := range members {
		if members[i].what == p.what {
			return members[i].state
		}
	}
	return NotMeasured
}

// unknown lists what is not known of the members: "disk wait and iowait were not measured".
func unknown(members []sighting) string {
	var missing, unclear []string
	for i := range members {
		if members[i].beside {
			continue
		}
		name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(members[i].what, " higher"), " lower"), " moved")
		switch members[i].state {
		case NotMeasured:
			missing = append(missing, name)
		case Unclear:
			unclear = append(unclear, name)
		}
	}
	var parts []string
	if len(missing) > 0 {
		parts = append(parts, listed(missing)+plural(len(missing), " was", " were")+" not measured")
	}
	if len(unclear) > 0 {
		parts = append(parts, "of "+listed(unclear)+" these runs cannot say enough")
	}
	return strings.Join(parts, ", and ")
}

// listed writes "a, b and c".
func listed(words []string) string {
	words = slices.Clone(words)
	if n := len(words); n > 1 {
		words = append(words[:n-2], words[n-2]+" and "+words[n-1])
	}
	return strings.Join(words, ", ")
}
