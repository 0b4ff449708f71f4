package diff

import (
	"fmt"
	"slices"
)

// missingInRuns names the nodes that some runs of a side have and another lacks, where
// nobody announced it: that run counts for less in whatever is said of them.
func (c *comparer) missingInRuns() {
	for _, p := range c.pairs {
		for _, name := range p.nodeNames() {
			for _, r := range p.runs() {
				if r.node(name) == nil && !slices.Contains(r.Missing, name) {
					c.res.Warnings = append(c.res.Warnings, Warning{Kind: "node_missing_in_run", Artifact: r.ID,
						Text: fmt.Sprintf("node %s has no artifact in run %s; what is said of it rests on other runs", name, r.name())})
				}
			}
		}
	}
}

// lacking lists the nodes that some runs of the pair have and others lack: "node-c in run 447".
func (p *stratumPair) lacking() (out []string) {
	var names []string
	for _, r := range p.runs() {
		for _, n := range r.Nodes {
			if n.SeenFrom == "" && !slices.Contains(names, n.Name) {
				names = append(names, n.Name)
			}
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, r := range p.runs() {
			if r.node(name) == nil && !slices.Contains(r.Missing, name) {
				out = append(out, name+" in run "+r.name())
			}
		}
	}
	return out
}

// inMostRuns are the nodes that the largest number of runs of a side have, the same runs
// of each: a node that one of the runs lost says nothing of how far whole runs differ.
func inMostRuns(cells []cell, side func(*cell) []measured) []cell {
	var most []measured
	for i := range cells {
		if ms := side(&cells[i]); len(ms) > len(most) {
			most = ms
		}
	}
	return slices.DeleteFunc(slices.Clone(cells), func(x cell) bool {
		return !slices.EqualFunc(side(&x), most, func(a, b measured) bool { return a.run == b.run })
	})
}
