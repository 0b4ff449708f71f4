package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"inquest/schemas"
)

// A server's log may tell of the other nodes of its cluster: Couchbase's hold the heartbeats
// of all nodes, so that what one node used is known from the others when its own artifact
// is missing or lacks it. The utilisation in a heartbeat counts iowait as busy, and is one
// second of each minute: it is a metric of its own, and never stands in for cpu.busy.
const (
	heartbeat    = "couchbase.heartbeat."
	heartbeatCPU = heartbeat + "cpu_utilization_rate"
	utilization  = "cpu.utilization"
)

// beat is what one node's log tells of the CPU of a node.
type beat struct {
	from   *Node
	series *schemas.Series
}

// beatNode tells of which node a series of heartbeats is, and whether it stands in the log
// of another one, by its labels node and seen_from.
func beatNode(instance string) (name string, seen bool) {
	if rest, ok := strings.CutPrefix(instance, "node="); ok {
		name, _, seen = strings.Cut(rest, " seen_from=")
		return name, seen
	}
	return instance, false
}

// beatsOf finds, for each node of the run's cluster, the one log that tells of it: its own,
// else the one that tells most, so that no heartbeat counts twice. own holds the names by
// which the nodes that have an artifact call themselves.
func (r *Run) beatsOf() (beats map[string]beat, own map[string]*Node) {
	beats, own = map[string]beat{}, map[string]*Node{}
	for _, n := range r.Nodes {
		own[n.Name] = n
		for _, s := range n.Series {
			if name, seen := beatNode(s.Instance); s.Metric == heartbeatCPU && !seen && r.node(name) == nil {
				own[name] = n // the artifact has another name
			}
		}
	}
	for _, n := range r.Nodes {
		for _, s := range n.Series {
			if s.Metric != heartbeatCPU || s.Source.Coverage != schemas.History {
				continue
			}
			name, _ := beatNode(s.Instance)
			if other, ok := own[name]; ok {
				name = other.Name
			}
			best, ok := beats[name]
			itself := ok && best.from.Name == name
			if !ok || n.Name == name && !itself || (n.Name == name) == itself && len(s.TS) > len(best.series.TS) {
				beats[name] = beat{n, s}
			}
		}
	}
	return beats, own
}

// copies counts the samples of heartbeats that the run has more than once: those of a node
// that stand in another log than the one that is taken for it.
func (r *Run) copies() int {
	beats, own := r.beatsOf()
	n := 0
	for _, node := range r.Nodes {
		for _, s := range node.Series {
			name, seen := beatNode(s.Instance)
			if !seen || !strings.HasPrefix(s.Metric, heartbeat) {
				continue
			}
			if o := own[name]; o != nil {
				name = o.Name
			}
			if b, ok := beats[name]; ok && b.from != node {
				n += len(s.TS)
			}
		}
	}
	return n
}

// heal adds the CPU utilisation of nodes whose own artifact does not tell what CPU they
// used, in all runs, so that like is compared with like. It is said from where it was seen.
// A node that is not on both sides is left as it is: names may differ from run to run.
func heal(in *Input) *Input {
	beats := map[*Run]map[string]beat{}
	own := map[*Run]map[string]*Node{}
	count := func(runs []*Run) map[string]bool {
		names := map[string]bool{}
		for _, r := range runs {
			if beats[r] == nil {
				beats[r], own[r] = r.beatsOf()
			}
			for name := range beats[r] {
				names[name] = true
			}
		}
		return names
	}
	base, head := count(in.Base), count(in.Head)
	wanted := map[string]bool{}
	for r := range beats {
		for name := range beats[r] {
			if n := own[r][name]; base[name] && head[name] && (n == nil || !n.tells("cpu.busy")) {
				wanted[name] = true
			}
		}
	}
	if len(wanted) == 0 {
		return in
	}
	out := *in
	healed := map[*Run]*Run{}
	replace := func(runs []*Run) []*Run {
		runs = slices.Clone(runs)
		for i, r := range runs {
			if healed[r] == nil {
				var warnings []Warning
				healed[r], warnings = r.healed(wanted, beats[r])
				out.Warnings = append(out.Warnings[:len(out.Warnings):len(out.Warnings)], warnings...)
			}
			runs[i] = healed[r]
		}
		return runs
	}
	out.Base, out.Head = replace(in.Base), replace(in.Head)
	return &out
}

// tells tells whether the node has a metric over the load.
func (n *Node) tells(metric string) bool {
	return slices.ContainsFunc(n.Series, func(s *schemas.Series) bool {
		return s.Metric == metric && s.Source.Coverage != schemas.Snapshot
	})
}

// healed is the run with the CPU utilisation of the nodes that want it.
func (r *Run) healed(wanted map[string]bool, beats map[string]beat) (*Run, []Warning) {
	out := *r
	out.Nodes = slices.Clone(r.Nodes)
	type place struct {
		from    *Node
		without bool // the nodes have no artifact
	}
	told := map[place][]string{}
	var places []place
	for name, b := range beats {
		if !wanted[name] {
			continue
		}
		use := *b.series
		use.Metric, use.Instance = utilization, ""
		i := slices.IndexFunc(r.Nodes, func(n *Node) bool { return n.Name == name })
		var n Node
		if i >= 0 {
			n = *r.Nodes[i]
			n.Series = append(n.Series[:len(n.Series):len(n.Series)], &use)
			out.Nodes[i] = &n
		} else {
			n = Node{Name: name, Role: b.from.Role, Artifact: b.from.Artifact, Container: b.from.Container, Legs: b.from.Legs,
				Series: []*schemas.Series{&use}, Lines: b.from.Lines, SeenFrom: b.from.Name}
			out.Nodes = append(out.Nodes, &n)
		}
		if b.from.Name == name {
			continue
		}
		p := place{b.from, i < 0}
		if told[p] == nil {
			places = append(places, p)
		}
		told[p] = append(told[p], name)
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(naturally(a.from.Name, b.from.Name), cmp.Compare(len(told[a]), len(told[b])), naturally(slices.Min(told[a]), slices.Min(told[b])))
	})
	var warnings []Warning
	for _, p := range places {
		names := told[p]
		slices.SortFunc(names, naturally)
		lack := plural(len(names), "has", "have") + " no artifact"
		if !p.without {
			lack = plural(len(names), "tells", "tell") + " nothing of the CPU over the load"
		}
		warnings = append(warnings, Warning{Kind: "node_seen_from", Artifact: p.from.Artifact,
			Text: fmt.Sprintf("run %s: %s %s %s; what CPU %s used is seen from node %s, in the heartbeats of its log (one second of each minute, iowait counted as busy)",
				r.name(), plural(len(names), "node", "nodes"), andMore(names, 8), lack, plural(len(names), "it", "they"), p.from.Name)})
	}
	return out.inOrder(), warnings
}

// seenOnly says of a utilisation what it is not, and of which nodes nothing better is known.
func (c *comparer) seenOnly(f *Finding) {
	if f.Metric != utilization || f.Grade == "X" {
		return
	}
	var names []string
	for _, n := range f.Nodes {
		names = append(names, n.Node)
	}
	f.Not = append(f.Not, "not processor time alone: waiting for disks counts in it; of "+andMore(names, 8)+" nothing better is known than heartbeats, one second of each minute")
}
