package report

import (
	"cmp"
	"math"

	"inquest/report/diff"
	"inquest/report/units"
)

// article is a finding on the page.
type article struct {
	*diff.Finding
	Sentence  string
	Outcome   string // empty where nothing is claimed: noise, grade X
	Effect    effect
	Basis     []string
	Strata    []partRow
	Intervals bool // any stratum has an interval
	Legs      []partRow
	Nodes     []effectRow
	Because   []link
	Denied    []string   // sentences under "not"
	Same      []*article // folded findings, without charts
	SameShort string     // a few of them by name
	Charts    []*chartGroup
	ChartsAt  []link // where the charts stand if another finding has them already
}

// link leads to another part of the page; without an id it is text.
type link struct{ ID, Text string }

// partRow is what a stratum or leg shows.
type partRow struct{ Name, Values, Change, Interval string }

// effectRow is what a node shows. Bar is the change as a bar around the middle of 80 pixels.
type effectRow struct {
	Node, Values, Change, Samples string
	Odd                           bool
	BarX, BarW                    string
}

// pageBuilder hands each group of charts to the first finding about it.
type pageBuilder struct {
	*view
	groups []*chartGroup
	hosts  map[*chartGroup]string // id of the finding that shows the group
}

func (b *pageBuilder) articles(findings []*diff.Finding) []*article {
	var out []*article
	for _, f := range findings {
		a := b.article(f)
		for _, g := range b.groups {
			if !g.shows(f) {
				continue
			}
			g.mark(f)
			if host, taken := b.hosts[g]; taken {
				if host != f.ID {
					a.ChartsAt = append(a.ChartsAt, link{g.ID, join(", ", join(" ", g.Metric, g.Instance), g.Where)})
				}
				continue
			}
			b.hosts[g] = f.ID
			a.Charts = append(a.Charts, g)
		}
		for _, k := range b.kin[f.ID] {
			a.Same = append(a.Same, b.article(k))
		}
		a.SameShort = b.sameShort(f)
		out = append(out, a)
	}
	return out
}

// unhosted lists the groups of charts that no finding is about.
func (b *pageBuilder) unhosted() []*chartGroup {
	var out []*chartGroup
	for _, g := range b.groups {
		if _, taken := b.hosts[g]; !taken {
			out = append(out, g)
		}
	}
	return out
}

func (b *pageBuilder) article(f *diff.Finding) *article {
	a := &article{Finding: f, Sentence: sentence(f), Effect: effectOf(f, " → "), Basis: basis(f)}
	if f.Kind != "noise" && f.Grade != "X" {
		a.Outcome = outcomeOf(f)
	}
	for _, s := range f.Strata {
		a.Intervals = a.Intervals || s.CIPct != nil
		a.Strata = append(a.Strata, partRow{cmp.Or(s.Name, s.Stratum), nodeValues(f, s.Base, s.Head, " → "), units.Percent(s.Pct), units.Interval(s.CIPct, s.Pct)})
	}
	for _, l := range f.Legs {
		a.Legs = append(a.Legs, partRow{Name: l.Leg, Change: units.Percent(l.Pct)})
	}
	a.Nodes = effectRows(f)
	for _, s := range f.Not {
		a.Denied = append(a.Denied, denied(s))
	}
	for i, s := range b.sentences(f.Because) {
		l := link{Text: s}
		if because := b.byID[f.Because[i]]; because != nil {
			l.ID = because.ID
		}
		a.Because = append(a.Because, l)
	}
	return a
}

// effectRows lists the nodes with bars on one scale.
func effectRows(f *diff.Finding) []effectRow {
	const half = 40.0
	most := 0.0
	for _, n := range f.Nodes {
		if units.Known(n.Pct) {
			most = math.Max(most, math.Abs(*n.Pct))
		}
	}
	var out []effectRow
	for _, n := range f.Nodes {
		if n.Base == nil && n.Head == nil && n.Pct == nil {
			continue // the sizes stand with the strata
		}
		row := effectRow{
			Node: n.Node, Values: nodeValues(f, n.Base, n.Head, " → "), Change: units.Percent(n.Pct),
			Samples: units.Count(n.NBase) + ", " + units.Count(n.NHead), Odd: n.Odd,
		}
		if units.Known(n.Pct) && most > 0 {
			w := math.Abs(*n.Pct) / most * half
			row.BarX, row.BarW = pixel(half), pixel(w)
			if *n.Pct < 0 {
				row.BarX = pixel(half - w)
			}
		}
		out = append(out, row)
	}
	return out
}
