package fetch

import (
	"math"
	"slices"
	"strings"
)

// sweeps makes the sweeps of the tables and blocks that were found, in the
// order of the text.
func (t *ticketReader) sweeps(f *tableFinder) []curveTable {
	var out []curveTable
	for i := range f.tables {
		if t.runTables[i] {
			continue
		}
		c, ok := f.tables[i].turn()
		if !ok {
			if f.tables[i].header != nil && len(f.tables[i].columns().numbers) > 0 && !t.lines[f.tables[i].rows[0].line].fenced {
				t.problem(LevelWarning, "table-not-read", []int{f.tables[i].line},
					"the table at line %d is left out: neither its header nor its first column names what is compared", f.tables[i].line)
			}
			continue
		}
		t.dropMeasures(&c)
		out = append(out, c)
	}
	out = append(out, t.blockSweeps(f.blocks)...)
	slices.SortStableFunc(out, func(a, b curveTable) int { return a.line - b.line })
	t.shareAxes(out)
	return out
}

// blockSweeps joins the blocks that have the same x. A label that comes again
// begins another sweep (the same builds under another setting).
func (t *ticketReader) blockSweeps(blocks []pairBlock) []curveTable {
	var out []curveTable
	latest := map[string]int{}
	for _, b := range blocks {
		c, key := t.readBlock(b)
		at, known := latest[key]
		if known && !slices.ContainsFunc(out[at].series, func(s curve) bool { return s.label == c.series[0].label }) {
			out[at].series = append(out[at].series, c.series...)
			out[at].unread = append(out[at].unread, c.unread...)
			out[at].mixed = append(out[at].mixed, c.mixed...)
			continue
		}
		latest[key] = len(out)
		out = append(out, c)
	}
	return out
}

func (t *ticketReader) readBlock(b pairBlock) (curveTable, string) {
	label := b.label
	if label == "" {
		label = "unnamed"
		t.problem(LevelWarning, "series-unnamed", []int{b.line}, "the numbers from line %d on have no name above them", b.line)
	}
	c := curveTable{title: b.title, axis: b.axis, line: b.line}
	s := curve{label: label, line: b.line}
	var ys []string
	for _, r := range b.rows {
		ys = append(ys, r.y)
	}
	style := separatorsOf(ys)
	var key strings.Builder
	for _, r := range b.rows {
		x, _, ok := (separators{}).cellValues(r.x)
		if !ok || len(x) != 1 {
			c.unread = append(c.unread, r.line)
			continue
		}
		y, _, ok := style.cellValues(r.y)
		if !ok {
			c.mixed = append(c.mixed, r.line)
		}
		c.xs = append(c.xs, x[0])
		s.ys = append(s.ys, y)
		key.WriteString(r.x + " ")
	}
	if len(b.mixed) > 0 {
		t.problem(LevelAsk, "comma-unclear", b.mixed,
			"%q: in some rows the comma may group thousands, in others it separates x and y; it was read as a separator", label)
	}
	c.series = []curve{s}
	return c, key.String()
}

// markFlat marks the series that stay level while another grows: elasticity not
// to be told from 0, against at least 0.3, over a factor that adds workers.
func markFlat(s *PlanSweep) {
	if s.Axis == nil || !hasWord(*s.Axis, concurrencyWords) {
		return
	}
	grows := slices.ContainsFunc(s.Series, func(p PlanSeries) bool { return p.Elasticity != nil && *p.Elasticity >= 0.3 })
	for i := range s.Series {
		p := &s.Series[i]
		if !grows || p.ElasticityCI == nil || p.ElasticityCI[0] > 0 || p.ElasticityCI[1] < 0 || math.Abs(*p.Elasticity) > 0.15 {
			continue
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, q := range p.Points {
			if q.Y != nil && *q.Y > 0 {
				lo, hi = min(lo, 1 / *q.Y), max(hi, 1 / *q.Y)
			}
		}
		if hi >= lo {
			p.SecondsPerItem = &[2]float64{*rounded(lo, 6), *rounded(hi, 6)}
		}
	}
}
