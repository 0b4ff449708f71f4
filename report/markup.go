package report

import (
	"bytes"
	"fmt"
	"inquest/report/units"
	"io"
	"strconv"
	"strings"

	"inquest/report/diff"
)

// dialect is a wiki markup: how the same document is written for another tracker.
type dialect struct {
	name    string
	arrow   string
	newline string // a line break inside a table cell
	limit   int    // bytes that a comment may have; appendices beyond it are left out
	escape  func(string) string
	bold    func(string) string
	heading func(level int, title string) string
	table   func(head []string, rows [][]string) string
	item    string                          // begins an entry of a list
	fold    func(title, body string) string // an appendix, folded where that exists
}

// document is a wiki page in the making.
type document struct {
	*view
	dialect
	o        Options
	out      bytes.Buffer
	appendix []string // written at the end, as far as the limit allows
}

// writeDocument writes r in the dialect d.
func writeDocument(w io.Writer, r *diff.Result, o Options, d dialect) error {
	p := &document{view: newView(r), dialect: d, o: o}
	p.header()
	p.settings()
	p.claims()
	p.findings()
	p.chains()
	p.brief("Moved, but inside what identical runs do", p.noise)
	p.brief("Cannot tell", p.unclear)
	p.appendices()
	leftOut := 0
	for _, a := range p.appendix {
		if p.out.Len()+len(a) > p.limit && !o.Verbose {
			leftOut++
			continue
		}
		p.out.WriteString(a)
	}
	if leftOut > 0 {
		p.para(units.Plural(leftOut, "appendix part") + " left out, for a comment may not be longer; the report file has everything.")
	}
	p.para(p.escape(p.coverage()))
	if _, err := w.Write(p.out.Bytes()); err != nil {
		return fmt.Errorf("write the %s report: %w", d.name, err)
	}
	return nil
}

func (p *document) para(s string) { p.out.WriteString(s + "\n\n") }

func (p *document) header() {
	p.out.WriteString(p.heading(2, p.escape(build(p.Base)+p.arrow+build(p.Head))))
	p.para(p.bold(p.escape(p.verdict())))
	for _, f := range p.facts(p.arrow) {
		p.out.WriteString(p.item + p.bold(f.Label) + " " + p.escape(f.Text) + "\n")
	}
	p.out.WriteByte('\n')
}

func (p *document) settings() {
	if len(p.Settings) == 0 {
		return
	}
	p.out.WriteString(p.heading(3, p.settingsDiffer()))
	rows := p.settingsRanked()
	shown := min(p.o.limit(12), len(rows))
	p.out.WriteString(p.settingsTable(rows[:shown]))
	if rest := rows[shown:]; len(rest) > 0 {
		p.appendix = append(p.appendix, p.fold(units.Plural(len(rest), "more setting"), p.settingsTable(rest)))
	}
}

func (p *document) settingsTable(rows []diff.SettingRow) string {
	var cells [][]string
	for _, row := range rows {
		base, head := units.Distinct(settingValue(row.Base), settingValue(row.Head), 60)
		cells = append(cells, p.escapeAll(row.Scope, row.Name, base, head, p.settingNodes(row)))
	}
	return p.table([]string{"scope", "name", "base", "head", "nodes"}, cells)
}

func (p *document) claims() {
	if len(p.Claims) == 0 {
		return
	}
	p.out.WriteString(p.heading(3, "Claims of the ticket, and what its numbers give"))
	var cells [][]string
	for _, c := range p.Claims {
		cells = append(cells, p.escapeAll(itoa(int64(c.Line)), c.Text, units.Percent(c.ClaimedPct), units.Percent(c.ComputedPct), claimVerdict(c)))
	}
	p.out.WriteString(p.table([]string{"line", "words", "claimed", "computed", "verdict"}, cells))
}

// findings writes the ranked findings as one table; those beyond the limit go to an appendix.
func (p *document) findings() {
	ranked := p.ranked()
	if len(ranked) == 0 {
		return
	}
	shown := min(p.o.top(), len(ranked))
	p.out.WriteString(p.heading(3, "Findings"))
	p.out.WriteString(p.findingsTable(ranked[:shown], 0))
	if rest := ranked[shown:]; len(rest) > 0 {
		p.appendix = append(p.appendix, p.fold(units.Plural(len(rest), "more finding"), p.findingsTable(rest, shown)))
	}
}

func (p *document) findingsTable(findings []*diff.Finding, from int) string {
	var cells [][]string
	for i, f := range findings {
		e := effectOf(f, p.arrow)
		cells = append(cells, []string{
			strconv.Itoa(from + i + 1), p.escape(f.Grade), p.escape(f.Severity), p.findingCell(f),
			p.escape(e.Values), p.escape(join(" ", e.Change, e.Interval)),
		})
	}
	return p.table([]string{"#", "grade", "severity", "finding", "base" + p.arrow + "head", "change [95 %]"}, cells)
}

// findingCell is the sentence with what stands beside it.
func (p *document) findingCell(f *diff.Finding) string {
	lines := []string{p.bold(p.escape(sentence(f)))}
	more := append([]string{outcomeOf(f)}, effectOf(f, p.arrow).More...)
	lines = append(lines, p.escape(strings.Join(append(more, basis(f)...), "; ")))
	for _, s := range p.sentences(f.Because) {
		lines = append(lines, "because: "+p.escape(s))
	}
	for _, s := range f.Not {
		lines = append(lines, "not: "+p.escape(denied(s)))
	}
	if s := p.sameShort(f); s != "" {
		lines = append(lines, "says the same: "+p.escape(s))
	}
	return strings.Join(lines, p.newline)
}

func (p *document) brief(title string, findings []*diff.Finding) {
	if len(findings) == 0 {
		return
	}
	p.out.WriteString(p.heading(3, title))
	shown := min(p.o.top(), len(findings))
	p.out.WriteString(p.list(findings[:shown]))
	p.out.WriteByte('\n')
	if rest := findings[shown:]; len(rest) > 0 {
		p.appendix = append(p.appendix, p.fold(title+": "+units.Count(len(rest))+" more", p.list(rest)))
	}
}

func (p *document) list(findings []*diff.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteString(p.item + p.escape(sentence(f)) + " (" + p.escape(join("; ", append([]string{effectOf(f, p.arrow).line()}, basis(f)...)...)) + ")\n")
	}
	return b.String()
}

func (p *document) escapeAll(cells ...string) []string {
	for i, c := range cells {
		cells[i] = p.escape(c)
	}
	return cells
}
