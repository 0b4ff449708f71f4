package diff

import (
	"cmp"
	"slices"
)

// inOrder is an input whose runs stand by the time of their load, the oldest first, and
// their nodes by name; what was met on the way stands by artifact. In which order they were
// named on a command line or read from a folder means nothing, and what is said must not
// rest on it.
func inOrder(in *Input) *Input {
	out := *in
	ordered := map[*Run]*Run{} // a run compared with itself stays one
	order := func(runs []*Run) []*Run {
		runs = slices.Clone(runs)
		for i, r := range runs {
			if ordered[r] == nil {
				ordered[r] = r.inOrder()
			}
			runs[i] = ordered[r]
		}
		slices.SortStableFunc(runs, func(a, b *Run) int { return cmp.Or(inTime(a, b), cmp.Compare(a.Build, b.Build)) })
		return runs
	}
	out.Base, out.Head = order(in.Base), order(in.Head)
	out.Book = slices.Clone(in.Book)
	slices.SortStableFunc(out.Book, func(a, b *BookRun) int { return inTime(a.run, b.run) })
	out.Warnings = slices.Clone(in.Warnings)
	slices.SortStableFunc(out.Warnings, func(a, b Warning) int { return cmp.Compare(a.Artifact, b.Artifact) })
	return &out
}

// inOrder is the run with its nodes by name; the run itself where they are.
func (r *Run) inOrder() *Run {
	byName := func(a, b *Node) int { return cmp.Or(naturally(a.Name, b.Name), cmp.Compare(a.Artifact, b.Artifact)) }
	if slices.IsSortedFunc(r.Nodes, byName) {
		return r
	}
	out := *r
	out.Nodes = slices.Clone(r.Nodes)
	slices.SortStableFunc(out.Nodes, byName)
	return &out
}
