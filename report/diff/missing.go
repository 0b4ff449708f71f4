package diff

import (
	"fmt"
	"slices"
	"strings"
)

// missing says which nodes have no artifact, and that the rest does not rest on them.
func (c *comparer) missing() {
	for _, r := range slices.Concat(c.in.Base, c.in.Head) {
		if len(r.Missing) == 0 {
			continue
		}
		var nodes []NodeEffect
		all := len(r.Missing)
		var seen []string
		for _, name := range r.Missing {
			c.addName(&c.res.Nodes.Missing, name)
			nodes = append(nodes, NodeEffect{Node: name})
		}
		for _, n := range r.Nodes {
			switch {
			case n.SeenFrom == "":
				all++
			case slices.Contains(r.Missing, n.Name):
				seen = append(seen, n.Name)
			}
		}
		rests := plural(len(nodes), "no finding rests on it", "no finding rests on them")
		if len(seen) > 0 {
			rests = "of " + plural(len(nodes), "it", andMore(seen, 8)) + " only the CPU is known, from the heartbeats in the logs of others"
		}
		text := fmt.Sprintf("Node %s has no artifact in run %s; %s", r.Missing[0], r.name(), rests)
		if len(nodes) > 1 {
			text = fmt.Sprintf("%d of %d nodes have no artifact in run %s (%s); %s", len(nodes), all, r.name(), andMore(r.Missing, 8), rests)
		}
		f := &Finding{Kind: "missing", Metric: "", Family: "stats", Direction: "none", Outcome: "neutral", Nodes: nodes,
			NodesAgree: len(nodes), NodesTotal: all, Grade: "A", Severity: "note",
			Where:   Where{Scope: "nodes", Stratum: r.Stratum, Phase: "whole"},
			Because: []string{}, Not: []string{}, SameAs: []string{}, Evidence: []Evidence{}, Text: text}
		f.ID = c.newID(&Finding{Kind: "missing", Metric: r.ID, Direction: "none"})
		c.res.Findings = append(c.res.Findings, f)
	}
	c.missingInRuns()
	// A node that one side has and the other lacks, and nobody announced.
	for _, p := range c.pairs {
		for _, r := range p.runs() {
			for _, n := range r.Nodes {
				if n.SeenFrom != "" && c.hasArtifact(n.Name) {
					c.addName(&c.res.Nodes.Missing, n.Name) // in another run
				}
				if !p.onBoth(n.Name) && !slices.Contains(c.res.Nodes.Missing, n.Name) {
					c.addName(&c.res.Nodes.Missing, n.Name)
					c.res.Warnings = append(c.res.Warnings, Warning{Kind: "node_on_one_side", Artifact: n.Artifact,
						Text: fmt.Sprintf("node %s is in run %s and not on the other side; it is left out", n.Name, r.name())})
				}
			}
		}
	}
}

// hasArtifact tells whether a node has an artifact of its own in any run.
func (c *comparer) hasArtifact(name string) bool {
	return slices.ContainsFunc(slices.Concat(c.in.Base, c.in.Head), func(r *Run) bool {
		n := r.node(name)
		return n != nil && n.SeenFrom == ""
	})
}

// onlyIn notes what only one side has.
func (c *comparer) onlyIn(side, what string) {
	if !slices.Contains(c.only[side], what) {
		c.only[side] = append(c.only[side], what)
	}
}

// oneSidedFindings say what only one side has: it is not zero on the other, nobody knows it.
func (c *comparer) oneSidedFindings() {
	for _, side := range []string{"base", "head"} {
		list := c.only[side]
		if len(list) == 0 {
			continue
		}
		slices.SortFunc(list, naturally)
		other := "head"
		if side == "head" {
			other = "base"
		}
		f := &Finding{Kind: "missing", Family: "stats", Direction: "none", Outcome: "neutral", Nodes: []NodeEffect{}, Grade: "A", Severity: "note",
			Where:   Where{Scope: "nodes", Phase: "whole"},
			Because: []string{}, Not: []string{}, SameAs: []string{}, Evidence: []Evidence{},
			Text: fmt.Sprintf("Only in the %s: %s; in the %s not zero but not known, and not compared", side, andMore(list, 6), other)}
		f.ID = c.newID(&Finding{Kind: "missing", Metric: "only-in-" + side, Direction: "none"})
		c.res.Findings = append(c.res.Findings, f)
	}
}

// andMore lists at most so many and counts the rest.
func andMore(list []string, most int) string {
	if len(list) <= most+1 {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}
