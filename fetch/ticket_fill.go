package fetch

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// fill moves what was gathered into the plan.
func (t *ticketReader) fill() {
	p := t.plan
	for _, f := range t.builds.ordered() {
		p.Builds = append(p.Builds, PlanBuild{f.label, f.lines})
	}
	for _, r := range t.runs {
		p.Runs = append(p.Runs, r.plan)
	}
	for _, a := range t.artifacts {
		a.plan.Run = a.run.plan.ID
		p.Artifacts = append(p.Artifacts, a.plan)
	}
	for i := range t.strata {
		p.Strata = append(p.Strata, t.strata[i].plan())
	}
	for i := range t.curves {
		p.Sweeps = append(p.Sweeps, t.curves[i].sweep())
	}
	t.checkNodes()
}

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

// shownPairs bounds the choices in one message.
const shownPairs = 12

// askMany lists the adjacent pairs of three or more builds. Builds that differ
// only by a contradiction are no choice.
func (t *ticketReader) askMany(builds []*buildFacts) {
	builds = slices.DeleteFunc(slices.Clone(builds), func(f *buildFacts) bool { return t.refused[f.label] })
	if len(builds) < 2 || len(builds) == 2 && t.anyRefused() {
		return
	}
	firstRun := t.firstRuns()
	slices.SortStableFunc(builds, func(a, b *buildFacts) int {
		if x, y := firstRun[a.label], firstRun[b.label]; x > 0 && y > 0 {
			return x - y
		}
		return 0
	})
	var pairs []string
	var lines []int
	for i, f := range builds {
		lines = append(lines, f.first[0])
		if i > 0 && i <= shownPairs {
			pairs = append(pairs, t.pairText(builds[i-1].label, f.label))
		}
	}
	more := len(builds) - 1 - len(pairs)
	if len(t.runs) == 0 {
		pairs = t.curvePairs()
		more = len(pairs) - shownPairs
		pairs = pairs[:min(len(pairs), shownPairs)]
	}
	if more > 0 {
		pairs = append(pairs, fmt.Sprintf("and %d more", more))
	}
	t.problem(LevelAsk, "base-unclear", lines, "%d builds are named and the text does not say which two to compare; adjacent pairs: %s; name base and head",
		len(builds), strings.Join(pairs, ", "))
}

// pairText is one choice with its change, as far as the ticket has numbers.
func (t *ticketReader) pairText(base, head string) string {
	text := base + " -> " + head + otherBranch(base, head)
	if change := t.changeOf(base, head); change != "" {
		text += " (" + change + ")"
	}
	return text
}

// curvePairs are the neighbours in each table, for a ticket without runs.
func (t *ticketReader) curvePairs() (pairs []string) {
	seen := map[string]bool{}
	for i := range min(len(t.curves), maxClaimCurves) {
		c := &t.curves[i]
		for k := 1; k < len(c.series); k++ {
			base, head := &c.series[k-1], &c.series[k]
			text := base.build + " -> " + head.build
			if base.build == "" || head.build == "" || seen[text] {
				continue
			}
			seen[text] = true
			text += otherBranch(base.build, head.build)
			if change := strings.Join(c.changeText(base, head), ", "); change != "" {
				text += " (" + change + ")"
			}
			pairs = append(pairs, text)
		}
	}
	return pairs
}

var branchShape = regexp.MustCompile(`(\d+\.\d+)(?:[.-]|$)`)

// otherBranch says that two versions are of different branches (5.0 and
// 2022.1), so that a change between them is no step.
func otherBranch(a, b string) string {
	x, y := branchShape.FindStringSubmatch(a), branchShape.FindStringSubmatch(b)
	if x == nil || y == nil || x[1] == y[1] || a[:strings.Index(a, x[1])] != b[:strings.Index(b, y[1])] {
		return ""
	}
	return " on another branch"
}
