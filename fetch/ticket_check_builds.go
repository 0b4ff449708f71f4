package fetch

import (
	"maps"
	"slices"
)

// checkNamedBuilds compares the builds of the runs with those that snapshots,
// prose and title name. A build on either side that the other lacks, beside
// one they share, is one fact named two ways: both are refused.
func (t *ticketReader) checkNamedBuilds() {
	runs := t.buildsByTest()
	all := runs[0]
	disputes := map[[2]string]bool{}
	for test, named := range t.namedByTest() {
		dispute(disputes, runs[test], named)
	}
	if len(all.list) == 2 {
		for _, p := range t.pairs {
			var named labelSet
			named.add(p.base)
			named.add(p.head)
			dispute(disputes, all, &named)
		}
		title, known := t.titleBuild(), false
		for pair := range disputes {
			known = known || pair[0] == title || pair[1] == title
		}
		if title != "" && !all.has[title] && !known && sameVersion(title, all.list[1]) {
			disputes[[2]string{all.list[1], title}] = true
		}
	}
	for _, d := range slices.SortedFunc(maps.Keys(disputes), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		t.reportDispute(d[0], d[1])
	}
}

// dispute notes what runs and named hold against each other.
func dispute(into map[[2]string]bool, runs, named *labelSet) {
	if runs == nil {
		return
	}
	shared, extra := false, ""
	for _, n := range named.list {
		if runs.has[n] {
			shared = true
		} else {
			extra = n
		}
	}
	for _, r := range runs.list {
		if shared && extra != "" && !named.has[r] && sameVersion(r, extra) {
			into[[2]string{r, extra}] = true
		}
	}
}

// namedByTest are the builds that snapshots name, by the line of the test's
// heading; 0 outside of any.
func (t *ticketReader) namedByTest() map[int]*labelSet {
	sets := map[int]*labelSet{}
	for _, n := range t.named {
		setOf(sets, n.test.lineOrZero()).add(n.label)
	}
	return sets
}

// buildsByTest are the builds that lines made for runs give; under 0 all.
func (t *ticketReader) buildsByTest() map[int]*labelSet {
	sets := map[int]*labelSet{0: {}}
	for _, r := range t.runs {
		for _, m := range r.mentions {
			if m.own && m.test != nil {
				setOf(sets, m.test.line).add(m.build)
			}
			if m.own || m.artifact {
				sets[0].add(m.build)
			}
		}
	}
	return sets
}

func (h *ticketHeading) lineOrZero() int {
	if h == nil {
		return 0
	}
	return h.line
}

// titleBuild is the numbered build that the title names, when it names one.
func (t *ticketReader) titleBuild() string {
	if t.first >= len(t.lines) || len(t.lines[t.first].addrs) > 0 {
		return ""
	}
	title := ""
	for _, s := range labelsIn(t.lines[t.first].masked) {
		if s.kind == numbered && title == "" {
			title = s.label
		} else if s.kind == numbered && s.label != title {
			return ""
		}
	}
	return title
}

// sameVersion reports two numbered labels of one version.
func sameVersion(a, b string) bool {
	va, _ := versionOf(a)
	vb, _ := versionOf(b)
	return va != "" && va == vb
}

// reportDispute names every place of either label: text, snapshots, changelog.
func (t *ticketReader) reportDispute(run, other string) {
	t.refused[run], t.refused[other] = true, true
	where := func(label string) (lines []int) {
		if f := t.builds.byLabel[label]; f != nil {
			lines = append(lines, f.lines...)
		}
		for _, n := range t.named {
			if n.label == label {
				lines = append(lines, n.line)
			}
		}
		for _, p := range t.pairs {
			if p.base == label || p.head == label {
				lines = append(lines, p.line)
			}
		}
		return lines
	}
	a, b := where(run), where(other)
	t.problem(LevelError, "build-disagrees", append(slices.Clone(a), b...),
		"the runs are of %s (%s), but elsewhere the text says %s (%s); which is right? Runs of it are left out of every comparison",
		run, lineList(a), other, lineList(b))
}
