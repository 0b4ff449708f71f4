package fetch

import (
	"fmt"
	"strings"
)

// checkNodes says which nodes of a stratum have artifacts on one side only,
// and which runs have none while others have.
func (t *ticketReader) checkNodes() {
	nodes := map[*ticketRun][]string{}
	for i := range t.artifacts {
		a := &t.artifacts[i]
		nodes[a.run] = append(nodes[a.run], a.plan.Node)
	}
	if len(nodes) == 0 {
		return
	}
	orphans := map[string]*ticketRun{} // runs that only artifacts tell of, by job
	for _, r := range t.runs {
		if !r.hasCI && r.plan.Job != nil {
			orphans[*r.plan.Job] = r
		}
	}
	var bare []string
	var lines []int
	for _, r := range t.runs {
		if len(nodes[r]) == 0 && r.plan.Prefix == nil && !r.refused {
			if o := orphans[deref(r.plan.Job)]; o != nil && o.plan.BuildLabel() == r.plan.BuildLabel() {
				t.problem(LevelAsk, "artifacts-of-another-run", []int{r.plan.Line, o.plan.Line},
					"line %d links run %s, but the artifacts at line %d are of %s; which is meant?", r.plan.Line, r.plan.ID, o.plan.Line, o.plan.ID)
				continue
			}
			bare, lines = append(bare, r.plan.ID), append(lines, r.plan.Line)
		}
	}
	if bare != nil {
		t.problem(LevelWarning, "run-without-artifacts", lines, "no artifacts are listed for %s", strings.Join(bare, ", "))
	}
	for i := range t.strata {
		s := &t.strata[i]
		for _, b := range s.base {
			for _, h := range s.head {
				t.compareNodes(b, h, nodes[b], nodes[h])
			}
		}
	}
}

func (t *ticketReader) compareNodes(base, head *ticketRun, a, b []string) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	onlyA, onlyB := missingFrom(b, a), missingFrom(a, b)
	if len(onlyA)+len(onlyB) == 0 {
		return
	}
	var parts []string
	if len(onlyA) > 0 {
		parts = append(parts, fmt.Sprintf("only %s has %s", base.plan.ID, strings.Join(onlyA, ", ")))
	}
	if len(onlyB) > 0 {
		parts = append(parts, fmt.Sprintf("only %s has %s", head.plan.ID, strings.Join(onlyB, ", ")))
	}
	t.problem(LevelWarning, "nodes-differ", []int{base.plan.Line, head.plan.Line}, "the nodes of a pair differ: %s; the others are compared", strings.Join(parts, " and "))
}

func missingFrom(set, of []string) (missing []string) {
	have := map[string]bool{}
	for _, s := range set {
		have[s] = true
	}
	for _, s := range of {
		if !have[s] {
			missing = append(missing, s)
		}
	}
	return missing
}
