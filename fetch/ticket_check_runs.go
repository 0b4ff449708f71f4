package fetch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// checkRuns settles build and factors of every run and refuses the runs for
// which the text gives two.
func (t *ticketReader) checkRuns() {
	slices.SortStableFunc(t.runs, func(a, b *ticketRun) int { return a.plan.Line - b.plan.Line })
	t.refused = map[string]bool{}
	for _, r := range t.runs {
		t.settleBuild(r)
		t.settleTest(r)
	}
	t.checkNamedBuilds()
	for _, r := range t.runs {
		r.refused = r.refused || t.refused[r.plan.BuildLabel()]
		if f := t.builds.byLabel[r.plan.BuildLabel()]; f != nil {
			f.runs = true
		}
	}
}

// settleBuild takes the build of the lines made for the run; artifacts under
// another build contradict them. Prose counts when there is nothing else.
func (t *ticketReader) settleBuild(r *ticketRun) {
	var labels, prose []string
	lines := map[string][]int{}
	for _, m := range r.mentions {
		if m.build == "" {
			continue
		}
		lines[m.build] = append(lines[m.build], m.line)
		if into := &labels; m.own || m.artifact {
			*into = appendNew(*into, m.build)
		} else {
			prose = appendNew(prose, m.build)
		}
	}
	if len(labels) == 0 {
		labels = prose
	}
	if len(labels) == 1 {
		r.plan.Build = given(labels[0])
	}
	if len(labels) < 2 {
		return
	}
	r.refused = true
	var all []int
	var sides []string
	for _, label := range labels {
		all = append(all, lines[label]...)
		sides = append(sides, fmt.Sprintf("%s (%s)", label, lineList(lines[label])))
	}
	t.problem(LevelError, "build-disagrees", all, "run %s is of two builds: %s; which is right? It is left out of every comparison",
		r.plan.ID, strings.Join(sides, " and "))
}

// settleTest takes the factors of the run's lines; different ones contradict
// each other, except that free text gives way.
func (t *ticketReader) settleTest(r *ticketRun) {
	factors := r.plan.Factors
	var chosen *runMention
	for _, free := range []bool{false, true} {
		for i := range r.mentions {
			m := &r.mentions[i]
			if m.factors == nil || !m.own && (chosen != nil || r.ownFactors()) || free != m.isFree() {
				continue
			}
			switch {
			case chosen == nil:
				chosen = m
			case free && !chosen.isFree():
			case m.own && factorKey(chosen.factors) != factorKey(m.factors) && !r.refused:
				r.refused = true
				t.problem(LevelError, "run-under-two-tests", []int{chosen.line, m.line},
					"run %s stands under two tests: %s at line %d, and %s at line %d; it is left out of every comparison",
					r.plan.ID, chosen.testName(), chosen.line, m.testName(), m.line)
				chosen = &runMention{factors: commonFactors(chosen.factors, m.factors)}
			}
		}
	}
	if chosen == nil {
		return
	}
	if factors == nil {
		factors = map[string]string{}
	}
	maps.Copy(factors, chosen.factors)
	r.plan.Factors = factors
}

// ownFactors reports whether a line made for the run gives factors.
func (r *ticketRun) ownFactors() bool {
	return slices.ContainsFunc(r.mentions, func(m runMention) bool { return m.own && m.factors != nil })
}

func (m *runMention) isFree() bool {
	_, variant := m.factors["variant"]
	return variant && len(m.factors) == 1
}

func (m *runMention) testName() string {
	if m.test == nil {
		return factorText(m.factors)
	}
	return fmt.Sprintf("%q (line %d)", shorten(m.test.text, 80), m.test.line)
}

func commonFactors(a, b map[string]string) map[string]string {
	both := map[string]string{}
	for k, v := range a {
		if b[k] == v {
			both[k] = v
		}
	}
	return both
}
