package fetch

import (
	"maps"
	"regexp"
	"strings"
)

var unitSuffix = regexp.MustCompile(`\s*[(\[]([^()\[\]]+)[)\]]\s*$`)

// readRunRow reads one run: its build, its factors from columns of names and
// of what was varied, its numbers from the other columns.
func (t *ticketReader) readRunRow(row tableRowOf, l *ticketLine) {
	switch {
	case row.across:
		t.readRunColumns(row.table)
		return
	case row.table == nil:
		return
	}
	c := &row.cols
	m := runMention{line: l.no, own: true, test: t.ctx.test(), build: t.ctx.build.build, factors: t.ctx.allFactors()}
	if m.factors == nil {
		m.factors = map[string]string{}
	}
	label, inLabelColumn := "", false
	for j, cell := range row.row.cells {
		head := row.table.head(j)
		text := strings.TrimSpace(stripAddresses(cell))
		named := hasWord(head, labelWords)
		if best, ok := bestLabel(labelsIn(text), len(text)); ok && (best.kind >= versioned || named) && !inLabelColumn {
			label, inLabelColumn = best.label, named
			continue
		}
		if named && label == "" && text != "" && !isHole(text) {
			label, inLabelColumn = text, true
			continue
		}
		switch {
		case text == "" || isHole(text) || strings.Contains(cell, "://") || hasWord(head, skipColumns) && !hasWord(head, axisWords):
		case isNumberCell(text) && hasWord(head, axisWords) && !hasWord(head, metricWords):
			m.factors[axisName(head)] = text
		case !isNumberCell(text) && len(text) <= 40 && head != "":
			m.factors[slug(head)] = factorValue(text)
		}
	}
	if label != "" {
		m.build = label
		t.builds.confirm(label, l.no)
		t.builds.hint(label, strings.Join(row.row.cells, " "))
	}
	t.rowRun = nil
	for _, a := range l.addrs {
		if ci, ok := ciRunOf(a.ref); ok && !isArchive(a.ref) {
			r := t.ciRun(ci, a.ref, l.no)
			if t.rowRun == nil {
				r.addHeadlines(c.rowHeadlines(row.row))
			}
			r.markStatus(strings.Join(row.row.cells, " | "))
			t.rowRun = r
			r.mentions = append(r.mentions, m)
		}
	}
	saved := t.ctx
	if t.rowRun == nil {
		t.ctx.build, t.ctx.inForce = ticketHeading{build: m.build, line: l.no}, maps.Clone(m.factors)
	}
	t.readArtifacts(l)
	t.ctx, t.rowRun = saved, nil
}

func stripAddresses(cell string) string {
	_, masked := findAddresses(cell)
	return masked
}

// metricOf splits "Throughput (ops/s)"; a header that is only a unit names no
// metric.
func metricOf(head string) (metric, unit string) {
	if isUnit(head) {
		return "", head
	}
	if m := unitSuffix.FindStringSubmatch(head); m != nil && isUnit(m[1]) {
		return head[:len(head)-len(m[0])], m[1]
	}
	return head, ""
}

// rowHeadlines reads the numbers of a row; metric and unit come from the
// header, "Throughput (ops/s)".
func (c *columnsOf) rowHeadlines(r tableRow) []rawHeadline {
	var out []rawHeadline
	for _, j := range c.numbers {
		head := c.t.head(j)
		if hasWord(head, axisWords) && !hasWord(head, metricWords) || hasWord(head, labelWords) {
			continue
		}
		for _, n := range numbersInCell(r.cells[j]) {
			h := rawHeadline{number: n, scale: 1, line: r.no}
			h.metric, h.unit = metricOf(head)
			out = append(out, h)
		}
	}
	return out
}
