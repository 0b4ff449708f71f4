package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"inquest/schemas"
)

// pairByRank gives nodes whose names differ from run to run (machines of a cloud, addresses
// that move) the names that the first run of the base has for them: within a role where no
// name is on both sides, and as many nodes, they are paired by the rank of their load, and
// it is said which is which. Where some names are on both sides, one that is not is another
// node, and missing on the other side.
func (c *comparer) pairByRank() {
	c.called = map[string]string{}
	for _, p := range c.pairs {
		first := p.base[0]
		for i := range p.base[1:] {
			p.base[i+1] = c.renamed(first, p.base[i+1])
		}
		for i := range p.head {
			p.head[i] = c.renamed(first, p.head[i])
		}
	}
}

// renamed is run r with its unmatched nodes named as in the first run; r itself when there
// are none or they cannot be paired.
func (c *comparer) renamed(first, r *Run) *Run {
	names := map[*Node]string{}
	var list []string
	by := ""
	groups := byRole(first.Nodes, r.Nodes)
	for _, role := range slices.Sorted(maps.Keys(groups)) {
		group := groups[role]
		shared := slices.ContainsFunc(group[1], func(n *Node) bool { return first.node(n.Name) != nil || slices.Contains(first.Missing, n.Name) }) ||
			slices.ContainsFunc(group[0], func(n *Node) bool { return slices.Contains(r.Missing, n.Name) })
		if shared || len(group[0]) != len(group[1]) {
			continue
		}
		by = c.rankNodes(group[0], group[1])
		for i, n := range group[1] {
			names[n] = group[0][i].Name
			list = append(list, fmt.Sprintf("%s = %s%s", group[0][i].Name, n.Name, roleSuffix(role)))
		}
	}
	if len(names) == 0 {
		return r
	}
	slices.SortFunc(list, naturally)
	c.res.Warnings = append(c.res.Warnings, Warning{Kind: "nodes_by_rank", Artifact: r.ID,
		Text: fmt.Sprintf("runs %s and %s name their nodes differently; they are paired by %s: %s", first.name(), r.name(), by, strings.Join(list, ", "))})
	out := *r
	out.Nodes = make([]*Node, len(r.Nodes))
	for i, n := range r.Nodes {
		out.Nodes[i] = n
		if name, ok := names[n]; ok {
			copied := *n
			copied.Name = name
			out.Nodes[i] = &copied
			c.series[&copied], c.idx[&copied] = c.series[n], c.idx[n]
			if old, ok := c.called[name]; ok && old != n.Name {
				c.called[name] = "" // several runs, several names
			} else {
				c.called[name] = n.Name
			}
		}
	}
	return &out
}

func roleSuffix(role string) string {
	if role == "" {
		return ""
	}
	return " (" + role + ")"
}

// byRole groups the nodes of two runs by role; where any has none, all are one group.
func byRole(a, b []*Node) map[string][2][]*Node {
	known := !slices.ContainsFunc(slices.Concat(a, b), func(n *Node) bool { return n.Role == "" })
	out := map[string][2][]*Node{}
	for side, nodes := range [][]*Node{a, b} {
		for _, n := range nodes {
			role := ""
			if known {
				role = n.Role
			}
			group := out[role]
			group[side] = append(group[side], n)
			out[role] = group
		}
	}
	return out
}

// rankNodes orders the nodes of two runs by their throughput, else by CPU, the busiest
// first, else by name, and says by what.
func (c *comparer) rankNodes(groups ...[]*Node) (by string) { return rankBy(c.loadOf, groups...) }

func rankBy(loadOf func(n *Node, metric string) float64, groups ...[]*Node) (by string) {
	for _, metric := range []string{throughput, "cpu.busy"} {
		load := map[*Node]float64{}
		known := true
		for _, n := range slices.Concat(groups...) {
			load[n] = loadOf(n, metric)
			known = known && !math.IsNaN(load[n])
		}
		if !known {
			continue
		}
		for _, g := range groups {
			slices.SortStableFunc(g, func(a, b *Node) int { return cmp.Or(cmp.Compare(load[b], load[a]), naturally(a.Name, b.Name)) })
		}
		return "the rank of their " + title(metricID{metric: metric})
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b *Node) int { return naturally(a.Name, b.Name) })
	}
	return "the order of their names"
}

// loadOf is the largest mean that a source has of a metric of a node; NaN: no history of it.
func (c *comparer) loadOf(n *Node, metric string) float64 {
	most := math.NaN()
	for _, s := range c.series[n] {
		if s.Metric == metric && s.Source.Coverage != schemas.Snapshot {
			if m := samples(s).Mean(); !(m <= most) {
				most = m
			}
		}
	}
	return most
}
