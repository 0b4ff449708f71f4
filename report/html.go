package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"

	"inquest/report/diff"
)

// page is what the template shows.
type page struct {
	Policy        string
	Style         template.CSS
	Script        template.JS
	Open          template.HTML // the script tag before Data, verbatim, for Read to find
	Data          template.HTML // the findings as JSON, with <, > and & escaped
	Base, Head    string
	Verdict       string
	Facts         []fact
	Settings      []settingRow
	Claims        []claimRow
	Groups        []findingGroup
	Chains        []chainRow
	Noise         []*article
	Unclear       []*article
	Charts        []*chartGroup // of metrics without a finding
	Runs          []runRow
	Strata        bool // any run has a stratum
	Repeats       bool // any run repeats another
	Nodes         []nodeRow
	Warnings      []warningKind
	NotTested     []untested
	Coverage      string
	Exit          diff.Exit
	Tool          diff.Tool
	Thinned       bool
	ChartsUndrawn int
	Markdown      string
	Jira          string
}

// findingGroup is the articles of one severity; those beyond the first findings of the
// page, as many as the other forms print, are folded.
type findingGroup struct {
	Severity string
	Articles []*article
	More     []*article
}

// Count is the number of findings of the group.
func (g findingGroup) Count() int { return len(g.Articles) + len(g.More) }

// HTML writes r as one file that needs no other: style, charts and the findings themselves
// (for [Read]) are inside, nothing is loaded from anywhere, and without its script or even
// its style the page still says everything. Its only errors are a number that JSON cannot
// hold and w's.
func HTML(w io.Writer, r *diff.Result, o Options) error {
	p, err := newPage(r, o)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, p); err != nil {
		return fmt.Errorf("lay the HTML report out: %w", err)
	}
	if _, err := w.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write the HTML report: %w", err)
	}
	return nil
}

func newPage(r *diff.Result, o Options) (*page, error) {
	v, whole := newView(r), normal(r)
	undrawn := max(len(whole.Charts)-maxCharts, 0)
	slim := *whole
	var less bool
	slim.Charts, less = thinned(whole.Charts[:len(whole.Charts)-undrawn])
	data, err := encode(&slim, true)
	if err != nil {
		return nil, err
	}
	charts := cleaned(&slim).Charts
	p := &page{
		Policy: policy, Style: template.CSS(pageStyle), Script: template.JS(pageScript),
		Open: dataOpen, Data: template.HTML(data),
		Base: build(v.Base), Head: build(v.Head), Verdict: v.verdict(), Facts: v.facts(" → "),
		Settings: v.settingRows(), Claims: v.claimRows(), Runs: v.runRows(), Nodes: v.nodeRows(),
		Warnings: v.warningKinds(), NotTested: v.notTestedByReason(), Coverage: v.coverage(),
		Exit: v.Exit, Tool: v.Tool, Thinned: less, ChartsUndrawn: undrawn,
	}
	for _, run := range p.Runs {
		p.Strata, p.Repeats = p.Strata || run.Stratum != "", p.Repeats || run.ReplicateOf != ""
	}
	b := pageBuilder{view: v, groups: chartGroups(charts, v.Result.Nodes.Idle), hosts: map[*chartGroup]string{}}
	left := o.top()
	for _, g := range v.groups {
		if len(g.findings) > 0 {
			all := b.articles(g.findings)
			n := min(left, len(all))
			left -= n
			p.Groups = append(p.Groups, findingGroup{g.severity, all[:n], all[n:]})
		}
	}
	p.Chains = v.chainRows()
	p.Noise, p.Unclear = b.articles(v.noise), b.articles(v.unclear)
	p.Charts = b.unhosted()
	o.Verbose = false
	var md, jira bytes.Buffer
	if err := Markdown(&md, v.Result, o); err != nil {
		return nil, err
	}
	if err := Jira(&jira, v.Result, o); err != nil {
		return nil, err
	}
	p.Markdown, p.Jira = md.String(), jira.String()
	return p, nil
}
