package parse

import (
	"math"
	"slices"

	"inquest/schemas"
)

// lines turns the indexes of a member into marks, by the instants that its rows have now.
func (m *MemberReport) lines() (out []schemas.Lines) {
	leg := ""
	for s := range m.sources() {
		leg = s.Leg
	}
	var names []string
	parts := map[string][]linePart{}
	for _, x := range m.indexes {
		if parts[x.member] == nil {
			names = append(names, x.member)
		}
		parts[x.member] = append(parts[x.member], x.parts(m.rows)...) // sections may share a title
	}
	for _, name := range names {
		member := name
		if leg != "" {
			member = leg + "/" + name
		}
		out = append(out, linesOf(member, parts[name])...)
	}
	return out
}

// dropSharedLines leaves out the lines of members of one name in different folders:
// which of them is meant cannot be told.
func (a *Artifact) dropSharedLines() {
	have := map[string]*MemberReport{}
	shared := map[string]bool{}
	for _, m := range a.Members {
		for _, l := range m.Lines {
			if other := have[l.Member]; other != nil && other != m {
				shared[l.Member] = true
			}
			have[l.Member] = m
		}
	}
	for _, m := range a.Members {
		m.Lines = slices.DeleteFunc(m.Lines, func(l schemas.Lines) bool { return shared[l.Member] })
	}
}

// lineTables are the tables whose rows have instants, in the order of [linePart.spans].
var lineTables = [...]string{"cpu", "disk", "stats"}

// linePart is a stretch of lines with the spans of the rows that came out there.
type linePart struct {
	first, last int64
	spans       [len(lineTables)]instants
}

// instants are the first and last of some rows; from > to: there are none.
type instants struct{ from, to int64 }

var noInstants = instants{math.MaxInt64, math.MinInt64}

func (s instants) any() bool { return s.from <= s.to }

func (s instants) with(o instants) instants {
	return instants{min(s.from, o.from), max(s.to, o.to)}
}

// parts cuts a log at its points.
func (x *lineIndex) parts(rows *schemas.Rows) (out []linePart) {
	from, line := x.start, x.before
	cut := func(last int64, to rowMark) {
		p := linePart{first: line + 1, last: last, spans: [...]instants{noInstants, noInstants, noInstants}}
		for i := from.cpu; i < to.cpu; i++ {
			p.spans[0] = p.spans[0].with(instants{rows.CPU[i].TS, rows.CPU[i].TS})
		}
		for i := from.disk; i < to.disk; i++ {
			p.spans[1] = p.spans[1].with(instants{rows.Disk[i].TS, rows.Disk[i].TS})
		}
		for i := from.stats; i < to.stats; i++ {
			p.spans[2] = p.spans[2].with(instants{rows.Stats[i].TS, rows.Stats[i].TS})
		}
		out = append(out, p)
		from, line = to, last
	}
	for _, p := range x.points {
		cut(p.line, p.rows)
	}
	cut(x.last, x.end)
	return out
}

// linesOf makes the marks of a member. Where its tables do not follow each other in time,
// as where one is printed after the other, each gets its own.
func linesOf(member string, parts []linePart) (out []schemas.Lines) {
	all := make([]instants, len(parts))
	for i, p := range parts {
		all[i] = p.spans[0].with(p.spans[1]).with(p.spans[2])
	}
	whole := linesOfTable(member, "", parts, all)
	if inOrder(whole) {
		return []schemas.Lines{whole}
	}
	for t, name := range lineTables {
		one := make([]instants, len(parts))
		rows := noInstants
		for i, p := range parts {
			one[i] = p.spans[t]
			rows = rows.with(one[i])
		}
		if rows.any() {
			out = append(out, linesOfTable(member, name, parts, one))
		}
	}
	return out
}

func inOrder(l schemas.Lines) bool {
	return !slices.ContainsFunc(l.Marks, func(m schemas.LineMark) bool { return m.Until > m.After })
}

// beyond is how far before the first row, and after the last, an instant is that stands for
// no row at all; microseconds.
const beyond = 1000

// linesOfTable makes the marks between the parts; those that tell no more than a neighbour
// are left out.
func linesOfTable(member, table string, parts []linePart, spans []instants) schemas.Lines {
	last := len(parts) - 1
	out := schemas.Lines{Member: member, Table: table, First: parts[0].first, Last: parts[last].last}
	n := len(parts)
	until, after := make([]int64, n), make([]int64, n) // up to a part, and from it on
	span := noInstants
	for i, s := range spans {
		span = span.with(s)
		until[i] = span.to
	}
	rest := noInstants
	for i := last; i >= 0; i-- {
		rest = rest.with(spans[i])
		after[i] = rest.from
	}
	for i := range last {
		m := schemas.LineMark{Line: parts[i].last, Until: max(until[i], span.from-beyond), After: min(after[i+1], span.to+beyond)}
		if until[i+1] > until[i] || after[i+1] > after[i] {
			out.Marks = append(out.Marks, m)
		}
	}
	return out
}
