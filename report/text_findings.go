package report

import (
	"cmp"
	"fmt"
	"inquest/report/units"
	"strings"

	"inquest/report/diff"
)

// findings writes the ranked findings, one group per severity, until the limit.
func (t *text) findings() {
	left, n, hidden := t.o.top(), 0, 0
	for _, g := range t.groups {
		for i, f := range g.findings {
			if left == 0 {
				hidden += len(g.findings) - i
				break
			}
			if i == 0 {
				t.section(g.severity)
			}
			left--
			n++
			t.finding(n, f)
		}
	}
	t.rest(2, hidden, "finding")
}

// indent is how far what stands under a finding's sentence is moved in.
const indent = 9

func (t *text) finding(n int, f *diff.Finding) {
	lead := fmt.Sprintf("%3d  [%s] ", n, f.Grade)
	t.painted(indent, lead, sentence(f), func(line string) string { return t.outcome(f.Outcome, line) })
	if line := effectOf(f, " -> ").line(); line != "" {
		t.labelled(indent, outcomeOf(f), line)
	}
	if b := basis(f); len(b) > 0 {
		t.labelled(indent, "basis", strings.Join(b, "; "))
	}
	t.parts(f)
	t.perNode(f)
	for _, s := range t.sentences(f.Because) {
		t.labelled(indent, "because", s)
	}
	for _, s := range f.Not {
		t.labelled(indent, "not", denied(s))
	}
	t.sameAs(f)
	if t.o.Verbose {
		for _, e := range f.Evidence {
			t.labelled(indent, "from", place(e.Artifact, e.Member, e.FirstLine, e.LastLine))
		}
	}
}

// parts writes what the strata and legs show.
func (t *text) parts(f *diff.Finding) {
	var strata, legs []string
	for _, s := range f.Strata {
		strata = append(strata, join(" ", cmp.Or(s.Name, s.Stratum), units.Percent(s.Pct), units.Interval(s.CIPct, s.Pct)))
	}
	for _, l := range f.Legs {
		legs = append(legs, l.Leg+" "+units.Percent(l.Pct))
	}
	if len(strata) > 0 {
		t.labelled(indent, "strata", strings.Join(strata, "; "))
	}
	if len(legs) > 0 {
		t.labelled(indent, "legs", strings.Join(legs, "; "))
	}
}

// fewNodes is up to how many nodes each gets a line of its own; beyond, only odd ones do.
const fewNodes = 8

// perNode writes the nodes of a major finding, and of any finding the odd ones.
func (t *text) perNode(f *diff.Finding) {
	odd := 0
	for _, n := range f.Nodes {
		if n.Odd {
			odd++
		}
	}
	all := len(f.Nodes) > 1 && len(f.Nodes) <= fewNodes && (f.Severity == "major" || odd > 0 || f.NodesAgree < f.NodesTotal) || t.o.Verbose
	c := columns{right: []bool{false, true, true}}
	for _, n := range f.Nodes {
		if !n.Odd && !all || n.Base == nil && n.Head == nil && n.Pct == nil {
			continue
		}
		mark := ""
		if n.Odd {
			mark = "odd"
		}
		c.add(n.Node, nodeValues(f, n.Base, n.Head, " -> "), units.Percent(n.Pct), mark)
	}
	for i, line := range c.lines() {
		label := ""
		if i == 0 {
			label = "nodes"
		}
		t.printf("%s%s%s\n", strings.Repeat(" ", indent), t.dim(fmt.Sprintf("%-9s", label)), line)
	}
	if left := len(f.Nodes) - len(c.rows); left > 0 && len(c.rows) > 0 {
		t.labelled(indent, "", "and "+units.Plural(left, "other node"))
	}
}

// sameAs names a few of the findings folded into f and counts the others; verbose says them all.
func (t *text) sameAs(f *diff.Finding) {
	same := t.same(f)
	if len(same) == 0 {
		return
	}
	if !t.o.Verbose {
		t.labelled(indent, "the same", t.sameShort(f))
		return
	}
	for _, s := range same {
		t.labelled(indent, "the same", s)
	}
}

// noiseAndUnclear writes what is not a finding about the builds, one or two lines each.
func (t *text) noiseAndUnclear() {
	t.brief("moved, but inside what identical runs do", t.noise)
	t.brief("cannot tell", t.unclear)
}

func (t *text) brief(title string, findings []*diff.Finding) {
	if len(findings) == 0 {
		return
	}
	t.section(title)
	shown := min(t.o.top(), len(findings))
	for _, f := range findings[:shown] {
		t.para(4, "  ~ ", sentence(f))
		t.para(4, "    ", join("; ", append([]string{effectOf(f, " -> ").line()}, basis(f)...)...))
		for _, s := range f.Not {
			t.para(8, "    not ", denied(s))
		}
		if t.o.Verbose {
			t.parts(f)
			t.perNode(f)
			t.sameAs(f)
		}
	}
	t.rest(4, len(findings)-shown, "finding")
}
