package diff

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"inquest/report/stats"
)

const (
	sweepSlope      = 0.10 // slope of a curve under which it does not follow the factor
	sweepScales     = 0.30 // elasticity of a curve that scales
	sweepPerOpMoved = 1.5  // factor between the ends that makes a cost per operation worth a sweep
	sweepOffset     = 0.20 // smallest offset of runs whose noise is not known
)

// curve is a metric over the numeric factor of the legs, both sides.
type curve struct {
	x, base, head []float64
	unit          string // of the metric itself
	noise         bool   // run noise is known
	certain       bool   // the ends differ by more than the run noise, as far as that is known
	evidence      evidenceSet
}

// sweeps compares how throughput, and what an operation costs, follow the factor of the legs.
//
// With known run noise the ends must differ by more than it, else the shape is that of the noise.
// An offset says what the level of the legs says: it is folded into that, and without it not said.
func (c *comparer) sweeps(atoms []*atom, found []*Finding) []*Finding {
	var out []*Finding
	for _, p := range c.pairs {
		factor, values := factorOf(p)
		legs := p.legNames()
		if factor == "" {
			continue
		}
		if len(legs) < stats.SweepPoints {
			if len(legs) == stats.SweepPoints-1 { // with two nobody expects a shape
				c.notTested(throughput, fmt.Sprintf("shape over %s: %d points, a shape needs %d", factor, len(legs), stats.SweepPoints))
			}
			continue
		}
		if cv := c.curveOf(p, legs, values, metricID{metric: throughput}, false); cv != nil {
			cv.noise, cv.certain = noiseKnown(atoms, p), endsCertain(atoms, p, throughput, legs, values)
			if f := c.sweepFinding(p, factor, metricID{metric: throughput}, "per_second", cv); f != nil {
				if f.Shape != "offset" || foldOffset(f, p, found) {
					out = append(out, f)
				}
			}
		}
		for _, id := range c.metricIDs(p, legs[0]) {
			if !slices.Contains(perOpOf, id.metric) && !isInternal(id.metric) {
				continue
			}
			cv := c.curveOf(p, legs, values, id, true)
			if cv == nil {
				continue
			}
			cv.certain = endsCertain(atoms, p, "per_op."+id.metric, legs, values)
			if f := c.sweepFinding(p, factor, metricID{"per_op." + id.metric, id.instance}, perOpUnit(cv.unit), cv); f != nil {
				out = append(out, f)
			}
		}
	}
	return out
}

// endsCertain tells whether the change at the highest leg differs from that at the lowest
// by more than the run noise, as far as that is known.
func endsCertain(atoms []*atom, p *stratumPair, metric string, legs []string, values map[string]string) bool {
	sorted := slices.SortedFunc(slices.Values(legs), func(a, b string) int { return naturally(values[a], values[b]) })
	lowest := map[metricID]*atom{}
	for _, a := range atoms {
		if a.kind == "level" && a.pair == p && a.id.metric == metric && a.leg == sorted[0] {
			lowest[a.id] = a
		}
	}
	for _, a := range atoms {
		if a.kind != "level" || a.pair != p || a.id.metric != metric || a.leg != sorted[len(sorted)-1] {
			continue
		}
		low := lowest[a.id]
		if low != nil && low.noise.Known && a.noise.Known && !(stats.Contrast(a.est, low.est).P < significant) {
			return false
		}
	}
	return true
}

// curveOf measures a metric, or what it is per operation, at every leg, averaged over
// nodes and runs on the log scale; nil when a leg lacks it.
func (c *comparer) curveOf(p *stratumPair, legs []string, values map[string]string, id metricID, perOp bool) *curve {
	cv := &curve{}
	for _, leg := range slices.SortedFunc(slices.Values(legs), func(a, b string) int { return naturally(values[a], values[b]) }) {
		x, err := strconv.ParseFloat(values[leg], 64)
		if err != nil {
			return nil
		}
		work := map[string]cell{}
		for _, w := range c.cells(p, leg, metricID{metric: throughput}) {
			work[w.node] = w
		}
		var b, h []float64
		for _, x := range c.cells(p, leg, id) {
			cv.unit = x.base[0].series.Unit
			for _, m := range slices.Concat(x.base, x.head) {
				cv.evidence.add(&m)
			}
			bs, hs := means(x.base), means(x.head)
			if perOp {
				w, ok := work[x.node]
				if !ok || strings.HasPrefix(id.metric, "cpu.") && !cpusKnown(&x) || isInternal(id.metric) && !perOpCounter(x.base[0].series) || sameSeries(&x, &w) {
					return nil
				}
				bs, hs = ratios(x.base, w.base), ratios(x.head, w.head)
			}
			b, h = append(b, bs...), append(h, hs...)
		}
		mb, mh := meanLog(b), meanLog(h)
		if len(b) == 0 || len(h) == 0 || math.IsNaN(mb) || math.IsNaN(mh) {
			return nil
		}
		if perOp && isInternal(id.metric) && max(math.Exp(mb), math.Exp(mh)) < rareCount {
			return nil
		}
		cv.x, cv.base, cv.head = append(cv.x, x), append(cv.base, math.Exp(mb)), append(cv.head, math.Exp(mh))
	}
	return cv
}

func (c *comparer) sweepFinding(p *stratumPair, factor string, id metricID, unit string, cv *curve) *Finding {
	tr, _ := traitsOf(id.metric)
	least := tr.min.rel
	if !cv.noise {
		least = max(least, sweepOffset)
	}
	shape, err := stats.Classify(cv.x, cv.base, cv.head, least)
	if err != nil || shape.Kind == "" || shape.Kind != "offset" && !cv.certain {
		return nil
	}
	ratio := make([]float64, len(cv.x))
	for i := range ratio {
		ratio[i] = cv.head[i] / cv.base[i]
	}
	last := len(cv.x) - 1
	perOp := strings.HasPrefix(id.metric, "per_op.")
	if perOp && (shape.Kind == "offset" || !(ratio[last]/ratio[0] > sweepPerOpMoved || ratio[0]/ratio[last] > sweepPerOpMoved)) {
		return nil
	}
	sign, size := 1, shape.Ratio.Slope*math.Log(cv.x[last]/cv.x[0])
	if shape.Kind == "offset" {
		size = shape.Offset
	}
	if size < 0 {
		sign = -1
	}
	f := &Finding{Kind: "sweep", Shape: shape.Kind, Elasticity: &[2]float64{shape.Base.Slope, shape.Head.Slope}, Metric: id.metric, Instance: id.instance, Family: tr.family, Unit: unit, Direction: lowHigh(sign), Outcome: "symptom",
		Grade: "C", Severity: "note", Where: Where{Scope: "nodes", Phase: "whole", Stratum: p.factors},
		Because: []string{}, Not: []string{}, SameAs: []string{}, Evidence: []Evidence{}}
	names := map[string]bool{}
	for _, leg := range p.legNames() {
		for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
			names[x.node] = true
		}
	}
	for _, n := range c.loaded[p] {
		if names[n] {
			f.Nodes = append(f.Nodes, NodeEffect{Node: n})
		}
	}
	f.NodesAgree, f.NodesTotal = len(f.Nodes), len(f.Nodes)
	f.Evidence = cv.evidence.list
	for i, x := range cv.x {
		f.Legs = append(f.Legs, LegEffect{Leg: fmt.Sprintf("%s=%g", factor, x), Pct: number(100 * (ratio[i] - 1))})
	}
	f.Text = fmt.Sprintf("%s over %s %g to %g%s: base %s, head %s; %s; %s", capital(title(id)), factor,
		cv.x[0], cv.x[last], c.inStratum(p), curveText(cv.base, shape.Base, unit), curveText(cv.head, shape.Head, unit), c.shapeText(p, factor, id, &shape, cv), c.endingOf(p))
	f.Score = score(tr, size, tr.min.rel, 1, "C")
	f.Severity = severity(f.Score)
	if c.same {
		f.Kind, f.Outcome, f.Severity = "noise", "neutral", "note"
	}
	f.ID = c.newID(f)
	return f
}

// curveText describes one side's curve: its ends, growth and elasticity.
func curveText(y []float64, e stats.Fit, unit string) string {
	first, last := y[0], y[len(y)-1]
	return fmt.Sprintf("%s -> %s (x%s, elasticity %s, %s)", quantityOf(first, unit), quantityOf(last, unit), short(last/first), fixed(e.Slope, 2), followsIt(e.Slope))
}

// followsIt says in words how a metric goes over a factor, by its elasticity.
func followsIt(elasticity float64) string {
	switch {
	case math.Abs(elasticity) < sweepSlope:
		return "does not follow it"
	case elasticity >= sweepScales:
		return "grows with it"
	case elasticity <= -sweepScales:
		return "falls with it"
	}
	return "hardly follows it"
}
