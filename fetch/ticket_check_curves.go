package fetch

import (
	"fmt"
	"math"
	"strings"
)

// checkCurves reports what a table cannot be trusted in: cells that were not
// read, sums that are none, changes no larger than repeats lie apart.
func (t *ticketReader) checkCurves() {
	for i := range t.curves {
		c := &t.curves[i]
		if c.mixed != nil {
			t.problem(LevelAsk, "number-style", c.mixed, "the table at line %d groups thousands in more than one way; the cells of %s were not read", c.line, lineList(c.mixed))
		}
		if c.unread != nil {
			t.problem(LevelWarning, "cell-not-read", c.unread, "the table at line %d has text where numbers are expected, in %s; they count as missing", c.line, lineList(c.unread))
		}
		if c.sumOff != nil {
			t.problem(LevelWarning, "sum-disagrees", c.sumOff, "in %s of the table at line %d a column is not the sum that its name says", lineList(c.sumOff), c.line)
		}
		t.checkSpread(c)
		t.checkBaseline(c)
	}
}

// checkSpread compares the changes of each point with how far repeats of it
// lie apart, in whatever series they were made.
func (t *ticketReader) checkSpread(c *curveTable) {
	for i := range c.xs {
		var spread *float64
		var of *curve
		for k := range c.series {
			if s := spreadPct(c.series[k].ys[i]); s != nil && (spread == nil || *s > *spread) {
				spread, of = s, &c.series[k]
			}
		}
		if spread == nil {
			continue
		}
		var inside []string
		lines := []int{of.line}
		for k := 1; k < len(c.series); k++ {
			pct := pctChange(mean(c.series[0].ys[i]), mean(c.series[k].ys[i]))
			if pct != nil && math.Abs(*pct) <= *spread {
				inside = append(inside, c.series[k].label+" "+percentText(*pct))
				lines = append(lines, c.series[k].line)
			}
		}
		if inside != nil {
			t.problem(LevelWarning, "inside-spread", append(lines, c.series[0].line),
				"repeats of %s differ by %.1f %%, so against %s these are not to be told from noise: %s", of.label, *spread, c.series[0].label, strings.Join(inside, ", "))
		}
	}
}

// checkBaseline shows both answers where prose gives another base than the
// table.
func (t *ticketReader) checkBaseline(c *curveTable) {
	if t.baseline.line == 0 || len(c.series) != 2 || len(c.xs) != 1 {
		return
	}
	base, head := mean(c.series[0].ys[0]), mean(c.series[1].ys[0])
	stated, own := pctChange(t.baseline.value, head), pctChange(base, head)
	if stated == nil || own == nil || *stated == *own || math.Abs(t.baseline.value/base-1) > 0.5 {
		return
	}
	t.problem(LevelWarning, "two-bases", []int{t.baseline.line, c.series[0].line, c.series[1].line},
		"%s is %s against the baseline %s of line %d, and %s against the %s of %s: say which is the base",
		c.series[1].label, percentText(*stated), trimFloat(t.baseline.value), t.baseline.line, percentText(*own), meanName(c.series[0].ys[0]), c.series[0].label)
}

func meanName(v []float64) string {
	if len(v) > 1 {
		return fmt.Sprintf("mean of %d repeats", len(v))
	}
	return "value"
}
