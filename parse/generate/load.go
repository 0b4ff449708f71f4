package generate

import (
	"math"
	"math/rand/v2"
)

// load is what one node does in one leg, a value a second.
type load struct {
	tps     []float64 // operations a second
	busy    []float64 // share of the processors, 0..1
	latency []float64 // 95th percentile, seconds
	writes  []float64 // requests a second
	cut     bool      // of fixed work, some was left when the time was over
}

func (l *load) seconds() int { return len(l.tps) }

// follow is the share, as a correlation, in which the noise of the other series
// follows that of operations: half of the variance.
const follow = math.Sqrt2 / 2

// signs tell which way a series goes when operations rise.
var signs = [families]float64{1, 1, -1, 1}

// load works out a node's series from the levels, the factors, the noise and the effects.
func (r *Run) load(l *leg, node int) *load {
	s := r.spec
	e := r.effectsOn(nodeName(node), l.threads)
	level := r.levels(l, node, e)

	var p [families]process
	var random [families]*rand.Rand
	var size, mean [families]float64 // of the noise: s, and log E exp(s x)
	for f := range families {
		random[f] = s.random(r.Side, r.Number, node, l.threads, f)
		p[f] = s.newProcess(random[f])
		logMean := p[f].logMean
		if f != throughput {
			logMean = func(x float64) float64 {
				return p[f].logMean(x*follow*signs[f]) + p[f].logMean(x*math.Sqrt(1-follow*follow))
			}
		}
		size[f] = scale(logMean, s.NoisePct/100*e.noise[f])
		mean[f] = logMean(size[f])
	}

	out := &load{}
	n, work := s.Seconds, math.Inf(1)
	if s.Work == WorkFixed {
		n, work = s.limit(), s.tpsAt(l.threads, s.Levels.Elasticity)*float64(s.Seconds)
	}
	done := 0.0
	for out.seconds() < n && done < work {
		rate := 1.0
		if done >= e.collapseAt*work {
			rate = e.collapse
		}
		g := p[throughput].next(random[throughput])
		var v [families]float64
		for f := range families {
			x := g
			if f != throughput {
				x = follow*signs[f]*g + math.Sqrt(1-follow*follow)*p[f].next(random[f])
			}
			v[f] = level[f] * math.Exp(size[f]*x-mean[f])
		}
		out.tps = append(out.tps, v[throughput]*rate)
		out.busy = append(out.busy, min(1, v[cpu]*rate))
		out.latency = append(out.latency, v[latency]/rate)
		out.writes = append(out.writes, v[disk]*rate)
		done += v[throughput] * rate
	}
	out.cut = s.Work == WorkFixed && done < work
	return out
}

// tpsAt is the level of operations at a thread count.
func (s *Spec) tpsAt(threads int, elasticity float64) float64 {
	return s.Levels.TPS * math.Pow(float64(threads)/float64(s.largest()), elasticity)
}

// largest is the largest thread count.
func (s *Spec) largest() int {
	n := 0
	for _, t := range s.Threads {
		n = max(n, t)
	}
	return n
}
