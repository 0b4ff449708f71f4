package fetch

import (
	"maps"
	"regexp"
	"strings"
)

// A tableRowOf is a row of a table of runs.
type tableRowOf struct {
	table  *ticketTable // nil for the later rows of a table read by columns
	row    tableRow
	cols   columnsOf
	across bool // builds side by side: the whole table is read at once
}

var unitSuffix = regexp.MustCompile(`\s*[(\[]([^()\[\]]+)[)\]]\s*$`)

// findRunTables returns the rows, by line, of the tables that have CI
// addresses or archives in their cells. A table with the builds side by side
// is read column by column.
func (t *ticketReader) findRunTables() map[int]tableRowOf {
	rows := map[int]tableRowOf{}
	for i := range t.found.tables {
		table := &t.found.tables[i]
		runs := false
		for _, r := range table.rows {
			for _, a := range t.lines[r.line].addrs {
				_, ci := ciRunOf(a.ref)
				runs = runs || ci || isArchive(a.ref)
			}
		}
		if !runs {
			continue
		}
		t.runTables[i] = true
		if table.header == nil {
			for j := range table.rows {
				t.plainRow(&table.rows[j])
			}
			continue
		}
		cols := table.columns()
		across := cols.buildsAcross()
		for k, r := range table.rows {
			if across {
				if k == 0 {
					rows[r.line] = tableRowOf{table: table, across: true}
				} else {
					rows[r.line] = tableRowOf{}
				}
				continue
			}
			rows[r.line] = tableRowOf{table: table, row: r, cols: cols}
		}
	}
	return rows
}

// plainRow makes a row of a table without header a line of its own: "Build:
// 7.0.0-2147" of a table of keys and values.
func (t *ticketReader) plainRow(r *tableRow) {
	l := &t.lines[r.line]
	l.table, l.text = false, strings.Trim(strings.Join(r.cells, " "), " ")
	if len(r.cells) >= 2 && len(wordsOf(r.cells[0])) <= 3 {
		l.text = strings.TrimRight(r.cells[0], ": ") + ": " + strings.TrimSpace(strings.Join(r.cells[1:], " "))
	}
	l.addrs, l.masked = findAddresses(l.text)
}

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
