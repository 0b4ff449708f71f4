package parse

import (
	"fmt"

	"inquest/schemas"
)

// settle ends a run: rows that were read before the time of their snapshot get it, and
// those of snapshots that never got one are taken out.
func (p *nmon) settle() {
	t, rows := p.time, p.l.Rows
	if t.late {
		for i := range t.snaps {
			if s := &t.snaps[i]; !s.timed {
				p.l.SkipAt(s.line, schemas.MissingCell, fmt.Sprintf("T%04d has no line ZZZZ with its time", s.n))
			}
		}
		from := t.from
		rows.CPU = settled(p, rows.CPU, from.cpu, func(r *schemas.CPU) bool { return t.settle(&r.TS, &r.StepS) },
			func(n int) rowMark { return rowMark{cpu: n} })
		rows.Disk = settled(p, rows.Disk, from.disk, func(r *schemas.Disk) bool { return t.settle(&r.TS, &r.StepS) },
			func(n int) rowMark { return rowMark{disk: n} })
		rows.Stats = settled(p, rows.Stats, from.stats, p.settleStat, func(n int) rowMark { return rowMark{stats: n} })
	}
	if t.relative {
		p.l.dateByNear(t.from)
	}
}

// settle gives a row its time; false when there is none.
func (t *nmonTime) settle(ts *int64, step *float64) bool {
	if *ts > noTime {
		return true
	}
	if *ts == refused {
		return false
	}
	s := &t.snaps[*ts-undated]
	*ts, *step = s.ts, s.step
	return s.timed
}

func (p *nmon) settleStat(r *schemas.Stat) bool {
	late := r.TS < noTime
	if !p.time.settle(&r.TS, &r.StepS) {
		return false
	}
	if late && p.perRun[r.Key] {
		r.Value /= r.StepS
	}
	return !schemas.IsNull(r.Value)
}

// settled keeps the rows from the given one on that keep says, and corrects the index of
// lines for the others.
func settled[R any](p *nmon, rows []R, from int, keep func(*R) bool, mark func(int) rowMark) []R {
	var out [][2]int // stretches that are taken out
	n := from
	for i := from; i < len(rows); i++ {
		if keep(&rows[i]) {
			rows[n] = rows[i]
			n++
		} else if k := len(out); k > 0 && out[k-1][1] == i {
			out[k-1][1]++
		} else {
			out = append(out, [2]int{i, i + 1})
		}
	}
	for i := len(out) - 1; i >= 0; i-- {
		p.l.index.takeOut(mark(out[i][0]), mark(out[i][1]))
	}
	clear(rows[n:])
	return rows[:n]
}
