package diff

import (
	"fmt"
	"math"
	"slices"

	"inquest/report/stats"
)

// shapeText says in words what the shape of a sweep is.
func (c *comparer) shapeText(p *stratumPair, factor string, id metricID, s *stats.Sweep, cv *curve) string {
	switch s.Kind {
	case "flat":
		side := "head"
		if s.Flat < 0 {
			side = "base"
		}
		text := fmt.Sprintf("the %s is flat", side)
		if id.metric == throughput && hasThreads(factor) && !math.IsNaN(s.Apiece) && c.waitsGrow(p, s.Flat) {
			text += fmt.Sprintf(": one operation at a time%s, about %s each, whatever the threads", c.onEachNode(p), quantityOf(s.Apiece, "seconds"))
		}
		return text
	case "knee":
		return fmt.Sprintf("growth %s in the base and %s in the head", kneeText(s.KneeBase, cv, factor), kneeText(s.KneeHead, cv, factor))
	case "divergence":
		return "the ratio of head to base follows it, " + slopeText(s.Ratio)
	}
	return fmt.Sprintf("an offset: head is %s throughout, the ratio does not follow it, %s", signedPct(100*math.Expm1(s.Offset)), slopeText(s.Ratio))
}

// slopeText writes the slope of a curve with its interval.
func slopeText(f stats.Fit) string {
	return fmt.Sprintf("slope %s (95 %% %s to %s)", fixed(f.Slope, 2), fixed(f.Lo, 2), fixed(f.Hi, 2))
}

// kneeText says where growth ends: at which of the factor's values it had last been seen.
func kneeText(k stats.Knee, cv *curve, factor string) string {
	if !k.Found {
		return fmt.Sprintf("goes on to %g", cv.x[len(cv.x)-1])
	}
	return fmt.Sprintf("ends near %s %s (95 %% %s to %s)", factor, short(k.At), short(k.Lo), short(k.Hi))
}

// onEachNode is said of what goes one at a time on every node for itself.
func (c *comparer) onEachNode(p *stratumPair) string {
	if n := len(c.loaded[p]); n > 1 {
		return " on each node"
	}
	return ""
}

// waitsGrow tells whether, as far as is measured, an operation of the flat side takes longer
// with more threads: it waits for its turn. Where it does not, the load is capped elsewhere.
func (c *comparer) waitsGrow(p *stratumPair, flat int) bool {
	_, values := factorOf(p)
	for _, metric := range []string{"latency.mean", "latency.p50", "latency.p95"} {
		cv := c.curveOf(p, p.legNames(), values, metricID{metric: metric}, false)
		if cv == nil {
			continue
		}
		y := cv.head
		if flat < 0 {
			y = cv.base
		}
		if e, err := stats.Elasticity(cv.x, y); err == nil {
			return e.Slope >= 0.5 // by Little's law it is 1
		}
	}
	return true
}

// noiseKnown tells whether the run noise of the throughput of a pair is known.
func noiseKnown(atoms []*atom, p *stratumPair) bool {
	return slices.ContainsFunc(atoms, func(a *atom) bool {
		return a.kind == "level" && a.pair == p && a.id.metric == throughput && a.noise.Known
	})
}

// foldOffset folds an offset into the level finding of all legs that says the same; false
// when there is none.
func foldOffset(f *Finding, p *stratumPair, found []*Finding) bool {
	for _, top := range found {
		in := stratumKey(top.Where.Stratum) == p.key && len(top.Strata) == 0 ||
			slices.ContainsFunc(top.Strata, func(s StratumPct) bool { return s.Stratum == p.key })
		if top.Metric == throughput && (top.Kind == "level" || top.Kind == "noise") && top.Grade != "X" && top.FoldedInto == "" &&
			top.Direction == f.Direction && top.Where.Scope == "nodes" && in && (len(top.Legs) == len(f.Legs) || len(top.Strata) > 0) {
			f.FoldedInto = top.ID
			top.SameAs = append(top.SameAs, f.ID)
			return true
		}
	}
	return false
}
