package report

import (
	"bytes"
	"fmt"
	"inquest/report/units"
	"io"
	"strings"

	"inquest/report/diff"
)

// Text writes r for a person at a terminal: what was compared, settings that differ, claims
// of the ticket, findings by severity, then what could not be said and why. The only errors
// are w's.
func Text(w io.Writer, r *diff.Result, o Options) error {
	t := &text{view: newView(r), style: style{o.Color}, o: o}
	t.header()
	t.settings()
	t.claims()
	t.findings()
	t.chains()
	t.noiseAndUnclear()
	t.warnings()
	t.notTested()
	t.printf("\n%s\n", t.coverage())
	if _, err := w.Write(t.out.Bytes()); err != nil {
		return fmt.Errorf("write the text report: %w", err)
	}
	return nil
}

// text is a terminal report in the making.
type text struct {
	*view
	style
	o   Options
	out bytes.Buffer
}

func (t *text) printf(format string, args ...any) { fmt.Fprintf(&t.out, format, args...) }

// section begins a section.
func (t *text) section(title string) { t.printf("\n%s\n", t.bold(title)) }

// para writes text indented, wrapped if the options say so; lead stands before the first line.
func (t *text) para(indent int, lead, s string) {
	t.painted(indent, lead, s, func(line string) string { return line })
}

// painted is para with every line passed through paint, which adds no width.
func (t *text) painted(indent int, lead, s string, paint func(string) string) {
	width := t.o.Width
	if width > 0 {
		width = max(width-indent, 20)
	}
	pad := strings.Repeat(" ", indent)
	for i, line := range wrap(s, width) {
		if i > 0 {
			lead = pad
		}
		t.printf("%s%s\n", lead, paint(line))
	}
}

// labelled writes a line under a label of fixed width.
func (t *text) labelled(indent int, label, s string) {
	const width = 9
	t.para(indent+width, strings.Repeat(" ", indent)+t.dim(fmt.Sprintf("%-*s", width, label)), s)
}

// table writes columns indented, its head dimmed.
func (t *text) table(indent int, c *columns) {
	pad := strings.Repeat(" ", indent)
	for i, line := range c.lines() {
		if i == 0 && c.head != nil {
			line = t.dim(line)
		}
		t.printf("%s%s\n", pad, line)
	}
}

// rest counts what a limit left out.
func (t *text) rest(indent, n int, noun string) {
	if n > 0 {
		t.printf("%s%s\n", strings.Repeat(" ", indent), t.dim("and "+units.Plural(n, noun)+" more (-v, or the report file)"))
	}
}

func (t *text) header() {
	t.printf("%s\n", t.bold(build(t.Base)+" -> "+build(t.Head)))
	for _, f := range t.facts(" -> ") {
		t.labelled(2, f.Label, f.Text)
	}
	t.labelled(2, "result", t.verdict())
}

func (t *text) settings() {
	if len(t.Settings) == 0 {
		return
	}
	t.section(t.settingsDiffer())
	rows := t.settingsRanked()
	shown := min(t.o.limit(12), len(rows))
	c := columns{head: []string{"scope", "name", "base", "head", "nodes"}}
	for _, row := range rows[:shown] {
		base, head := units.Distinct(settingValue(row.Base), settingValue(row.Head), 32)
		if t.o.Verbose {
			base, head = settingValue(row.Base), settingValue(row.Head)
		}
		c.add(row.Scope, row.Name, base, head, t.settingNodes(row))
	}
	t.table(2, &c)
	t.rest(2, len(rows)-shown, "setting")
}

func (t *text) claims() {
	if len(t.Claims) == 0 {
		return
	}
	t.section("claims of the ticket, and what its numbers give")
	c := columns{head: []string{"line", "claimed", "computed", "", "words"}, right: []bool{true, true, true}}
	for _, claim := range t.Claims {
		c.add(itoa(int64(claim.Line)), units.Percent(claim.ClaimedPct), units.Percent(claim.ComputedPct), claimVerdict(claim), claim.Text)
	}
	t.table(2, &c)
}
