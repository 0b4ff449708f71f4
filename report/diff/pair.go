package diff

import (
	"maps"
	"slices"
	"strings"

	"inquest/schemas"
)

// stratumPair is the runs of both sides that differ in nothing but the build.
type stratumPair struct {
	key        string // of maps, and in what programs read
	name       string // in sentences: the factors that tell the strata apart
	factors    map[string]string
	base, head []*Run
}

// pairStrata pairs runs of equal factors, in the order of their factors. Runs without
// a counterpart are named in warnings.
func pairStrata(base, head []*Run) (pairs []*stratumPair, warnings []Warning) {
	byKey := map[string]*stratumPair{}
	for _, r := range base {
		k := stratumKey(r.Stratum)
		if byKey[k] == nil {
			byKey[k] = &stratumPair{key: k, factors: r.Stratum}
			pairs = append(pairs, byKey[k])
		}
		byKey[k].base = append(byKey[k].base, r)
	}
	for _, r := range head {
		if p := byKey[stratumKey(r.Stratum)]; p != nil {
			p.head = append(p.head, r)
			continue
		}
		warnings = append(warnings, unpaired(r))
	}
	slices.SortFunc(pairs, func(a, b *stratumPair) int { return strings.Compare(a.key, b.key) })
	kept := pairs[:0]
	for _, p := range pairs {
		if len(p.head) > 0 {
			kept = append(kept, p)
			continue
		}
		for _, r := range p.base {
			warnings = append(warnings, unpaired(r))
		}
	}
	return kept, warnings
}

// unpaired says that a run is alone with its factors.
func unpaired(r *Run) Warning {
	factors := ""
	if len(r.Stratum) > 0 {
		factors = " with the same factors (" + stratumKey(r.Stratum) + ")"
	}
	return Warning{Kind: "unpaired_run", Artifact: r.ID, Text: "run " + r.name() + " has no counterpart on the other side" + factors + " and is left out"}
}

// nodeNames are the names of the nodes that every run of both sides of the pair has.
func (p *stratumPair) nodeNames() []string {
	count := map[string]int{}
	for _, r := range p.runs() {
		for _, n := range r.Nodes {
			count[n.Name]++
		}
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if p.onBoth(name) {
			names = append(names, name)
		}
	}
	return names
}

// onBoth tells whether at least one run of each side has the node.
func (p *stratumPair) onBoth(name string) bool {
	has := func(runs []*Run) bool {
		return slices.ContainsFunc(runs, func(r *Run) bool { return r.node(name) != nil })
	}
	return has(p.base) && has(p.head)
}

func (p *stratumPair) runs() []*Run { return slices.Concat(p.base, p.head) }

// legNames are the legs that occur on both sides. When any node has named parts, what
// lies outside them is no leg.
func (p *stratumPair) legNames() []string {
	head := legsOf(p.head)
	var both []string
	for _, name := range slices.Sorted(maps.Keys(legsOf(p.base))) {
		if head[name] && p.unlikeLeg(name) == "" {
			both = append(both, name)
		}
	}
	return both
}

// legsOf are the legs of the runs of a side; what lies outside named parts is none.
func legsOf(runs []*Run) map[string]bool {
	out := map[string]bool{}
	for _, r := range runs {
		for _, n := range r.Nodes {
			for _, l := range n.Legs {
				out[l.Name] = true
			}
		}
	}
	if len(out) > 1 {
		delete(out, "")
	}
	return out
}

// unlikeLeg says which factor of a leg differs between the sides; empty: none. Such a
// leg is not compared: it is other load, not another build.
func (p *stratumPair) unlikeLeg(name string) string {
	factors := func(runs []*Run) map[string]string {
		out := map[string]string{}
		for _, r := range runs {
			for _, n := range r.Nodes {
				if l := n.leg(name); l != nil {
					maps.Copy(out, l.Factors)
				}
			}
		}
		return out
	}
	base, head := factors(p.base), factors(p.head)
	for _, k := range slices.Sorted(maps.Keys(base)) {
		one := map[string]string{name: base[k]}
		if v, ok := head[k]; ok && v != base[k] && wholeNumbers(one) && wholeNumbers(map[string]string{name: v}) && hasThreads(k) {
			return k + " " + base[k] + " and " + v
		}
	}
	return ""
}

// measured is one metric of one node in one run, cut to its load window.
type measured struct {
	run    *Run
	node   *Node
	leg    *Leg
	w      window
	series *schemas.Series
	mean   float64
	n      int
}

// cell is one metric of one node in one stratum and leg, all runs of both sides.
type cell struct {
	node       string
	base, head []measured
}

// seriesIndex finds the series of a node by metric, instance and leg.
type seriesIndex map[seriesID][]*schemas.Series

type seriesID struct{ metric, instance, leg string }

func indexOf(series []*schemas.Series) seriesIndex {
	idx := seriesIndex{}
	for _, s := range series {
		id := seriesID{s.Metric, s.Instance, s.Source.Leg}
		idx[id] = append(idx[id], s)
	}
	return idx
}
