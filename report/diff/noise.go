package diff

import (
	"math"
	"slices"

	"inquest/report/stats"
)

// runNoise is how much identical runs differ in a metric.
type runNoise struct {
	stats.RunNoise         // of a run's mean over its nodes
	within         float64 // variance of one node within a run; NaN without replicates
	legCorr        float64 // correlation of the legs of one run
}

// noiseOf estimates how much identical runs differ in a metric: from the replicates
// of this comparison, pooled over builds, strata and legs, else from the lake's
// earlier pairs of same-build runs. value gives what is compared of one run
// and node, name says what that is.
func (c *comparer) noiseOf(name, id metricID, value func(m *measured) float64) runNoise {
	if n, ok := c.noiseCache[name]; ok {
		return n
	}
	var whole, single [][]float64
	legs, nodes := 1, 1
	for _, p := range c.pairs {
		if len(p.base) < 2 && len(p.head) < 2 {
			continue
		}
		legs = max(legs, len(p.legNames()))
		for _, leg := range p.legNames() {
			cells := c.cells(p, leg, id)
			nodes = max(nodes, len(cells))
			for _, side := range []func(*cell) []measured{func(x *cell) []measured { return x.base }, func(x *cell) []measured { return x.head }} {
				runs := len(p.head)
				if len(cells) > 0 {
					runs = len(side(&cells[0]))
				}
				whole = append(whole, runLogs(cells, runs, side, value))
				for i := range cells {
					single = append(single, runLogs(cells[i:i+1], runs, side, value))
				}
			}
		}
	}
	noise := runNoise{RunNoise: stats.PooledNoise(whole), within: math.NaN(), legCorr: c.legCorr}
	if one := stats.PooledNoise(single); noise.Known && nodes > 1 {
		noise.within = math.Max(0, one.SD*one.SD-noise.SD*noise.SD) * float64(nodes) / float64(nodes-1)
	}
	if noise.Known { // legs of one run are not so many runs
		noise.DF /= 1 + float64(legs-1)*c.legCorr*c.legCorr
	} else if book := stats.BookNoise(c.in.Noise[name.metric]); book.Known {
		noise.RunNoise = book
	}
	if shrunk, ok := c.shrunk[name]; ok {
		noise.RunNoise = shrunk
	}
	c.noiseCache[name] = noise
	return noise
}

// runLogs are the logarithms of a metric for each run of a side, averaged over nodes.
// It is empty when a run lacks a node or a value is not positive.
func runLogs(cells []cell, runs int, side func(*cell) []measured, value func(*measured) float64) []float64 {
	if runs < 2 || len(cells) == 0 {
		return nil
	}
	sum := make([]float64, runs)
	for i := range cells {
		ms := side(&cells[i])
		if len(ms) != runs {
			return nil
		}
		for j := range ms {
			v := value(&ms[j])
			if !(v > 0) || math.IsInf(v, 0) {
				return nil
			}
			sum[j] += math.Log(v) / float64(len(cells))
		}
	}
	return sum
}

// perOpNoise is noiseOf for what an operation costs.
func (c *comparer) perOpNoise(id metricID) runNoise {
	work := map[*Run]map[string]float64{}
	return c.noiseOf(metricID{"per_op." + id.metric, id.instance}, id, func(m *measured) float64 {
		byNode := work[m.run]
		if byNode == nil {
			byNode = map[string]float64{}
			work[m.run] = byNode
			for _, p := range c.pairs {
				for _, leg := range p.legNames() {
					for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
						for _, w := range slices.Concat(x.base, x.head) {
							if w.run == m.run {
								byNode[leg+"/"+x.node] = w.mean
							}
						}
					}
				}
			}
		}
		return perOperation(m, byNode[m.leg.Name+"/"+m.node.Name])
	})
}

// shrinkNoise steadies the run noise of levels, and that of spreads, which rest on few
// replicates, by what the goal and resource metrics have in common. What an operation
// costs and the server's own counters differ too much in kind to share a prior with them.
func (c *comparer) shrinkNoise() {
	var ids []metricID
	seen := map[metricID]bool{}
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, id := range c.metricIDs(p, leg) {
				if tr, _ := traitsOf(id.metric); tr.role >= 0.4 && !seen[id] {
					seen[id] = true
					ids = append(ids, id)
				}
			}
		}
	}
	c.legCorr = c.legCorrelation(ids)
	c.shrunk = map[metricID]stats.RunNoise{}
	c.res.Noise = c.shrinkOver(ids, func(id metricID) metricID { return id }, levelOf)
	c.shrinkOver(ids, spreadName, c.relativeSpread)
}

// shrinkOver steadies the noise of one property of the metrics; nil when nothing gives a prior.
func (c *comparer) shrinkOver(ids []metricID, name func(metricID) metricID, value func(*measured) float64) *NoisePrior {
	raw := make([]stats.RunNoise, len(ids))
	for i, id := range ids {
		raw[i] = c.noiseOf(name(id), id, value).RunNoise
		delete(c.noiseCache, name(id))
	}
	shrunk, prior := stats.ShrinkNoise(raw)
	if !prior.Known {
		return nil
	}
	n := 0
	for i, id := range ids {
		if raw[i].Known {
			c.shrunk[name(id)] = shrunk[i]
			n++
		}
	}
	return &NoisePrior{SD: prior.SD, DF: prior.DF, Metrics: n}
}

// levelOf is what the level of a metric is compared by.
func levelOf(m *measured) float64 { return m.mean }

// spreadName names the spread of a metric against its level.
func spreadName(id metricID) metricID { return metricID{"spread of " + id.metric, id.instance} }
