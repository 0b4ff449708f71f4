package fetch

import (
	"fmt"
	"slices"
	"strings"
)

// A snapshotPlace is a dashboard's address with what the headings above it say.
type snapshotPlace struct {
	ref   string
	line  int
	test  *ticketHeading
	build string
}

// readSnapshots takes the snapshots apart once the labels are known that say
// where the dots belong. Builds that only snapshots name count when the text
// names none at all.
func (t *ticketReader) readSnapshots() {
	known, seen := t.builds.short(), map[string]bool{}
	alone := len(known) == 0
	for i := range t.places {
		p := &t.places[i]
		var builds []string
		for _, s := range snapshotsIn(p.ref, p.line, known) {
			if !seen[s.Raw] {
				seen[s.Raw] = true
				t.plan.Snapshots = append(t.plan.Snapshots, s)
			}
			label := deref(s.Build)
			if label == "" {
				continue
			}
			builds = appendNew(builds, label)
			t.named = append(t.named, namedBuild{label, p.line, p.test})
			if alone {
				t.builds.confirm(label, p.line)
			}
		}
		if len(builds) == 1 && p.build != "" && builds[0] != p.build {
			t.problem(LevelWarning, "snapshot-disagrees", []int{p.line}, "line %d has a snapshot of %s under the heading of %s", p.line, builds[0], p.build)
		}
	}
}

// A namedBuild is a build that a snapshot names.
type namedBuild struct {
	label string
	line  int
	test  *ticketHeading
}

// checkNamedBuilds compares the builds of the runs with those that snapshots,
// prose and title name. A build on either side that the other lacks, beside
// one they share, is one fact named two ways: both are refused.
func (t *ticketReader) checkNamedBuilds() {
	disputes := map[[2]string]bool{}
	for _, s := range t.snapshotSets() {
		t.dispute(disputes, s.runs, s.named)
	}
	all := t.runBuilds(nil)
	for _, p := range t.pairs {
		if len(all) == 2 {
			t.dispute(disputes, all, []string{p.base, p.head})
		}
	}
	if title := t.titleBuild(); title != "" && len(all) == 2 && !slices.Contains(all, title) && !disputed(disputes, title) {
		if sameVersion(title, all[1]) {
			disputes[[2]string{all[1], title}] = true
		}
	}
	var pairs [][2]string
	for d := range disputes {
		pairs = append(pairs, d)
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return strings.Compare(a[0]+a[1], b[0]+b[1]) })
	for _, d := range pairs {
		t.reportDispute(d[0], d[1])
	}
}

// dispute notes what runs and named hold against each other.
func (t *ticketReader) dispute(into map[[2]string]bool, runs, named []string) {
	shared, extra := 0, ""
	for _, n := range named {
		if slices.Contains(runs, n) {
			shared++
		} else {
			extra = n
		}
	}
	for _, r := range runs {
		if !slices.Contains(named, r) && extra != "" && shared > 0 && sameVersion(r, extra) {
			into[[2]string{r, extra}] = true
		}
	}
}

// snapshotSet has the builds of the runs of one test and those that the
// snapshots of the same test name.
type snapshotSet struct{ runs, named []string }

func (t *ticketReader) snapshotSets() []snapshotSet {
	var tests []*ticketHeading
	named := map[int][]string{}
	key := func(h *ticketHeading) int {
		if h == nil {
			return 0
		}
		return h.line
	}
	for _, n := range t.named {
		if _, known := named[key(n.test)]; !known {
			tests = append(tests, n.test)
		}
		named[key(n.test)] = appendNew(named[key(n.test)], n.label)
	}
	var sets []snapshotSet
	for _, h := range tests {
		sets = append(sets, snapshotSet{t.runBuilds(h), named[key(h)]})
	}
	return sets
}

// runBuilds are the builds that runs have, those of one test or all.
func (t *ticketReader) runBuilds(test *ticketHeading) []string {
	var builds []string
	for _, r := range t.runs {
		for _, m := range r.mentions {
			if (m.own || test == nil) && m.build != "" && (test == nil || m.test != nil && m.test.line == test.line) {
				builds = appendNew(builds, m.build)
			}
		}
	}
	return builds
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

func disputed(d map[[2]string]bool, label string) bool {
	for pair := range d {
		if pair[0] == label || pair[1] == label {
			return true
		}
	}
	return false
}

// sameVersion reports two numbered labels of one version.
func sameVersion(a, b string) bool {
	va, _ := versionOf(a)
	vb, _ := versionOf(b)
	return va != "" && va == vb
}

// reportDispute names every place of either label.
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
		return lines
	}
	a, b := where(run), where(other)
	t.problem(LevelError, "build-disagrees", append(slices.Clone(a), b...),
		"the runs are of %s (%s), but title, prose or snapshots say %s (%s); which is right? Runs of it are left out of every comparison",
		run, lineList(a), other, lineList(b))
	t.disputes = append(t.disputes, fmt.Sprint(run, "/", other))
}
