package report

import "inquest/report/diff"

// normal is a copy of r that renderers and programs can rely on: lists that hold nothing
// are empty rather than null, a run without factors has an empty stratum, and there are no
// nil findings.
func normal(r *diff.Result) *diff.Result {
	if r == nil {
		r = &diff.Result{SchemaVersion: diff.SchemaVersion}
	}
	c := *r
	c.Base, c.Head = normalSide(r.Base), normalSide(r.Head)
	c.Nodes.Idle = list(r.Nodes.Idle)
	c.Nodes.Missing = list(r.Nodes.Missing)
	c.Nodes.NotMeasured = list(r.Nodes.NotMeasured)
	c.Settings = append([]diff.SettingRow{}, r.Settings...)
	for i := range c.Settings {
		c.Settings[i].Nodes = list(c.Settings[i].Nodes)
	}
	c.Unlike = append([]diff.Unlike{}, r.Unlike...)
	for i := range c.Unlike {
		c.Unlike[i].Nodes = list(c.Unlike[i].Nodes)
	}
	c.Chains = append([]diff.Chain{}, r.Chains...)
	for i := range c.Chains {
		ch := &c.Chains[i]
		ch.Where = diff.ChainWhere{Strata: list(ch.Where.Strata), Legs: list(ch.Where.Legs), Nodes: list(ch.Where.Nodes)}
		ch.Members = append([]diff.ChainMember{}, ch.Members...)
		for j := range ch.Members {
			ch.Members[j].Findings = list(ch.Members[j].Findings)
		}
	}
	c.Claims, c.NotTested, c.Warnings = list(r.Claims), list(r.NotTested), list(r.Warnings)
	c.Charts = append([]diff.Chart{}, r.Charts...)
	for i := range c.Charts {
		c.Charts[i].Lines = append([]diff.ChartLine{}, c.Charts[i].Lines...)
		for j := range c.Charts[i].Lines {
			c.Charts[i].Lines[j].Points = list(c.Charts[i].Lines[j].Points)
		}
	}
	c.Findings = make([]*diff.Finding, 0, len(r.Findings))
	for _, f := range r.Findings {
		if f != nil {
			c.Findings = append(c.Findings, normalFinding(*f))
		}
	}
	return &c
}

func normalFinding(f diff.Finding) *diff.Finding {
	f.Nodes, f.Evidence = list(f.Nodes), list(f.Evidence)
	f.Because, f.Not, f.SameAs = list(f.Because), list(f.Not), list(f.SameAs)
	return &f
}

func normalSide(s diff.Side) diff.Side {
	s.Runs = append([]diff.RunInfo{}, s.Runs...)
	for i := range s.Runs {
		s.Runs[i].Nodes = list(s.Runs[i].Nodes)
		if s.Runs[i].Stratum == nil {
			s.Runs[i].Stratum = map[string]string{}
		}
	}
	return s
}

// list is l, or an empty list for nil.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
