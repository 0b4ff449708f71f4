package report

import (
	"inquest/report/units"
	"slices"
	"strings"

	"inquest/report/diff"
)

// settingRow is a setting on the page, with values in full.
type settingRow struct {
	Scope, Name, Nodes string
	Base, Head         changed
}

// changed is a value, in entries between which a line may break, with the part in which it
// differs from the other side's.
type changed struct{ Before, Part, After []string }

func (v *view) settingRows() []settingRow {
	var out []settingRow
	for _, s := range v.settingsRanked() {
		base, head := difference(settingValue(s.Base), settingValue(s.Head))
		out = append(out, settingRow{s.Scope, s.Name, v.settingNodes(s), base, head})
	}
	return out
}

// difference finds where two values part and meet again. Short values differ as a whole;
// in long ones, which are lists, whole entries do.
func difference(base, head string) (b, h changed) {
	const short = 24
	if len(base) <= short && len(head) <= short {
		return changed{Part: []string{base}}, changed{Part: []string{head}}
	}
	x, y := strings.SplitAfter(base, ","), strings.SplitAfter(head, ",")
	from := 0
	for from < len(x) && from < len(y) && x[from] == y[from] {
		from++
	}
	i, j := len(x), len(y)
	for i > from && j > from && x[i-1] == y[j-1] {
		i, j = i-1, j-1
	}
	cut := func(entries []string, to int) changed {
		return changed{entries[:from], entries[from:to], entries[to:]}
	}
	return cut(x, i), cut(y, j)
}

// claimRow is a claim of the ticket on the page.
type claimRow struct {
	Line                              int
	Words, Claimed, Computed, Verdict string
}

func (v *view) claimRows() []claimRow {
	var out []claimRow
	for _, c := range v.Claims {
		out = append(out, claimRow{c.Line, c.Text, units.Percent(c.ClaimedPct), units.Percent(c.ComputedPct), claimVerdict(c)})
	}
	return out
}

// runRow is a run on the page.
type runRow struct{ Side, Build, Run, Stratum, Nodes, ReplicateOf string }

func (v *view) runRows() []runRow {
	var out []runRow
	for i, s := range []diff.Side{v.Base, v.Head} {
		for _, r := range s.Runs {
			out = append(out, runRow{
				[]string{"base", "head"}[i], build(s), r.ID, factors(r.Stratum), units.Plural(len(r.Nodes), "node"), r.ReplicateOf,
			})
		}
	}
	return out
}

// nodeRow is a node on the page: in how many runs of each side it is, and what is odd about it.
type nodeRow struct {
	Node       string
	Base, Head int
	State      string
	Odd        []link // findings in which the node differs from the others
}

func (v *view) nodeRows() []nodeRow {
	all := nodeNames(v.Result)
	slices.SortFunc(all, func(a, b string) int {
		if naturalLess(a, b) {
			return -1
		}
		return 1
	})
	in := func(s diff.Side, node string) (n int) {
		for _, r := range s.Runs {
			if slices.Contains(r.Nodes, node) {
				n++
			}
		}
		return n
	}
	var out []nodeRow
	for _, node := range all {
		row := nodeRow{Node: node, Base: in(v.Base, node), Head: in(v.Head, node), State: v.nodeState(node)}
		for _, f := range v.shown() {
			for _, n := range f.Nodes {
				if n.Node == node && n.Odd {
					row.Odd = append(row.Odd, link{f.ID, join(" ", f.Metric, f.Kind)})
				}
			}
		}
		out = append(out, row)
	}
	return out
}

// nodeState says in words how a node took part.
func (v *view) nodeState(node string) string {
	var words []string
	for _, s := range []struct {
		name  string
		nodes []string
	}{{"idle", v.Nodes.Idle}, {"missing", v.Nodes.Missing}, {"not measured", v.Nodes.NotMeasured}} {
		if slices.Contains(s.nodes, node) {
			words = append(words, s.name)
		}
	}
	if len(words) == 0 {
		return "loaded"
	}
	return strings.Join(words, ", ")
}
