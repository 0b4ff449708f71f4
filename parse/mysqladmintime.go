package parse

import (
	"slices"

	"inquest/schemas"
)

// get is a value of the table being read; null when it is not there.
func (t *statusTable) get(values []float64, name string) float64 {
	if i, ok := t.index[name]; ok {
		return values[i]
	}
	return schemas.Null
}

// end adds the rows of the table that was read.
func (t *statusTable) end() {
	if !t.open || t.rows == 0 {
		t.open = false
		return
	}
	if t.boxed {
		t.l.Skip(schemas.CutRow, "a table without its end")
	}
	t.sortRead()
	ts, step, ok := t.time()
	if ok {
		for _, i := range t.read {
			if t.keys[i] != nil {
				t.l.Stat(ts, t.keys[i], t.value[i], step)
			}
		}
		t.tables++
		t.keepTotals()
	}
	for _, i := range t.read {
		t.value[i] = schemas.Null
	}
	t.read = t.read[:0]
	t.open, t.boxed, t.rows, t.next = false, false, 0, 0
}

// sortRead brings the names of the table into the order of the first table, each once.
func (t *statusTable) sortRead() {
	if !slices.IsSorted(t.read) {
		slices.Sort(t.read)
	}
	t.read = slices.Compact(t.read)
}

// keepTotals keeps the values of the table for the next; a name that is not in the table
// is not known there. It looks at no other names, of which there may be many.
func (t *statusTable) keepTotals() {
	for _, i := range t.last {
		t.total[i] = schemas.Null
	}
	for _, i := range t.read {
		t.total[i] = t.value[i]
	}
	t.last = append(t.last[:0], t.read...)
}

// time dates the table, by the line of time before it or by the server's uptime, and
// makes its values absolute.
func (t *statusTable) time() (ts int64, step float64, ok bool) {
	l := t.l
	uptime := t.get(t.value, "Uptime")
	if schemas.IsNull(uptime) {
		l.Skip(schemas.CutRow, "a table without Uptime, so its time is not known")
		return 0, 0, false
	}
	if t.tables == 1 {
		t.differences = t.holdsDifferences()
	}
	last := t.get(t.total, "Uptime")
	if t.tables > 0 && t.differences {
		for _, i := range t.read {
			t.value[i] += t.total[i]
		}
		uptime = t.get(t.value, "Uptime")
	}
	step = schemas.Null
	switch {
	case t.tables == 0:
	case uptime < last: // it was started again; it has run for uptime at least
		l.Skip(schemas.CounterReset, "the server was started again before this table")
		t.elapsed += uptime
	default:
		t.elapsed += uptime - last
		if uptime > last {
			step = uptime - last
		}
	}
	if t.snaps.stamped {
		ok = t.snaps.begin()
		return t.snaps.ts, t.snaps.step, ok
	}
	return l.relative(t.elapsed), step, true
}

// holdsDifferences tells, at the second table, whether mysqladmin -r was used, which
// nothing in the text says: the uptime would have fallen, or, for a server just
// started, the number of connections, which the client's own has raised.
func (t *statusTable) holdsDifferences() bool {
	uptime, first := t.get(t.value, "Uptime"), t.get(t.total, "Uptime")
	if uptime < first {
		return true
	}
	return t.get(t.value, "Connections") < t.get(t.total, "Connections")
}
