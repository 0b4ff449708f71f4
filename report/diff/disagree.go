package diff

import (
	"fmt"
)

// toolsApart is how far the mean CPU of two tools on one node may differ, in shares.
const toolsApart = 0.02

// disagreements says where the sources of a node's CPU disagree over the load.
func (c *comparer) disagreements() {
	seen := map[*Node]bool{}
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, r := range p.runs() {
				for _, n := range r.Nodes {
					if l := n.leg(leg); l != nil && !seen[n] {
						if w, ok := disagreement(n, leg, c.idx[n], windowOf(l, c.in.Window)); ok {
							seen[n] = true
							c.res.Warnings = append(c.res.Warnings, w)
						}
					}
				}
			}
		}
	}
}

// Disagreement says where the sources of a node's CPU disagree, for each leg: by more than
// two points over the load.
func Disagreement(n *Node) []Warning {
	idx := indexOf(n.Series)
	var out []Warning
	for i := range n.Legs {
		if w, ok := disagreement(n, n.Legs[i].Name, idx, windowOf(&n.Legs[i], nil)); ok {
			out = append(out, w)
		}
	}
	return out
}

// disagreement compares the highest and the lowest of the sources that cover a leg's load: when
// they are apart, one of them is wrong, or sees another machine.
func disagreement(n *Node, leg string, idx seriesIndex, w window) (Warning, bool) {
	found, _ := candidates(idx[seriesID{"cpu.busy", "", leg}], w)
	lo, hi := -1, -1
	means := make([]float64, len(found))
	for i, f := range found {
		means[i] = within(f.series, w).Mean()
		if !plausible(means[i]) || f.cover < 0.8 || within(f.series, w).Len() < 12 {
			continue
		}
		if lo < 0 || means[i] < means[lo] {
			lo = i
		}
		if hi < 0 || means[i] > means[hi] {
			hi = i
		}
	}
	if lo < 0 || means[hi]-means[lo] <= toolsApart {
		return Warning{}, false
	}
	return Warning{Kind: "sources_disagree", Artifact: n.Artifact, Member: found[hi].series.Source.Member,
		Text: fmt.Sprintf("CPU busy of node %s%s is %s by %s and %s by %s", n.Name, legSuffix(leg), quantityOf(means[lo], "ratio"),
			found[lo].series.Source.Format, quantityOf(means[hi], "ratio"), found[hi].series.Source.Format)}, true
}
