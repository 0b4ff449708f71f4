package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// chainText says a chain in one sentence: what is seen, where, what it points to, and how sure that is.
func (c *comparer) chainText(members []sighting, places []place, conclusion string, weakest *Finding) string {
	var seen []string
	for _, m := range members {
		if m.state == Seen && m.some == "" {
			seen = append(seen, m.what)
		}
	}
	s := capital(listed(seen)) + " " + c.whereText(places) + sinceText(members) + ": " + conclusion
	if weakest != nil {
		s += "; " + c.chainEnding(weakest, places)
	}
	return s
}

// sinceText says from when on, where the first member is a run that turns over in the middle.
func sinceText(members []sighting) string {
	lo, hi := math.NaN(), math.NaN()
	for _, f := range members[0].findings {
		if f.Kind != "onset" || f.Where.OnsetFrac == nil {
			return ""
		}
		lo, hi = least(lo, *f.Where.OnsetFrac), most(hi, *f.Where.OnsetFrac)
	}
	switch a, b := fmt.Sprintf("%.0f", 100*lo), fmt.Sprintf("%.0f", 100*hi); {
	case math.IsNaN(lo):
		return ""
	case a != b:
		return " from " + a + "-" + b + " % of the run on"
	default:
		return " from " + a + " % of the run on"
	}
}

// chainEnding says what the weakest finding of a chain rests on.
func (c *comparer) chainEnding(f *Finding, places []place) string {
	switch {
	case f.Grade == "A":
		return "each beyond what identical runs show"
	case f.Grade == "B" && f.Q != nil:
		return "each beyond what identical runs show"
	case f.Grade == "B":
		return "run noise unknown"
	}
	for _, at := range places {
		if len(at.pair.base) > 1 || len(at.pair.head) > 1 {
			return "run noise unknown"
		}
	}
	return "one pair of runs"
}

// whereText says on how many nodes, and in which strata and legs when it is not all.
func (c *comparer) whereText(places []place) string {
	w := whereOf(places)
	var loaded []string
	legs := map[string]bool{}
	var of *stratumPair
	for _, p := range c.pairs {
		if !slices.Contains(w.Strata, p.key) {
			continue
		}
		of = p
		for _, n := range c.loaded[p] {
			if !slices.Contains(loaded, n) {
				loaded = append(loaded, n)
			}
		}
		for _, l := range p.legNames() {
			legs[l] = true
		}
	}
	s := onNodes(w.Nodes, len(loaded))
	if len(w.Legs) > 0 && len(w.Legs) < len(legs) {
		factor, values := factorOf(of)
		names := make([]string, len(w.Legs))
		for i, l := range w.Legs {
			names[i] = valueOf(values, l)
		}
		slices.SortFunc(names, naturally)
		s += " at " + cmp.Or(factor, "leg") + " " + strings.Join(names, ", ")
	}
	return s + c.strataWords(w.Strata)
}

// strataWords says in which strata, when there are several.
func (c *comparer) strataWords(keys []string) string {
	switch {
	case len(c.pairs) < 2:
		return ""
	case len(keys) == len(c.pairs):
		return fmt.Sprintf(" in %d of %d strata", len(keys), len(c.pairs))
	}
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = c.nameOf(key)
	}
	return " in " + strings.Join(names, "; ")
}
