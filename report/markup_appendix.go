package report

import (
	"inquest/report/units"
	"strconv"
	"strings"
)

// appendices collects what a reader may want to look up: nodes, folded findings,
// warnings, and what was not tested.
func (p *document) appendices() {
	p.perNode()
	p.folded()
	var warnings strings.Builder
	for _, k := range p.warningKinds() {
		shown := min(p.o.limit(20), len(k.Warnings))
		for _, w := range k.Warnings[:shown] {
			warnings.WriteString(p.item + p.escape(k.Kind+": "+warningLine(w)) + "\n")
		}
		if left := len(k.Warnings) - shown; left > 0 {
			warnings.WriteString(p.item + p.escape(k.Kind) + ": " + units.Count(left) + " more\n")
		}
	}
	p.append(units.Plural(len(p.Warnings), "warning"), warnings.String())

	var untested strings.Builder
	for _, g := range p.notTestedByReason() {
		untested.WriteString(p.item + p.escape(join(": ", strings.Join(g.Metrics, ", "), g.Reason)) + "\n")
	}
	p.append("Not tested", untested.String())
}

// append adds an appendix that is not empty.
func (p *document) append(title, body string) {
	if body != "" {
		p.appendix = append(p.appendix, p.fold(title, body))
	}
}

// perNode tells what each node shows, for the major findings and wherever a node is odd.
func (p *document) perNode() {
	var rows [][]string
	for i, f := range p.ranked() {
		for _, n := range f.Nodes {
			if f.Severity != "major" && !n.Odd {
				continue
			}
			mark := ""
			if n.Odd {
				mark = "yes"
			}
			rows = append(rows, p.escapeAll(strconv.Itoa(i+1), n.Node, nodeValues(f, n.Base, n.Head, p.arrow), units.Percent(n.Pct), mark))
		}
	}
	if len(rows) > 0 {
		p.append("Nodes", p.table([]string{"#", "node", "base" + p.arrow + "head", "change", "odd"}, rows))
	}
}

// folded lists the findings that say the same as another.
func (p *document) folded() {
	var b strings.Builder
	n := 0
	for i, f := range p.ranked() {
		for _, s := range p.same(f) {
			n++
			b.WriteString(p.item + "as " + strconv.Itoa(i+1) + ": " + p.escape(s) + "\n")
		}
	}
	p.append(units.Plural(n, "finding")+" that say the same", b.String())
}
