package diff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"inquest/schemas"
)

// BookRuns is how many earlier runs of a test a noise book remembers, the newest.
const BookRuns = 20

// ChooseBook picks from earlier runs of a test those that tell how much identical runs
// differ, the oldest first, for the runs now compared. Series are not looked at. A run
// counts when
//
//   - its build is known (no label equals no other), and another run of that build counts;
//   - nothing of it is missing or damaged, and it did not fail;
//   - it is like one of the compared runs of its stratum in nodes, hardware and the
//     settings of the bench: another machine or another offered rate has another noise;
//   - it is like another run of its build in these and in the settings of the server.
//     Settings of the operating system may differ: they can only make the noise larger;
//   - its nodes have the names of those compared or, where each of the compared runs has nodes
//     of its own, nodes that no other run has: repeats on one set of machines
//     do not tell how much runs on others differ.
//
// The compared runs themselves are not chosen: they are replicates already. Of those
// that count the newest BookRuns are kept. left says in sentences which runs are left out.
//
// All runs of a group are used, not disjoint pairs of neighbours: the variance within m
// runs has m-1 degrees of freedom, disjoint pairs have m/2. What drifts slowly over the
// runs of a build counts as noise.
func ChooseBook(compared, earlier []*Run) (chosen []*Run, left []string) {
	var runs []*Run
	roam := roaming(compared)
	dropped := map[string][]string{}
	drop := func(r *Run, why string) { dropped[why] = append(dropped[why], r.ID) }
	for _, r := range slices.SortedFunc(slices.Values(earlier), inTime) {
		if slices.ContainsFunc(compared, func(x *Run) bool { return x.ID == r.ID }) {
			continue
		}
		switch why := unlikeAll(compared, r, roam); {
		case r.Build == "":
			drop(r, "their build is not known")
		case r.Failed != "":
			drop(r, "they failed")
		case !r.whole():
			drop(r, "something of them is missing or damaged")
		case why != "":
			drop(r, why)
		default:
			runs = append(runs, r)
		}
	}
	grouped := map[*Run]bool{}
	for _, g := range alikeGroups(runs, roam) {
		for _, r := range g {
			grouped[r] = true
		}
	}
	for _, r := range runs {
		if !grouped[r] {
			drop(r, "no other earlier run of their build is like them")
		}
	}
	runs = slices.DeleteFunc(runs, func(r *Run) bool { return !grouped[r] })
	for _, g := range alikeGroups(runs[max(0, len(runs)-BookRuns):], roam) {
		chosen = append(chosen, g...)
	}
	slices.SortFunc(chosen, inTime)
	for _, why := range slices.Sorted(maps.Keys(dropped)) {
		left = append(left, fmt.Sprintf("%s: %s", strings.Join(dropped[why], ", "), why))
	}
	return chosen, left
}

// whole tells whether all nodes of a run were read without loss.
func (r *Run) whole() bool {
	return len(r.Missing) == 0 && len(r.Nodes) > 0 && !slices.ContainsFunc(r.Nodes, func(n *Node) bool { return n.Damaged })
}

// unlikeAll says in what an earlier run differs from every compared run of its stratum;
// empty: from one of them in nothing that matters.
func unlikeAll(compared []*Run, r *Run, roam map[string]bool) string {
	why := "no compared run has their factors"
	roams := roam[stratumKey(r.Stratum)]
	for _, x := range compared {
		if stratumKey(x.Stratum) == stratumKey(r.Stratum) && roams && nodeInCommon(x, r) {
			return "they share nodes with a compared run, and the compared runs share none"
		}
	}
	for _, x := range compared {
		if stratumKey(x.Stratum) != stratumKey(r.Stratum) {
			continue
		}
		if why = roamApart(x, r, roams, schemas.ScopeHardware, schemas.ScopeBench); why == "" {
			return ""
		}
	}
	return why
}

// Apart says in what two runs differ that makes them no repeats of each other: nodes,
// number of processors, what the bench says of them, or a setting of one of the scopes;
// empty: in nothing. Settings
// that tell one start of a server from another do not count, and those that name the
// build only between runs of one label.
func Apart(a, b *Run, scopes ...string) string {
	if len(a.Nodes) != len(b.Nodes) {
		return fmt.Sprintf("%d nodes and not %d", len(b.Nodes), len(a.Nodes))
	}
	for _, n := range a.Nodes {
		switch m := b.node(n.Name); {
		case m == nil:
			return "no node " + n.Name
		case m.CPUs != n.CPUs && m.CPUs > 0 && n.CPUs > 0:
			return fmt.Sprintf("%d processors on %s and not %d", m.CPUs, n.Name, n.CPUs)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(a.Facts)) {
		if v, ok := b.Facts[k]; ok && v != a.Facts[k] {
			return fmt.Sprintf("%s is %s and not %s", k, v, a.Facts[k])
		}
	}
	for _, s := range settingsBetween(a, b) {
		if slices.Contains(scopes, s.Scope) {
			return fmt.Sprintf("%s is %s and not %s", s.Name, orNone(s.Head), orNone(s.Base))
		}
	}
	return ""
}

// settingsBetween are the settings in which two runs differ.
func settingsBetween(a, b *Run) []SettingRow {
	c := &comparer{in: &Input{Base: []*Run{a}, Head: []*Run{b}}, res: &Result{}}
	c.pairs = []*stratumPair{{base: c.in.Base, head: c.in.Head}}
	c.settings()
	return c.res.Settings
}

// alikeGroups puts runs of one known build and stratum together that differ in nothing
// but perhaps settings of the operating system. Runs without a like are left out. The
// runs of a group, and the groups, are in the order of time. In the strata that roam no two
// runs of a group share a node.
func alikeGroups(runs []*Run, roam map[string]bool) [][]*Run {
	var groups [][]*Run
	for _, r := range slices.SortedFunc(slices.Values(runs), inTime) {
		if r.Build == "" {
			continue
		}
		i := slices.IndexFunc(groups, func(g []*Run) bool {
			return g[0].Build == r.Build && stratumKey(g[0].Stratum) == stratumKey(r.Stratum) &&
				!(roam[stratumKey(r.Stratum)] && slices.ContainsFunc(g, func(x *Run) bool { return nodeInCommon(x, r) })) &&
				roamApart(g[0], r, roam[stratumKey(r.Stratum)], schemas.ScopeServer, schemas.ScopeHardware, schemas.ScopeBench) == ""
		})
		if i < 0 {
			groups = append(groups, []*Run{r})
		} else {
			groups[i] = append(groups[i], r)
		}
	}
	return slices.DeleteFunc(groups, func(g []*Run) bool { return len(g) < 2 })
}
