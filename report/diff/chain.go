package diff

import (
	"cmp"
	"slices"
)

// Chain is findings that fit together, and what they point to when taken together. It
// rests on findings already made and tests nothing itself.
type Chain struct {
	Rule       string        `json:"rule"`
	Text       string        `json:"text"`       // one sentence, no stronger than the weakest finding in it
	Conclusion string        `json:"conclusion"` // the end of the sentence; says "cannot tell" where something needed is not known
	Grade      string        `json:"grade"`      // the weakest of the findings seen
	Where      ChainWhere    `json:"where"`
	Members    []ChainMember `json:"members"`
}

// ChainWhere is what the findings of a chain have in common.
type ChainWhere struct {
	Strata []string `json:"strata"` // as [StratumKey] writes them; one empty string: no factors
	Legs   []string `json:"legs"`   // empty: the run is one leg
	Nodes  []string `json:"nodes"`
}

// The states of a member of a chain.
const (
	Seen        = "seen"         // a finding says so
	Absent      = "absent"       // measured and tested there, and not beyond its minimum
	NotMeasured = "not_measured" // no such series on both sides
	Unclear     = "unclear"      // measured, and these runs cannot tell
)

// ChainMember is one thing that a rule looks at.
type ChainMember struct {
	What     string   `json:"what"`  // "disk wait higher"
	State    string   `json:"state"` // seen, absent, not_measured, unclear
	Findings []string `json:"findings"`
	Detail   string   `json:"detail,omitempty"` // the change that was measured, or why nothing is known
}

// place is one node of one leg of one stratum.
type place struct {
	pair      *stratumPair
	leg, node string
}

// link is a rule at one place, before places of equal outcome are put together.
type link struct {
	rule    *rule
	sure    bool
	members []sighting
}

// chains applies the rules to the findings. Two builds that are one give none: what moved is noise.
func (c *comparer) chains(ev *evidence) []Chain {
	out := []Chain{}
	if c.same {
		return out
	}
	out = append(out, c.rigChain(ev)...)
	out = append(out, c.settingsChain(ev)...)
	out = append(out, c.oneNodeChains(ev)...)
	for i := range rules {
		out = append(out, c.ruleChains(ev, &rules[i])...)
	}
	return append(out, c.oneAtATimeChains(ev)...)
}

// ruleChains applies one rule at every place and puts places together where it comes to the same.
func (c *comparer) ruleChains(ev *evidence, r *rule) []Chain {
	var sure, unsure []link
	var surePlaces, unsurePlaces []place
	for _, at := range ev.places {
		if c.control[at.pair] && c.spared[at.pair] == "" {
			continue // what moves in a control is the rig: there is no work of a build to explain
		}
		l, ok := r.at(ev, at)
		switch {
		case !ok:
		case l.sure:
			sure, surePlaces = append(sure, l), append(surePlaces, at)
		default:
			unsure, unsurePlaces = append(unsure, l), append(unsurePlaces, at)
		}
	}
	var out []Chain
	if len(sure) > 0 {
		out = append(out, c.joined(r, sure, surePlaces))
	}
	if len(unsure) > 0 {
		out = append(out, c.joined(r, unsure, unsurePlaces))
	}
	return out
}

// joined makes one chain of a rule that comes to the same at several places.
func (c *comparer) joined(r *rule, links []link, places []place) Chain {
	members := make([]sighting, len(links[0].members))
	for i := range members {
		same := make([]sighting, len(links))
		for j := range links {
			same[j] = links[j].members[i]
		}
		members[i] = merged(same, places)
	}
	return c.chain(r.name, r.conclude(members, links[0].sure), members, places)
}

// chain fills a Chain.
func (c *comparer) chain(name, conclusion string, members []sighting, places []place) Chain {
	ch := Chain{Rule: name, Conclusion: conclusion, Where: whereOf(places), Members: []ChainMember{}}
	weakest := (*Finding)(nil)
	for _, m := range members {
		x := ChainMember{What: m.what, State: m.state, Findings: []string{}, Detail: m.detailText()}
		for _, f := range m.findings {
			x.Findings = append(x.Findings, f.ID)
			if f.Kind != "settings" && (weakest == nil || weaker(f, weakest)) {
				weakest = f
			}
		}
		ch.Members = append(ch.Members, x)
	}
	if weakest != nil {
		ch.Grade = weakest.Grade
	}
	ch.Text = c.chainText(members, places, conclusion, weakest)
	return ch
}

// shownOf leaves out findings whose keeper is there too.
func shownOf(list []*Finding) []*Finding {
	shown := slices.DeleteFunc(slices.Clone(list), func(f *Finding) bool { return f.FoldedInto != "" })
	if len(shown) == 0 {
		return list
	}
	return shown
}

// weaker tells whether f says less than g: a lower grade, or the same with run noise unknown.
func weaker(f, g *Finding) bool {
	if f.Grade != g.Grade {
		return f.Grade > g.Grade
	}
	return f.Q == nil && g.Q != nil
}

func whereOf(places []place) ChainWhere {
	w := ChainWhere{Strata: []string{}, Legs: []string{}, Nodes: []string{}}
	add := func(list *[]string, s string) {
		if !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
	for _, at := range places {
		add(&w.Strata, at.pair.key)
		add(&w.Nodes, at.node)
		if at.leg != "" {
			add(&w.Legs, at.leg)
		}
	}
	slices.Sort(w.Strata)
	slices.Sort(w.Legs)
	slices.Sort(w.Nodes)
	return w
}

// comparePlaces orders places by stratum, leg and node.
func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.pair.key, b.pair.key), cmp.Compare(a.leg, b.leg), cmp.Compare(a.node, b.node))
}
