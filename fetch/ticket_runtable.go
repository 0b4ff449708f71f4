package fetch

import "strings"

// A tableRowOf is a row of a table of runs.
type tableRowOf struct {
	table  *ticketTable // nil for the later rows of a table read by columns
	row    tableRow
	cols   columnsOf
	across bool // builds side by side: the whole table is read at once
}

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
// 7.1.2-3456" of a table of keys and values.
func (t *ticketReader) plainRow(r *tableRow) {
	l := &t.lines[r.line]
	l.table, l.text = false, strings.Trim(strings.Join(r.cells, " "), " ")
	if len(r.cells) >= 2 && len(wordsOf(r.cells[0])) <= 3 {
		l.text = strings.TrimRight(r.cells[0], ": ") + ": " + strings.TrimSpace(strings.Join(r.cells[1:], " "))
	}
	l.addrs, l.masked = findAddresses(l.text)
}
