package report

import (
	"strconv"
	"strings"

	"inquest/report/diff"
	"inquest/report/units"
)

// chainStates are the states of a chain's members in the order in which they are told,
// with their label, mark and words.
var chainStates = []struct{ state, label, mark, words string }{
	{diff.Seen, "seen", "✓", "seen"},
	{diff.Absent, "absent", "–", "absent"},
	{diff.Unclear, "unclear", "~", "cannot tell"},
	{diff.NotMeasured, "no data", "?", "not measured"},
}

// sameKin is how many of the findings that say the same are named in short.
const sameKin = 4

// sameShort names a few of the findings folded into f and counts the others, among them
// its own strata and legs one by one.
func (v *view) sameShort(f *diff.Finding) string {
	all := len(v.same(f))
	if all == 0 {
		return ""
	}
	var names []string
	seen := map[string]bool{}
	ids := append([]string{}, f.SameAs...)
	for _, k := range v.kin[f.ID] {
		ids = append(ids, k.ID)
	}
	for _, id := range ids {
		k := v.byID[id]
		if k == nil || k.Metric == f.Metric && k.Kind == f.Kind || len(names) == sameKin {
			continue
		}
		kind := k.Kind
		if kind == "level" || kind == "outlier" {
			kind = ""
		}
		name := join(" ", k.Metric, kind, k.Direction)
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	switch left := all - len(names); {
	case len(names) == 0:
		return units.Count(all) + " more"
	case left > 0:
		return strings.Join(names, ", ") + " and " + units.Count(left) + " more"
	}
	return strings.Join(names, ", ")
}

// chains writes what fits together, and under it what was seen of it and what was not.
func (t *text) chains() {
	if len(t.Chains) == 0 {
		return
	}
	t.section("what fits together")
	for _, ch := range t.Chains {
		t.para(indent, "     ["+ch.Grade+"] ", ch.Text)
		for _, s := range chainStates {
			if list := t.membersOf(ch, s.state); len(list) > 0 {
				t.labelled(indent, s.label, strings.Join(list, "; "))
			}
		}
	}
}

// membersOf names the members of a chain in one state, with the number of the finding and what there is to say.
func (v *view) membersOf(ch diff.Chain, state string) []string {
	var out []string
	for _, m := range ch.Members {
		if m.State != state {
			continue
		}
		detail := m.Detail
		if state == diff.NotMeasured && detail == "not measured" {
			detail = ""
		}
		if f := v.shownFor(m); f != nil {
			if n := v.numberOf(f); n > 0 {
				detail = join(", ", strconv.Itoa(n), detail)
			}
		}
		if detail != "" {
			detail = "(" + detail + ")"
		}
		out = append(out, join(" ", m.What, detail))
	}
	return out
}

// shownFor is the finding that a reader sees of a member; nil when there is none.
func (v *view) shownFor(m diff.ChainMember) *diff.Finding {
	for _, id := range m.Findings {
		if f := v.byID[id]; f != nil {
			if top := v.byID[f.FoldedInto]; top != nil {
				return top
			}
			return f
		}
	}
	return nil
}

// numberOf is the number under which a ranked finding is printed; 0 when it is not.
func (v *view) numberOf(f *diff.Finding) int {
	for i, x := range v.ranked() {
		if x == f {
			return i + 1
		}
	}
	return 0
}

// chainRow is a chain on the page.
type chainRow struct {
	Grade, Text string
	Members     []memberRow
}

// memberRow is a member of a chain on the page; ID is that of the finding that shows it.
type memberRow struct{ What, State, Mark, Words, ID string }

func (v *view) chainRows() []chainRow {
	var out []chainRow
	for _, ch := range v.Chains {
		row := chainRow{Grade: ch.Grade, Text: ch.Text}
		for _, s := range chainStates {
			for _, m := range ch.Members {
				if m.State != s.state {
					continue
				}
				x := memberRow{What: m.What, State: s.state, Mark: s.mark, Words: s.words}
				if m.Detail != "" && m.Detail != s.words {
					x.Words += ": " + m.Detail
				}
				if f := v.shownFor(m); f != nil {
					x.ID = f.ID
				}
				row.Members = append(row.Members, x)
			}
		}
		out = append(out, row)
	}
	return out
}

// chains writes what fits together as a list.
func (p *document) chains() {
	if len(p.Chains) == 0 {
		return
	}
	p.out.WriteString(p.heading(3, "What fits together"))
	for _, ch := range p.Chains {
		var known []string
		for _, s := range chainStates {
			if list := p.membersOf(ch, s.state); len(list) > 0 {
				known = append(known, strings.ToUpper(s.words[:1])+s.words[1:]+": "+strings.Join(list, "; ")+".")
			}
		}
		p.out.WriteString(p.item + p.bold(p.escape(ch.Text)) + " " + p.escape(strings.Join(known, " ")) + "\n")
	}
	p.out.WriteByte('\n')
}
