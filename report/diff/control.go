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
	var list []string
	for _, other := range c.pairs {
		if slices.Contains(moved, other) {
			continue
		}
		cells := c.cells(other, leg, metricID{id.metric, chosenInstance(id.metric, id.instance)})
		if len(cells) == 0 {
			continue
		}
		tr, _ := traitsOf(id.metric)
		effects := make([]effect, len(cells))
		for i := range cells {
			effects[i] = levelEffect(cells[i], tr.min)
		}
		a := c.newAtom("level", id, tr, other, leg, effects, c.noiseOf(id, id, levelOf))
		pct := 100 * math.Expm1(a.est.Effect)
		if math.IsNaN(pct) || math.Abs(a.est.Effect) >= logMin(1, tr.min.rel) {
			continue // it moved there too, or cannot be told
		}
		text := fmt.Sprintf("%s (%s", other.key, signedPct(pct))
		if ci := a.interval(); ci != nil {
			text += fmt.Sprintf(", 95 %% %s", pctRange(ci[0], ci[1]))
		}
		list = append(list, text+")")
	}
	if len(list) == 0 {
		return ""
	}
	return "; not in " + strings.Join(list, ", ")
}
