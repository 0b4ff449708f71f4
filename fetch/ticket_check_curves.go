package fetch

import (
	"fmt"
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
		if c.dotted {
			t.problem(LevelWarning, "number-style", []int{c.line}, "the dots in the table at line %d may be decimal points or stand between thousands; they were read as decimal points, which changes no per cent", c.line)
		}
		if c.stated != nil {
			t.problem(LevelWarning, "spread-not-used", c.stated, "the table at line %d states a spread (±) in %s; the changes here are of the values alone, so compare them with it", c.line, lineList(c.stated))
		}
		if c.sumOff != nil {
			t.problem(LevelWarning, "sum-disagrees", c.sumOff, "in %s of the table at line %d a column is not the sum that its name says", lineList(c.sumOff), c.line)
		}
		t.checkSpread(c)
		t.checkBaseline(c)
	}
}

// sides are the two series of a table, the base first when the text says it.
func (t *ticketReader) sides(c *curveTable) (base, head *curve) {
	base, head = &c.series[0], &c.series[1]
	if p := t.plan.Pairing; p != nil && p.Base == head.build && p.Head == base.build {
		return head, base
	}
	return base, head
}

// checkBaseline shows both answers where prose gives another base than the
// table.
func (t *ticketReader) checkBaseline(c *curveTable) {
	if t.baseline.line == 0 || len(c.series) != 2 || len(c.xs) != 1 {
		return
	}
	first, second := t.sides(c)
	base, head := mean(first.ys[0]), mean(second.ys[0])
	stated, own := pctChange(t.baseline.value, head), pctChange(base, head)
	if stated == nil || own == nil || *stated == *own || !t.baseline.plausible(base) {
		return
	}
	t.problem(LevelWarning, "two-bases", []int{t.baseline.line, first.line, second.line},
		"%s is %s against the baseline %s of line %d, and %s against the %s of %s: say which is the base",
		second.label, percentText(*stated), trimFloat(t.baseline.value), t.baseline.line, percentText(*own), meanName(first.ys[0]), first.label)
}

func meanName(v []float64) string {
	if len(v) > 1 {
		return fmt.Sprintf("mean of %d repeats", len(v))
	}
	return "value"
}
