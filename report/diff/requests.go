package diff

import (
	"fmt"
	"math"
	"strings"
)

// requestRate says how the number of requests moved: waiting times mean nothing without it.
// Over several legs or strata it is the range of their changes.
func (c *comparer) requestRate(cl *claim) string {
	id := metricID{metric: strings.Replace(cl.id.metric, "_await", "_rate", 1)}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, a := range cl.atoms {
		var base, head float64
		cells := c.cells(a.pair, a.leg, id)
		for i := range cells {
			base += mean(means(cells[i].base)) / float64(len(cells))
			head += mean(means(cells[i].head)) / float64(len(cells))
		}
		switch {
		case len(cells) == 0:
			return ", the request rate was not recorded"
		case len(cl.atoms) == 1:
			return fmt.Sprintf(", while %s went %s", title(id), change(base, head, "per_second"))
		}
		if pct := pctOf(base, head); !math.IsNaN(pct) {
			lo, hi = math.Min(lo, pct), math.Max(hi, pct)
		}
	}
	if lo > hi {
		return ""
	}
	return fmt.Sprintf(", while %s went %s", title(id), pctRange(lo, hi))
}
