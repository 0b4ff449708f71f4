package generate

import (
	"math"
	"math/rand/v2"
)

// effects are those on one node's leg, put together.
type effects struct {
	level      [families]float64 // factor
	noise      [families]float64 // factor of the relative sd
	elasticity float64
	flat       bool    // the rate of the smallest thread count is where the curve begins
	collapse   float64 // factor of the rate
	collapseAt float64 // share of the work
}

// effectsOn collects the effects on a node's leg of the run.
func (r *Run) effectsOn(node string, threads int) effects {
	out := effects{elasticity: r.spec.Levels.Elasticity, collapse: 1, collapseAt: math.Inf(1)}
	for f := range families {
		out.level[f], out.noise[f] = 1, 1
	}
	for i := range r.spec.Effects {
		e := &r.spec.Effects[i]
		if !e.applies(r, node, threads) {
			continue
		}
		f := e.family()
		switch e.Kind {
		case "level", "node", "offset":
			out.level[f] *= 1 + e.Pct/100
		case "volatility":
			out.noise[f] *= e.Factor
		case "collapse":
			out.collapse, out.collapseAt = 1+e.Pct/100, e.AtWorkPct/100
		case "flat":
			out.elasticity, out.flat = e.Elasticity, true
		}
	}
	return out
}

// family is the number of the effect's series.
func (e *Effect) family() int {
	for f, name := range Metrics() {
		if e.Metric == name {
			return f
		}
	}
	return throughput
}

// levels are the node's levels in the leg: without noise, with all factors.
func (r *Run) levels(l *leg, node int, e effects) [families]float64 {
	s, lv := r.spec, r.spec.Levels
	tps := s.tpsAt(l.threads, lv.Elasticity)
	if e.flat { // from the rate of the smallest thread count on
		least := s.Threads[0]
		for _, t := range s.Threads {
			least = min(least, t)
		}
		tps = s.tpsAt(least, lv.Elasticity) * math.Pow(float64(l.threads)/float64(least), e.elasticity)
	}
	ops := tps * e.level[throughput]
	out := [families]float64{
		throughput: ops,
		cpu:        ops / lv.TPS * lv.BusyPct / 100 * e.level[cpu],
		latency:    2 * float64(l.threads) / ops * e.level[latency],
		disk:       ops * lv.WritesPerOp * e.level[disk],
	}
	run := s.draw(s.random(r.Side, r.Number, "run"), s.RunSDPct)
	part := s.draw(s.random(r.Side, r.Number, "leg", l.threads), s.LegSDPct)
	own := s.draw(s.random(r.Side, r.Number, "node", l.threads, node), s.NodeSDPct)
	for f := range families {
		out[f] *= math.Exp(run[f] + part[f] + own[f])
	}
	return out
}

// draw gives the logarithms of factors with the given sd: that of operations, and
// those of the others correlated with it.
func (s *Spec) draw(r *rand.Rand, sdPct float64) [families]float64 {
	var out [families]float64
	ops := r.NormFloat64()
	for f := range families {
		x := ops
		if f != throughput {
			x = signs[f]*s.RunCorrelation*ops + math.Sqrt(1-s.RunCorrelation*s.RunCorrelation)*r.NormFloat64()
		}
		out[f] = x * sdPct / 100
	}
	return out
}
