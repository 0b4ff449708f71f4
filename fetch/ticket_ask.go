package fetch

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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

// curvePairs are the neighbours in each table, for a ticket without runs: by
// version where all labels are versions, and then only within a branch.
func (t *ticketReader) curvePairs() (pairs []string) {
	seen := map[string]bool{}
	for i := range min(len(t.curves), maxClaimCurves) {
		c := &t.curves[i]
		for _, order := range c.inOrder() {
			for k := 1; k < len(order); k++ {
				base, head := &c.series[order[k-1]], &c.series[order[k]]
				text := base.build + " -> " + head.build
				if base.build == "" || head.build == "" || seen[text] {
					continue
				}
				seen[text] = true
				if change := strings.Join(c.changeText(base, head), ", "); change != "" {
					text += " (" + change + ")"
				}
				pairs = append(pairs, text)
			}
		}
	}
	return pairs
}

// inOrder are the series of a table that follow each other.
func (c *curveTable) inOrder() [][]int {
	var orders [][]int
	products := map[string]bool{}
	for _, l := range c.branches() {
		orders = append(orders, l.at)
		for _, k := range l.at {
			products[productOf(c.series[k].label)] = true
		}
	}
	if len(products) > 1 || !slices.ContainsFunc(orders, func(at []int) bool { return len(at) > 1 }) {
		rows := make([]int, len(c.series))
		for i := range rows {
			rows[i] = i
		}
		return [][]int{rows}
	}
	return orders
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

func (t *ticketReader) askOne(f *buildFacts) {
	runs := 0
	for _, r := range t.runs {
		if r.plan.BuildLabel() == f.label {
			runs++
		}
	}
	text := fmt.Sprintf("only one build is named: %s", f.label)
	code := "one-build"
	if runs == 1 {
		code = "one-run"
		text = fmt.Sprintf("only one run is listed, of build %s", f.label)
	} else if runs > 1 {
		text = fmt.Sprintf("all %d runs are of one build, %s", runs, f.label)
	}
	t.problem(LevelAsk, code, f.lines, "%s; there is no pair to diff: name a run of another build", text)
}

func (t *ticketReader) runLines() []int {
	var lines []int
	for _, r := range t.runs {
		lines = append(lines, r.plan.Line)
	}
	return lines
}

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + strings.TrimSuffix(noun, "y") + map[bool]string{true: "ies", false: "s"}[strings.HasSuffix(noun, "y")]
}
