package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// controlText says of the strata other than the given ones, in which a metric did not
// move, that it did not, with their own interval: a stratum without the change is a control.
func (c *comparer) controlText(leg string, id metricID, moved ...*stratumPair) string {
	var still, open []string
	for _, other := range c.pairs {
		if slices.Contains(moved, other) {
			continue
		}
		a, least := c.stratumEffect(other, leg, id)
		if a == nil {
			continue
		}
		ci := a.interval()
		text := fmt.Sprintf("%s (%s", c.stratumName(other), signedPct(100*math.Expm1(a.est.Effect)))
		if ci != nil {
			text += fmt.Sprintf(", 95 %% %s", pctRange(ci[0], ci[1]))
		}
		switch {
		case math.Abs(a.est.Effect) < least:
			still = append(still, text+")")
		case ci != nil && ci[0] < 0 && ci[1] > 0:
			open = append(open, text+")") // else it moved there too, and that is said elsewhere
		}
	}
	out := ""
	if len(still) > 0 {
		out = "; not in " + strings.Join(still, ", ")
	}
	if len(open) > 0 {
		out += "; cannot tell in " + strings.Join(open, ", ")
	}
	return out
}

// movedControlText says of the controls in which a metric moved as an onset did that they
// moved too: no part of an onset can be taken off.
func (c *comparer) movedControlText(leg string, id metricID, direction string, at *stratumPair) string {
	text := ""
	for _, other := range c.pairs {
		if other == at || !c.control[other] {
			continue
		}
		a, least := c.stratumEffect(other, leg, id)
		if a == nil || math.Abs(a.est.Effect) < least || lowHigh(int(math.Copysign(1, a.est.Effect))) != direction {
			continue
		}
		size := signedPct(100 * math.Expm1(a.est.Effect))
		if words := c.spared[other]; words != "" {
			text += fmt.Sprintf("; the ticket says %s of %s, and it moved too (%s)", words, other.name, size)
		} else {
			text += fmt.Sprintf("; the control %s moved too (%s)", other.name, size)
		}
	}
	return text
}

// stratumEffect is how far the level of a metric moved in one stratum, and from where on that
// is a change; nil when it cannot be told.
func (c *comparer) stratumEffect(p *stratumPair, leg string, id metricID) (a *atom, least float64) {
	cells := c.cells(p, leg, metricID{id.metric, chosenInstance(id.metric, id.instance)})
	if len(cells) == 0 {
		return nil, 0
	}
	tr, _ := traitsOf(id.metric)
	effects := make([]effect, len(cells))
	for i := range cells {
		effects[i] = levelEffect(cells[i], tr.min)
	}
	a = c.newAtom("level", id, tr, p, leg, effects, c.noiseOf(id, id, levelOf))
	if math.IsNaN(100 * math.Expm1(a.est.Effect)) {
		return nil, 0
	}
	return a, logMin(1, tr.min.rel)
}

// stratumName is a stratum's name, with the word control before that of one.
func (c *comparer) stratumName(p *stratumPair) string {
	if c.control[p] {
		return "the control " + p.name
	}
	return p.name
}

// inStratum says in which stratum, where there are several: a sentence stands alone.
func (c *comparer) inStratum(p *stratumPair) string {
	if p == nil || len(c.pairs) < 2 {
		return ""
	}
	return " in " + c.stratumName(p)
}

// sparedText says of a stratum that moved what the ticket says of it; empty when that is nothing.
func (c *comparer) sparedText(p *stratumPair) string {
	if words := c.spared[p]; words != "" {
		return "; the ticket says " + words + " here, and it moved"
	}
	return ""
}

// controlOf is the control that a finding is of; nil when it is of none.
func (c *comparer) controlOf(f *Finding) *stratumPair {
	for _, p := range c.pairs {
		if c.control[p] && len(f.Strata) == 0 && stratumKey(f.Where.Stratum) == p.key {
			return p
		}
	}
	return nil
}

// ofControl tells whether a finding is of a stratum that is a control.
func (c *comparer) ofControl(f *Finding) bool { return c.controlOf(f) != nil }

// neutralControls says of what moved in a control that it is the rig, not the build. Where
// only the ticket's words make it one, that holds for what moved elsewhere too: a change
// that is there alone speaks against the words.
func (c *comparer) neutralControls(found []*Finding) {
	for _, f := range found {
		p := c.controlOf(f)
		if p == nil || f.Outcome == "neutral" {
			continue
		}
		words := c.spared[p]
		if words != "" && !slices.ContainsFunc(found, func(x *Finding) bool {
			return !c.ofControl(x) && x.Metric == f.Metric && x.Kind == f.Kind && x.Direction == f.Direction
		}) {
			continue
		}
		f.Outcome, f.Severity, f.Score = "neutral", "note", min(f.Score, controlScore)
		if words != "" {
			f.Not = append(f.Not, fmt.Sprintf("not told apart from the rig: the ticket says %s here, and it moved as other strata did", words))
		} else {
			f.Not = append(f.Not, fmt.Sprintf("not an effect of the build: %s is a control, so it is the rig that moved", p.name))
		}
	}
}

// controlScore ranks what a control did below what the build did.
const controlScore = 0.15
