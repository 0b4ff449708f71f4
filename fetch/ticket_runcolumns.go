package fetch

import (
	"maps"
	"strings"
)

// buildsAcross reports a table of runs whose header names a build over each
// column, with one kind of value in each row.
func (c *columnsOf) buildsAcross() bool {
	builds := 0
	for j := 1; j < len(c.t.header); j++ {
		if isBuildName(stripAddresses(c.t.header[j])) {
			builds++
		}
	}
	return builds >= 2 && builds == len(c.t.header)-1
}

// readRunColumns reads such a table.
func (t *ticketReader) readRunColumns(table *ticketTable) {
	for j := 1; j < len(table.header); j++ {
		label := strings.TrimSpace(table.header[j])
		if best, ok := bestLabel(labelsIn(label), len(label)); ok && best.kind >= versioned {
			label = best.label
		}
		t.builds.confirm(label, table.line)
		t.builds.hint(label, table.header[j])
		factors := maps.Clone(t.ctx.allFactors())
		if factors == nil {
			factors = map[string]string{}
		}
		var numbers []rawHeadline
		var run *ticketRun
		for _, r := range table.rows {
			key, cell := r.cells[0], r.cells[j]
			addrs, masked := findAddresses(cell)
			for _, a := range addrs {
				if ci, ok := ciRunOf(a.ref); ok && !isArchive(a.ref) {
					run = t.ciRun(ci, a.ref, r.no)
				}
			}
			text := strings.TrimSpace(masked)
			switch {
			case len(addrs) > 0 || isHole(text):
			case isNumberCell(text) && hasWord(key, axisWords) && !hasWord(key, metricWords):
				factors[axisName(key)] = text
			case isNumberCell(text):
				for _, n := range numbersInCell(text) {
					h := rawHeadline{number: n, scale: 1, line: r.no}
					h.metric, h.unit = metricOf(key)
					numbers = append(numbers, h)
				}
			case len(text) <= 40 && !hasWord(key, skipColumns):
				factors[slug(key)] = factorValue(text)
			}
		}
		if run != nil {
			run.addHeadlines(numbers)
			run.mentions = append(run.mentions, runMention{line: run.plan.Line, build: label, factors: factors, test: t.ctx.test(), own: true})
		}
		t.columnArtifacts(table, j, label, run)
	}
}

func (t *ticketReader) columnArtifacts(table *ticketTable, j int, label string, run *ticketRun) {
	saved := t.ctx
	t.ctx.build, t.rowRun = ticketHeading{build: label, line: table.line}, run
	for _, r := range table.rows {
		l := ticketLine{no: r.no, text: r.cells[j]}
		l.addrs, l.masked = findAddresses(l.text)
		t.readArtifacts(&l)
	}
	t.ctx, t.rowRun = saved, nil
}
