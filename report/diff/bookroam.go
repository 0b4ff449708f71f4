package diff

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Runs roam when each has nodes of its own: machines of a cloud, addresses that move. What
// identical runs then differ by includes their machines, so only earlier runs that roam
// too tell it: repeats on one set of nodes would make the noise too small.

// roams tells whether no two of the runs have the name of a node in common.
func roams(runs []*Run) bool {
	for i, a := range runs {
		for _, b := range runs[:i] {
			if a == b || nodeInCommon(a, b) {
				return false
			}
		}
	}
	return len(runs) > 1
}

func nodeInCommon(a, b *Run) bool {
	return slices.ContainsFunc(b.Nodes, func(n *Node) bool { return a.node(n.Name) != nil })
}

// roaming lists the strata of the runs in which they roam.
func roaming(compared []*Run) map[string]bool {
	byStratum := map[string][]*Run{}
	for _, r := range compared {
		byStratum[stratumKey(r.Stratum)] = append(byStratum[stratumKey(r.Stratum)], r)
	}
	out := map[string]bool{}
	for key, runs := range byStratum {
		out[key] = roams(runs)
	}
	return out
}

// roamApart is [Apart]; of runs that roam the nodes are put together in the order of their names,
// role by role, since like nodes differ in nothing that it looks at.
func roamApart(a, b *Run, roaming bool, scopes ...string) string {
	if roaming && !nodeInCommon(a, b) && len(a.Nodes) == len(b.Nodes) {
		names := map[*Node]string{}
		groups := byRole(a.Nodes, b.Nodes)
		for _, role := range slices.Sorted(maps.Keys(groups)) {
			of, to := groups[role][0], groups[role][1]
			if len(of) != len(to) {
				return fmt.Sprintf("%d nodes%s and not %d", len(to), roleSuffix(role), len(of))
			}
			for side := range groups[role] {
				slices.SortStableFunc(groups[role][side], func(x, y *Node) int { return naturally(x.Name, y.Name) })
			}
			for i, n := range to {
				names[n] = of[i].Name
			}
		}
		b = b.withNames(names)
	}
	return Apart(a, b, scopes...)
}

// withNames is the run with other names of nodes.
func (r *Run) withNames(names map[*Node]string) *Run {
	out := *r
	out.Nodes = make([]*Node, len(r.Nodes))
	for i, n := range r.Nodes {
		copied := *n
		if name, ok := names[n]; ok {
			copied.Name = name
		}
		out.Nodes[i] = &copied
	}
	return &out
}

// asFirst is an earlier run with the node names of the first run of the base, by the rank of
// their load within their role, as the compared runs are paired.
func (c *comparer) asFirst(first *Run, b *BookRun) *BookRun {
	if nodeInCommon(first, b.run) {
		return b
	}
	names, named := map[*Node]string{}, map[string]string{}
	for _, group := range byRole(first.Nodes, b.run.Nodes) {
		rankBy(func(n *Node, metric string) float64 {
			if slices.Contains(group[1], n) {
				return b.loadOf(n.Name, metric)
			}
			return c.loadOf(n, metric)
		}, group[0], group[1])
		for i, n := range group[1] {
			if i < len(group[0]) {
				names[n], named[n.Name] = group[0][i].Name, group[0][i].Name
			}
		}
	}
	out := &BookRun{run: b.run.withNames(names), values: map[bookKey]bookValue{}}
	for k, v := range b.values {
		if name, ok := named[k.node]; ok {
			k.node = name
			out.values[k] = v
		}
	}
	return out
}

// loadOf is the largest mean that a source has of a metric of a node; NaN: none.
func (b *BookRun) loadOf(node, metric string) float64 {
	most := math.NaN()
	for k, v := range b.values {
		if k.node == node && k.metric == metric && !(v.mean <= most) {
			most = v.mean
		}
	}
	return most
}
